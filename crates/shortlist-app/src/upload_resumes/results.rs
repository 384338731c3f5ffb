//! The outcomes of an upload's files while it runs.

use super::{FileOutcome, Outcome};

/// The outcomes so far, in the order of the files. A file is pending until its batch is written.
#[derive(Default)]
pub(super) struct Results(Vec<(String, Option<Outcome>)>);

impl Results {
    pub(super) fn add(&mut self, file: &str, outcome: Outcome) {
        self.0.push((file.to_owned(), Some(outcome)));
    }

    pub(super) fn add_pending(&mut self, file: &str) {
        self.0.push((file.to_owned(), None));
    }

    /// Sets the outcome of a pending file.
    pub(super) fn set(&mut self, index: usize, outcome: Outcome) {
        if let Some((_, pending)) = self.0.get_mut(index) {
            *pending = Some(outcome);
        }
    }

    /// Returns all outcomes. A file that is still pending was not stored.
    pub(super) fn finish(self) -> Vec<FileOutcome> {
        let not_stored = || Outcome::Skipped("the file was not stored; send it again".to_owned());
        let result = |(file, outcome): (String, Option<Outcome>)| FileOutcome {
            file,
            outcome: outcome.unwrap_or_else(not_stored),
        };
        self.0.into_iter().map(result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pending_file_is_reported_as_not_stored() {
        let mut results = Results::default();
        results.add("a.pdf", Outcome::Skipped("it is a scan".to_owned()));
        results.add_pending("b.pdf");
        results.add_pending("c.pdf");
        results.set(2, Outcome::Skipped("it is empty".to_owned()));
        let reasons = results
            .finish()
            .into_iter()
            .map(|result| match result.outcome {
                Outcome::Skipped(reason) => reason,
                other => format!("{other:?}"),
            });
        let expected = [
            "it is a scan",
            "the file was not stored; send it again",
            "it is empty",
        ];
        assert_eq!(reasons.collect::<Vec<_>>(), expected);
    }
}
