//! Changes of an interview: moving it, cancelling it, and its other status transitions.

use crate::{
    Interview, InterviewDetailsChange, InterviewStatus, InvalidValue, StatusProblem, Timestamp,
    UserId,
};

/// A requested change of an interview; `None` keeps a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InterviewChange {
    /// The new status. If it is `None` and the time changes, the status becomes Rescheduled.
    pub status: Option<InterviewStatus>,
    /// The new time.
    pub date_and_time: Option<Timestamp>,
    /// Whether the interviewer may have another interview within the same hour.
    pub allow_overlap: bool,
}

/// A change that the interview's current status does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedChange {
    /// The status cannot change this way.
    Transition {
        /// The current status.
        from: InterviewStatus,
        /// The requested status.
        to: InterviewStatus,
    },
    /// An interview with this status cannot be moved.
    TimeFixed(InterviewStatus),
    /// An interview with this status cannot get another interviewer.
    InterviewerFixed(InterviewStatus),
    /// The interviewer has submitted a report or a recording.
    HasReport,
}

impl From<RefusedChange> for InvalidValue {
    fn from(refused: RefusedChange) -> Self {
        let (field, problem) = match refused {
            RefusedChange::Transition { from, to } => {
                let next = from.next_statuses().iter();
                let problem = StatusProblem::InterviewTransition {
                    from: from.as_str(),
                    to: to.as_str(),
                    next: next.map(|one| one.as_str()).collect(),
                };
                ("status", problem)
            }
            RefusedChange::TimeFixed(status) => (
                "dateAndTime",
                StatusProblem::InterviewTimeFixed(status.as_str()),
            ),
            RefusedChange::InterviewerFixed(status) => (
                "interviewerId",
                StatusProblem::InterviewerFixed(status.as_str()),
            ),
            RefusedChange::HasReport => ("interviewerId", StatusProblem::InterviewHasReport),
        };
        Self::new(field, problem)
    }
}

impl Interview {
    /// Returns the interview after a change requested at the given time.
    ///
    /// # Errors
    /// Returns an error if the current status does not allow the change.
    pub fn changed(&self, change: &InterviewChange, at: Timestamp) -> Result<Self, RefusedChange> {
        let date_and_time = change.date_and_time.unwrap_or(self.date_and_time);
        let is_moved = date_and_time != self.date_and_time;
        let from = self.status;
        let moved = is_moved.then_some(InterviewStatus::Rescheduled);
        let to = change.status.or(moved).unwrap_or(from);
        if !from.may_become(to) {
            return Err(RefusedChange::Transition { from, to });
        }
        if is_moved && !(to.occupies() && from != InterviewStatus::Completed) {
            return Err(RefusedChange::TimeFixed(to));
        }
        let is_cancelled = |status| status == InterviewStatus::Cancelled;
        let affects_calendar = is_moved || is_cancelled(from) != is_cancelled(to);
        Ok(Self {
            status: to,
            date_and_time,
            updated_at: at,
            sequence: self.sequence.saturating_add(affects_calendar.into()),
            ..self.clone()
        })
    }

    /// Returns the interview with changed details.
    #[must_use]
    pub fn with_details(&self, change: &InterviewDetailsChange) -> Self {
        let details = self.details.changed(change);
        let affects_calendar = details != self.details;
        Self {
            details,
            sequence: self.sequence.saturating_add(affects_calendar.into()),
            ..self.clone()
        }
    }

    /// Returns the interview with another interviewer, whose name the caller has to read.
    ///
    /// # Errors
    /// Returns an error if the interview is over or cancelled, or has a report.
    pub fn with_interviewer(&self, interviewer: &UserId) -> Result<Self, RefusedChange> {
        if *interviewer == self.interviewer_id {
            return Ok(self.clone());
        }
        if self.has_report {
            return Err(RefusedChange::HasReport);
        }
        if !self.status.occupies() || self.status == InterviewStatus::Completed {
            return Err(RefusedChange::InterviewerFixed(self.status));
        }
        Ok(Self {
            interviewer_id: interviewer.clone(),
            sequence: self.sequence.saturating_add(1),
            ..self.clone()
        })
    }

    /// Returns whether another interview of the same panel changes together with this one. Those of interviewers who
    /// dropped out, or who are done, do not.
    pub fn changes_with(&self, other: &Self) -> bool {
        self.status == other.status || (self.status.is_planned() && other.status.is_planned())
    }

