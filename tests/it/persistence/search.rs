//! Searches among many candidates: rare, common and absent terms find the same as a full scan, and erased candidates
//! are not found.

use std::collections::BTreeSet;

use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, FileDigest, Found, MAX_COUNTED, NewCandidate, PageRequest,
    PhoneNumber, Score, StatusFilter, Total,
};
use shortlist_persistence::{DatabaseUrl, SearchIndex, Store};

use crate::support::database::{on_empty_postgresql, on_sqlite, open};
use crate::support::records::{Tenant, at, unique};
use crate::support::writes::Writes as _;

on_both_databases!(
    #[ignore = "long"]
    a_search_is_counted_up_to_a_bound,
    terms_find_what_they_are_a_part_of_however_many_hold_them,
    a_term_of_another_organization_finds_nothing,
    a_short_word_begins_a_word,
    common_short_words_are_counted_wherever_they_are,
);

/// More candidates than the search checks one by one.
pub(super) const MANY: usize = 2_100;

pub(super) fn people(tenant: &Tenant, count: usize) -> Vec<NewCandidate> {
    let person = |number: usize| {
        let mut new = tenant.candidate(&format!("Person {number}"), 500);
        let mut digest = [0; 32];
        digest[..8].copy_from_slice(&number.to_be_bytes());
        new.file.digest = FileDigest(digest);
        new.created_at = at(i64::try_from(number).unwrap());
        new
    };
    (0..count).map(person).collect()
}

pub(super) fn fill(store: &Store, tenant: &Tenant, count: usize) {
    for batch in people(tenant, count).chunks(500) {
        store.insert_candidates(batch, &mut unique).unwrap();
    }
}

pub(super) fn search(tenant: &Tenant, term: &str) -> CandidateQuery {
    CandidateQuery {
        organization_id: tenant.organization.clone(),
        job_id: None,
        search: Some(term.to_owned()),
        status: StatusFilter::Any,
        filters: CandidateFilters::default(),
        page: PageRequest::parse(("n", 1), ("s", 3)).unwrap(),
        count: true,
    }
}

fn a_short_word_begins_a_word(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    fill(store, &tenant, MANY);
    // A code of a candidate can begin with any two letters but I, L, O and U, so each short word contains one of these.
    for name in [
        "Ouzara First",
        "Ida Ouzib",
        "Ben Mid-Ouzob",
        "Cleo Aouzo",
        "Öl Fink",
        "Dora C++",
        "Emil X/C++",
        "Finn (C#)",
        "Gina Xc++",
        "Hana O.U.",
        "Ivo Oxup",
    ] {
        let new = tenant.candidate(name, 500);
        store.insert_candidates(&[new], &mut unique).unwrap();
    }
    let mut called = tenant.candidate("Kai Rust", 500);
    called.resume.phone = PhoneNumber::parse("p", "+1 555 987654")
        .ok()
        .map(|phone| Found::certain(phone, None, "invented"));
    store.insert_candidates(&[called], &mut unique).unwrap();
    let names = |term: &str| {
        let (count, mut names) = found(store, &search(&tenant, term));
        assert_eq!(usize::try_from(count).unwrap(), names.len(), "{term}");
        names.sort();
        names
    };
    for (term, expected) in [
        ("ou", &["Ben Mid-Ouzob", "Ida Ouzib", "Ouzara First"][..]),
        ("OU id", &["Ida Ouzib"]),
        ("ou mid", &["Ben Mid-Ouzob"]),
        // More words than PostgreSQL's regular expressions of one query.
        ("i id e ex o or ou 01 1 5 55", &["Ida Ouzib"]),
        ("öl", &["Öl Fink"]),
        ("ol", &["Öl Fink"]),
        ("c++", &["Dora C++", "Emil X/C++"]),
        ("dora c++", &["Dora C++"]),
        ("c#", &["Finn (C#)"]),
        ("c# (", &["Finn (C#)"]),
        ("o.u", &["Hana O.U."]),
        ("++", &["Dora C++", "Emil X/C++", "Gina Xc++"]),
        // A telephone number.
        ("98 76", &["Kai Rust"]),
        ("uu", &[]),
        ("uz", &[]),
    ] {
        assert_eq!(names(term), expected, "{term}");
    }
}

fn common_short_words_are_counted_wherever_they_are(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    fill(store, &tenant, MANY);
    // Every other text contains an address, in which the word follows a point.
    let mut at_the_start = tenant.candidate("Orla Fink", 500);
    at_the_start.resume.email = None;
    store
        .insert_candidates(&[at_the_start], &mut unique)
        .unwrap();
    for (term, expected) in [("or", MANY + 1), ("per", MANY), ("per exa", MANY)] {
        let in_job = CandidateQuery {
            job_id: Some(tenant.job.clone()),
            ..search(&tenant, term)
        };
        for query in [search(&tenant, term), in_job] {
            let (count, _) = found(store, &query);
            assert_eq!(usize::try_from(count).unwrap(), expected, "{term}");
        }
    }
}

