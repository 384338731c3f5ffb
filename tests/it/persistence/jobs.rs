//! Jobs: all-or-nothing imports, duplicates, codes and pages.

use shortlist_domain::{
    DraftFilter, EmploymentKind, JobChange, JobId, JobQuery, NewJob, OrganizationId, PageRequest,
    UserId,
};
use shortlist_persistence::{
    DuplicateBy, DuplicateJob, DuplicateOf, JobInsertion, OnDuplicate, Store, StoreError,
};

use crate::support::records::{at, new_job, organization, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_job_comes_back_as_it_was_given,
    codes_are_generated_and_never_taken_twice,
    a_code_is_unique_without_letter_case,
    rows_without_code_are_the_same_by_title_department_and_location,
    rows_of_one_import_differ_by_any_column,
    refused_imports_create_nothing_and_skipping_ones_the_rest,
    #[ignore = "long"]
    ten_thousand_rows_are_created_at_once,
    concurrent_imports_create_each_job_once,
    concurrent_imports_draw_different_codes,
    pages_are_newest_first_and_search_takes_wildcards_literally,
    a_change_counts_the_version_up,
    a_job_of_another_tenant_is_not_found,
);

fn start(store: &Store) -> (OrganizationId, UserId) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    (here, ada)
}

fn query(here: &OrganizationId, ada: &UserId) -> JobQuery {
    JobQuery {
        updated_since: None,
        organization_id: here.clone(),
        recruiter_id: ada.clone(),
        search: None,
        drafts: DraftFilter::Published,
        page: PageRequest::parse(("pageNum", 1), ("perPage", 20)).unwrap(),
        count: true,
    }
}

fn with_code(mut job: NewJob, code: &str) -> NewJob {
    job.code = Some(code.to_owned());
    job
}

fn a_job_comes_back_as_it_was_given(store: &Store) {
    let (here, ada) = start(store);
    let new = with_code(new_job(&here, &ada, "Orchard Manager"), "OM-1");
    let JobInsertion::Created(job) = store.insert_job(&new).unwrap() else {
        panic!("it was a duplicate");
    };
    assert_eq!(job.recruiter_name, "Name of usr_ada");
    assert_eq!(job.attributes, new.attributes);
    assert_eq!(job.employment_kind, Some(EmploymentKind::FullTime));
    assert_eq!(
        store.jobs().find(&here, &new.id).unwrap(),
        Some(*job.clone())
    );
    let page = store.jobs().list(&query(&here, &ada)).unwrap();
    assert_eq!(page.items, [*job]);
}

fn codes_are_generated_and_never_taken_twice(store: &Store) {
    let (here, ada) = start(store);
    let taken = with_code(new_job(&here, &ada, "Head Gardener"), "hg-2026-002");
    store.insert_job(&taken).unwrap();
    let mut in_file = with_code(new_job(&here, &ada, "Other"), "HG-2026-003");
    in_file.location = Some("There".to_owned());
    let titles = ["Head  gardener (north)", "Hot Glass", "hedge-grower"];
    let mut jobs: Vec<NewJob> = titles.map(|t| new_job(&here, &ada, t)).into();
    jobs[0].title = "Herb Grower".to_owned();
    jobs.push(in_file);
    let outcome = store
        .insert_jobs(&here, &jobs, OnDuplicate::Refuse)
        .unwrap();
    let codes: Vec<&str> = outcome.created.iter().map(|j| j.code.as_str()).collect();
    assert_eq!(
        codes,
        ["HG-2026-001", "HG-2026-004", "HG-2026-005", "HG-2026-003"]
    );
}

fn a_code_is_unique_without_letter_case(store: &Store) {
    let (here, ada) = start(store);
    store
        .insert_job(&with_code(new_job(&here, &ada, "One"), "A-1"))
        .unwrap();
    let again = with_code(new_job(&here, &ada, "Two"), " a-1 ");
    let expected = DuplicateJob {
        index: 0,
        by: DuplicateBy::Code,
        of: DuplicateOf::Stored {
            code: "A-1".to_owned(),
        },
    };
    assert_eq!(
        store.insert_job(&again).unwrap(),
        JobInsertion::Duplicate(expected)
    );
    let there = organization(store, "org_2");
    let bob = user(store, &there, "usr_bob");
    let elsewhere = with_code(new_job(&there, &bob, "One"), "A-1");
    assert!(matches!(
        store.insert_job(&elsewhere).unwrap(),
        JobInsertion::Created(_)
    ));
}

