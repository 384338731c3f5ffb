//! listJobs, setJobStatus, deleteJob, and the values of a job that callers set.

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::Service;

on_both_databases!(
    a_recruiter_lists_all_jobs_of_the_organization,
    jobs_are_found_by_what_other_systems_know,
    what_changed_since_is_listed_in_pages,
    filters_that_cannot_be_used_are_bad_user_input,
    a_job_is_closed_and_reopened_with_a_reason,
    a_status_that_is_not_allowed_is_refused,
    a_closed_job_accepts_no_resumes,
    a_conflict_names_the_existing_job,
    only_a_job_without_candidates_is_deleted,
);

const LIST: &str = "query($input: ListJobsInput!) { listJobs(input: $input) {
    jobs { _id title status draft externalId jobCode updatedAt attributes { name value }
        hiringTeam { userId fullName userType isOwner } }
    totalCount pageInfo { hasNextPage endCursor } } }";
const SET_STATUS: &str = "mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) {
    _id status statusReason statusChangedAt draft updatedAt } }";
const DELETE: &str = "mutation($input: DeleteJobInput!) { deleteJob(input: $input) { _id } }";
const UPDATE: &str = "mutation($input: UpdateJobInput!) { updateJob(input: $input) {
    jobCode externalId attributes { name value } status draft } }";
const CREATE: &str =
    "mutation($input: CreateJobInput!) { createJob(input: $input) { _id jobCode } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn list(service: &Service, caller: &Caller, filters: Value) -> Value {
    service.data(caller, LIST, ours(filters))
}

fn titles(list: &Value) -> Vec<&str> {
    let jobs = list["jobs"].as_array().unwrap().iter();
    jobs.map(|job| job["title"].as_str().unwrap()).collect()
}

fn set_status(service: &Service, job: &str, status: &str, reason: Option<&str>) -> Value {
    let input = ours(json!({ "jobId": job, "status": status, "reason": reason }));
    service.data(&service.recruiter, SET_STATUS, input)
}

fn message(service: &Service, document: &str, input: Value) -> (String, String) {
    let (status, body) = service.graphql(&service.recruiter, document, input);
    assert_eq!(status, 200, "{body}");
    let error = &body["errors"][0];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&error["extensions"]["code"]), text(&error["message"]))
}

fn a_recruiter_lists_all_jobs_of_the_organization(service: &Service) {
    service.create_job("Nurse", json!({ "department": "Care" }));
    service.clock.advance(Duration::seconds(1));
    let input = ours(json!({ "recruiterId": "usr_colleague", "title": "Cook", "draft": true }));
    service.data(&service.colleague, CREATE, input);
    for caller in [&service.admin, &service.recruiter, &service.colleague] {
        let all = list(service, caller, json!({}));
        assert_eq!(titles(&all), ["Cook", "Nurse"]);
        assert_eq!(all["totalCount"], 2);
        let (cook, nurse) = (&all["jobs"][0], &all["jobs"][1]);
        assert_eq!(
            (&cook["status"], &cook["draft"]),
            (&json!("Draft"), &json!(true))
        );
        assert_eq!(
            (&nurse["status"], &nurse["draft"]),
            (&json!("Open"), &json!(false))
        );
        assert_eq!(
            cook["hiringTeam"],
            json!([{ "userId": "usr_colleague", "fullName": "Name of usr_colleague",
                "userType": "Recruiter", "isOwner": true }])
        );
        assert_eq!(nurse["hiringTeam"][0]["userId"], "usr_recruiter");
        for (filter, found) in [
            (json!({ "statuses": ["open"] }), "Nurse"),
            (json!({ "statuses": ["DRAFT", "Closed"] }), "Cook"),
            (json!({ "recruiterId": "usr_recruiter" }), "Nurse"),
            (json!({ "department": "care" }), "Nurse"),
            (json!({ "search": "cook" }), "Cook"),
        ] {
            assert_eq!(titles(&list(service, caller, filter)), [found]);
        }
    }
    let (status, _) = service.graphql(&service.interviewer, LIST, ours(json!({})));
    assert_eq!(status, 403);
}

