//! Calls of the queries of people.

use shortlist_domain::{
    CandidateChange, CandidateCode, CandidateId, CandidateIdentity, EmailAddress, FileDigest,
    Found, PersonId, PhoneNumber,
};

use super::candidates::new_candidate;
use super::{Names, at, writer};
use shortlist_persistence::{MergeOutcome, SplitOutcome, Store};

fn email() -> Option<EmailAddress> {
    EmailAddress::parse("e", "ada.gardener@example.org").ok()
}

/// The telephone number of the first candidate.
fn phone() -> Option<PhoneNumber> {
    PhoneNumber::parse("p", "+49 0142 55 66").ok()
}

/// Creates another candidate with the telephone number of the first.
fn insert(store: &Store, names: &Names, number: u8, email: Option<EmailAddress>) -> CandidateId {
    let digest = FileDigest([number; 32]);
    let mut new = new_candidate(names);
    new.id = CandidateId::parse("id", &format!("cnd_{number}")).unwrap();
    new.code = CandidateCode::generate(number.into());
    new.identity = CandidateIdentity::of(None, None, digest);
    new.file.digest = digest;
    new.resume.email = email.map(|email| Found::certain(email, None, "invented"));
    new.resume.phone = phone().map(|phone| Found::certain(phone, None, "invented"));
    let id = new.id.clone();
    writer(store)
        .candidates()
        .insert(&[new], &mut || 2)
        .unwrap();
    id
}

fn change(store: &Store, names: &Names, id: &CandidateId, email: Option<EmailAddress>) {
    let change = CandidateChange {
        email: Some(email),
        phone: Some(phone()),
        ..CandidateChange::default()
    };
    writer(store)
        .candidates()
        .update(&names.organization, id, &change, at(1))
        .unwrap();
}

fn person(store: &Store, names: &Names, candidate: &CandidateId) -> PersonId {
    let ids = std::slice::from_ref(candidate);
    let found = store.people().of_candidates(&names.organization, ids);
    found.unwrap().remove(candidate).unwrap()
}

pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let first = person(store, names, &names.candidate);
    let second = insert(store, names, 2, None);
    assert_eq!(person(store, names, &second), first);
    let own = std::slice::from_ref(&first);
    store
        .people()
        .count_applications(organization, own)
        .unwrap();
    assert!(!store.people().load(organization, own).unwrap().is_empty());
    let open = store.people().open_applications(organization, own);
    assert_eq!(open.unwrap().len(), 2);
    let jobs = std::slice::from_ref(&names.job);
    let titles = store.jobs().titles(organization, jobs, None);
    assert_eq!(titles.unwrap().len(), 1);
    change(store, names, &second, email());
    split_and_merge(store, names, &first, &second);
    for reason in [Some("x"), None] {
        writer(store)
            .people()
            .set_legal_hold(organization, &first, reason, at(1))
            .unwrap();
    }
    let alone = insert(
        store,
        names,
        4,
        EmailAddress::parse("e", "eve@example.org").ok(),
    );
    let own = person(store, names, &alone);
    let change = CandidateChange {
        email: Some(EmailAddress::parse("e", "new.eve@example.org").ok()),
        phone: Some(None),
        ..CandidateChange::default()
    };
    writer(store)
        .candidates()
        .update(organization, &alone, &change, at(1))
        .unwrap();
    assert_ne!(person(store, names, &alone), own);
    let own = person(store, names, &alone);
    writer(store)
        .people()
        .erase(organization, &own, "x", at(1))
        .unwrap();
}

/// Splits a person, adds an application with contact data of both, and merges them again.
fn split_and_merge(store: &Store, names: &Names, first: &PersonId, second: &CandidateId) {
    let organization = &names.organization;
    let new = PersonId::parse("id", "per_new").unwrap();
    let hold = |reason| {
        let writer = writer(store);
        let people = writer.people();
        people.set_legal_hold(organization, first, reason, at(1))
    };
    assert!(hold(Some("x")).unwrap());
    let leaving = std::slice::from_ref(second);
    let split = writer(store)
        .people()
        .split(organization, (first, &new), leaving)
        .unwrap();
    assert_eq!(split, SplitOutcome::Split);
    insert(store, names, 3, email());
    let merged = writer(store).people().merge(organization, first, &new);
    assert_eq!(merged.unwrap(), MergeOutcome::Merged);
}
