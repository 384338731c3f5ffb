//! Which mails a change causes, and which it withdraws. The entry of the audit log says what has changed.

use chrono::Duration;

use super::{MAIL_UNDO_SECONDS, MailKind, MailedInterview, NewMail};
use crate::{
    AccountLinkId, AuditOutcome, AuditedKind, CandidateId, CandidateStatus, FieldChange,
    InterviewStatus, LinkDelivery, LinkPurpose, NewAuditEntry, Timestamp, UserId,
};

/// The fields of an interview, besides its time, whose change a calendar shows.
const SHOWN_FIELDS: [&str; 4] = ["durationMinutes", "place", "meetingLink", "timeZone"];

/// What a change does to the mails of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailEffect {
    /// A mail is to be sent.
    Queue(Box<NewMail>),
    /// Mails that wait are not sent.
    Withdraw {
        /// The candidate whom they are about.
        candidate_id: CandidateId,
        /// What they are about.
        kind: MailKind,
    },
}

/// An interview after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedInterview {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// Who holds it.
    pub interviewer_id: UserId,
    /// Its status.
    pub status: InterviewStatus,
    /// What a mail says about it.
    pub interview: MailedInterview,
}

/// Returns what a change does to mails. `interview` is the changed interview after the change.
pub fn mail_effects(
    entry: &NewAuditEntry,
    interview: Option<&ChangedInterview>,
    at: Timestamp,
) -> Vec<MailEffect> {
    if entry.outcome != AuditOutcome::Done {
        return Vec::new();
    }
    match (entry.kind, interview) {
        (AuditedKind::Interview, Some(interview)) => {
            let mails = interview_mails(entry, interview, at).into_iter();
            mails
                .map(|mail| MailEffect::Queue(Box::new(mail)))
                .collect()
        }
        (AuditedKind::Candidate, _) => candidate_effect(entry, at).into_iter().collect(),
        (AuditedKind::User, _) => {
            let mail = link_mail(entry, at).into_iter();
            mail.map(|mail| MailEffect::Queue(Box::new(mail))).collect()
        }
        _ => Vec::new(),
    }
}

fn interview_mails(entry: &NewAuditEntry, after: &ChangedInterview, at: Timestamp) -> Vec<NewMail> {
    let previous = change_of(entry, "dateAndTime").and_then(|change| change.before.as_deref());
    let previous = previous.and_then(|time| Timestamp::parse("dateAndTime", time).ok());
    let shown = &after.interview;
    let is_upcoming = |time: &Timestamp| *time > at;
    let mail = |kind: MailKind, user: &UserId, begins_at: Timestamp| NewMail {
        id: format!("{}.{}.{user}.{}", kind.as_str(), shown.id, shown.sequence),
        kind,
        user_id: Some(user.clone()),
        candidate_id: Some(after.candidate_id.clone()),
        link_id: None,
        interview: Some(MailedInterview {
            begins_at,
            previous_at: previous.filter(|_| kind == MailKind::InterviewerMoved),
            ..shown.clone()
        }),
        send_at: at,
    };
    let former = former_interviewer(entry);
    let old_time = previous.unwrap_or(shown.begins_at);
    let mut mails = Vec::new();
    if let Some(former) = &former
        && is_upcoming(&old_time)
    {
        mails.push(mail(MailKind::InterviewerCancelled, former, old_time));
    }
    let kind = kind_for(entry, after.status, former.is_some());
    let time = match kind {
        Some(MailKind::InterviewerCancelled) => old_time,
        _ => shown.begins_at,
    };
    if let Some(kind) = kind.filter(|_| is_upcoming(&time)) {
        mails.push(mail(kind, &after.interviewer_id, time));
    }
    mails
}

/// Returns the interviewer who held the interview before the change, if it was somebody else.
fn former_interviewer(entry: &NewAuditEntry) -> Option<UserId> {
    let change = change_of(entry, "interviewerId")?;
    UserId::parse("interviewerId", change.before.as_deref()?).ok()
}

