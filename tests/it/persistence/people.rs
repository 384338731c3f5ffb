//! People: which applications belong together, and who may change that.

use std::collections::BTreeSet;

use shortlist_domain::{
    CandidateChange, CandidateId, EmailAddress, Found, NewCandidate, PersonId, PhoneNumber,
};
use shortlist_persistence::{
    ErasureOutcome, JobInsertion, MergeOutcome, PersonErasureOutcome, SplitOutcome, Store,
};

use crate::support::records::{Tenant, at, new_job, unique};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    the_same_address_or_number_is_the_same_person,
    the_order_of_applications_does_not_matter,
    a_batch_is_grouped_as_if_its_files_came_one_by_one,
    concurrent_uploads_of_one_person_create_one_person,
    people_of_another_organization_are_others,
    what_was_split_stays_split,
    what_was_merged_stays_merged,
    impossible_splits_are_refused,
    changed_contact_data_move_an_application,
    a_person_is_erased_with_all_applications_or_not_at_all,
    a_hold_follows_the_applications,
    a_held_person_is_not_past_the_retention_period,
);

/// Returns a new candidate for a job of its own.
fn application(store: &Store, tenant: &Tenant, email: &str, phone: &str) -> NewCandidate {
    let title = format!("Gardener {}", unique());
    let job = new_job(&tenant.organization, &tenant.recruiter, &title);
    let JobInsertion::Created(job) = store.insert_job(&job).unwrap() else {
        panic!("the job exists already");
    };
    let mut new = tenant.candidate("Ada Example", 500);
    new.job_id = job.id;
    let email = EmailAddress::parse("e", email).ok();
    let phone = PhoneNumber::parse("p", phone).ok();
    new.resume.email = email.map(|email| Found::certain(email, None, "invented"));
    new.resume.phone = phone.map(|phone| Found::certain(phone, None, "invented"));
    new
}

fn insert(store: &Store, new: &NewCandidate) -> CandidateId {
    let new = std::slice::from_ref(new);
    store.insert_candidates(new, &mut unique).unwrap();
    new[0].id.clone()
}

/// Stores an application to a job of its own.
fn apply(store: &Store, tenant: &Tenant, email: &str, phone: &str) -> CandidateId {
    insert(store, &application(store, tenant, email, phone))
}

fn person(store: &Store, tenant: &Tenant, candidate: &CandidateId) -> PersonId {
    let ids = std::slice::from_ref(candidate);
    let found = store.people().of_candidates(&tenant.organization, ids);
    found.unwrap().remove(candidate).unwrap()
}

/// Returns the sets of the candidates that belong together.
fn groups(store: &Store, tenant: &Tenant, ids: &[CandidateId]) -> BTreeSet<Vec<usize>> {
    let people: Vec<_> = ids.iter().map(|id| person(store, tenant, id)).collect();
    let group = |own: &PersonId| {
        let members = people.iter().enumerate().filter(|(_, other)| *other == own);
        members.map(|(index, _)| index).collect()
    };
    people.iter().map(group).collect()
}

fn expect(sets: &[&[usize]]) -> BTreeSet<Vec<usize>> {
    sets.iter().map(|set| set.to_vec()).collect()
}

fn the_same_address_or_number_is_the_same_person(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = [
        apply(store, &tenant, "ada@example.org", "+1 555 0001"),
        apply(store, &tenant, "ADA@example.org", ""),
        apply(store, &tenant, "other@example.org", "+1-555-0001"),
        // Only the name is the same.
        apply(store, &tenant, "third@example.org", "+1 555 0002"),
        apply(store, &tenant, "", ""),
        apply(store, &tenant, "", ""),
    ];
    assert_eq!(
        groups(store, &tenant, &ids),
        expect(&[&[0, 1, 2], &[3], &[4], &[5]])
    );
    let id = person(store, &tenant, &ids[0]);
    let people = store.people();
    let own = std::slice::from_ref(&id);
    assert_eq!(
        people
            .count_applications(&tenant.organization, own)
            .unwrap(),
        3
    );
    let loaded = people.load(&tenant.organization, own).unwrap();
    let found: BTreeSet<_> = loaded[&id]
        .applications
        .iter()
        .map(|one| one.id.clone())
        .collect();
    assert_eq!(found, ids[..3].iter().cloned().collect());
    assert!(!loaded[&id].held);
}

