//! Searches that read what the index finds: of lists that are too long to be read through, and totals that read no text.

use shortlist_domain::{
    CandidateOrder, CandidateQuery, Found, MAX_COUNTED, NewCandidate, OrderedQuery, PageRequest,
    Score, SortKey, Total,
};
use shortlist_persistence::Store;

use super::search::{MANY, fill, people, search};
use crate::support::database::{on_postgresql, on_sqlite, open_with, recorded};
use crate::support::records::{Tenant, unique};
use crate::support::writes::Writes as _;

/// More candidates than are read through.
const LONG: usize = 20_010;

/// Creates a long list in which three candidates have a name that is common in another organization.
fn long_list(store: &Store) -> (Tenant, Vec<NewCandidate>) {
    let (tenant, other) = (
        Tenant::create(store, "org_1"),
        Tenant::create(store, "org_2"),
    );
    let renamed = |mut new: NewCandidate, name: String| {
        new.resume.full_name = Some(Found::certain(name, None, "invented"));
        new
    };
    let mut list = people(&tenant, LONG);
    for (number, new) in list.iter_mut().enumerate() {
        new.receipt.score = Score::from_tenths(i64::try_from(number % 900).unwrap());
    }
    let odd: Vec<NewCandidate> = (0..3)
        .map(|number| {
            let mut new = renamed(list[number].clone(), format!("Quux {number}"));
            new.receipt.score = Score::from_tenths(500 + i64::try_from(number).unwrap());
            new
        })
        .collect();
    list[..3].clone_from_slice(&odd);
    let elsewhere = people(&other, MANY).into_iter();
    let elsewhere: Vec<NewCandidate> = elsewhere
        .map(|new| renamed(new, "Quux Blorp".to_owned()))
        .collect();
    for new in [list, elsewhere] {
        for batch in new.chunks(500) {
            store.insert_candidates(batch, &mut unique).unwrap();
        }
    }
    (tenant, odd)
}

#[test]
#[ignore = "long"]
fn sqlite_walks_a_long_list_along_what_its_index_finds() {
    on_sqlite(|url| check(&open_with(url.clone(), 1), "+candidates.seq IN (SELECT"));
}

#[test]
#[ignore = "long"]
fn postgresql_sorts_what_its_index_finds_of_a_long_list() {
    on_postgresql(|url| check(&open_with(url.clone(), 1), "organization_id || ''"));
}

#[test]
fn a_total_of_what_the_index_finds_exactly_reads_no_text() {
    on_sqlite(|url| {
        let store = open_with(url.clone(), 1);
        let tenant = Tenant::create(&store, "org_1");
        fill(&store, &tenant, MANY);
        let recorded = recorded(&store);
        for (term, reads_texts) in [("ex", false), ("exa", false), ("exam", true)] {
            let in_job = CandidateQuery {
                job_id: Some(tenant.job.clone()),
                ..search(&tenant, term)
            };
            let total = store.candidates().count(&in_job).unwrap();
            assert_eq!(usize::try_from(total.count).unwrap(), MANY, "{term}");
            let statement = recorded.lock().unwrap().pop().unwrap();
            assert!(statement.contains("COUNT(*)"), "{statement}");
            let compared = statement.contains(" LIKE ");
            assert_eq!(compared, reads_texts, "{term}: {statement}");
        }
    });
}

/// Checks pages and the total. Each needs a statement with this part, except for what is common.
fn check(store: &Store, by_index: &str) {
    let (tenant, odd) = long_list(store);
    let recorded = recorded(store);
    let uses_index = || {
        let statements = std::mem::take(&mut *recorded.lock().unwrap());
        statements.iter().any(|one| one.contains(by_index))
    };
    let in_job = |term: &str| CandidateQuery {
        job_id: Some(tenant.job.clone()),
        page: PageRequest::parse(("n", 1), ("s", 2)).unwrap(),
        count: false,
        ..search(&tenant, term)
    };
    for (term, expected, is_rare) in [
        (
            "person",
            [LONG - 1, LONG - 2].map(|number| format!("Person {number}")),
            false,
        ),
        ("quux", ["Quux 2", "Quux 1"].map(str::to_owned), true),
    ] {
        let page = store.candidates().list(&in_job(term)).unwrap();
        let names: Vec<String> = page.items.into_iter().map(|one| one.full_name).collect();
        assert_eq!(names, expected);
        assert!(page.has_next_page);
        assert_eq!(uses_index(), is_rare, "{term}");
    }
    for (key, mut names) in [
        (SortKey::Score, ["Quux 2", "Quux 1", "Quux 0"]),
        (SortKey::Name, ["Quux 0", "Quux 1", "Quux 2"]),
        (SortKey::Experience, ["Quux 0", "Quux 1", "Quux 2"]),
        (SortKey::Created, ["Quux 2", "Quux 1", "Quux 0"]),
    ] {
        for is_reversed in [false, true] {
            let order = CandidateOrder { key, is_reversed };
            assert_eq!(pages(store, in_job("quux"), order), names, "{order:?}");
            // All have the same experience, so the rows up to a place may be the whole list.
            let is_at_one_place = key == SortKey::Experience;
            assert!(uses_index() || is_at_one_place, "{order:?}");
            names.reverse();
        }
    }
    let total = store.candidates().count(&in_job("quux")).unwrap();
    assert_eq!(total, Total::exact(odd.len().try_into().unwrap()));
    let common = store.candidates().count(&in_job("person")).unwrap();
    assert_eq!((common.count, common.is_exact), (MAX_COUNTED, false));

    uses_index();
    for is_looked_up in [true, false] {
        let page = store.candidates().list(&in_job("blorp")).unwrap();
        assert!(page.items.is_empty());
        assert_eq!(uses_index(), is_looked_up);
    }
    let mut new = tenant.candidate("Blorp", 500);
    new.resume.email = None;
    store.insert_candidates(&[new], &mut unique).unwrap();
    let page = store.candidates().list(&in_job("blorp")).unwrap();
    assert_eq!(page.items.len(), 1);
}

/// Returns the names of a whole list, read in pages.
fn pages(store: &Store, candidates: CandidateQuery, order: CandidateOrder) -> Vec<String> {
    let mut query = OrderedQuery {
        candidates,
        order,
        after: None,
        hides_reviews_from: None,
    };
    let mut names = Vec::new();
    loop {
        let page = store.candidates().list_ordered(&query).unwrap();
        names.extend(page.candidates.into_iter().map(|(one, _)| one.full_name));
        query.after = page.end;
        if !page.has_next_page {
            return names;
        }
    }
}
