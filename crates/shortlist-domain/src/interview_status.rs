//! Where an interview stands, and where it may go from there.

use crate::InvalidValue;

/// Where an interview stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InterviewStatus {
    /// Set for a time.
    Scheduled,
    /// Set for another time.
    Rescheduled,
    /// Going on.
    InProgress,
    /// Held; a report makes it so.
    Completed,
    /// Called off.
    Cancelled,
    /// Someone did not come.
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

    /// The status's name.
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

    /// Takes a status from outside, whatever its case.
    ///
    /// # Errors
    /// When there is no such status.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|status| status.as_str().eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::as_str).join(", ");
                InvalidValue::new(field, format!("must be one of {names}"))
            })
    }

    /// Whether the interview takes the interviewer's time.
    pub fn occupies(self) -> bool {
        !matches!(self, Self::Cancelled | Self::NoShow)
    }

    /// What an interview may become from here: the one table of transitions. Staying what it is is always allowed.
    ///
    /// What was held stays held. What was called off is only taken up again; whoever was taken for absent may have come
    /// after all, or gets another time.
    pub fn next(self) -> &'static [Self] {
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

    /// Whether an interview may go from here to there.
    pub fn may_become(self, to: Self) -> bool {
        self == to || self.next().contains(&to)
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
    fn every_status_is_reached_and_only_what_was_held_is_final() {
        for to in InterviewStatus::ALL {
            let mut others = InterviewStatus::ALL.into_iter().filter(|from| *from != to);
            assert!(others.any(|from| from.may_become(to)), "{to:?}");
            assert!(to.may_become(to));
            assert!(!to.next().contains(&to), "{to:?}");
            assert_eq!(to.next().is_empty(), to == InterviewStatus::Completed);
        }
    }
}
