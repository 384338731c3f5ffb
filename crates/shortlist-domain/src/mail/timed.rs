//! Mails that a time causes: reminders of interviews, and of reports that are due. Nothing changes at that time, so a server looks for them.

use chrono::Duration;

use super::{MailKind, MailedInterview, NewMail};
use crate::{Interview, InterviewMinutes, Timestamp};

/// How long before an interview the reminder is sent, in hours.
const REMINDER_HOURS: i64 = 24;
/// How long before an interview a reminder is still of use, in hours.
const LAST_REMINDER_HOURS: i64 = 2;
/// How long after an interview its report is due, in hours.
const REPORT_HOURS: i64 = 24;
/// How long after an interview its report is asked for at the latest, in hours. So turning mail on asks for no reports of long ago.
const LAST_REPORT_HOURS: i64 = 48;

/// When a mail about an interview is queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTime {
    /// It is not yet time.
    Later(Timestamp),
    /// Now.
    Now,
    /// It is too late.
    Never,
}

impl MailKind {
    /// Returns whether a time causes the mail, and no change.
    pub fn is_timed(self) -> bool {
        matches!(
            self,
            Self::InterviewerReminder
                | Self::InterviewReminder
                | Self::ReportDue
                | Self::DailyDigest
        )
    }

    /// Returns whether an interview is one that a mail of this kind, which a time causes, is about.
    pub fn suits(self, interview: &Interview) -> bool {
        match self {
            Self::ReportDue => interview.status.occupies() && !interview.has_report,
            _ => interview.status.is_planned(),
        }
    }
}

/// Returns when a mail of a kind that a time causes is queued.
pub fn mail_time(kind: MailKind, interview: &Interview, now: Timestamp) -> MailTime {
    let begin = interview.date_and_time;
    let (from, until) = if kind == MailKind::ReportDue {
        let minutes = i64::from(interview.details.duration.get());
        let end = begin.plus(Duration::minutes(minutes));
        let after = |hours: i64| end.plus(Duration::hours(hours));
        (after(REPORT_HOURS), after(LAST_REPORT_HOURS))
    } else {
        let before = |hours: i64| begin.minus(Duration::hours(hours));
        (before(REMINDER_HOURS), before(LAST_REMINDER_HOURS))
    };
    if now < from {
        MailTime::Later(from)
    } else if now <= until {
        MailTime::Now
    } else {
        MailTime::Never
    }
}

/// Returns when the first interview begins for which it can be time for a mail of a kind, now or later.
pub fn earliest_begin(kind: MailKind, now: Timestamp) -> Timestamp {
    if kind == MailKind::ReportDue {
        let longest = Duration::minutes(i64::from(InterviewMinutes::MAX));
        now.minus(Duration::hours(LAST_REPORT_HOURS)).minus(longest)
    } else {
        now.plus(Duration::hours(LAST_REMINDER_HOURS))
    }
}

