//! Lists of all jobs, their status and their deletion.

use shortlist_domain::{
    Attribute, JobChange, JobFilters, JobId, JobListQuery, JobStatus, JobStatusChange, NewJob,
    OrganizationId, PageRequest, RefusedStatus, UserId,
};
use shortlist_persistence::{DuplicateBy, JobDeletion, JobInsertion, JobUpdate, Store, StoreError};

use crate::support::records::{Tenant, at, new_job, organization, unique, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    each_filter_finds_its_jobs,
    jobs_are_found_by_all_given_attributes,
    words_are_found_in_any_order_and_field,
    pages_continue_after_a_cursor,
    a_status_changes_with_a_reason,
    the_draft_flag_follows_the_status,
    codes_and_external_identifiers_are_unique_when_changed,
    a_job_without_candidates_is_deleted_whole,
    a_deletion_never_loses_a_candidate,
);

fn query(here: &OrganizationId, filters: JobFilters) -> JobListQuery {
    JobListQuery {
        organization_id: here.clone(),
        filters,
        page: PageRequest::parse(("n", 1), ("s", 20)).unwrap(),
        count: true,
    }
}

/// Returns the titles of the matching jobs.
fn titles(store: &Store, here: &OrganizationId, filters: JobFilters) -> Vec<String> {
    let page = store.jobs().list_all(&query(here, filters), None).unwrap();
    let titles: Vec<String> = page.items.into_iter().map(|job| job.title).collect();
    let total = page.total.map(|total| total.count);
    assert_eq!(total, i64::try_from(titles.len()).ok());
    titles
}

