//! The error that stops the program.

use std::error::Error;

/// The error that stops the program: what was attempted, what to do, and its causes.
#[derive(Debug, thiserror::Error)]
#[error("{attempt}")]
pub(crate) struct Failure {
    attempt: String,
    #[source]
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// Creates a failure without a cause.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self {
            attempt: text.into(),
            source: None,
        }
    }

    /// Returns a function for `map_err` that adds what was attempted to a cause.
    pub(crate) fn of<E: Into<Box<dyn Error + Send + Sync>>>(
        attempt: impl Into<String>,
    ) -> impl FnOnce(E) -> Self {
        let attempt = attempt.into();
        move |source| Self {
            attempt,
            source: Some(source.into()),
        }
    }

    /// Returns the failure and its causes, one on each line. A cause that repeats the line above it is left out.
    pub(crate) fn report(&self) -> String {
        let mut lines = vec![format!("error: {self}")];
        let mut cause = self.source();
        while let Some(error) = cause {
            let text = error.to_string();
            if !lines.last().is_some_and(|line| line.ends_with(&text)) {
                lines.push(format!("  because: {text}"));
            }
            cause = error.source();
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_each_cause_once() {
        let inner = Failure::of("open the file")(std::io::Error::other("disk full"));
        let outer = Failure::of("start")(inner);
        assert_eq!(
            outer.report(),
            "error: start\n  because: open the file\n  because: disk full"
        );
    }
}