fn rows_without_code_are_the_same_by_title_department_and_location(store: &Store) {
    let (here, ada) = start(store);
    store
        .insert_job(&with_code(new_job(&here, &ada, "Tree Surgeon"), "T-1"))
        .unwrap();
    let mut same = new_job(&here, &ada, " tree   SURGEON ");
    same.description = "Another description".to_owned();
    let JobInsertion::Duplicate(duplicate) = store.insert_job(&same).unwrap() else {
        panic!("it was created");
    };
    assert_eq!(duplicate.by, DuplicateBy::TitleAndPlace);
    let coded = with_code(same.clone(), "T-2");
    assert!(matches!(
        store.insert_job(&coded).unwrap(),
        JobInsertion::Created(_)
    ));
    same.location = Some("Elsewhere".to_owned());
    same.id = new_job(&here, &ada, "x").id;
    assert!(matches!(
        store.insert_job(&same).unwrap(),
        JobInsertion::Created(_)
    ));
}

fn rows_of_one_import_differ_by_any_column(store: &Store) {
    let (here, ada) = start(store);
    let mut rows: Vec<NewJob> = (0..3).map(|_| new_job(&here, &ada, "Florist")).collect();
    rows[1].description = "Another description".to_owned();
    let outcome = store.insert_jobs(&here, &rows, OnDuplicate::Skip).unwrap();
    assert_eq!(outcome.created.len(), 2);
    assert_eq!(
        outcome.duplicates,
        [DuplicateJob {
            index: 2,
            by: DuplicateBy::TitleAndPlace,
            of: DuplicateOf::Earlier { index: 0 },
        }]
    );
    let again = store.insert_jobs(&here, &rows, OnDuplicate::Skip).unwrap();
    assert_eq!((again.created.len(), again.duplicates.len()), (0, 3));
}

fn refused_imports_create_nothing_and_skipping_ones_the_rest(store: &Store) {
    let (here, ada) = start(store);
    let rows = [
        with_code(new_job(&here, &ada, "One"), "A-1"),
        with_code(new_job(&here, &ada, "Two"), "a-1"),
        new_job(&here, &ada, "Three"),
    ];
    let refused = store
        .insert_jobs(&here, &rows, OnDuplicate::Refuse)
        .unwrap();
    assert_eq!((refused.created.len(), refused.duplicates.len()), (0, 1));
    assert!(
        store
            .jobs()
            .list(&query(&here, &ada))
            .unwrap()
            .items
            .is_empty()
    );
    let skipped = store.insert_jobs(&here, &rows, OnDuplicate::Skip).unwrap();
    assert_eq!((skipped.created.len(), skipped.duplicates.len()), (2, 1));
    let nobody = UserId::parse("id", "usr_nobody").unwrap();
    let unowned = store.insert_jobs(
        &here,
        &[
            new_job(&here, &ada, "Four"),
            new_job(&here, &nobody, "Five"),
        ],
        OnDuplicate::Skip,
    );
    assert!(matches!(unowned, Err(StoreError::MissingReference(_))));
    let page = store.jobs().list(&query(&here, &ada)).unwrap();
    assert_eq!(page.total_count(), Some(2));
}

fn ten_thousand_rows_are_created_at_once(store: &Store) {
    let (here, ada) = start(store);
    let rows: Vec<NewJob> = (0..10_000)
        .map(|n| new_job(&here, &ada, &format!("Garden helper {n}")))
        .collect();
    let outcome = store
        .insert_jobs(&here, &rows, OnDuplicate::Refuse)
        .unwrap();
    assert_eq!(outcome.created.len(), 10_000);
    assert_eq!(outcome.created[0].code, "GH-2026-001");
    assert_eq!(outcome.created[9_999].code, "GH-2026-10000");
    let page = store.jobs().list(&query(&here, &ada)).unwrap();
    assert_eq!(page.total_count(), Some(10_000));
    let again = store
        .insert_jobs(&here, &rows, OnDuplicate::Refuse)
        .unwrap();
    assert_eq!(again.duplicates.len(), 10_000);
}

fn concurrent_imports_create_each_job_once(store: &Store) {
    let (here, ada) = start(store);
    let created = at_once(16, |_| {
        let mut rows: Vec<NewJob> = (0..20)
            .map(|n| new_job(&here, &ada, &format!("Post {n}")))
            .collect();
        rows.extend((0..20).map(|n| with_code(new_job(&here, &ada, "Coded"), &format!("C-{n}"))));
        let outcome = store.insert_jobs(&here, &rows, OnDuplicate::Skip).unwrap();
        outcome.created.len()
    });
    assert_eq!(created.into_iter().sum::<usize>(), 40);
    let page = store.jobs().list(&query(&here, &ada)).unwrap();
    assert_eq!(page.total_count(), Some(40));
}

