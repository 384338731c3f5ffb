//! Calls of the queries of mails.

use shortlist_domain::{
    DigestTime, ListPosition, MailAudience, MailFailureReason, MailKind, MailPreferencesChange,
    MailQuery, MailRecord, MailSender, MailState, MailText, MailTextName, NewMail, Note, NoteId,
    QueuedMail, UserId,
};
use shortlist_persistence::{MAIL_TASK, MailOutcome, MailResult, Store, TaskLease};

use super::{Names, at, writer};

pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let mails = store.mails();
    mails.list_due(organization, at(1), 10).unwrap();
    mails
        .list_for_candidate(organization, &names.candidate)
        .unwrap();
    list_all(store, names);
    mails.find(organization, "rejected.cnd_1.0").unwrap();
    mails.counts(organization).unwrap();
    let writer = writer(store);
    writer.mails().resend(organization, &failed(names)).unwrap();
    for reminders in [false, true] {
        let change = MailPreferencesChange {
            reminders: Some(reminders),
            ..MailPreferencesChange::default()
        };
        let set = writer
            .mails()
            .set_preferences(organization, &names.user, change);
        let stored = mails.preferences(organization, &names.user).unwrap();
        assert_eq!(set.unwrap(), stored);
    }
    texts(store, names);
    sender(store, names);
    let failure = || MailFailureReason::RecipientLater.into();
    let outcomes = [
        MailOutcome::Sent {
            message_id: "1@example.org".to_owned(),
        },
        MailOutcome::Again {
            at: at(2),
            failure: failure(),
        },
        MailOutcome::Postponed {
            at: at(2),
            reason: failure(),
        },
        MailOutcome::Failed { failure: failure() },
        MailOutcome::Dropped {
            reason: MailFailureReason::InterviewBegun,
        },
    ];
    for outcome in outcomes {
        let result = MailResult {
            id: "rejected.cnd_1.0".to_owned(),
            at: at(1),
            outcome,
        };
        mails.record(organization, &[result]).unwrap();
    }
    // Reminders and digests are looked for only if mails are sent.
    let queueing = store
        .clone()
        .queueing_mails(MailAudience::UsersAndCandidates);
    release(&queueing, names);
    delete_note(&queueing, names);
    call_digests(&queueing, names);
}

fn release(queueing: &Store, names: &Names) {
    let task = TaskLease {
        organization_id: names.organization.clone(),
        name: MAIL_TASK,
        holder: "server".to_owned(),
    };
    queueing
        .mails()
        .release_if_idle(&task, at(1), at(2))
        .unwrap();
}

/// Stores, reads and deletes the text of a mail.
fn texts(store: &Store, names: &Names) {
    let organization = &names.organization;
    let name = MailTextName {
        event: "rejected",
        language: "de",
    };
    let text = MailText::parse("Your application", "Hello").unwrap();
    let writer = writer(store);
    writer.mails().set_text(organization, name, &text).unwrap();
    let found = store.mails().find_text(organization, name).unwrap();
    assert_eq!(found, Some(text));
    assert_eq!(store.mails().texts(organization).unwrap().len(), 1);
    writer.mails().reset_text(organization, name).unwrap();
}

/// Stores and reads the sender of mails.
fn sender(store: &Store, names: &Names) {
    let organization = &names.organization;
    let sender = MailSender {
        name: Some("Example Ltd".to_owned()),
        ..MailSender::default()
    };
    let writer = writer(store);
    writer.mails().set_sender(organization, &sender).unwrap();
    assert_eq!(store.mails().sender(organization).unwrap(), sender);
}

fn call_digests(queueing: &Store, names: &Names) {
    let (organization, user) = (&names.organization, &names.user);
    let mails = queueing.mails();
    let day = DigestTime::default().day_of(at(1));
    mails.queue_digests(organization, Some(day), at(1)).unwrap();
    mails.digest_counts(organization, user, day).unwrap();
}

/// Deletes a note, which withdraws the mail to a user whom it mentions.
fn delete_note(queueing: &Store, names: &Names) {
    let note = Note {
        id: NoteId::parse("id", "note_2").unwrap(),
        organization_id: names.organization.clone(),
        candidate_id: names.candidate.clone(),
        author_id: names.user.clone(),
        text: "A note".to_owned(),
        mentions: Vec::new(),
        created_at: at(1),
    };
    let writer = writer(queueing);
    let candidates = writer.candidates();
    candidates.insert_note(&note).unwrap();
    let mentioning = Note {
        mentions: vec![UserId::parse("id", "usr_2").unwrap()],
        ..note
    };
    assert!(candidates.delete_note(&mentioning).unwrap());
}

/// Lists mails by each combination of filters.
fn list_all(store: &Store, names: &Names) {
    let place = || ListPosition {
        at: at(1),
        tie_breaker: "rejected.cnd_1.0".to_owned(),
    };
    let candidate = || names.candidate.clone();
    for state in [None, Some(MailState::Failed)] {
        for candidate_id in [None, Some(candidate())] {
            for after in [None, Some(place())] {
                for only_of_candidates in [false, true] {
                    let query = MailQuery {
                        organization_id: names.organization.clone(),
                        state,
                        candidate_id: candidate_id.clone(),
                        only_of_candidates,
                        after: after.clone(),
                        limit: 10,
                    };
                    for member in [None, Some(&names.user)] {
                        store.mails().list(&query, member).unwrap();
                    }
                }
            }
        }
    }
}

fn failed(names: &Names) -> MailRecord {
    MailRecord {
        queued: QueuedMail {
            organization_id: names.organization.clone(),
            mail: NewMail {
                id: "rejected.cnd_1.0".to_owned(),
                kind: MailKind::Rejected,
                user_id: None,
                candidate_id: Some(names.candidate.clone()),
                link_id: None,
                interview: None,
                send_at: at(1),
            },
            created_at: at(1),
            attempts: 1,
        },
        state: MailState::Failed,
        next_attempt_at: None,
        failure: Some(MailFailureReason::RecipientRefused.into()),
        sent_at: None,
        message_id: None,
    }
}
