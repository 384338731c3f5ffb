//! The status of a job, and how it may change.

use crate::{ChoiceProblem, InvalidValue, StatusProblem, Timestamp};

/// The status of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JobStatus {
    /// Not published yet.
    Draft,
    /// Published.
    Open,
    /// Accepts no more resumes.
    Closed,
    /// Put away. It accepts no more resumes either.
    Archived,
}

impl JobStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Draft, Self::Open, Self::Closed, Self::Archived];

    /// Returns the status that a draft flag stands for.
    pub fn of_draft(draft: bool) -> Self {
        if draft { Self::Draft } else { Self::Open }
    }

    /// Returns the status's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "Draft",
            Self::Open => "Open",
            Self::Closed => "Closed",
            Self::Archived => "Archived",
        }
    }

    /// Parses a status in any letter case.
    ///
    /// # Errors
    /// Returns an error if no status has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let value = value.trim();
        Self::ALL
            .into_iter()
            .find(|status| status.as_str().eq_ignore_ascii_case(value))
            .ok_or_else(|| {
                InvalidValue::new(
                    field,
                    ChoiceProblem::Neither(&["Draft", "Open", "Closed", "Archived"]),
                )
            })
    }

    /// Returns whether resumes may be uploaded to a job with this status.
    pub fn accepts_resumes(self) -> bool {
        matches!(self, Self::Draft | Self::Open)
    }

    /// Returns the statuses that a job with this status may change to.
    pub fn next_statuses(self) -> &'static [Self] {
        match self {
            Self::Draft => &[Self::Open, Self::Archived],
            Self::Open => &[Self::Draft, Self::Closed, Self::Archived],
            Self::Closed => &[Self::Open, Self::Archived],
            Self::Archived => &[Self::Open, Self::Closed],
        }
    }

    /// Returns whether a change between the two needs a reason. Publishing a draft and taking it back do not.
    pub fn needs_reason(self, next: Self) -> bool {
        self != next && !(self.accepts_resumes() && next.accepts_resumes())
    }
}

/// A requested change of a job's status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobStatusChange {
    /// The new status.
    pub status: JobStatus,
    /// The reason, as the caller gave it.
    pub reason: Option<String>,
    /// When it is changed.
    pub at: Timestamp,
}

/// Why a job's status cannot change as requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedStatus {
    /// The status cannot change this way.
    Transition {
        /// The current status.
        from: JobStatus,
        /// The requested status.
        to: JobStatus,
    },
    /// The change needs a reason.
    NoReason {
        /// The requested status.
        to: JobStatus,
    },
    /// A closed or archived job cannot become a draft.
    NoDraft {
        /// The current status.
        from: JobStatus,
    },
}

impl From<RefusedStatus> for InvalidValue {
    fn from(refused: RefusedStatus) -> Self {
        let (field, problem) = match refused {
            RefusedStatus::Transition { from, to } => {
                let next = from.next_statuses().iter();
                let problem = StatusProblem::JobTransition {
                    from: from.as_str(),
                    to: to.as_str(),
                    next: next.map(|one| one.as_str()).collect(),
                };
                ("status", problem)
            }
            RefusedStatus::NoReason { to } => {
                ("reason", StatusProblem::NoReasonForJobStatus(to.as_str()))
            }
            RefusedStatus::NoDraft { from } => ("draft", StatusProblem::JobNotDraft(from.as_str())),
        };
        Self::new(field, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_parsed_in_any_case() {
        for status in JobStatus::ALL {
            let upper = status.as_str().to_uppercase();
            assert_eq!(JobStatus::parse("status", &upper).unwrap(), status);
        }
        let problem = JobStatus::parse("status", "Shut").unwrap_err();
        assert!(problem.to_string().contains("Archived"), "{problem}");
    }

    #[test]
    fn only_publishing_and_taking_back_need_no_reason() {
        use JobStatus::{Archived, Closed, Draft, Open};
        for (from, to, needed) in [
            (Draft, Open, false),
            (Open, Draft, false),
            (Open, Open, false),
            (Open, Closed, true),
            (Closed, Open, true),
            (Archived, Closed, true),
            (Draft, Archived, true),
        ] {
            assert_eq!(from.needs_reason(to), needed, "{from:?} to {to:?}");
        }
    }

    #[test]
    fn a_refusal_names_what_is_allowed() {
        let refused = RefusedStatus::Transition {
            from: JobStatus::Closed,
            to: JobStatus::Draft,
        };
        assert_eq!(
            InvalidValue::from(refused).to_string(),
            "status: a job that is Closed cannot become Draft; allowed from Closed: Open, Archived"
        );
    }
}