/// Three applications: the second shares nothing with the first, and the third connects them.
const CHAIN: [(&str, &str); 3] = [
    ("ada@example.org", ""),
    ("", "+1 555 0001"),
    ("ada@example.org", "+1 555 0001"),
];
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

fn the_order_of_applications_does_not_matter(store: &Store) {
    for (number, order) in ORDERS.iter().enumerate() {
        let tenant = Tenant::create(store, &format!("org_{number}"));
        let ids = order.map(|index| {
            let (email, phone) = CHAIN[index];
            apply(store, &tenant, email, phone)
        });
        assert_eq!(
            groups(store, &tenant, &ids),
            expect(&[&[0, 1, 2]]),
            "{order:?}"
        );
    }
}

fn a_batch_is_grouped_as_if_its_files_came_one_by_one(store: &Store) {
    for (number, order) in ORDERS.iter().enumerate() {
        let tenant = Tenant::create(store, &format!("org_{number}"));
        let earlier = apply(store, &tenant, "eve@example.org", "+1 555 0009");
        let mut batch: Vec<_> = order
            .iter()
            .map(|index| application(store, &tenant, CHAIN[*index].0, CHAIN[*index].1))
            .collect();
        batch.push(application(store, &tenant, "eve@example.org", ""));
        batch.push(application(store, &tenant, "", ""));
        store.insert_candidates(&batch, &mut unique).unwrap();
        let mut ids: Vec<_> = batch.iter().map(|new| new.id.clone()).collect();
        ids.push(earlier);
        assert_eq!(
            groups(store, &tenant, &ids),
            expect(&[&[0, 1, 2], &[3, 5], &[4]]),
            "{order:?}"
        );
    }
}

fn concurrent_uploads_of_one_person_create_one_person(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    for round in 0..4 {
        let email = format!("ada{round}@example.org");
        let new: Vec<_> = (0..6)
            .map(|_| application(store, &tenant, &email, ""))
            .collect();
        let ids = at_once(6, |number| insert(store, &new[number]));
        assert_eq!(groups(store, &tenant, &ids).len(), 1, "round {round}");
    }
}

fn people_of_another_organization_are_others(store: &Store) {
    let (ours, theirs) = (
        Tenant::create(store, "org_1"),
        Tenant::create(store, "org_2"),
    );
    let own = apply(store, &ours, "ada@example.org", "+1 555 0001");
    let other = apply(store, &theirs, "ada@example.org", "+1 555 0001");
    let (own, other) = (person(store, &ours, &own), person(store, &theirs, &other));
    assert_ne!(own, other);
    let loaded = store
        .people()
        .load(&ours.organization, &[own.clone(), other.clone()])
        .unwrap();
    assert_eq!(loaded.keys().collect::<Vec<_>>(), [&own]);
    let merged =
        store
            .operator(&ours.organization)
            .people()
            .merge(&ours.organization, &own, &other);
    assert_eq!(merged.unwrap(), MergeOutcome::NotFound(other));
}

fn split(
    store: &Store,
    tenant: &Tenant,
    from: &PersonId,
    leaving: &[CandidateId],
) -> (PersonId, SplitOutcome) {
    let new = PersonId::generate(at(1), unique());
    let outcome = store
        .operator(&tenant.organization)
        .people()
        .split(&tenant.organization, (from, &new), leaving)
        .unwrap();
    (new, outcome)
}

fn what_was_split_stays_split(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let mut ids = vec![
        apply(store, &tenant, "ada@example.org", "+1 555 0001"),
        apply(store, &tenant, "ada@example.org", "+1 555 0002"),
    ];
    let both = person(store, &tenant, &ids[0]);
    let (new, outcome) = split(store, &tenant, &both, &ids[1..]);
    assert_eq!(outcome, SplitOutcome::Split);
    assert_eq!(person(store, &tenant, &ids[1]), new);
    // Its address belongs to both people: it joins one of them, and they stay apart.
    ids.push(apply(store, &tenant, "ada@example.org", "+1 555 0002"));
    // Now both have its number: it joins one of them.
    ids.push(apply(store, &tenant, "", "+1 555 0002"));
    let found = groups(store, &tenant, &ids);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_ne!(
        person(store, &tenant, &ids[0]),
        person(store, &tenant, &ids[1])
    );
    // Merging again reverses it.
    let merged =
        store
            .operator(&tenant.organization)
            .people()
            .merge(&tenant.organization, &both, &new);
    assert_eq!(merged.unwrap(), MergeOutcome::Merged);
    assert_eq!(groups(store, &tenant, &ids), expect(&[&[0, 1, 2, 3]]));
}

