//! getJobs, getJob, createJob, updateJob.

use std::sync::Arc;

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_domain::{JobId, OrganizationId};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    jobs_are_listed_newest_first_by_organization_and_recruiter,
    pages_and_their_bounds,
    search_is_a_substring_of_title_or_description,
    drafts_are_excluded_unless_requested,
    a_job_is_created_and_read_back_whole,
    a_job_like_another_is_a_conflict,
    values_that_cannot_be_used_are_bad_user_input,
    an_update_changes_what_is_given_and_clears_what_is_null,
    requirements_are_read_once_for_each_version,
    a_change_that_is_based_on_an_earlier_revision_is_refused,
    scores_that_are_older_than_the_job_are_counted,
);

const LIST: &str = "query($input: getJobsInput!) { getJobs(input: $input) {
    jobs { _id title jobDescription skills recruiterId recruiterName organizationId }
    totalCount pageInfo { pageNumber pageSize hasNextPage } } }";

fn list(service: &Service, more: &Value) -> Value {
    let input = joined(
        json!({
            "organizationId": service.recruiter.organization_id,
            "recruiterId": service.recruiter.user_id,
            "userType": "Recruiter",
        }),
        more,
    );
    service.data(&service.recruiter, LIST, input)
}

fn titles(list: &Value) -> Vec<&str> {
    list["jobs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|job| job["title"].as_str().unwrap())
        .collect()
}

fn jobs_are_listed_newest_first_by_organization_and_recruiter(service: &Service) {
    for title in ["Nurse", "Cook", "Driver"] {
        service.create_job(
            title,
            json!({ "jobDescription": "Work.", "skills": ["Care", " care ", "Order"] }),
        );
        service.clock.advance(Duration::seconds(1));
    }
    let found = list(service, &json!({}));
    assert_eq!(titles(&found), ["Driver", "Cook", "Nurse"]);
    let job = &found["jobs"][0];
    assert_eq!(job["jobDescription"], "Work.");
    assert_eq!(job["skills"], json!(["Care", "Order"]));
    assert_eq!(job["recruiterId"], "usr_recruiter");
    assert_eq!(job["recruiterName"], "Name of usr_recruiter");
    assert_eq!(job["organizationId"], "org_ours");
    let input = json!({ "organizationId": "org_ours", "recruiterId": "usr_colleague", "userType": "Admin" });
    assert_eq!(
        service.data(&service.admin, LIST, input)["totalCount"],
        0,
        "another recruiter's list"
    );
}

fn pages_and_their_bounds(service: &Service) {
    for n in 0..5 {
        service.create_job(&format!("Job {n}"), json!({}));
    }
    let page =
        |number: i32, size: i32| list(service, &json!({ "pageNum": number, "perPage": size }));
    let (first, second, third) = (page(1, 2), page(2, 2), page(3, 2));
    assert_eq!(
        first["pageInfo"],
        json!({ "pageNumber": 1, "pageSize": 2, "hasNextPage": true })
    );
    assert_eq!(third["pageInfo"]["hasNextPage"], false);
    // These jobs have the same creation time, so the identifier orders them. No page repeats or omits a job.
    let ids: Vec<&str> = [&first, &second, &third]
        .iter()
        .flat_map(|page| page["jobs"].as_array().unwrap())
        .map(|job| job["_id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 5);
    assert!(ids.is_sorted());
    assert_eq!(first["totalCount"], 5);
    assert_eq!(titles(&page(9, 2)).len(), 0);
    for (number, size) in [(0, 20), (-1, 20), (1, 0), (1, 101)] {
        let input = json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "userType": "Recruiter",
            "pageNum": number, "perPage": size });
        assert_eq!(
            service.code(&service.recruiter, LIST, input),
            "BAD_USER_INPUT"
        );
    }
    assert_eq!(page(1, 100)["totalCount"], 5);
}

fn search_is_a_substring_of_title_or_description(service: &Service) {
    service.create_job(
        "Straßenbahnfahrer",
        json!({ "jobDescription": "100% night_shift" }),
    );
    service.create_job("Nurse", json!({ "jobDescription": "Day shift, 1000 beds" }));
    let found = |term: &str| {
        list(service, &json!({ "search": term }))["totalCount"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(found("STRASSE"), 0, "folding is by case, not by spelling");
    assert_eq!(found("straßenBAHN"), 1);
    assert_eq!(found("shift"), 2);
    assert_eq!(found("100%"), 1, "a per cent sign is itself");
    assert_eq!(found("night_"), 1);
    assert_eq!(found("y_s"), 0, "an underscore is itself");
    assert_eq!(found("  "), 2, "blank is as if absent");
    assert_eq!(found("nothing like it"), 0);
}

fn drafts_are_excluded_unless_requested(service: &Service) {
    service.create_job("Published", json!({}));
    service.create_job("Draft", json!({ "draft": true }));
    assert_eq!(titles(&list(service, &json!({}))), ["Published"]);
    assert_eq!(
        titles(&list(service, &json!({ "drafts": false }))),
        ["Published"]
    );
    assert_eq!(list(service, &json!({ "drafts": true }))["totalCount"], 2);
}

const WHOLE: &str = "_id title jobDescription skills jobCode department location employmentType employmentKind draft
    createdAt attributes { name value } requirements { requiredSkills preferredSkills minimumYears educationLevel
    skillYears { skill minimumYears } languages { anyOf level importance } certificates { anyOf importance }
    sources { requirement quote } }";

fn get(service: &Service, id: &str) -> Value {
    let document = format!("query($input: GetJobInput!) {{ getJob(input: $input) {{ {WHOLE} }} }}");
    service.data(
        &service.recruiter,
        &document,
        json!({ "organizationId": "org_ours", "jobId": id }),
    )
}

fn a_job_is_created_and_read_back_whole(service: &Service) {
    let id = service.create_job("Senior Backend Engineer", json!({
        "jobDescription": "You have at least 5 years of experience and a Bachelor's degree in Computer Science. You must know Rust. 2 years of PostgreSQL. Fluent German or French. A driving licence is a plus.",
        "skills": ["Rust", "PostgreSQL"], "jobCode": "ENG-7", "department": "Engineering",
        "location": " Berlin ", "employmentType": "Full time" }));
    let job = get(service, &id);
    assert_eq!(job["jobCode"], "ENG-7");
    assert_eq!(
        (&job["department"], &job["location"]),
        (&json!("Engineering"), &json!("Berlin"))
    );
    assert_eq!(
        (&job["employmentType"], &job["employmentKind"]),
        (&json!("Full time"), &json!("full-time"))
    );
    assert_eq!(
        (&job["draft"], &job["createdAt"]),
        (&json!(false), &json!("2026-03-05T08:15:00.000Z"))
    );
    assert_eq!(job["attributes"], json!([]));
    let requirements = &job["requirements"];
    let required = requirements["requiredSkills"].as_array().unwrap();
    assert!(
        required.contains(&json!("Rust")) && required.contains(&json!("PostgreSQL")),
        "{requirements}"
    );
    assert_eq!(requirements["minimumYears"], 5.0);
    assert_eq!(requirements["educationLevel"], "bachelor");
    assert_eq!(
        requirements["skillYears"],
        json!([{ "skill": "PostgreSQL", "minimumYears": 2.0 }])
    );
    assert_eq!(
        requirements["languages"],
        json!([{ "anyOf": ["German", "French"], "level": "Fluent", "importance": "described" }])
    );
    assert_eq!(
        requirements["certificates"],
        json!([{ "anyOf": ["driving licence"], "importance": "preferred" }])
    );
    assert!(!requirements["sources"].as_array().unwrap().is_empty());
    let coded = get(service, &service.create_job("Data Analyst", json!({})));
    assert_eq!(coded["jobCode"], "DA-2026-001");
    assert_eq!(
        get(
            service,
            &service.create_job("Data Analyst", json!({ "location": "Rome" }))
        )["jobCode"],
        "DA-2026-002"
    );
}

const CREATE: &str = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";

fn create_input(more: Value) -> Value {
    joined(
        json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "title": "Nurse" }),
        &more,
    )
}

fn a_job_like_another_is_a_conflict(service: &Service) {
    service.create_job("Nurse", json!({ "location": "Rome" }));
    service.create_job("Cook", json!({ "jobCode": "C-1" }));
    let code = |more| service.code(&service.recruiter, CREATE, create_input(more));
    assert_eq!(
        code(json!({ "title": " NURSE", "location": "rome" })),
        "CONFLICT"
    );
    assert_eq!(
        code(json!({ "title": "Chef", "jobCode": "c-1" })),
        "CONFLICT"
    );
    service.data(
        &service.recruiter,
        CREATE,
        create_input(json!({ "location": "Milan" })),
    );
}

fn values_that_cannot_be_used_are_bad_user_input(service: &Service) {
    let long = "x".repeat(301);
    let many: Vec<_> = (0..201).map(|n| n.to_string()).collect();
    for more in [
        json!({ "title": " " }),
        json!({ "title": long }),
        json!({ "title": "a\u{0}b" }),
        json!({ "location": long }),
        json!({ "jobDescription": "x".repeat(100_001) }),
        json!({ "skills": many }),
    ] {
        assert_eq!(
            service.code(&service.recruiter, CREATE, create_input(more)),
            "BAD_USER_INPUT"
        );
    }
    let unknown = create_input(json!({ "recruiterId": "usr_nobody" }));
    assert_eq!(
        service.code(&service.admin, CREATE, unknown),
        "BAD_USER_INPUT"
    );
    for search in ["a\u{0}".to_owned(), "a".repeat(1_001), "a".repeat(60_000)] {
        let input = json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter",
            "userType": "Recruiter", "search": search });
        assert_eq!(
            service.code(&service.recruiter, LIST, input),
            "BAD_USER_INPUT"
        );
    }
}

