//! Candidates: each person and each file once per job, with pages and changes.

use shortlist_domain::{
    CandidateChange, CandidateCode, CandidateFilters, CandidateId, CandidateQuery, CandidateStatus,
    EmailAddress, FileDigest, Found, ListPosition, NewCandidate, PageRequest, PhoneNumber,
    StatusFilter,
};
use shortlist_persistence::{CandidateInsertion, CandidateUpdate, Store, StoreError};

use crate::support::records::{Tenant, at, unique};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_candidate_comes_back_as_it_was_given,
    a_person_or_a_file_is_created_once_for_a_job,
    the_same_person_may_apply_to_another_job_or_tenant,
    a_code_that_is_taken_is_drawn_again,
    a_batch_with_an_unknown_job_creates_nothing,
    of_many_uploads_of_a_person_at_once_one_creates,
    batches_in_opposite_orders_at_once_lose_nothing,
    many_writers_at_once_all_succeed,
    pages_are_newest_first,
    old_candidates_are_walked_from_the_oldest,
    deep_pages_do_not_depend_on_earlier_requests,
    search_finds_each_of_its_fields,
    a_filter_for_active_finds_those_without_a_status,
    a_change_is_searched_and_listed,
    the_identity_follows_the_address,
);

fn create(store: &Store, new: &[NewCandidate]) -> Vec<CandidateInsertion> {
    store.insert_candidates(new, &mut unique).unwrap()
}

fn query(tenant: &Tenant) -> CandidateQuery {
    CandidateQuery {
        organization_id: tenant.organization.clone(),
        job_id: Some(tenant.job.clone()),
        search: None,
        status: StatusFilter::Any,
        filters: CandidateFilters::default(),
        page: PageRequest::parse(("pageNumber", 1), ("pageSize", 10)).unwrap(),
        count: true,
    }
}

fn names(store: &Store, query: &CandidateQuery) -> Vec<String> {
    let page = store.candidates().list(query).unwrap();
    let total = i64::try_from(page.items.len()).unwrap();
    if query.page.number() == 1 && !page.has_next_page {
        assert_eq!(page.total_count(), Some(total));
    }
    page.items.into_iter().map(|c| c.full_name).collect()
}

fn is_created(insertion: &CandidateInsertion) -> bool {
    matches!(insertion, CandidateInsertion::Created(_))
}

fn a_candidate_comes_back_as_it_was_given(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let new = tenant.candidate("Ada Quince", 715);
    let created = create(store, std::slice::from_ref(&new));
    let [CandidateInsertion::Created(candidate)] = created.as_slice() else {
        panic!("{created:?}");
    };
    assert_eq!(candidate.code, new.code);
    assert_eq!(candidate.skills, ["Pruning"]);
    assert_eq!(candidate.status, None);
    let here = &tenant.organization;
    let found = store.candidates().find(here, &new.id).unwrap();
    assert_eq!(found.as_ref(), Some(&**candidate));
    let found = store.candidates().find_by_code(here, &new.code).unwrap();
    assert_eq!(found.as_ref(), Some(&**candidate));
    let page = store.candidates().list(&query(&tenant)).unwrap();
    assert_eq!(page.items.as_slice(), std::slice::from_ref(&**candidate));
    let ids = [new.id.clone(), CandidateId::parse("id", "cnd_x").unwrap()];
    let resumes = store.candidates().load_resumes(here, &ids).unwrap();
    assert_eq!(resumes.len(), 1);
    assert_eq!(resumes[&new.id].resume, new.resume);
    assert_eq!(resumes[&new.id].file, new.file);
    let receipts = store.scores().load_receipts(here, &ids).unwrap();
    assert_eq!(receipts[&new.id].receipt, new.receipt);
    assert_eq!(receipts[&new.id].job_version, 1);
    let weights = receipts[&new.id].weighting.criteria();
    assert_eq!(weights[0].name, "skills");
    assert_eq!(weights[0].share, new.receipt.criteria[0].weight);
}

