//! Which mails a change causes, and which it withdraws. The entry of the audit log says what has changed.

use chrono::Duration;

use super::{MAIL_UNDO_SECONDS, MailKind, MailedInterview, NewMail};
use crate::{
    AccountLinkId, AuditOutcome, AuditedKind, CandidateId, CandidateStatus, FieldChange,
    InterviewId, InterviewStatus, LinkDelivery, LinkPurpose, NewAuditEntry, Note, OfferState,
    Timestamp, UserId,
};

/// The fields of an interview, besides its time, whose change a calendar shows.
const SHOWN_FIELDS: [&str; 4] = ["durationMinutes", "place", "meetingLink", "timeZone"];

/// The field of a note with the users whom it mentions.
const MENTIONS_FIELD: &str = "mentions";
/// What is between two of them. Identifiers do not contain it.
const SEPARATOR: &str = ", ";

/// The beginning of 2020 in seconds since 1970, from which the versions of a candidate's event count.
const SEQUENCE_EPOCH: u64 = 1_577_836_800;

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
    /// The mail with this identifier is not sent, if it waits.
    WithdrawOne(String),
}

/// A candidate's appointment, with one or more interviewers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appointment {
    /// The first of its interviews, which never changes.
    pub id: InterviewId,
    /// Whether other interviewers hold it as before the change. Then the candidate need not know that one comes or goes.
    pub has_others: bool,
}

/// An interview after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedInterview {
    /// The candidate's appointment.
    pub appointment: Appointment,
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
            let to_candidate = candidate_mail(entry, interview, at);
            let mails = interview_mails(entry, interview, at).into_iter();
            let mails = mails.chain(to_candidate);
            mails
                .map(|mail| MailEffect::Queue(Box::new(mail)))
                .collect()
        }
        (AuditedKind::Candidate, _) => candidate_effect(entry, at).into_iter().collect(),
        (AuditedKind::User, _) => {
            let mail = link_mail(entry, at).into_iter();
            mail.map(|mail| MailEffect::Queue(Box::new(mail))).collect()
        }
        (AuditedKind::Note, _) => mention_effects(entry, at),
        _ => Vec::new(),
    }
}