/// Returns the mail to the interviewer after the change.
fn kind_for(
    entry: &NewAuditEntry,
    status: InterviewStatus,
    is_handed_over: bool,
) -> Option<MailKind> {
    let change = change_of(entry, "status");
    let was = |name: &str| change.is_some_and(|change| change.before.as_deref() == Some(name));
    if status == InterviewStatus::Cancelled {
        return change.map(|_| MailKind::InterviewerCancelled);
    }
    if !status.occupies() || status == InterviewStatus::Completed {
        return None;
    }
    let is_new = change_of(entry, "interviewerId").is_some();
    if is_new || is_handed_over || was(InterviewStatus::Cancelled.as_str()) {
        return Some(MailKind::InterviewerInvited);
    }
    if change_of(entry, "dateAndTime").is_some() {
        return Some(MailKind::InterviewerMoved);
    }
    let is_shown = SHOWN_FIELDS
        .iter()
        .any(|field| change_of(entry, field).is_some());
    is_shown.then_some(MailKind::InterviewerInvited)
}

fn candidate_effect(entry: &NewAuditEntry, at: Timestamp) -> Option<MailEffect> {
    let candidate_id = entry.candidate_id.clone()?;
    let mail = |kind: MailKind, cause: &str, send_at| {
        MailEffect::Queue(Box::new(NewMail {
            id: format!("{}.{candidate_id}.{cause}", kind.as_str()),
            kind,
            user_id: None,
            candidate_id: Some(candidate_id.clone()),
            link_id: None,
            interview: None,
            send_at,
        }))
    };
    let cause = at.unix_millis().to_string();
    if change_of(entry, "receiptNumber").is_some() {
        // An application that is not kept changes nothing for the candidate.
        change_of(entry, "consentVersion")?;
        return Some(mail(MailKind::ApplicationReceived, &cause, at));
    }
    let rejected = Some(CandidateStatus::Rejected.as_str());
    let change = change_of(entry, "status")?;
    if change.after.as_deref() == rejected {
        let send_at = at.plus(Duration::seconds(MAIL_UNDO_SECONDS));
        return Some(mail(MailKind::Rejected, &cause, send_at));
    }
    (change.before.as_deref() == rejected).then_some(MailEffect::Withdraw {
        candidate_id,
        kind: MailKind::Rejected,
    })
}

/// Returns the mail with a new link of a user, unless an Admin passes the link on.
fn link_mail(entry: &NewAuditEntry, at: Timestamp) -> Option<NewMail> {
    let new = |field: &str| change_of(entry, field)?.after.as_deref();
    if new("linkSentBy") != Some(LinkDelivery::Mail.as_str()) {
        return None;
    }
    let link_id = AccountLinkId::parse("linkId", new("linkId")?).ok()?;
    let kind = match LinkPurpose::parse("linkPurpose", new("linkPurpose")?).ok()? {
        LinkPurpose::Invitation => MailKind::UserInvited,
        LinkPurpose::Reset => MailKind::PasswordReset,
    };
    Some(NewMail {
        id: kind.id_for_link(&link_id),
        kind,
        user_id: Some(UserId::parse("userId", entry.thing_id.as_deref()?).ok()?),
        candidate_id: None,
        link_id: Some(link_id),
        interview: None,
        send_at: at,
    })
}

