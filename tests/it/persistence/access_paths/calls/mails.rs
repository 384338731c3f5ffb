//! Calls of the queries of mails.

use shortlist_domain::{
    ListPosition, MailFailureReason, MailKind, MailQuery, MailRecord, MailState, NewMail,
    QueuedMail,
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
    let task = TaskLease {
        organization_id: organization.clone(),
        name: MAIL_TASK,
        holder: "server".to_owned(),
    };
    mails.release_if_idle(&task, at(1), at(2)).unwrap();
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