fn a_person_or_a_file_is_created_once_for_a_job(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let first = tenant.candidate("Ada Quince", 500);
    let mut same_person = tenant.candidate("Ada Quince", 600);
    same_person.file.digest = FileDigest([9; 32]);
    let mut same_file = tenant.candidate("Bob Medlar", 600);
    same_file.file.digest = first.file.digest;
    let other = tenant.candidate("Cleo Damson", 400);
    let batch = [first.clone(), same_person.clone(), other, same_file];
    let duplicate = CandidateInsertion::Duplicate {
        id: first.id.clone(),
        code: first.code.clone(),
    };
    let outcomes = create(store, &batch);
    assert!(is_created(&outcomes[0]) && is_created(&outcomes[2]));
    assert_eq!((&outcomes[1], &outcomes[3]), (&duplicate, &duplicate));
    assert_eq!(create(store, &[same_person]), [duplicate]);
    assert_eq!(names(store, &query(&tenant)).len(), 2);
    assert!(create(store, &[]).is_empty());
}

fn the_same_person_may_apply_to_another_job_or_tenant(store: &Store) {
    let here = Tenant::create(store, "org_1");
    let there = Tenant::create(store, "org_2");
    let mut new = here.candidate("Ada Quince", 500);
    let copy = there.candidate("Ada Quince", 500);
    new.code = copy.code.clone();
    assert!(is_created(&create(store, &[new])[0]));
    assert!(is_created(&create(store, std::slice::from_ref(&copy))[0]));
    assert_eq!(
        store
            .candidates()
            .find(&here.organization, &copy.id)
            .unwrap(),
        None
    );
    assert_eq!(names(store, &query(&here)).len(), 1);
    let mixed = [
        here.candidate("Bob Medlar", 1),
        there.candidate("Bob Medlar", 1),
    ];
    let refused = store.insert_candidates(&mixed, &mut unique);
    assert!(matches!(refused, Err(StoreError::Other { .. })));
}

fn a_code_that_is_taken_is_drawn_again(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let first = tenant.candidate("Ada Quince", 500);
    let mut second = tenant.candidate("Bob Medlar", 500);
    second.code = first.code.clone();
    let taken = first.code.clone();
    create(store, &[first]);
    let free = u128::from(u32::MAX);
    let mut drawn = [unique(), free].into_iter();
    let outcomes = store
        .insert_candidates(&[second], &mut || drawn.next().unwrap())
        .unwrap();
    let [CandidateInsertion::Created(candidate)] = outcomes.as_slice() else {
        panic!("{outcomes:?}");
    };
    assert_ne!(candidate.code, taken);
    let found = store
        .candidates()
        .find_by_code(&tenant.organization, &candidate.code)
        .unwrap();
    assert_eq!(found.unwrap().full_name, "Bob Medlar");
    let unknown = CandidateCode::generate(0);
    let found = store
        .candidates()
        .find_by_code(&tenant.organization, &unknown);
    assert_eq!(found.unwrap(), None);
}

fn a_batch_with_an_unknown_job_creates_nothing(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let mut lost = tenant.candidate("Bob Medlar", 500);
    lost.job_id = shortlist_domain::JobId::parse("id", "job_lost").unwrap();
    let batch = [tenant.candidate("Ada Quince", 500), lost];
    let refused = store.insert_candidates(&batch, &mut unique);
    assert!(matches!(refused, Err(StoreError::MissingReference(_))));
    assert!(names(store, &query(&tenant)).is_empty());
}

fn of_many_uploads_of_a_person_at_once_one_creates(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let created = at_once(16, |n| {
        let mut new = tenant.candidate("Ada Quince", 500);
        new.file.digest = FileDigest([u8::try_from(n).unwrap(); 32]);
        is_created(&create(store, &[new])[0])
    });
    assert_eq!(created.into_iter().filter(|created| *created).count(), 1);
    assert_eq!(names(store, &query(&tenant)), ["Ada Quince"]);
}

fn batches_in_opposite_orders_at_once_lose_nothing(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let created = at_once(8, |n| {
        let mut batch: Vec<NewCandidate> = (0..50)
            .map(|person| tenant.candidate(&format!("Person {person}"), 500))
            .collect();
        if n % 2 == 0 {
            batch.reverse();
        }
        let outcomes = create(store, &batch);
        assert_eq!(outcomes.len(), 50);
        outcomes.iter().filter(|o| is_created(o)).count()
    });
    assert_eq!(created.into_iter().sum::<usize>(), 50);
    let page = store.candidates().list(&query(&tenant)).unwrap();
    assert_eq!(page.total_count(), Some(50));
}