fn change_of<'a>(entry: &'a NewAuditEntry, field: &str) -> Option<&'a FieldChange> {
    entry.changes.iter().find(|change| change.field == field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InterviewDetails, InterviewId};

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000).unwrap()
    }

    fn interview(status: InterviewStatus) -> ChangedInterview {
        ChangedInterview {
            candidate_id: CandidateId::parse("id", "cnd_1").unwrap(),
            interviewer_id: UserId::parse("id", "usr_new").unwrap(),
            status,
            interview: MailedInterview {
                id: InterviewId::parse("id", "int_1").unwrap(),
                sequence: 3,
                begins_at: at(5_000),
                previous_at: None,
                details: InterviewDetails::default(),
            },
        }
    }

    fn changed(changes: &[(&str, Option<&str>, Option<&str>)]) -> NewAuditEntry {
        let candidate = CandidateId::parse("id", "cnd_1").unwrap();
        let entry = NewAuditEntry::done(AuditedKind::Interview, "int_1").for_candidate(&candidate);
        let changes = changes.iter();
        changes.fold(entry, |entry, (field, before, after)| {
            entry.with_change(field, *before, *after)
        })
    }

    /// Returns the identifiers of the mails that are queued.
    fn queued(entry: &NewAuditEntry, status: InterviewStatus) -> Vec<String> {
        let effects = mail_effects(entry, Some(&interview(status)), at(10));
        let id = |effect: MailEffect| match effect {
            MailEffect::Queue(mail) => mail.id,
            MailEffect::Withdraw { .. } => "withdrawn".to_owned(),
        };
        effects.into_iter().map(id).collect()
    }

    #[test]
    fn interviewers_get_what_their_calendar_shows() {
        use InterviewStatus::{Cancelled, Completed, Rescheduled, Scheduled};
        let time = at(4_000).to_string();
        let invited = "interviewer_invited.int_1.usr_new.3";
        let new = ("interviewerId", None, Some("usr_new"));
        let moved = ("dateAndTime", Some(time.as_str()), Some("later"));
        let replaced = ("interviewerId", Some("usr_old"), Some("usr_new"));
        let cancelled = ("status", Some("Scheduled"), Some("Cancelled"));
        let resumed = ("status", Some("Cancelled"), Some("Scheduled"));
        let done = ("status", Some("Scheduled"), Some("Completed"));
        for (changes, status, expected) in [
            (vec![new], Scheduled, vec![invited]),
            (
                vec![moved],
                Rescheduled,
                vec!["interviewer_moved.int_1.usr_new.3"],
            ),
            (
                vec![("place", None, Some("Room 1"))],
                Scheduled,
                vec![invited],
            ),
            (
                vec![cancelled],
                Cancelled,
                vec!["interviewer_cancelled.int_1.usr_new.3"],
            ),
            (vec![resumed], Scheduled, vec![invited]),
            (
                vec![replaced, moved],
                Rescheduled,
                vec!["interviewer_cancelled.int_1.usr_old.3", invited],
            ),
            (vec![done], Completed, vec![]),
            (vec![("place", None, Some("Room 1"))], Cancelled, vec![]),
        ] {
            assert_eq!(queued(&changed(&changes), status), expected, "{changes:?}");
        }
    }

    #[test]
    fn a_link_is_mailed_unless_an_admin_passes_it_on() {
        let entry = |purpose: &str, sent_by: &str| {
            NewAuditEntry::done(AuditedKind::User, "usr_1")
                .with_field("linkId", "lnk_1")
                .with_field("linkPurpose", purpose)
                .with_field("linkSentBy", sent_by)
        };
        for (purpose, kind) in [
            ("invitation", MailKind::UserInvited),
            ("reset", MailKind::PasswordReset),
        ] {
            let effects = mail_effects(&entry(purpose, "mail"), None, at(10));
            let [MailEffect::Queue(mail)] = effects.as_slice() else {
                panic!("{effects:?}");
            };
            assert_eq!((mail.kind, mail.send_at), (kind, at(10)));
            assert_eq!(mail.id, format!("{}.lnk_1", kind.as_str()));
            assert_eq!(mail.user_id.as_ref().unwrap().as_str(), "usr_1");
            assert_eq!(mail_effects(&entry(purpose, "admin"), None, at(10)), []);
        }
        let renamed = NewAuditEntry::done(AuditedKind::User, "usr_1").with_field("fullName", "Ada");
        assert_eq!(mail_effects(&renamed, None, at(10)), []);
    }

    #[test]
    fn nobody_hears_of_interviews_in_the_past() {
        let entry = changed(&[("interviewerId", None, Some("usr_new"))]);
        let later = at(6_000);
        let past = mail_effects(&entry, Some(&interview(InterviewStatus::Scheduled)), later);
        assert_eq!(past, []);
    }

    #[test]
    fn a_rejection_waits_and_is_withdrawn() {
        let candidate = |before, after| NewAuditEntry {
            kind: AuditedKind::Candidate,
            ..changed(&[("status", before, after)])
        };
        let rejected = mail_effects(&candidate(None, Some("Rejected")), None, at(10));
        let [MailEffect::Queue(mail)] = rejected.as_slice() else {
            panic!("{rejected:?}");
        };
        assert_eq!((mail.kind, mail.send_at), (MailKind::Rejected, at(40)));
        let undone = mail_effects(&candidate(Some("Rejected"), None), None, at(20));
        assert!(matches!(undone.as_slice(), [MailEffect::Withdraw { .. }]));
        assert_eq!(
            mail_effects(&candidate(None, Some("Hired")), None, at(20)),
            []
        );
    }
}