fn attribute(name: &str, value: &str) -> Attribute {
    Attribute {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// Creates three jobs of two recruiters, a minute apart.
fn three_jobs(store: &Store) -> (OrganizationId, [NewJob; 3]) {
    let here = organization(store, "org_1");
    let (ada, bob) = (user(store, &here, "usr_ada"), user(store, &here, "usr_bob"));
    let mut nurse = new_job(&here, &ada, "Nurse");
    nurse.code = Some("N-1".to_owned());
    nurse.external_id = Some("ext-1".to_owned());
    nurse.department = Some("Intensive  Care".to_owned());
    nurse.attributes.clear();
    let mut cook = new_job(&here, &bob, "Cook");
    cook.draft = true;
    cook.attributes.clear();
    cook.location = Some("Łódź".to_owned());
    cook.created_at = at(60);
    let mut driver = new_job(&here, &ada, "Driver");
    driver.description = "Night shifts, 100% on the road".to_owned();
    driver.attributes = vec![attribute("Cost Centre", "4_2"), attribute("Grade", "7")];
    driver.created_at = at(120);
    for job in [&nurse, &cook, &driver] {
        let inserted = store.insert_job(job).unwrap();
        assert!(matches!(inserted, JobInsertion::Created(_)));
    }
    // Another organization has the same jobs.
    let there = organization(store, "org_2");
    let eve = user(store, &there, "usr_eve");
    for job in [&nurse, &cook, &driver] {
        let mut same = job.clone();
        same.organization_id = there.clone();
        same.recruiter_id = eve.clone();
        store.insert_job(&same).unwrap();
    }
    (here, [nurse, cook, driver])
}

/// Returns filters that accept everything, after a change.
fn filters(change: impl FnOnce(&mut JobFilters)) -> JobFilters {
    let mut filters = JobFilters::default();
    change(&mut filters);
    filters
}

fn each_filter_finds_its_jobs(store: &Store) {
    let (here, _) = three_jobs(store);
    let statuses = |statuses: &[JobStatus]| filters(|f| f.statuses = statuses.to_vec());
    let text = |value: &str| Some(value.to_owned());
    let (open, draft) = (JobStatus::Open, JobStatus::Draft);
    for (filters, found) in [
        (filters(|_| ()), &["Driver", "Cook", "Nurse"][..]),
        (statuses(&[open]), &["Driver", "Nurse"]),
        (statuses(&[draft]), &["Cook"]),
        (statuses(&[open, draft]), &["Driver", "Cook", "Nurse"]),
        (statuses(&[JobStatus::Closed, draft]), &["Cook"]),
        (statuses(&[JobStatus::Archived]), &[]),
        (
            filters(|f| f.recruiter_id = UserId::parse("id", "usr_ada").ok()),
            &["Driver", "Nurse"],
        ),
        (
            filters(|f| f.department = text(" intensive CARE ")),
            &["Nurse"],
        ),
        (filters(|f| f.department = text("Intensive")), &[]),
        (filters(|f| f.location = text("łÓDŹ")), &["Cook"]),
        (filters(|f| f.code = text("n-1")), &["Nurse"]),
        (filters(|f| f.external_id = text("ext-1")), &["Nurse"]),
        (filters(|f| f.external_id = text("EXT-1")), &[]),
        (
            filters(|f| f.updated_since = Some(at(60))),
            &["Driver", "Cook"],
        ),
    ] {
        assert_eq!(titles(store, &here, filters.clone()), found, "{filters:?}");
    }
}

fn jobs_are_found_by_all_given_attributes(store: &Store) {
    let (here, [_, _, driver]) = three_jobs(store);
    let with = |attributes: &[Attribute]| filters(|f| f.attributes = attributes.to_vec());
    for (filters, found) in [
        (with(&[attribute("grade", "7")]), &["Driver"][..]),
        (
            with(&[attribute("Grade", "7"), attribute("cost  centre", "4_2")]),
            &["Driver"],
        ),
        (with(&[attribute("cost centre", "432")]), &[]),
        (with(&[attribute("Grade", "8")]), &[]),
        (with(&[attribute("Cost Centre", "7")]), &[]),
    ] {
        assert_eq!(titles(store, &here, filters.clone()), found, "{filters:?}");
    }
    let asked = query(&here, with(&driver.attributes));
    let job = store.jobs().list_all(&asked, None).unwrap().items.remove(0);
    assert_eq!((&job.id, &job.attributes), (&driver.id, &driver.attributes));
    assert_eq!(job.recruiter_name, "Name of usr_ada");
}

fn words_are_found_in_any_order_and_field(store: &Store) {
    let (here, _) = three_jobs(store);
    for (search, found) in [
        ("driver", &["Driver"][..]),
        ("SHIFTS night", &["Driver"]),
        ("centre 4_2 driver", &["Driver"]),
        ("night nurse", &[]),
        ("ext-1", &["Nurse"]),
        ("n-1 intensive", &["Nurse"]),
        ("łódź", &["Cook"]),
        ("0%", &["Driver"]),
        ("co", &["Driver", "Cook"]),
        ("cost", &["Driver"]),
        ("code", &[]),
        ("department", &[]),
        ("orchard", &["Cook", "Nurse"]),
    ] {
        let filters = JobFilters {
            search: Some(search.to_owned()),
            ..JobFilters::default()
        };
        assert_eq!(titles(store, &here, filters), found, "{search}");
    }
}

fn pages_continue_after_a_cursor(store: &Store) {
    let (here, [nurse, cook, driver]) = three_jobs(store);
    let mut asked = query(&here, JobFilters::default());
    asked.page = PageRequest::parse(("n", 1), ("s", 2)).unwrap();
    let first = store.jobs().list_all(&asked, None).unwrap();
    let ids = |jobs: &[shortlist_domain::Job]| -> Vec<JobId> {
        jobs.iter().map(|job| job.id.clone()).collect()
    };
    assert_eq!(ids(&first.items), [driver.id, cook.id]);
    assert!(first.has_next_page);
    asked.page = asked.page.following(first.end.unwrap(), 2);
    let second = store.jobs().list_all(&asked, None).unwrap();
    assert_eq!(ids(&second.items), [nurse.id]);
    assert!(!second.has_next_page);
}

fn set_status(store: &Store, job: &NewJob, status: JobStatus, reason: Option<&str>) -> JobUpdate {
    let change = JobStatusChange {
        status,
        reason: reason.map(str::to_owned),
        at: at(500),
    };
    store
        .operator(&job.organization_id)
        .jobs()
        .set_status(&job.organization_id, &job.id, &change)
        .unwrap()
}

fn a_status_changes_with_a_reason(store: &Store) {
    let (here, [nurse, ..]) = three_jobs(store);
    let refused = set_status(store, &nurse, JobStatus::Closed, None);
    let to = JobStatus::Closed;
    assert_eq!(refused, JobUpdate::Refused(RefusedStatus::NoReason { to }));
    let JobUpdate::Updated(job) = set_status(store, &nurse, to, Some("Filled")) else {
        panic!("not closed");
    };
    assert_eq!(job.status, JobStatus::Closed);
    assert_eq!(job.status_reason.as_deref(), Some("Filled"));
    assert_eq!(
        (job.status_changed_at, job.updated_at, job.version),
        (Some(at(500)), at(500), 1)
    );
    let stored = store.jobs().find(&here, &nurse.id).unwrap();
    assert_eq!(stored.as_ref(), Some(&*job));
    // The same status again keeps the reason.
    let again = set_status(store, &nurse, to, Some("Other"));
    assert_eq!(again, JobUpdate::Updated(job));
    let refused = set_status(store, &nurse, JobStatus::Draft, Some("Mistake"));
    assert!(matches!(refused, JobUpdate::Refused(_)));
    let elsewhere = NewJob {
        id: JobId::parse("id", "job_unknown").unwrap(),
        ..nurse
    };
    let missing = set_status(store, &elsewhere, to, Some("Filled"));
    assert_eq!(missing, JobUpdate::NotFound);
}

fn the_draft_flag_follows_the_status(store: &Store) {
    let (here, [nurse, cook, _]) = three_jobs(store);
    let change = |draft| JobChange {
        draft: Some(draft),
        ..JobChange::default()
    };
    let published = store.update_job(&here, &cook.id, &change(false), at(300));
    let published = published.unwrap().unwrap();
    assert_eq!(published.status, JobStatus::Open);
    assert_eq!(published.status_changed_at, Some(at(300)));
    set_status(store, &nurse, JobStatus::Closed, Some("Filled"));
    // A closed job is no draft, so that this changes nothing.
    let closed = store.update_job(&here, &nurse.id, &change(false), at(600));
    assert_eq!(closed.unwrap().unwrap().status, JobStatus::Closed);
    let refused = store
        .operator(&here)
        .jobs()
        .update(&here, &nurse.id, &change(true), at(600));
    let from = JobStatus::Closed;
    assert_eq!(
        refused.unwrap(),
        JobUpdate::Refused(RefusedStatus::NoDraft { from })
    );
}

fn codes_and_external_identifiers_are_unique_when_changed(store: &Store) {
    let (here, [nurse, cook, _]) = three_jobs(store);
    let update = |id: &JobId, change: &JobChange| {
        let operator = store.operator(&here);
        operator.jobs().update(&here, id, change, at(300)).unwrap()
    };
    let code = |code: &str| JobChange {
        code: Some(code.to_owned()),
        ..JobChange::default()
    };
    let external_id = |id: Option<&str>| JobChange {
        external_id: Some(id.map(str::to_owned)),
        ..JobChange::default()
    };
    let taken = "N-1".to_owned();
    assert_eq!(
        update(&cook.id, &code(" n-1")),
        JobUpdate::DuplicateCode {
            code: taken.clone()
        }
    );
    assert_eq!(
        update(&cook.id, &external_id(Some("ext-1"))),
        JobUpdate::DuplicateExternalId {
            code: taken.clone()
        }
    );
    let new = NewJob {
        id: JobId::generate(at(0), unique()),
        title: "Another nurse".to_owned(),
        code: None,
        ..nurse.clone()
    };
    let JobInsertion::Duplicate(duplicate) = store.insert_job(&new).unwrap() else {
        panic!("it was created");
    };
    assert_eq!(duplicate.by, DuplicateBy::ExternalId);
    // A value that is given up is free.
    for change in [external_id(None), code("N-2")] {
        let updated = update(&nurse.id, &change);
        assert!(matches!(updated, JobUpdate::Updated(_)), "{updated:?}");
    }
    for change in [external_id(Some("ext-1")), code("n-1")] {
        let updated = update(&cook.id, &change);
        assert!(matches!(updated, JobUpdate::Updated(_)), "{updated:?}");
    }
    let found = JobFilters {
        search: Some("ext-1 n-1".to_owned()),
        ..JobFilters::default()
    };
    assert_eq!(titles(store, &here, found), ["Cook"]);
}

fn a_job_without_candidates_is_deleted_whole(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let (here, job) = (&tenant.organization, &tenant.job);
    let delete = |id: &JobId| store.operator(here).jobs().delete(here, id).unwrap();
    store
        .insert_candidates(&[tenant.candidate("Ann", 500)], &mut unique)
        .unwrap();
    assert_eq!(delete(job), JobDeletion::HasCandidates);
    let other = new_job(here, &tenant.recruiter, "Florist");
    store.insert_job(&other).unwrap();
    let stored = store.jobs().find(here, &other.id).unwrap().unwrap();
    let read = shortlist_domain::JobRequirements::default();
    let inserted = store.jobs().insert_version(&stored, &read, "1", at(0));
    inserted.unwrap();
    assert_eq!(delete(&other.id), JobDeletion::Deleted);
    assert_eq!(store.jobs().find(here, &other.id).unwrap(), None);
    assert_eq!(store.jobs().find_version(here, &other.id, 1).unwrap(), None);
    assert!(
        store
            .jobs()
            .teams(here, std::slice::from_ref(&other.id))
            .unwrap()
            .is_empty()
    );
    assert_eq!(delete(&other.id), JobDeletion::NotFound);
    let words = JobFilters {
        search: Some("florist".to_owned()),
        ..JobFilters::default()
    };
    assert!(titles(store, here, words).is_empty());
}

fn a_deletion_never_loses_a_candidate(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let here = &tenant.organization;
    let done = at_once(8, |index| {
        if index == 0 {
            let deleted = store.operator(here).jobs().delete(here, &tenant.job);
            return deleted.unwrap() == JobDeletion::Deleted;
        }
        let candidate = tenant.candidate(&format!("Ann {index}"), 500);
        match store.insert_candidates(&[candidate], &mut unique) {
            Ok(_) => true,
            Err(StoreError::MissingReference(_)) => false,
            Err(error) => panic!("{error:?}"),
        }
    });
    let created = done.iter().skip(1).filter(|done| **done).count();
    let found = store.jobs().find(here, &tenant.job).unwrap();
    assert_eq!(found.is_none(), done[0]);
    assert_eq!(created, if done[0] { 0 } else { 7 });
}