fn many_writers_at_once_all_succeed(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    at_once(8, |writer| {
        for n in 0..25 {
            let new = tenant.candidate(&format!("Person {writer} {n}"), 500);
            assert!(is_created(&create(store, &[new])[0]));
            store.candidates().list(&query(&tenant)).unwrap();
        }
    });
    let page = store.candidates().list(&query(&tenant)).unwrap();
    assert_eq!(page.total_count(), Some(200));
}

fn pages_are_newest_first(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let batch: Vec<NewCandidate> = [("A", 0), ("B", 10), ("C", 10), ("D", 20)]
        .into_iter()
        .map(|(name, seconds)| {
            let mut new = tenant.candidate(name, 500);
            new.created_at = at(seconds);
            new
        })
        .collect();
    create(store, &batch);
    let mut asked = query(&tenant);
    assert_eq!(names(store, &asked), ["D", "B", "C", "A"]);
    asked.job_id = None;
    asked.page = PageRequest::parse(("n", 2), ("s", 3)).unwrap();
    assert_eq!(names(store, &asked), ["A"]);
    asked.count = false;
    let page = store.candidates().list(&asked).unwrap();
    assert_eq!((page.total_count(), page.has_next_page), (None, false));
    asked.page = PageRequest::parse(("n", 1), ("s", 3)).unwrap();
    assert!(store.candidates().list(&asked).unwrap().has_next_page);
    asked.page = PageRequest::parse(("n", i32::MAX), ("s", 100)).unwrap();
    assert!(store.candidates().list(&asked).unwrap().items.is_empty());
}

fn old_candidates_are_walked_from_the_oldest(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let person = |number: i64| {
        let mut new = tenant.candidate(&format!("Person {number}"), 500);
        // Three candidates share each second, so the identifier orders them.
        new.created_at = at(number / 3);
        new
    };
    create(store, &(0..20).map(person).collect::<Vec<_>>());
    let stored = store.candidates();
    let walk = |size: u32| {
        let mut found: Vec<ListPosition> = Vec::new();
        loop {
            let after = found.last();
            let page = stored.list_created_before(&tenant.organization, at(5), after, size);
            let page = page.unwrap();
            if page.is_empty() {
                return found;
            }
            found.extend(page);
        }
    };
    let whole = walk(100);
    assert_eq!(whole.len(), 15, "five seconds with three candidates each");
    assert!(whole.is_sorted_by_key(|position| position.at));
    for size in [1, 2, 4] {
        assert_eq!(walk(size), whole, "pages of {size}");
    }
}

fn deep_pages_do_not_depend_on_earlier_requests(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let person = |number: i64| {
        let mut new = tenant.candidate(&format!("Person {number}"), 500);
        // Two candidates share each second, so the identifier orders them.
        new.created_at = at(number / 2);
        new
    };
    create(store, &(0..300).map(person).collect::<Vec<_>>());
    let mut asked = query(&tenant);
    asked.page = PageRequest::parse(("n", 1), ("s", 100)).unwrap();
    let mut whole = Vec::new();
    while let Some(end) = {
        let page = store.candidates().list(&asked).unwrap();
        whole.extend(page.items.into_iter().map(|found| found.full_name));
        page.end.filter(|_| page.has_next_page)
    } {
        asked.page = asked.page.following(end, 1);
    }
    assert_eq!(whole.len(), 300);
    let check = |store: &Store, whole: &[String]| {
        for number in [14, 20, 19, 20, 30, 15, 14, 21, 13, 30, 31] {
            let mut asked = query(&tenant);
            asked.page = PageRequest::parse(("n", number), ("s", 10)).unwrap();
            let begins = usize::try_from(number - 1).unwrap() * 10;
            let ends = whole.len().min(begins + 10);
            let expected = whole.get(begins..ends).unwrap_or_default();
            assert_eq!(names(store, &asked), expected, "page {number}");
        }
    };
    check(store, &whole);
    create(store, &[person(1_000)]);
    whole.insert(0, "Person 1000".to_owned());
    check(store, &whole);
    // A filtered list has its own positions.
    let mut asked = query(&tenant);
    asked.page = PageRequest::parse(("n", 12), ("s", 10)).unwrap();
    asked.search = Some("person.2".to_owned());
    assert_eq!(names(store, &asked), ["Person 2"]);
    asked.job_id = None;
    asked.search = None;
    assert_eq!(names(store, &asked), whole[110..120]);
}