fn jobs_are_found_by_what_other_systems_know(service: &Service) {
    let attributes = json!([{ "name": "Cost centre", "value": "4711" }]);
    let more = json!({ "externalId": "req-9", "jobCode": "HR-9", "attributes": attributes });
    let nurse = service.create_job("Nurse", more);
    let other = service.create_job("Cook", json!({}));
    for filter in [
        json!({ "externalId": "req-9" }),
        json!({ "jobCode": "hr-9" }),
        json!({ "attributes": [{ "name": "cost CENTRE", "value": "4711" }] }),
        json!({ "search": "4711" }),
        json!({ "search": "req-9 nurse" }),
    ] {
        let found = list(service, &service.recruiter, filter.clone());
        assert_eq!(titles(&found), ["Nurse"], "{filter}");
        assert_eq!(found["jobs"][0]["attributes"], attributes);
    }
    // They can be changed and cleared.
    let change =
        json!({ "jobId": nurse, "externalId": null, "jobCode": "HR-10", "attributes": [] });
    let updated = service.data(&service.recruiter, UPDATE, ours(change));
    assert_eq!(
        updated,
        json!({ "jobCode": "HR-10", "externalId": null, "attributes": [], "status": "Open", "draft": false })
    );
    let gone = list(service, &service.recruiter, json!({ "search": "4711" }));
    assert_eq!(gone["totalCount"], 0);
    let taken = json!({ "jobId": other, "externalId": "req-9" });
    service.data(&service.recruiter, UPDATE, ours(taken));
}

fn what_changed_since_is_listed_in_pages(service: &Service) {
    let jobs: Vec<String> = (0..5)
        .map(|n| service.create_job(&format!("Job {n}"), json!({})))
        .collect();
    service.clock.advance(Duration::hours(1));
    for job in &jobs[1..4] {
        let change = ours(json!({ "jobId": job, "location": "Bremen" }));
        service.data(&service.recruiter, UPDATE, change);
    }
    let all = list(service, &service.recruiter, json!({}));
    let times = all["jobs"].as_array().unwrap().iter();
    let since = times.map(|job| job["updatedAt"].as_str().unwrap()).max();
    let mut filter = json!({ "updatedSince": since, "perPage": 2 });
    let mut seen = Vec::new();
    loop {
        let page = list(service, &service.recruiter, filter.clone());
        assert_eq!(page["totalCount"], 3);
        seen.extend(titles(&page).into_iter().map(str::to_owned));
        if page["pageInfo"]["hasNextPage"] == json!(false) {
            break;
        }
        filter["after"] = page["pageInfo"]["endCursor"].clone();
    }
    seen.sort();
    assert_eq!(seen, ["Job 1", "Job 2", "Job 3"]);
    // A cursor belongs to its filters.
    filter["search"] = json!("job");
    let refused = service.code(&service.recruiter, LIST, ours(filter));
    assert_eq!(refused, "BAD_USER_INPUT");
}

fn filters_that_cannot_be_used_are_bad_user_input(service: &Service) {
    let many: Vec<_> = (0..21)
        .map(|_| json!({ "name": "a", "value": "b" }))
        .collect();
    for filter in [
        json!({ "statuses": ["Shut"] }),
        json!({ "recruiterId": "not an id" }),
        json!({ "updatedSince": "yesterday" }),
        json!({ "department": "x".repeat(301) }),
        json!({ "search": "a ".repeat(51) }),
        json!({ "search": "a\0" }),
        json!({ "attributes": many }),
        json!({ "perPage": 101 }),
        json!({ "pageNum": 0 }),
    ] {
        let code = service.code(&service.recruiter, LIST, ours(filter.clone()));
        assert_eq!(code, "BAD_USER_INPUT", "{filter}");
    }
    let repeated = json!([{ "name": "Grade", "value": "7" }, { "name": "grade", "value": "8" }]);
    let job = service.create_job("Nurse", json!({}));
    for change in [
        json!({ "jobId": job, "attributes": repeated }),
        json!({ "jobId": job, "jobCode": "" }),
        json!({ "jobId": job, "jobCode": null }),
        json!({ "jobId": job, "externalId": "x".repeat(301) }),
    ] {
        let code = service.code(&service.recruiter, UPDATE, ours(change.clone()));
        assert_eq!(code, "BAD_USER_INPUT", "{change}");
    }
}

fn a_job_is_closed_and_reopened_with_a_reason(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    let silent = ours(json!({ "jobId": job, "status": "closed" }));
    let (code, text) = message(service, SET_STATUS, silent);
    assert_eq!(code, "BAD_USER_INPUT");
    assert!(text.starts_with("reason: is missing"), "{text}");
    service.clock.advance(Duration::minutes(1));
    let closed = set_status(service, &job, "closed", Some(" Position filled "));
    assert_eq!(closed["status"], "Closed");
    assert_eq!(closed["statusReason"], "Position filled");
    assert_eq!(closed["draft"], false);
    assert_eq!(closed["statusChangedAt"], closed["updatedAt"]);
    let draft = ours(json!({ "jobId": job, "draft": true }));
    let (code, text) = message(service, UPDATE, draft);
    assert_eq!(code, "CONFLICT");
    assert!(text.contains("reopen it with setJobStatus"), "{text}");
    let open = set_status(service, &job, "Open", Some("The new hire left"));
    assert_eq!(open["status"], "Open");
    let archived = set_status(service, &job, "Archived", Some("Cancelled"));
    assert_eq!(archived["status"], "Archived");
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { reason thingId changes { field before after } } } }";
    let asked = ours(json!({ "operation": "setJobStatus" }));
    let log = service.data(&service.admin, log, asked);
    let reasons = log["entries"].as_array().unwrap().iter();
    let reasons: Vec<_> = reasons
        .map(|entry| entry["reason"].as_str().unwrap())
        .collect();
    assert_eq!(
        reasons,
        ["Cancelled", "The new hire left", "Position filled"]
    );
    assert_eq!(
        log["entries"][0]["changes"],
        json!([{ "field": "status", "before": "Open", "after": "Archived" }])
    );
}