/// Returns the number of results, and the names of the newest ones.
pub(super) fn found(store: &Store, query: &CandidateQuery) -> (i64, Vec<String>) {
    let page = store.candidates().list(query).unwrap();
    let names = page.items.into_iter().map(|found| found.full_name);
    (page.total.unwrap().count, names.collect())
}

fn terms_find_what_they_are_a_part_of_however_many_hold_them(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    fill(store, &tenant, MANY);
    let mut odd = tenant.candidate("Zo\u{eb} \"Quux\" O'Hara 50%_\\", 500);
    odd.created_at = at(5_000);
    odd.resume.email = None;
    store.insert_candidates(&[odd], &mut unique).unwrap();
    let newest = ["Person 2099", "Person 2098", "Person 2097"].map(str::to_owned);
    for term in ["person", "erson ", "p", "PERSON", "pr"] {
        let (count, names) = found(store, &search(&tenant, term));
        let expected = if term == "p" || term == "pr" {
            MANY + 1
        } else {
            MANY
        };
        assert_eq!(usize::try_from(count).unwrap(), expected, "{term}");
        let people: Vec<_> = names
            .iter()
            .filter(|name| name.starts_with("Person"))
            .collect();
        assert!(
            people
                .iter()
                .zip(&newest)
                .all(|(found, name)| *found == name),
            "{term}: {names:?}"
        );
        assert_eq!(names.len(), 3);
    }
    assert_eq!(
        found(store, &search(&tenant, "person 1234")).1,
        ["Person 1234"]
    );
    for term in ["son.77@", " person.77@example", "erson.77@EXAMPLE.org "] {
        let found = found(store, &search(&tenant, term));
        assert_eq!(found, (1, vec!["Person 77".to_owned()]), "{term}");
    }
    for term in ["zo\u{cb}", "\"qu", "o'h", "50%_\\", "%_", "\\", "\" o"] {
        let (count, names) = found(store, &search(&tenant, term));
        assert_eq!((count, names.len()), (1, 1), "{term}");
    }
    for term in [
        "zzyzx",
        "person 1234 ",
        "p_rson",
        "per%",
        "person.77@example.net",
        "person.77@exa_ple.org",
        "noz\u{eb}",
        "xyzzy AND person",
        "q*",
        "NEAR(",
        "öx",
    ] {
        let expected = i64::from(term == "person 1234 ");
        assert_eq!(found(store, &search(&tenant, term)).0, expected, "{term}");
    }
    paging_through_found_candidates_returns_each_once(store, &tenant);
}

fn paging_through_found_candidates_returns_each_once(store: &Store, tenant: &Tenant) {
    let mut next = search(tenant, "person.20");
    let mut walked = Vec::new();
    loop {
        let page = store.candidates().list(&next).unwrap();
        walked.extend(page.items.into_iter().map(|found| found.full_name));
        let Some(end) = page.end.filter(|_| page.has_next_page) else {
            break;
        };
        let number = next.page.number() + 1;
        next.page = next.page.following(end, number);
    }
    assert_eq!(walked.len(), 111);
    assert!(walked.is_sorted_by_key(|name| std::cmp::Reverse(
        name.rsplit(' ').next().unwrap().parse::<u32>().unwrap()
    )));
}

fn a_search_is_counted_up_to_a_bound(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let other = Tenant::create(store, "org_2");
    let bound = usize::try_from(MAX_COUNTED).unwrap();
    fill(store, &tenant, bound);
    fill(store, &other, 3);
    let total = |query: &CandidateQuery| store.candidates().list(query).unwrap().total.unwrap();
    let all = CandidateQuery {
        search: None,
        ..search(&tenant, "")
    };
    let of_job = |query: &CandidateQuery| CandidateQuery {
        job_id: Some(tenant.job.clone()),
        ..query.clone()
    };
    let common = search(&tenant, "person");
    for query in [&common, &of_job(&common), &all] {
        assert_eq!(total(query), Total::exact(MAX_COUNTED));
    }
    for (name, tenths) in [("Person last", 400), ("Person lowest", 300)] {
        let mut new = tenant.candidate(name, tenths);
        new.resume.email = None;
        store.insert_candidates(&[new], &mut unique).unwrap();
    }
    let bounded = Total {
        count: MAX_COUNTED,
        is_exact: false,
    };
    assert_eq!(total(&common), bounded);
    let ordered = store.candidates().count(&of_job(&common)).unwrap();
    assert_eq!(ordered, bounded);
    assert_eq!(total(&all), Total::exact(MAX_COUNTED + 2), "no search");
    let best = store
        .candidates()
        .best_score_counts(&of_job(&common))
        .unwrap();
    let score = Score::from_tenths;
    assert_eq!(best.lowest(), Some(score(500)));
    assert_eq!(best.total(), MAX_COUNTED, "with the score of the best");
    let ranks = [500, 400, 300].map(|tenths| best.rank(score(tenths)));
    assert_eq!(ranks, [Some(1), None, None]);
    let rare = of_job(&search(&tenant, "lowest"));
    let all_found = store.candidates().best_score_counts(&rare).unwrap();
    assert_eq!(
        (all_found.total(), all_found.rank(score(300))),
        (1, Some(1))
    );
    for (term, expected) in [("person.123", 11), ("person last", 1), ("nobody", 0)] {
        assert_eq!(
            total(&search(&tenant, term)),
            Total::exact(expected),
            "{term}"
        );
    }
}

