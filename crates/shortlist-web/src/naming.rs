//! The names of candidates, and of the statuses of jobs and interviews.

use shortlist_domain::{Candidate, InterviewStatus, JobStatus};

/// Returns the name of a status for people.
pub(crate) fn label(status: InterviewStatus) -> &'static str {
    match status {
        InterviewStatus::InProgress => "In progress",
        InterviewStatus::NoShow => "No-show",
        other => other.as_str(),
    }
}

/// Returns the style of a status.
pub(crate) fn class(status: InterviewStatus) -> &'static str {
    match status {
        InterviewStatus::Completed => "active",
        InterviewStatus::Rescheduled | InterviewStatus::InProgress => "hold",
        InterviewStatus::Cancelled | InterviewStatus::NoShow => "rejected",
        InterviewStatus::Scheduled => "new",
    }
}

/// Returns the name of a job's status and its style, unless the job is open as most jobs are.
pub(crate) fn badge(status: JobStatus) -> Option<(&'static str, &'static str)> {
    match status {
        JobStatus::Open => None,
        JobStatus::Draft => Some((status.as_str(), "hold")),
        JobStatus::Closed | JobStatus::Archived => Some((status.as_str(), "")),
    }
}

/// Writes the name of an operation as words: `addJobByFile` is `Add job by file`.
pub(crate) fn in_words(operation: &str) -> String {
    let mut words = String::with_capacity(operation.len() + 8);
    for c in operation.chars() {
        if words.is_empty() {
            words.extend(c.to_uppercase());
        } else if c.is_uppercase() {
            words.push(' ');
            words.extend(c.to_lowercase());
        } else {
            words.push(c);
        }
    }
    words.replace("Api ", "API ").replace(" api ", " API ")
}

/// Returns the name of a candidate, or the code if the resume shows none.
pub(crate) fn name_of(candidate: &Candidate) -> String {
    match candidate.full_name.as_str() {
        "" => candidate.code.to_string(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_written_as_words() {
        for (name, words) in [
            ("login", "Login"),
            ("addJobByFile", "Add job by file"),
            ("apiKeyInfo", "API key info"),
            ("createApiKey", "Create API key"),
        ] {
            assert_eq!(in_words(name), words);
        }
    }
}
