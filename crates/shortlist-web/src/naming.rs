//! The names of candidates, and of the statuses of interviews.

use shortlist_domain::{Candidate, InterviewStatus};

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

/// Returns the name of a candidate, or the code if the resume shows none.
pub(crate) fn name_of(candidate: &Candidate) -> String {
    match candidate.full_name.as_str() {
        "" => candidate.code.to_string(),
        name => name.to_owned(),
    }
}