fn search_finds_each_of_its_fields(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let mut ada = tenant.candidate("Ada Öhler", 500);
    ada.resume.phone = Some(Found::certain(
        PhoneNumber::parse("p", "+442079460958").unwrap(),
        None,
        "test",
    ));
    ada.resume.skills[0].name = "100%_Compost\\Mulch".to_owned();
    let code = ada.code.as_str().to_owned();
    create(store, &[ada, tenant.candidate("Bob Medlar", 500)]);
    let mut asked = query(&tenant);
    for term in [
        "öHLER",
        "ada.ö",
        "+44 20 7946 0958",
        "442079460958",
        "0%_c",
        "ost\\m",
        &code.to_lowercase(),
        " Ada ",
    ] {
        asked.search = Some(term.to_owned());
        assert_eq!(names(store, &asked), ["Ada Öhler"], "{term}");
    }
    for term in ["medlar ada", "_ob", "%", "mulch\n1"] {
        asked.search = Some(term.to_owned());
        let found = names(store, &asked);
        assert!(!found.contains(&"Bob Medlar".to_owned()), "{term}");
    }
}

fn a_filter_for_active_finds_those_without_a_status(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let batch = ["A", "B", "C"].map(|name| tenant.candidate(name, 500));
    create(store, &batch);
    for (new, status) in [
        (&batch[1], CandidateStatus::Active),
        (&batch[2], CandidateStatus::OnHold),
    ] {
        let change = CandidateChange {
            status: Some(Some(status)),
            ..CandidateChange::default()
        };
        store
            .update_candidate(&tenant.organization, &new.id, &change, at(1))
            .unwrap();
    }
    let mut asked = query(&tenant);
    for (status, expected) in [
        (StatusFilter::Is(CandidateStatus::Active), vec!["A", "B"]),
        (StatusFilter::Is(CandidateStatus::OnHold), vec!["C"]),
        (StatusFilter::Is(CandidateStatus::Hired), vec![]),
        (StatusFilter::Unknown, vec![]),
        (StatusFilter::Any, vec!["A", "B", "C"]),
    ] {
        asked.status = status;
        assert_eq!(names(store, &asked), expected, "{status:?}");
    }
}

fn a_change_is_searched_and_listed(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let new = tenant.candidate("Ada Quince", 500);
    create(store, std::slice::from_ref(&new));
    let change = CandidateChange {
        full_name: Some(Some("Ada Medlar".to_owned())),
        phone: Some(None),
        ..CandidateChange::default()
    };
    let here = &tenant.organization;
    let outcome = store.update_candidate(here, &new.id, &change, at(1));
    let CandidateUpdate::Updated(updated) = outcome.unwrap() else {
        panic!("it was not updated");
    };
    assert_eq!(updated.phone, None);
    assert_eq!(updated.email.as_ref(), new.resume.email_address());
    let mut asked = query(&tenant);
    asked.search = Some("medlar".to_owned());
    assert_eq!(names(store, &asked), ["Ada Medlar"]);
    asked.search = Some("555 0142".to_owned());
    assert!(names(store, &asked).is_empty());
    let unknown = CandidateId::parse("id", "cnd_x").unwrap();
    let outcome = store.update_candidate(here, &unknown, &change, at(1));
    assert_eq!(outcome.unwrap(), CandidateUpdate::NotFound);
}

fn the_identity_follows_the_address(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ada = tenant.candidate("Ada Quince", 500);
    let bob = tenant.candidate("Bob Medlar", 500);
    create(store, &[ada.clone(), bob.clone()]);
    let to = |address: &str| CandidateChange {
        email: Some(Some(EmailAddress::parse("e", address).unwrap())),
        ..CandidateChange::default()
    };
    let here = &tenant.organization;
    let taken = to("Bob.Medlar@example.org");
    let outcome = store.update_candidate(here, &ada.id, &taken, at(1));
    let CandidateUpdate::Conflict { existing } = outcome.unwrap() else {
        panic!("the address is taken");
    };
    assert_eq!(existing.unwrap().id, bob.id);
    let found = store.candidates().find(here, &ada.id).unwrap().unwrap();
    assert_eq!(found.email.as_ref(), ada.resume.email_address());
    store
        .update_candidate(here, &bob.id, &to("bob@example.org"), at(1))
        .unwrap();
    let outcome = store.update_candidate(here, &ada.id, &taken, at(1));
    assert!(matches!(outcome.unwrap(), CandidateUpdate::Updated(_)));
}
