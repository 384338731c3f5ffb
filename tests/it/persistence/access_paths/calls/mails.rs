//! Calls of the queries of mails.

use shortlist_persistence::{MAIL_TASK, MailOutcome, MailResult, Store, TaskLease};

use super::{Names, at};

pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let mails = store.mails();
    mails.list_due(organization, at(1), 10).unwrap();
    mails
        .list_for_candidate(organization, &names.candidate)
        .unwrap();
    let failure = || "later".to_owned();
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
        MailOutcome::Dropped { reason: "late" },
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
