//! People of candidates in blind jobs: each is one of its own.

use shortlist_domain::{
    CandidateChange, CandidateId, EmailAddress, NewCandidate, NewJob, PersonId,
};
use shortlist_persistence::{CandidateUpdate, JobInsertion, MergeOutcome, Store};

use crate::support::database::{on_postgresql, on_sqlite, open};
use crate::support::records::{Tenant, at, new_job, unique};
use crate::support::writes::Writes as _;

/// Creates a candidate in a new job.
fn apply(store: &Store, tenant: &Tenant, name: &str, blind: bool) -> CandidateId {
    let title = format!("Gardener {}", unique());
    let job = NewJob {
        blind,
        ..new_job(&tenant.organization, &tenant.recruiter, &title)
    };
    let JobInsertion::Created(job) = store.insert_job(&job).unwrap() else {
        panic!("the job exists already");
    };
    let new = NewCandidate {
        job_id: job.id,
        ..tenant.candidate(name, 500)
    };
    let id = new.id.clone();
    store.insert_candidates(&[new], &mut unique).unwrap();
    id
}

fn person(store: &Store, tenant: &Tenant, candidate: &CandidateId) -> PersonId {
    let ids = std::slice::from_ref(candidate);
    let mut found = store
        .people()
        .of_candidates(&tenant.organization, ids)
        .unwrap();
    found.remove(candidate).unwrap()
}

/// Returns the identifier that would follow from the first application of a person.
fn derived_id(candidate: &CandidateId) -> String {
    format!("per_{}", candidate.as_str().trim_start_matches("cnd_"))
}

fn a_blind_candidate_is_a_person_of_its_own(store: &Store) {
    let tenant = &Tenant::create(store, "org_1");
    let masked = apply(store, tenant, "Ada Example", true);
    let first = apply(store, tenant, "Ada Example", false);
    let second = apply(store, tenant, "Ada Example", false);
    let [masked, first, second] = [masked, first, second].map(|id| {
        let person = person(store, tenant, &id);
        assert_ne!(person.as_str(), derived_id(&id), "nothing follows from it");
        person
    });
    assert_eq!(first, second);
    assert_ne!(masked, first);
    let merge = |one: &PersonId, other: &PersonId| {
        let writer = store.operator(&tenant.organization);
        writer
            .people()
            .merge(&tenant.organization, one, other)
            .unwrap()
    };
    assert_eq!(merge(&first, &masked), MergeOutcome::Blind(masked.clone()));
    assert_eq!(merge(&masked, &first), MergeOutcome::Blind(masked));
}

fn nothing_conflicts_in_a_blind_job(store: &Store) {
    let tenant = &Tenant::create(store, "org_1");
    let masked = apply(store, tenant, "Ada Example", true);
    let job = store
        .candidates()
        .find(&tenant.organization, &masked)
        .unwrap()
        .unwrap()
        .job_id;
    let new = NewCandidate {
        job_id: job,
        ..tenant.candidate("Ben Sample", 400)
    };
    let other = new.id.clone();
    store.insert_candidates(&[new], &mut unique).unwrap();
    let open = apply(store, tenant, "Cy Sample", false);
    let guess = CandidateChange {
        email: Some(EmailAddress::parse("e", "Ada.Example@example.org").ok()),
        external_id: Some(Some("EXT-1".to_owned())),
        source: Some(Some("Board".to_owned())),
        ..CandidateChange::default()
    };
    for candidate in [&masked, &other, &open] {
        let updated = store.operator(&tenant.organization).candidates().update(
            &tenant.organization,
            candidate,
            &guess,
            at(1),
        );
        let CandidateUpdate::Updated(updated) = updated.unwrap() else {
            panic!("{candidate} conflicts");
        };
        assert_eq!(updated.external_id.as_deref(), Some("EXT-1"));
        let found = store.candidates().find(&tenant.organization, candidate);
        assert_eq!(found.unwrap().unwrap(), *updated);
    }
}

#[test]
fn a_blind_candidate_is_a_person_of_its_own_on_both_databases() {
    on_sqlite(|url| a_blind_candidate_is_a_person_of_its_own(&open(url.clone())));
    on_postgresql(|url| a_blind_candidate_is_a_person_of_its_own(&open(url.clone())));
}

#[test]
fn nothing_conflicts_in_a_blind_job_on_both_databases() {
    on_sqlite(|url| nothing_conflicts_in_a_blind_job(&open(url.clone())));
    on_postgresql(|url| nothing_conflicts_in_a_blind_job(&open(url.clone())));
}