    /// Returns whether the interview needs interviewer time that it did not need before.
    pub fn needs_new_time(&self, before: &Self) -> bool {
        let is_new_time = self.date_and_time != before.date_and_time
            || self.interviewer_id != before.interviewer_id
            || self.details.duration > before.details.duration
            || !before.status.occupies();
        self.status.occupies() && is_new_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CandidateId, InterviewDetails, InterviewId, JobId, OrganizationId, UserId};

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000).unwrap()
    }

    fn interview(status: InterviewStatus) -> Interview {
        Interview {
            id: InterviewId::parse("id", "int_1").unwrap(),
            organization_id: OrganizationId::parse("id", "org_1").unwrap(),
            candidate_id: CandidateId::parse("id", "cnd_1").unwrap(),
            interviewer_id: UserId::parse("id", "usr_1").unwrap(),
            interviewer_name: "Name".to_owned(),
            job_id: JobId::parse("id", "job_1").unwrap(),
            date_and_time: at(0),
            status,
            has_report: false,
            created_at: at(0),
            updated_at: at(0),
            sequence: 3,
            details: InterviewDetails::default(),
            panel_id: None,
        }
    }

    fn change(status: Option<InterviewStatus>, time: Option<i64>) -> InterviewChange {
        InterviewChange {
            status,
            date_and_time: time.map(at),
            allow_overlap: false,
        }
    }

    #[test]
    fn a_status_changes_only_as_the_table_says() {
        for from in InterviewStatus::ALL {
            for to in InterviewStatus::ALL {
                let before = interview(from);
                let after = before.changed(&change(Some(to), None), at(9));
                if from.may_become(to) {
                    let after = after.unwrap();
                    assert_eq!((after.status, after.updated_at), (to, at(9)));
                } else {
                    let message = InvalidValue::from(after.unwrap_err()).to_string();
                    for word in [from.as_str(), to.as_str()] {
                        assert!(message.contains(word), "{message}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_refusal_names_what_is_allowed() {
        let from = interview(InterviewStatus::Cancelled);
        let refused = from.changed(&change(Some(InterviewStatus::NoShow), None), at(9));
        let message = InvalidValue::from(refused.unwrap_err()).to_string();
        assert_eq!(
            message,
            "status: an interview that is Cancelled cannot become NoShow; allowed from Cancelled: Scheduled, Rescheduled"
        );
        let held = interview(InterviewStatus::Completed);
        let refused = held.changed(&change(None, Some(60)), at(9)).unwrap_err();
        assert!(
            InvalidValue::from(refused)
                .to_string()
                .ends_with("Completed is final")
        );
    }

    #[test]
    fn another_time_reschedules_and_the_same_time_changes_nothing() {
        use InterviewStatus::{Completed, InProgress, Rescheduled, Scheduled};
        let before = interview(Scheduled);
        let after = |status, time| before.changed(&change(status, time), at(9)).unwrap();
        assert_eq!(after(None, Some(60)).status, Rescheduled);
        assert_eq!(after(Some(Scheduled), Some(60)).status, Scheduled);
        assert_eq!(after(None, Some(0)).status, Scheduled);
        assert_eq!(after(None, None).status, Scheduled);
        // A report of the outcome may correct the time at which the interview took place.
        for status in [InProgress, Completed] {
            assert_eq!(after(Some(status), Some(60)).date_and_time, at(60));
        }
    }

    #[test]
    fn a_cancelled_missed_or_completed_interview_cannot_be_moved() {
        use InterviewStatus::{Cancelled, Completed, NoShow, Scheduled};
        for (from, to) in [
            (Scheduled, Cancelled),
            (Scheduled, NoShow),
            (Completed, Completed),
        ] {
            let refused = interview(from).changed(&change(Some(to), Some(60)), at(9));
            assert_eq!(refused, Err(RefusedChange::TimeFixed(to)));
            let same_time = interview(from).changed(&change(Some(to), Some(0)), at(9));
            assert!(same_time.is_ok());
        }
    }

    #[test]
    fn moves_and_cancellations_increment_the_sequence() {
        use InterviewStatus::{Cancelled, InProgress, NoShow, Rescheduled, Scheduled};
        for (from, to, time, sequence) in [
            (Scheduled, None, Some(60), 4),
            (Scheduled, Some(Cancelled), None, 4),
            (Cancelled, Some(Scheduled), None, 4),
            (Cancelled, Some(Rescheduled), Some(60), 4),
            (Scheduled, Some(InProgress), None, 3),
            (Scheduled, Some(NoShow), None, 3),
            (Scheduled, None, Some(0), 3),
        ] {
            let after = interview(from).changed(&change(to, time), at(9)).unwrap();
            assert_eq!(after.sequence, sequence, "{from:?} to {to:?}");
        }
    }

    #[test]
    fn moving_and_reinstating_need_interviewer_time() {
        use InterviewStatus::{Cancelled, InProgress, Scheduled};
        for (from, to, time, more) in [
            (Scheduled, None, Some(60), true),
            (Cancelled, Some(Scheduled), None, true),
            (Scheduled, Some(InProgress), None, false),
            (Scheduled, Some(Cancelled), None, false),
        ] {
            let before = interview(from);
            let after = before.changed(&change(to, time), at(9)).unwrap();
            assert_eq!(after.needs_new_time(&before), more, "{from:?} to {to:?}");
        }
    }

    #[test]
    fn only_an_upcoming_interview_without_a_report_gets_another_interviewer() {
        use InterviewStatus::{Cancelled, Completed, InProgress, NoShow, Scheduled};
        let bob = UserId::parse("id", "usr_2").unwrap();
        for status in [Scheduled, InProgress] {
            let after = interview(status).with_interviewer(&bob).unwrap();
            assert_eq!((after.interviewer_id, after.sequence), (bob.clone(), 4));
        }
        for status in [Cancelled, NoShow, Completed] {
            let refused = interview(status).with_interviewer(&bob);
            assert_eq!(refused, Err(RefusedChange::InterviewerFixed(status)));
        }
        let mut reported = interview(Scheduled);
        reported.has_report = true;
        assert_eq!(
            reported.with_interviewer(&bob),
            Err(RefusedChange::HasReport)
        );
        let same = reported.interviewer_id.clone();
        assert_eq!(reported.with_interviewer(&same), Ok(reported));
    }

    #[test]
    fn a_panel_changes_without_those_who_dropped_out() {
        use InterviewStatus::{Cancelled, Completed, Rescheduled, Scheduled};
        for (one, other, together) in [
            (Scheduled, Rescheduled, true),
            (Scheduled, Scheduled, true),
            (Scheduled, Cancelled, false),
            (Cancelled, Cancelled, true),
            (Rescheduled, Completed, false),
        ] {
            assert_eq!(interview(one).changes_with(&interview(other)), together);
        }
    }
}