fn a_term_of_another_organization_finds_nothing(store: &Store) {
    let there = Tenant::create(store, "org_2");
    fill(store, &there, 20);
    let here = Tenant::create(store, "org_1");
    let mine = here.candidate("Ada Quince", 500);
    store.insert_candidates(&[mine], &mut unique).unwrap();
    assert_eq!(found(store, &search(&here, "person")).0, 0);
    let mut elsewhere = search(&there, "person");
    assert_eq!(found(store, &elsewhere).0, 20);
    elsewhere.job_id = Some(here.job);
    assert_eq!(found(store, &elsewhere).0, 0);
}

#[derive(QueryableByName)]
struct Term {
    #[diesel(sql_type = Text)]
    term: String,
}

/// Returns all terms in SQLite's search index.
fn indexed(conn: &mut SqliteConnection) -> BTreeSet<String> {
    let terms: Vec<Term> = diesel::sql_query("SELECT term FROM temp.words")
        .load(conn)
        .unwrap();
    terms.into_iter().map(|term| term.term).collect()
}

#[test]
fn erasing_and_changing_leave_nothing_in_the_index() {
    on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        let store = open(url.clone());
        let tenant = Tenant::create(&store, "org_1");
        fill(&store, &tenant, 200);
        let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        conn.batch_execute(
            "CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'candidates_search', 'row')",
        )
        .unwrap();
        let before = indexed(&mut conn);
        let gone = tenant.candidate("Quillon Zephyrine", 500);
        let id = gone.id.clone();
        store.insert_candidates(&[gone], &mut unique).unwrap();
        assert!(indexed(&mut conn).contains("zep"));
        let renamed = shortlist_domain::CandidateChange {
            full_name: Some(Some("Wubbo Xylander".to_owned())),
            email: Some(None),
            ..shortlist_domain::CandidateChange::default()
        };
        store
            .update_candidate(&tenant.organization, &id, &renamed, at(1))
            .unwrap();
        let changed = indexed(&mut conn);
        assert!(changed.contains("xyl") && !changed.contains("zep"));
        store
            .operator(&tenant.organization)
            .candidates()
            .erase(&tenant.organization, &id, "asked for it", at(1))
            .unwrap();
        assert_eq!(indexed(&mut conn), before);
        conn.batch_execute(
            "INSERT INTO candidates_search (candidates_search, rank) VALUES ('integrity-check', 1)",
        )
        .unwrap();
    });
}

#[test]
fn without_the_extension_searches_work_and_the_index_is_made_when_it_is_there() {
    // A cluster's administrator creates the extension.
    on_empty_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        let role = format!("{}_poor", address.rsplit('/').next().unwrap());
        let mut owner = PgConnection::establish(address).unwrap();
        owner
            .batch_execute(&format!(
                "CREATE ROLE {role} LOGIN; GRANT CREATE ON SCHEMA public TO {role}"
            ))
            .unwrap();
        let (scheme, rest) = address.split_once("://").unwrap();
        let (_, host) = rest.split_once('@').unwrap();
        let poor = DatabaseUrl::PostgreSql(format!("{scheme}://{role}@{host}"));
        {
            let store = open(poor.clone());
            assert_eq!(
                store.database().search_index().unwrap(),
                SearchIndex::Missing
            );
            let tenant = Tenant::create(&store, "org_1");
            fill(&store, &tenant, 20);
            assert_eq!(found(&store, &search(&tenant, "person.1")).0, 11);
            owner.batch_execute("CREATE EXTENSION pg_trgm").unwrap();
            store.database().migrate().unwrap();
            assert_eq!(
                store.database().search_index().unwrap(),
                SearchIndex::Trigram
            );
            assert_eq!(found(&store, &search(&tenant, "person.1")).0, 11);
        }
        owner
            .batch_execute(&format!(
                "DROP EXTENSION pg_trgm CASCADE; DROP OWNED BY {role}; DROP ROLE {role}"
            ))
            .unwrap();
    });
}