fn change(store: &Store, tenant: &Tenant, id: &CandidateId, email: &str, phone: &str) {
    let change = CandidateChange {
        email: Some(EmailAddress::parse("e", email).ok()),
        phone: Some(PhoneNumber::parse("p", phone).ok()),
        ..CandidateChange::default()
    };
    store
        .update_candidate(&tenant.organization, id, &change, at(2))
        .unwrap();
}

fn what_was_merged_stays_merged(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let mut ids = vec![
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "", ""),
    ];
    let [first, second] = [0, 1].map(|index: usize| person(store, &tenant, &ids[index]));
    let merged =
        store
            .operator(&tenant.organization)
            .people()
            .merge(&tenant.organization, &second, &first);
    assert_eq!(merged.unwrap(), MergeOutcome::Merged);
    change(store, &tenant, &ids[0], "new@example.org", "+1 555 0003");
    ids.push(apply(store, &tenant, "new@example.org", ""));
    ids.push(apply(store, &tenant, "", "+1 555 0003"));
    ids.push(apply(store, &tenant, "ada@example.org", ""));
    assert_eq!(groups(store, &tenant, &ids), expect(&[&[0, 1, 2, 3], &[4]]));
    assert_eq!(person(store, &tenant, &ids[0]), second);
    let own = [first];
    assert!(
        store
            .people()
            .load(&tenant.organization, &own)
            .unwrap()
            .is_empty()
    );
}

fn impossible_splits_are_refused(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = [
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "", ""),
    ];
    let own = person(store, &tenant, &ids[0]);
    let refused = |from: &PersonId, leaving: &[CandidateId]| split(store, &tenant, from, leaving).1;
    assert_eq!(refused(&own, &ids[..2]), SplitOutcome::NothingLeft);
    assert_eq!(
        refused(&own, &ids[2..]),
        SplitOutcome::NotOfPerson(ids[2].clone())
    );
    let unknown = PersonId::parse("p", "per_x").unwrap();
    assert_eq!(refused(&unknown, &ids[..1]), SplitOutcome::NotFound);
    assert_eq!(groups(store, &tenant, &ids), expect(&[&[0, 1], &[2]]));
}

fn changed_contact_data_move_an_application(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = [
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ben@example.org", "+1 555 0002"),
    ];
    let before = [0, 1, 2].map(|index: usize| person(store, &tenant, &ids[index]));
    // The first leaves the second, who keeps the person that the first began.
    change(store, &tenant, &ids[0], "alone@example.org", "");
    assert_eq!(groups(store, &tenant, &ids), expect(&[&[0], &[1], &[2]]));
    assert_eq!(person(store, &tenant, &ids[1]), before[1]);
    // An application alone keeps its person.
    let alone = person(store, &tenant, &ids[0]);
    change(store, &tenant, &ids[0], "still.alone@example.org", "");
    assert_eq!(person(store, &tenant, &ids[0]), alone);
    // The number joins it with the third, the address with the second.
    change(store, &tenant, &ids[0], "", "+1 555 0002");
    assert_eq!(groups(store, &tenant, &ids), expect(&[&[0, 2], &[1]]));
    change(store, &tenant, &ids[0], "ada@example.org", "+1 555 0002");
    assert_eq!(groups(store, &tenant, &ids), expect(&[&[0, 1, 2]]));
    let other = apply(store, &tenant, "alone@example.org", "");
    assert_ne!(
        person(store, &tenant, &other),
        person(store, &tenant, &ids[0]),
        "nobody has this address any more"
    );
}

fn erase(store: &Store, tenant: &Tenant, id: &PersonId) -> PersonErasureOutcome {
    store
        .operator(&tenant.organization)
        .people()
        .erase(&tenant.organization, id, "asked for it", at(3))
        .unwrap()
}