fn concurrent_imports_draw_different_codes(store: &Store) {
    let (here, ada) = start(store);
    let outcomes = at_once(16, |n| {
        let mut job = new_job(&here, &ada, "Rose Grower");
        job.location = Some(format!("Garden {n}"));
        store.insert_job(&job).unwrap()
    });
    let mut codes: Vec<String> = outcomes
        .into_iter()
        .filter_map(|outcome| match outcome {
            JobInsertion::Created(job) => Some(job.code),
            JobInsertion::Duplicate(_) => None,
        })
        .collect();
    codes.sort();
    assert_eq!(codes.first().map(String::as_str), Some("RG-2026-001"));
    assert_eq!(codes.last().map(String::as_str), Some("RG-2026-016"));
}

fn pages_are_newest_first_and_search_takes_wildcards_literally(store: &Store) {
    let (here, ada) = start(store);
    let jobs: Vec<NewJob> = [
        "100% organic",
        "100 acres",
        "under_gardener",
        "Blumen ÄRMEL",
    ]
    .into_iter()
    .zip([0, 10, 10, 20])
    .map(|(title, seconds)| {
        let mut job = new_job(&here, &ada, title);
        job.created_at = at(seconds);
        job
    })
    .collect();
    store
        .insert_jobs(&here, &jobs, OnDuplicate::Refuse)
        .unwrap();
    let mut draft = new_job(&here, &ada, "Hidden");
    draft.draft = true;
    store.insert_job(&draft).unwrap();
    let titles = |query: &JobQuery| -> Vec<String> {
        let page = store.jobs().list(query).unwrap();
        page.items.into_iter().map(|job| job.title).collect()
    };
    let mut asked = query(&here, &ada);
    let order = [
        "Blumen ÄRMEL",
        "100 acres",
        "under_gardener",
        "100% organic",
    ];
    assert_eq!(titles(&asked), order);
    asked.page = PageRequest::parse(("n", 2), ("s", 3)).unwrap();
    assert_eq!(titles(&asked), ["100% organic"]);
    asked.page = PageRequest::parse(("n", 1), ("s", 3)).unwrap();
    assert!(store.jobs().list(&asked).unwrap().has_next_page);
    for (search, found) in [
        ("0%", vec!["100% organic"]),
        ("r_g", vec!["under_gardener"]),
        ("ärmel", vec!["Blumen ÄRMEL"]),
        (
            "ORCHARD",
            vec!["Blumen ÄRMEL", "100 acres", "under_gardener"],
        ),
        ("nothing like it", vec![]),
    ] {
        asked.search = Some(search.to_owned());
        assert_eq!(titles(&asked), found, "{search}");
    }
    asked.search = None;
    asked.drafts = DraftFilter::All;
    asked.page = PageRequest::parse(("n", 1), ("s", 20)).unwrap();
    assert_eq!(titles(&asked).len(), 5);
}

fn a_change_counts_the_version_up(store: &Store) {
    let (here, ada) = start(store);
    let new = new_job(&here, &ada, "Gardener");
    store.insert_job(&new).unwrap();
    let change = JobChange {
        title: Some("Nursery Hand".to_owned()),
        department: Some(None),
        employment: Some(Some(("Casual".to_owned(), Some(EmploymentKind::Casual)))),
        ..JobChange::default()
    };
    let changed = store
        .update_job(&here, &new.id, &change, at(5))
        .unwrap()
        .unwrap();
    assert_eq!(changed.version, 2);
    assert_eq!(changed.department, None);
    assert_eq!(changed.description, new.description);
    assert_eq!(store.jobs().find(&here, &new.id).unwrap(), Some(changed));
    let mut asked = query(&here, &ada);
    asked.search = Some("nursery".to_owned());
    assert_eq!(store.jobs().list(&asked).unwrap().items.len(), 1);
    // The old title is free again, and the new one is taken.
    let mut new_like_it = new_job(&here, &ada, "nursery hand");
    new_like_it.department = None;
    assert!(matches!(
        store.insert_job(&new_like_it).unwrap(),
        JobInsertion::Duplicate(_)
    ));
    let old = new_job(&here, &ada, "Gardener");
    assert!(matches!(
        store.insert_job(&old).unwrap(),
        JobInsertion::Created(_)
    ));
}

fn a_job_of_another_tenant_is_not_found(store: &Store) {
    let (here, ada) = start(store);
    let new = new_job(&here, &ada, "Gardener");
    store.insert_job(&new).unwrap();
    let there = organization(store, "org_2");
    assert_eq!(store.jobs().find(&there, &new.id).unwrap(), None);
    let change = JobChange::default();
    let changed = store.update_job(&there, &new.id, &change, at(1)).unwrap();
    assert_eq!(changed, None);
    let unknown = JobId::parse("id", "job_unknown").unwrap();
    assert_eq!(store.jobs().find(&here, &unknown).unwrap(), None);
    let misplaced = store.insert_jobs(&there, &[new], OnDuplicate::Skip);
    assert!(matches!(misplaced, Err(StoreError::Other { .. })));
}
