//! How long an interview takes, where, and in which time zone its time is shown.

use crate::{InterviewId, InterviewStatus, InvalidValue, NumberProblem, TimeZone, UserId};

/// How long an interview takes, in minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct InterviewMinutes(u16);

impl InterviewMinutes {
    /// The shortest duration, in minutes.
    pub const MIN: u16 = 5;
    /// The longest duration, in minutes.
    pub const MAX: u16 = 480;
    /// The duration of an interview that names none.
    pub const DEFAULT: Self = Self(60);

    /// Parses a number of minutes.
    ///
    /// # Errors
    /// Returns an error if it is out of bounds.
    pub fn parse(field: &str, minutes: i32) -> Result<Self, InvalidValue> {
        u16::try_from(minutes)
            .ok()
            .filter(|minutes| (Self::MIN..=Self::MAX).contains(minutes))
            .map(Self)
            .ok_or_else(|| {
                let (least, most) = (i64::from(Self::MIN), i64::from(Self::MAX));
                let problem = NumberProblem::OutOfRange { least, most };
                InvalidValue::new(field, problem)
            })
    }

    /// Returns the number of minutes.
    pub fn get(self) -> u16 {
        self.0
    }
}

/// How long an interview takes, where, and in which time zone its time is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterviewDetails {
    /// How long it takes.
    pub duration: InterviewMinutes,
    /// The place, such as a room or an address.
    pub place: Option<String>,
    /// The `https` address of an online meeting.
    pub meeting_link: Option<String>,
    /// The time zone in which its time is shown.
    pub time_zone: Option<TimeZone>,
}

impl Default for InterviewDetails {
    fn default() -> Self {
        Self {
            duration: InterviewMinutes::DEFAULT,
            place: None,
            meeting_link: None,
            time_zone: None,
        }
    }
}

/// A requested change of an interview's details. `None` keeps a value; `Some(None)` clears an optional one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InterviewDetailsChange {
    /// A new duration.
    pub duration: Option<InterviewMinutes>,
    /// A new place, or `Some(None)` to clear it.
    pub place: Option<Option<String>>,
    /// A new address of an online meeting, or `Some(None)` to clear it.
    pub meeting_link: Option<Option<String>>,
    /// A new time zone, or `Some(None)` to clear it.
    pub time_zone: Option<Option<TimeZone>>,
}

impl InterviewDetails {
    /// Returns the details after a change.
    #[must_use]
    pub fn changed(&self, change: &InterviewDetailsChange) -> Self {
        let (old, change) = (self.clone(), change.clone());
        Self {
            duration: change.duration.unwrap_or(old.duration),
            place: change.place.unwrap_or(old.place),
            meeting_link: change.meeting_link.unwrap_or(old.meeting_link),
            time_zone: change.time_zone.unwrap_or(old.time_zone),
        }
    }
}

/// The interviews of a panel that a change applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelScope {
    /// All interviews of the panel in the same state as the named one.
    Panel,
    /// Only the named interview.
    OnlyThis,
}

/// An interviewer of a panel, with the interview that is theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelMember {
    /// The interview.
    pub interview_id: InterviewId,
    /// The interviewer.
    pub interviewer_id: UserId,
    /// The interviewer's display name.
    pub interviewer_name: String,
    /// The status of the interview.
    pub status: InterviewStatus,
    /// Whether the interviewer submitted a report.
    pub has_report: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_between_five_minutes_and_eight_hours() {
        for good in [5, 60, 480] {
            let parsed = InterviewMinutes::parse("durationMinutes", good).unwrap();
            assert_eq!(i32::from(parsed.get()), good);
        }
        for bad in [i32::MIN, -5, 0, 4, 481, i32::MAX] {
            assert!(InterviewMinutes::parse("durationMinutes", bad).is_err());
        }
    }

    #[test]
    fn a_change_keeps_what_it_does_not_name() {
        let before = InterviewDetails {
            place: Some("Room 1".to_owned()),
            ..InterviewDetails::default()
        };
        let change = InterviewDetailsChange {
            place: Some(None),
            time_zone: Some(TimeZone::parse("timeZone", "Asia/Tokyo").ok()),
            ..InterviewDetailsChange::default()
        };
        let after = before.changed(&change);
        assert_eq!(after.duration, InterviewMinutes::DEFAULT);
        assert_eq!((after.place, after.meeting_link), (None, None));
        assert_eq!(after.time_zone.map(TimeZone::name), Some("Asia/Tokyo"));
        assert_eq!(before.changed(&InterviewDetailsChange::default()), before);
    }
}