fn a_person_is_erased_with_all_applications_or_not_at_all(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = [
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ben@example.org", ""),
    ];
    let own = person(store, &tenant, &ids[0]);
    let writer = store.operator(&tenant.organization);
    let hold = |reason: Option<&str>| {
        let candidates = writer.candidates();
        candidates.set_legal_hold(&tenant.organization, &ids[1], reason, at(2))
    };
    assert!(hold(Some("a claim is pending")).unwrap());
    assert_eq!(
        erase(store, &tenant, &own),
        PersonErasureOutcome::Held(ids[1].clone())
    );
    assert_eq!(groups(store, &tenant, &ids).len(), 2);
    assert!(hold(None).unwrap());
    let PersonErasureOutcome::Erased(erased) = erase(store, &tenant, &own) else {
        panic!("nothing holds it");
    };
    assert_eq!(erased, ids[..2]);
    assert_eq!(erase(store, &tenant, &own), PersonErasureOutcome::NotFound);
    let found = store.people().of_candidates(&tenant.organization, &ids);
    assert_eq!(found.unwrap().keys().collect::<Vec<_>>(), [&ids[2]]);
    let unfinished = store
        .candidates()
        .list_unfinished_erasures(&tenant.organization);
    assert_eq!(unfinished.unwrap(), ids[..2]);
}

fn hold_person(store: &Store, tenant: &Tenant, id: &PersonId, reason: Option<&str>) -> bool {
    store
        .operator(&tenant.organization)
        .people()
        .set_legal_hold(&tenant.organization, id, reason, at(2))
        .unwrap()
}

fn a_hold_follows_the_applications(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = [
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ben@example.org", ""),
    ];
    let erase_one = |id: &CandidateId| {
        let writer = store.operator(&tenant.organization);
        let erased = writer
            .candidates()
            .erase(&tenant.organization, id, "asked for it", at(3));
        erased.unwrap()
    };
    let (own, other) = (
        person(store, &tenant, &ids[0]),
        person(store, &tenant, &ids[2]),
    );
    assert!(hold_person(
        store,
        &tenant,
        &own,
        Some("a claim is pending")
    ));
    let later = apply(store, &tenant, "ada@example.org", "");
    assert_eq!(erase_one(&later), ErasureOutcome::Held);
    // A held application does not leave its person.
    change(store, &tenant, &later, "elsewhere@example.org", "");
    assert_eq!(person(store, &tenant, &later), own);
    // Both people of a split are held.
    let (new, _) = split(store, &tenant, &own, &ids[1..2]);
    assert!(hold_person(store, &tenant, &own, None));
    assert_eq!(erase_one(&ids[1]), ErasureOutcome::Held);
    // A merged person is held if one of the two was.
    let merged =
        store
            .operator(&tenant.organization)
            .people()
            .merge(&tenant.organization, &other, &new);
    assert_eq!(merged.unwrap(), MergeOutcome::Merged);
    assert_eq!(erase_one(&ids[2]), ErasureOutcome::Held);
    assert!(matches!(
        erase(store, &tenant, &other),
        PersonErasureOutcome::Held(_)
    ));
    assert_eq!(erase_one(&ids[0]), ErasureOutcome::Erased(at(3)));
    assert!(hold_person(store, &tenant, &other, None));
    assert_eq!(erase_one(&ids[2]), ErasureOutcome::Erased(at(3)));
    assert!(!hold_person(store, &tenant, &new, Some("it is gone")));
}

fn a_held_person_is_not_past_the_retention_period(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let (held, free) = (
        apply(store, &tenant, "ada@example.org", ""),
        apply(store, &tenant, "ben@example.org", ""),
    );
    let own = person(store, &tenant, &held);
    assert!(hold_person(
        store,
        &tenant,
        &own,
        Some("a claim is pending")
    ));
    let expired = || {
        let candidates = store.candidates();
        let found = candidates.list_expired(&tenant.organization, at(1_000), None, 10);
        found.unwrap()
    };
    assert_eq!(expired(), std::slice::from_ref(&free));
    let both = [held.clone(), free.clone()];
    let among = store
        .candidates()
        .expired_among(&tenant.organization, at(1_000), &both);
    assert_eq!(among.unwrap(), std::slice::from_ref(&free));
    assert!(hold_person(store, &tenant, &own, None));
    assert_eq!(
        expired().into_iter().collect::<BTreeSet<_>>(),
        [held, free].into()
    );
}
