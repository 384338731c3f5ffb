//! The outcomes of an upload's files while it runs.

use shortlist_domain::{SkipReason, UploadCounts};

use super::{FileOutcome, Outcome};
use crate::measurements::count_file;
use crate::uploads::tracked::Progress;

/// The outcomes so far, in the order of the files. A file is pending until its batch is written.
#[derive(Default)]
pub(super) struct Results {
    files: Vec<(String, Option<Outcome>)>,
    progress: Progress,
}

impl Results {
    /// Returns no outcomes yet. They will be reported as they are set.
    pub(super) fn reporting(progress: Progress) -> Self {
        Self {
            files: Vec::new(),
            progress,
        }
    }

    pub(super) fn add(&mut self, file: &str, outcome: Outcome) {
        self.report(&outcome);
        self.files.push((file.to_owned(), Some(outcome)));
    }

    fn report(&self, outcome: &Outcome) {
        count_file(outcome.counted_as());
        self.progress
            .add_outcomes(|counts| *number_of(counts, outcome) += 1);
    }

    pub(super) fn add_pending(&mut self, file: &str) {
        self.files.push((file.to_owned(), None));
    }

    /// Sets the outcome of a pending file.
    pub(super) fn set(&mut self, index: usize, outcome: Outcome) {
        self.report(&outcome);
        if let Some((_, pending)) = self.files.get_mut(index) {
            *pending = Some(outcome);
        }
    }

    /// Returns the outcomes of the files that are not pending.
    pub(super) fn known(&self) -> impl Iterator<Item = &Outcome> {
        self.files
            .iter()
            .filter_map(|(_, outcome)| outcome.as_ref())
    }

    /// Returns all outcomes. A file that is still pending was not stored.
    pub(super) fn finish(self) -> Vec<FileOutcome> {
        let result = |(file, outcome): (String, Option<Outcome>)| match outcome {
            Some(outcome) => FileOutcome { file, outcome },
            None => FileOutcome::not_stored(file),
        };
        self.files.into_iter().map(result).collect()
    }
}

impl FileOutcome {
    /// Returns the outcome of a file that the upload did not get to.
    pub(super) fn not_stored(file: String) -> Self {
        let outcome = Outcome::Skipped(SkipReason::NotStored);
        Self { file, outcome }
    }
}

/// Returns the count to which an outcome belongs.
fn number_of<'a>(counts: &'a mut UploadCounts, outcome: &Outcome) -> &'a mut u64 {
    match outcome {
        Outcome::Created { .. } => &mut counts.created,
        Outcome::Duplicate { .. } => &mut counts.duplicates,
        Outcome::Replaced { .. } => &mut counts.replaced,
        Outcome::Added { .. } => &mut counts.added,
        Outcome::Skipped(_) => &mut counts.skipped,
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::ReadError;

    use super::*;

    #[test]
    fn a_pending_file_is_reported_as_not_stored() {
        let mut results = Results::default();
        results.add("a.pdf", Outcome::Skipped(ReadError::Scan.into()));
        results.add_pending("b.pdf");
        results.add_pending("c.pdf");
        results.set(2, Outcome::Skipped(ReadError::Empty.into()));
        let reasons = results
            .finish()
            .into_iter()
            .map(|result| match result.outcome {
                Outcome::Skipped(reason) => reason,
                other => panic!("{other:?}"),
            });
        let expected = [
            ReadError::Scan.into(),
            SkipReason::NotStored,
            ReadError::Empty.into(),
        ];
        assert_eq!(reasons.collect::<Vec<_>>(), expected);
    }
}