/// Returns the mail about an interview that a time causes.
///
/// Its identifier contains the time of the interview: if that is moved, there is
/// another mail. Candidates have one appointment with all interviewers of a panel, and so one reminder.
pub fn timed_mail(kind: MailKind, interview: &Interview, at: Timestamp) -> NewMail {
    let is_to_user = kind != MailKind::InterviewReminder;
    let user_id = is_to_user.then(|| interview.interviewer_id.clone());
    let id = match &user_id {
        Some(_) => &interview.id,
        None => interview.appointment_id(),
    };
    let recipient = user_id.as_ref();
    let recipient = recipient.map_or_else(String::new, |user| format!(".{user}"));
    let begins_at = interview.date_and_time;
    NewMail {
        id: format!(
            "{}.{id}{recipient}.{}",
            kind.as_str(),
            begins_at.unix_millis()
        ),
        kind,
        candidate_id: Some(interview.candidate_id.clone()),
        link_id: None,
        interview: Some(MailedInterview {
            id: id.clone(),
            sequence: interview.sequence,
            begins_at,
            previous_at: None,
            details: interview.details.clone(),
        }),
        user_id,
        send_at: at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        CandidateId, InterviewDetails, InterviewId, InterviewStatus, JobId, OrganizationId, UserId,
    };

    fn at(hours: i64) -> Timestamp {
        Timestamp::from_unix_millis(hours * 3_600_000).unwrap()
    }

    /// Returns an interview of one hour.
    fn interview(status: InterviewStatus, begins: i64) -> Interview {
        Interview {
            id: InterviewId::parse("id", "int_2").unwrap(),
            organization_id: OrganizationId::parse("id", "org_1").unwrap(),
            candidate_id: CandidateId::parse("id", "cnd_1").unwrap(),
            interviewer_id: UserId::parse("id", "usr_1").unwrap(),
            interviewer_name: "Ada Example".to_owned(),
            job_id: JobId::parse("id", "job_1").unwrap(),
            date_and_time: at(begins),
            status,
            has_report: false,
            created_at: at(0),
            updated_at: at(0),
            sequence: 1,
            details: InterviewDetails::default(),
            panel_id: Some(InterviewId::parse("id", "int_1").unwrap()),
        }
    }

    #[test]
    fn a_reminder_is_sent_a_day_before_and_not_shortly_before() {
        let planned = interview(InterviewStatus::Scheduled, 100);
        for kind in [MailKind::InterviewerReminder, MailKind::InterviewReminder] {
            for (now, expected) in [
                (75, MailTime::Later(at(76))),
                (76, MailTime::Now),
                (98, MailTime::Now),
                (99, MailTime::Never),
            ] {
                assert_eq!(mail_time(kind, &planned, at(now)), expected, "{now}");
                let is_read = earliest_begin(kind, at(now)) <= planned.date_and_time;
                assert_eq!(is_read, expected != MailTime::Never, "{now}");
            }
        }
    }

    #[test]
    fn a_report_is_due_a_day_after_the_end_and_not_for_long() {
        let held = interview(InterviewStatus::Scheduled, 100);
        let kind = MailKind::ReportDue;
        for (now, expected) in [
            (100, MailTime::Later(at(125))),
            (125, MailTime::Now),
            (149, MailTime::Now),
            (150, MailTime::Never),
        ] {
            assert_eq!(mail_time(kind, &held, at(now)), expected, "{now}");
            assert!(earliest_begin(kind, at(now)) <= held.date_and_time, "{now}");
        }
    }

    #[test]
    fn only_planned_interviews_have_reminders_and_only_held_ones_reports() {
        use InterviewStatus as S;
        for (status, is_planned, has_report_due) in [
            (S::Scheduled, true, true),
            (S::Rescheduled, true, true),
            (S::InProgress, false, true),
            (S::Completed, false, true),
            (S::Cancelled, false, false),
            (S::NoShow, false, false),
        ] {
            let one = interview(status, 100);
            assert_eq!(MailKind::InterviewReminder.suits(&one), is_planned);
            assert_eq!(MailKind::InterviewerReminder.suits(&one), is_planned);
            assert_eq!(MailKind::ReportDue.suits(&one), has_report_due);
        }
        let written = Interview {
            has_report: true,
            ..interview(S::Completed, 100)
        };
        assert!(!MailKind::ReportDue.suits(&written));
    }

    #[test]
    fn the_identifier_names_the_interview_the_kind_and_the_time() {
        let one = interview(InterviewStatus::Scheduled, 1);
        for (kind, expected) in [
            (
                MailKind::InterviewerReminder,
                "interviewer_reminder.int_2.usr_1.3600000",
            ),
            (
                MailKind::InterviewReminder,
                "interview_reminder.int_1.3600000",
            ),
            (MailKind::ReportDue, "report_due.int_2.usr_1.3600000"),
        ] {
            let mail = timed_mail(kind, &one, at(0));
            assert_eq!(mail.id, expected);
            assert!(kind.is_timed());
            let is_to_candidate = kind == MailKind::InterviewReminder;
            assert_eq!(mail.user_id.is_none(), is_to_candidate);
        }
    }
}
