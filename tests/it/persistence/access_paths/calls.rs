//! Calls of every query of the store.

mod account_links;
mod accounts;
mod candidate_filters;
mod candidates;
mod decisions;
mod fairness;
mod files;
mod lists;
mod mails;
mod passkeys;
mod people;
mod providers;
mod provisioning;
mod recordings;
mod requests;
mod second_factors;
mod stages;
mod tokens;
mod uploads;
mod webhooks;

use shortlist_domain::{
    Action, Actor, CandidateId, InterviewId, JobId, OrganizationId, Timestamp, UserId,
};

use shortlist_persistence::{Store, Writer};

fn at(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(millis).unwrap()
}

struct Names {
    organization: OrganizationId,
    user: UserId,
    job: JobId,
    candidate: CandidateId,
    interview: InterviewId,
}

/// Returns a writer that acts as the operator.
fn writer(store: &Store) -> Writer<'_> {
    store.writer_for(Action {
        organization_id: OrganizationId::parse("id", "org_1").unwrap(),
        actor: Actor::Operator,
        operation: "test",
        at: at(0),
    })
}

/// Calls every query of the store, except those that only list organizations.
pub(super) fn call_everything(store: &Store) {
    let names = Names {
        organization: OrganizationId::parse("id", "org_1").unwrap(),
        user: UserId::parse("id", "usr_1").unwrap(),
        job: JobId::parse("id", "job_1").unwrap(),
        candidate: CandidateId::parse("id", "cnd_1").unwrap(),
        interview: InterviewId::parse("id", "int_1").unwrap(),
    };
    accounts::call(store, &names);
    candidates::call(store, &names);
    fairness::call(store, &names);
    decisions::call(store, &names);
    files::call(store, &names);
    recordings::call(store, &names);
    requests::call(store, &names);
    stages::call(store, &names);
    tokens::call(store, &names);
    account_links::call(store, &names);
    second_factors::call(store, &names);
    passkeys::call(store, &names);
    providers::call(store, &names);
    provisioning::call(store, &names);
    uploads::call(store, &names);
    lists::call(store, &names);
    mails::call(store, &names);
    people::call(store, &names);
    webhooks::call(store, &names);
    uploads::call_end(store, &names);
    accounts::call_retention_and_erasure(store, &names);
}
