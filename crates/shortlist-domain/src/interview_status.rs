//! The statuses of an interview, and the transitions between them.

use crate::{ChoiceProblem, InvalidValue};

/// The status of an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InterviewStatus {
    /// Planned for a time.
    Scheduled,
    /// Moved to another time.
    Rescheduled,
    /// In progress.
    InProgress,
    /// Held. Submitting a report sets this status.
    Completed,
    /// Cancelled.
    Cancelled,
    /// A participant did not come.
    NoShow,
}

impl InterviewStatus {
    /// Every status.
    pub const ALL: [Self; 6] = [
        Self::Scheduled,
        Self::Rescheduled,
        Self::InProgress,
        Self::Completed,
        Self::Cancelled,
        Self::NoShow,
    ];

    /// Returns the status's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scheduled => "Scheduled",
            Self::Rescheduled => "Rescheduled",
            Self::InProgress => "InProgress",
            Self::Completed => "Completed",
            Self::Cancelled => "Cancelled",
            Self::NoShow => "NoShow",
        }
    }

    /// Parses a status; letter case does not matter.
    ///
    /// # Errors
    /// Returns an error if no status has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|status| status.as_str().eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::as_str);
                InvalidValue::new(field, ChoiceProblem::not_one_of(names))
            })
    }

    /// Returns whether the interview occupies the interviewer's time.
    pub fn occupies(self) -> bool {
        !matches!(self, Self::Cancelled | Self::NoShow)
    }

    /// Returns whether the interview is to take place, and has not begun.
    pub fn is_planned(self) -> bool {
        matches!(self, Self::Scheduled | Self::Rescheduled)
    }

    /// Returns the statuses that may follow this one: the only table of transitions. Keeping the status is always allowed.
    ///
    /// A completed interview is final. A cancelled one can only be reinstated. After a no-show, the participant may have
    /// come after all, or may get another time.
    pub fn next_statuses(self) -> &'static [Self] {
        match self {
            Self::Scheduled => &[
                Self::Rescheduled,
                Self::InProgress,
                Self::Completed,
                Self::Cancelled,
                Self::NoShow,
            ],
            Self::Rescheduled => &[
                Self::Scheduled,
                Self::InProgress,
                Self::Completed,
                Self::Cancelled,
                Self::NoShow,
            ],
            Self::InProgress => &[
                Self::Rescheduled,
                Self::Completed,
                Self::Cancelled,
                Self::NoShow,
            ],
            Self::NoShow => &[Self::Rescheduled, Self::Completed, Self::Cancelled],
            Self::Cancelled => &[Self::Scheduled, Self::Rescheduled],
            Self::Completed => &[],
        }
    }

    /// Returns whether an interview may change from this status to the given one.
    pub fn may_become(self, to: Self) -> bool {
        self == to || self.next_statuses().contains(&to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_compare_without_case() {
        assert_eq!(
            InterviewStatus::parse("status", "scheduled").unwrap(),
            InterviewStatus::Scheduled
        );
        assert_eq!(
            InterviewStatus::parse("status", "NOSHOW").unwrap(),
            InterviewStatus::NoShow
        );
        assert!(InterviewStatus::parse("status", "").is_err());
    }

    #[test]
    fn every_status_is_reachable_and_only_completed_is_final() {
        for to in InterviewStatus::ALL {
            let mut others = InterviewStatus::ALL.into_iter().filter(|from| *from != to);
            assert!(others.any(|from| from.may_become(to)), "{to:?}");
            assert!(to.may_become(to));
            assert!(!to.next_statuses().contains(&to), "{to:?}");
            assert_eq!(
                to.next_statuses().is_empty(),
                to == InterviewStatus::Completed
            );
        }
    }
}