fn interview_mails(entry: &NewAuditEntry, after: &ChangedInterview, at: Timestamp) -> Vec<NewMail> {
    let previous = previous_time(entry);
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

/// Returns the mail to the candidate. The entries of one change to an appointment with several interviewers cause the same mail.
fn candidate_mail(
    entry: &NewAuditEntry,
    after: &ChangedInterview,
    at: Timestamp,
) -> Option<NewMail> {
    let kind = match kind_for_candidate(entry, after.status)? {
        MailKind::InterviewMoved => MailKind::InterviewMoved,
        _ if after.appointment.has_others => return None,
        kind => kind,
    };
    let previous = previous_time(entry);
    let begins_at = match kind {
        MailKind::InterviewCancelled => previous.unwrap_or(after.interview.begins_at),
        _ => after.interview.begins_at,
    };
    (begins_at > at).then(|| NewMail {
        id: format!(
            "{}.{}.{}",
            kind.as_str(),
            after.appointment.id,
            at.unix_millis()
        ),
        kind,
        user_id: None,
        candidate_id: Some(after.candidate_id.clone()),
        link_id: None,
        interview: Some(MailedInterview {
            id: after.appointment.id.clone(),
            sequence: sequence_at(at),
            begins_at,
            previous_at: previous.filter(|_| kind == MailKind::InterviewMoved),
            details: after.interview.details.clone(),
        }),
        send_at: at,
    })
}

/// Returns the number of a version of the candidate's event: interviewers of one appointment have numbers of their own, so the time of
/// the change orders the versions.
fn sequence_at(at: Timestamp) -> u32 {
    let seconds = (at.unix_millis() / 1_000).saturating_sub(SEQUENCE_EPOCH);
    u32::try_from(seconds).unwrap_or(u32::MAX)
}

/// Returns which mail the candidate gets for a change. Who holds the interview is not a change for the candidate.
fn kind_for_candidate(entry: &NewAuditEntry, status: InterviewStatus) -> Option<MailKind> {
    let was_held = change_of(entry, "interviewerId").is_some_and(|change| change.before.is_some());
    match kind_for(entry, status, false)? {
        MailKind::InterviewerCancelled => Some(MailKind::InterviewCancelled),
        MailKind::InterviewerMoved => Some(MailKind::InterviewMoved),
        _ if !was_held => Some(MailKind::InterviewInvited),
        _ if change_of(entry, "dateAndTime").is_some() => Some(MailKind::InterviewMoved),
        _ => shows_change(entry).then_some(MailKind::InterviewInvited),
    }
}

/// Returns when the interview would have begun before the change, if that is another time.
fn previous_time(entry: &NewAuditEntry) -> Option<Timestamp> {
    let before = change_of(entry, "dateAndTime")?.before.as_deref()?;
    Timestamp::parse("dateAndTime", before).ok()
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
    shows_change(entry).then_some(MailKind::InterviewerInvited)
}

fn shows_change(entry: &NewAuditEntry) -> bool {
    let mut fields = SHOWN_FIELDS.iter();
    fields.any(|field| change_of(entry, field).is_some())
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
    let (kind, change, state) = undoable_change(entry)?;
    if change.after.as_deref() == Some(state) {
        let send_at = at.plus(Duration::seconds(MAIL_UNDO_SECONDS));
        return Some(mail(kind, &cause, send_at));
    }
    let is_undone = change.before.as_deref() == Some(state);
    is_undone.then_some(MailEffect::Withdraw { candidate_id, kind })
}

/// Returns the change of a state of a candidate of whom one state causes a mail, with that state. Leaving the state withdraws the mail.
fn undoable_change(entry: &NewAuditEntry) -> Option<(MailKind, &FieldChange, &'static str)> {
    if let Some(change) = change_of(entry, "offer.state") {
        return Some((MailKind::Offer, change, OfferState::Sent.as_str()));
    }
    let change = change_of(entry, "status")?;
    Some((
        MailKind::Rejected,
        change,
        CandidateStatus::Rejected.as_str(),
    ))
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

/// Returns the mails to those whom a new note mentions. The deletion of a note withdraws them.
fn mention_effects(entry: &NewAuditEntry, at: Timestamp) -> Vec<MailEffect> {
    let (note, candidate) = (entry.thing_id.as_deref(), &entry.candidate_id);
    let change = change_of(entry, MENTIONS_FIELD);
    let (Some(note), Some(candidate), Some(change)) = (note, candidate, change) else {
        return Vec::new();
    };
    let kind = MailKind::Mention;
    let queued = mentioned(change.after.as_deref()).map(|user| {
        MailEffect::Queue(Box::new(NewMail {
            id: kind.id_for_note(note, &user),
            kind,
            user_id: Some(user),
            candidate_id: Some(candidate.clone()),
            link_id: None,
            interview: None,
            send_at: at,
        }))
    });
    let withdrawn = mentioned(change.before.as_deref());
    let withdrawn = withdrawn.map(|user| MailEffect::WithdrawOne(kind.id_for_note(note, &user)));
    queued.chain(withdrawn).collect()
}

/// Returns the users of a list of [`mentions_field`].
fn mentioned(list: Option<&str>) -> impl Iterator<Item = UserId> {
    let ids = list.into_iter().flat_map(|list| list.split(SEPARATOR));
    ids.filter_map(|id| UserId::parse(MENTIONS_FIELD, id).ok())
}

/// Returns the name and the value of the field by which the entry of a note says whom it mentions, without its author. `None` if it
/// mentions nobody.
pub fn mentions_field(note: &Note) -> Option<(&'static str, String)> {
    let others = note.mentions.iter().filter(|user| **user != note.author_id);
    let ids: Vec<&str> = others.map(UserId::as_str).collect();
    (!ids.is_empty()).then(|| (MENTIONS_FIELD, ids.join(SEPARATOR)))
}

fn change_of<'a>(entry: &'a NewAuditEntry, field: &str) -> Option<&'a FieldChange> {
    entry.changes.iter().find(|change| change.field == field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InterviewDetails;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000).unwrap()
    }

    fn interview(status: InterviewStatus) -> ChangedInterview {
        ChangedInterview {
            appointment: Appointment {
                id: InterviewId::parse("id", "int_1").unwrap(),
                has_others: false,
            },
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

    /// Returns the identifiers of the mails that are queued, those to interviewers and the one to the candidate.
    fn queued(entry: &NewAuditEntry, after: &ChangedInterview) -> (Vec<String>, Vec<String>) {
        let effects = mail_effects(entry, Some(after), at(10)).into_iter();
        let mails = effects.map(|effect| match effect {
            MailEffect::Queue(mail) => *mail,
            other => panic!("{other:?}"),
        });
        let (to_users, to_candidate): (Vec<NewMail>, Vec<NewMail>) =
            mails.partition(|mail| mail.user_id.is_some());
        let ids = |mails: Vec<NewMail>| mails.into_iter().map(|mail| mail.id).collect();
        (ids(to_users), ids(to_candidate))
    }

    /// Returns the change of a field from nothing.
    fn new_value(
        field: &'static str,
    ) -> Vec<(&'static str, Option<&'static str>, Option<&'static str>)> {
        vec![(field, None, Some("new"))]
    }

    #[test]
    fn a_candidate_hears_of_the_appointment_but_not_of_who_holds_it() {
        use InterviewStatus::{Cancelled, Completed, Rescheduled, Scheduled};
        let time = at(4_000).to_string();
        let moved = ("dateAndTime", Some(time.as_str()), Some("later"));
        let replaced = ("interviewerId", Some("usr_old"), Some("usr_new"));
        let cancelled = ("status", Some("Scheduled"), Some("Cancelled"));
        let resumed = ("status", Some("Cancelled"), Some("Scheduled"));
        let place = ("place", None, Some("Room 1"));
        for (changes, status, kind, with_others) in [
            (
                new_value("interviewerId"),
                Scheduled,
                Some("interview_invited"),
                None,
            ),
            (
                vec![moved],
                Rescheduled,
                Some("interview_moved"),
                Some("interview_moved"),
            ),
            (vec![place], Scheduled, Some("interview_invited"), None),
            (
                vec![cancelled],
                Cancelled,
                Some("interview_cancelled"),
                None,
            ),
            (vec![resumed], Scheduled, Some("interview_invited"), None),
            (vec![replaced], Scheduled, None, None),
            (
                vec![replaced, moved],
                Rescheduled,
                Some("interview_moved"),
                Some("interview_moved"),
            ),
            (
                vec![replaced, place],
                Scheduled,
                Some("interview_invited"),
                None,
            ),
            (new_value("status"), Completed, None, None),
        ] {
            for (has_others, kind) in [(false, kind), (true, with_others)] {
                let mut after = interview(status);
                after.appointment.has_others = has_others;
                let expected: Vec<String> = kind
                    .iter()
                    .map(|kind| format!("{kind}.int_1.10000"))
                    .collect();
                let (_, to_candidate) = queued(&changed(&changes), &after);
                assert_eq!(to_candidate, expected, "{changes:?} {has_others}");
            }
        }
    }

    #[test]
    fn later_versions_of_a_candidates_event_have_higher_numbers() {
        let numbers = [0, 1_577_836_807, 1_577_836_808].map(|seconds| sequence_at(at(seconds)));
        assert_eq!(numbers, [0, 7, 8]);
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
            let (to_users, _) = queued(&changed(&changes), &interview(status));
            assert_eq!(to_users, expected, "{changes:?}");
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
    fn a_note_is_mailed_to_those_whom_it_mentions_until_it_is_deleted() {
        let candidate = CandidateId::parse("id", "cnd_1").unwrap();
        let [author, ada, bob] =
            ["usr_author", "usr_ada", "usr_b.ob"].map(|id| UserId::parse("id", id).unwrap());
        let note = Note {
            id: crate::NoteId::parse("id", "note_1").unwrap(),
            organization_id: crate::OrganizationId::parse("id", "org_1").unwrap(),
            candidate_id: candidate.clone(),
            author_id: author.clone(),
            text: "Call her".to_owned(),
            mentions: vec![ada.clone(), author, bob.clone()],
            created_at: at(10),
        };
        let (field, users) = mentions_field(&note).unwrap();
        let entry = || NewAuditEntry::done(AuditedKind::Note, "note_1").for_candidate(&candidate);
        let added = mail_effects(&entry().with_field(field, &users), None, at(10));
        let ids = [ada, bob].map(|user| MailKind::Mention.id_for_note("note_1", &user));
        assert_eq!(added.len(), ids.len(), "{added:?}");
        for (effect, id) in added.iter().zip(&ids) {
            let MailEffect::Queue(mail) = effect else {
                panic!("{effect:?}");
            };
            assert_eq!((&mail.id, mail.send_at), (id, at(10)));
            assert_eq!(mail.note_id().as_ref(), Some(&note.id));
        }
        let deleted = entry().with_change(field, Some(&users), None);
        let deleted = mail_effects(&deleted, None, at(20));
        assert_eq!(deleted, ids.map(MailEffect::WithdrawOne));
        assert_eq!(mail_effects(&entry(), None, at(10)), []);
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

    #[test]
    fn an_offer_is_mailed_once_it_is_sent_until_its_state_changes() {
        let offer = |before, after| NewAuditEntry {
            kind: AuditedKind::Candidate,
            ..changed(&[("offer.state", before, Some(after))])
        };
        for before in [None, Some("Draft")] {
            let sent = mail_effects(&offer(before, "Sent"), None, at(10));
            let [MailEffect::Queue(mail)] = sent.as_slice() else {
                panic!("{sent:?}");
            };
            assert_eq!(mail.id, "offer.cnd_1.10000");
            assert_eq!((mail.kind, mail.send_at), (MailKind::Offer, at(40)));
        }
        for after in ["Withdrawn", "Accepted", "Declined"] {
            let left = mail_effects(&offer(Some("Sent"), after), None, at(20));
            let withdrawn = MailEffect::Withdraw {
                candidate_id: CandidateId::parse("id", "cnd_1").unwrap(),
                kind: MailKind::Offer,
            };
            assert_eq!(left, [withdrawn]);
        }
        for (before, after) in [
            (None, "Draft"),
            (Some("Accepted"), "Declined"),
            (Some("Declined"), "Draft"),
        ] {
            assert_eq!(mail_effects(&offer(before, after), None, at(20)), []);
        }
    }
}