fn an_update_changes_what_is_given_and_clears_what_is_null(service: &Service) {
    let id = service.create_job(
        "Nurse",
        json!({ "location": "Rome", "department": "Ward", "skills": ["Care"] }),
    );
    let update =
        format!("mutation($input: UpdateJobInput!) {{ updateJob(input: $input) {{ {WHOLE} }} }}");
    let mut input = json!({ "organizationId": "org_ours", "jobId": id, "title": "Senior Nurse", "location": null,
        "employmentType": "Teilzeit", "draft": true });
    let job = service.data(&service.recruiter, &update, input.clone());
    assert_eq!(
        (&job["title"], &job["location"], &job["department"]),
        (&json!("Senior Nurse"), &Value::Null, &json!("Ward"))
    );
    assert_eq!(
        (&job["skills"], &job["draft"], &job["employmentKind"]),
        (&json!(["Care"]), &json!(true), &json!("part-time"))
    );
    assert_eq!(get(service, &id), job);
    for name in ["title", "jobDescription", "skills", "draft"] {
        let mut bad = json!({ "organizationId": "org_ours", "jobId": id });
        bad[name] = Value::Null;
        assert_eq!(
            service.code(&service.recruiter, &update, bad),
            "BAD_USER_INPUT",
            "{name} may not be null"
        );
    }
    input["jobId"] = json!("job_x");
    assert_eq!(
        service.code(&service.recruiter, &update, input),
        "NOT_FOUND"
    );
}