fn a_status_that_is_not_allowed_is_refused(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    set_status(service, &job, "Archived", Some("Cancelled"));
    let back = ours(json!({ "jobId": job, "status": "Draft", "reason": "x" }));
    let (code, text) = message(service, SET_STATUS, back);
    assert_eq!(code, "CONFLICT");
    assert!(
        text.contains("allowed from Archived: Open, Closed"),
        "{text}"
    );
    assert_eq!(
        service.code(
            &service.recruiter,
            SET_STATUS,
            ours(json!({ "jobId": "job_unknown", "status": "Open" }))
        ),
        "NOT_FOUND"
    );
}

fn a_closed_job_accepts_no_resumes(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    for status in ["Closed", "Archived"] {
        set_status(service, &job, status, Some("Position filled"));
        let (status_code, body) = service.upload(
            &service.recruiter,
            &job,
            vec![("cv.docx", docx("Ada Example"))],
        );
        assert_eq!((status_code, &body["status"]), (400, &json!(0)), "{body}");
        let text = body["message"].as_str().unwrap();
        assert!(text.contains(&status.to_lowercase()), "{text}");
        assert!(text.contains("reopen it with setJobStatus"), "{text}");
    }
    assert_eq!(service.staged_files(), 0);
    set_status(service, &job, "Open", Some("Someone left"));
    service.candidate(&job, "Ada Example");
    let draft = service.create_job("Cook", json!({ "draft": true }));
    service.candidate(&draft, "Ben Example");
}

fn a_conflict_names_the_existing_job(service: &Service) {
    service.create_job("Nurse", json!({ "externalId": "req-9", "jobCode": "HR-9" }));
    let cook = service.create_job("Cook", json!({}));
    let new =
        ours(json!({ "recruiterId": "usr_recruiter", "title": "Other", "externalId": "req-9" }));
    for (document, input) in [
        (CREATE, new),
        (
            UPDATE,
            ours(json!({ "jobId": cook, "externalId": "req-9" })),
        ),
        (UPDATE, ours(json!({ "jobId": cook, "jobCode": "hr-9" }))),
    ] {
        let (code, text) = message(service, document, input);
        assert_eq!(code, "CONFLICT");
        assert!(text.ends_with(": HR-9"), "{text}");
    }
    // Another organization may use the same identifier.
    let theirs = json!({ "organizationId": "org_theirs", "recruiterId": "usr_stranger",
        "title": "Nurse", "externalId": "req-9" });
    service.data(&service.stranger, CREATE, theirs);
}

fn only_a_job_without_candidates_is_deleted(service: &Service) {
    let (full, empty) = (
        service.create_job("Nurse", json!({})),
        service.create_job("Cook", json!({})),
    );
    let (candidate, _) = service.candidate(&full, "Ada Example");
    let id = |job: &str| ours(json!({ "jobId": job }));
    let (code, text) = message(service, DELETE, id(&full));
    assert_eq!(code, "CONFLICT");
    assert!(text.contains("archive it with setJobStatus"), "{text}");
    let deleted = service.data(&service.recruiter, DELETE, id(&empty));
    assert_eq!(deleted["_id"], json!(empty));
    assert_eq!(
        service.code(&service.recruiter, DELETE, id(&empty)),
        "NOT_FOUND"
    );
    let all = list(service, &service.recruiter, json!({}));
    assert_eq!(titles(&all), ["Nurse"]);
    let upload = service.upload(&service.recruiter, &empty, vec![("cv.docx", docx("Eve"))]);
    assert_eq!(upload.0, 404);
    // When the last candidate is erased, the job can be deleted.
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let input = ours(json!({ "candidateId": candidate, "reason": "Requested" }));
    service.data(&service.recruiter, erase, input);
    service.data(&service.recruiter, DELETE, id(&full));
}