fn requirements_are_read_once_for_each_version(service: &Service) {
    let id = service.create_job("Nurse", json!({ "jobDescription": "Three years of Rust." }));
    let stored = || {
        let here = OrganizationId::parse("o", &service.admin.organization_id).unwrap();
        let id = JobId::parse("id", &id).unwrap();
        service.store().jobs().find(&here, &id).unwrap().unwrap()
    };
    let first = service.app.jobs().requirements(&stored());
    assert!(Arc::ptr_eq(
        &first,
        &service.app.jobs().requirements(&stored())
    ));
    let input = json!({
        "organizationId": service.admin.organization_id, "jobId": id, "jobDescription": "Two years of Go.",
    });
    let query = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { version } }";
    service.data(&service.recruiter, query, input);
    let changed = service.app.jobs().requirements(&stored());
    assert!(!Arc::ptr_eq(&first, &changed));
    assert_ne!(first.skills, changed.skills);
}

fn a_change_that_is_based_on_an_earlier_revision_is_refused(service: &Service) {
    let job = service.create_job("Nurse", json!({ "jobDescription": "Work." }));
    let input = |more: Value| {
        let own = json!({ "organizationId": "org_ours", "jobId": job });
        joined(own, &more)
    };
    let read = "query($input: GetJobInput!) { getJob(input: $input) { revision version title } }";
    let revision = |service: &Service| {
        service.data(&service.recruiter, read, input(json!({})))["revision"].clone()
    };
    let first = revision(service);
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { revision version location } }";
    let change = json!({ "location": "Leeds", "expectedRevision": first });
    let changed = service.data(&service.admin, update, input(change));
    assert_eq!(changed["revision"], first.as_i64().unwrap() + 1);
    assert_eq!(changed["version"], 1, "the scored texts are the same");
    let late = json!({ "title": "Senior Nurse", "expectedRevision": first });
    let code = service.code(&service.recruiter, update, input(late));
    assert_eq!(code, "CONFLICT");
    let now = service.data(&service.recruiter, read, input(json!({})));
    assert_eq!(now["title"], "Nurse");
    // A change of the status is a revision too, and without an expectation the last change wins.
    let close = "mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) { revision } }";
    let closed = json!({ "status": "Closed", "reason": "Filled" });
    let closed = service.data(&service.recruiter, close, input(closed));
    assert_eq!(closed["revision"], first.as_i64().unwrap() + 2);
    let change = json!({ "location": "York" });
    assert_eq!(
        service.data(&service.recruiter, update, input(change))["location"],
        "York"
    );
}

fn scores_that_are_older_than_the_job_are_counted(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({ "skills": ["Rust"] }));
    service.candidate(&job, "Ada Example");
    service.candidate(&job, "Bea Example");
    let input = |more: Value| {
        let own = json!({ "organizationId": "org_ours", "jobId": job });
        joined(own, &more)
    };
    let read = "query($input: GetJobInput!) { getJob(input: $input) { outdatedScores } }";
    let outdated = |service: &Service| {
        service.data(&service.recruiter, read, input(json!({})))["outdatedScores"].clone()
    };
    assert_eq!(outdated(service), 0);
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { _id } }";
    service.data(
        &service.recruiter,
        update,
        input(json!({ "location": "Leeds" })),
    );
    assert_eq!(outdated(service), 0, "scores do not depend on the location");
    service.data(
        &service.recruiter,
        update,
        input(json!({ "skills": ["Rust", "SQL"] })),
    );
    assert_eq!(outdated(service), 2);
    let rescore = "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { candidates } }";
    service.data(&service.recruiter, rescore, input(json!({})));
    assert_eq!(outdated(service), 0);
}
