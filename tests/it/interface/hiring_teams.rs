//! Hiring teams, and the setting that limits recruiters to the jobs of their teams. Every operation of the schema is called
//! with every identifier of a job outside the team.

use reqwest::Method;
use serde_json::{Value, json};
use shortlist_app::{AppError, Refusal, UpdateCandidates};
use shortlist_domain::{OrganizationId, Principal, UserId, UserType};
use shortlist_transport::RESOURCE_PATHS;

use super::isolation::{FILM, TenantData};
use crate::support::generated_calls::{Operation, Schema, is_identifier};
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::Service;

on_both_databases!(
    nothing_of_a_job_outside_the_teams_is_reached,
    a_team_is_replaced_and_keeps_the_owner,
    teams_and_the_setting_are_checked,
    without_the_setting_a_team_limits_nobody,
    a_hiring_manager_reaches_only_the_jobs_of_their_teams,
    a_hiring_manager_decides_only_if_the_organization_allows_it,
    a_hiring_manager_takes_back_only_decisions,
);

const SET_ACCESS: &str =
    "mutation($input: SetRecruiterAccessInput!) { setRecruiterAccess(input: $input) { access } }";
const GET_ACCESS: &str =
    "query($input: GetRecruiterAccessInput!) { getRecruiterAccess(input: $input) { access } }";
const SET_TEAM: &str = "mutation($input: SetHiringTeamInput!) { setHiringTeam(input: $input) {
    hiringTeam { userId isOwner } } }";
const GET_JOB: &str =
    "query($input: GetJobInput!) { getJob(input: $input) { _id hiringTeam { userId } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn set_access(service: &Service, access: &str) {
    let set = service.data(
        &service.admin,
        SET_ACCESS,
        ours(json!({ "access": access })),
    );
    assert_eq!(set["access"], access);
}

fn set_team(service: &Service, caller: &Caller, job: &str, users: &[&str]) -> Value {
    let input = ours(json!({ "jobId": job, "userIds": users }));
    service.data(caller, SET_TEAM, input)["hiringTeam"].clone()
}

/// The records of a job, without what every recruiter of the organization may see.
fn records_of_a_job(service: &Service) -> TenantData {
    let mut data = TenantData::create(service);
    data.words.retain(|word| !word.starts_with("Name of"));
    let shared = ["org_", "usr_", "key_"];
    data.ids
        .retain(|id| !shared.iter().any(|prefix| id.starts_with(prefix)));
    data
}

/// Returns everything that an Admin reads about the job.
fn stored(service: &Service, schema: &Schema, data: &TenantData) -> Vec<Value> {
    let reading = [
        "getJob",
        "getCandidate",
        "getCandidates",
        "getInterviews",
        "getLeaderboard",
    ];
    let operations = schema.operations();
    let operations = operations
        .iter()
        .filter(|operation| reading.contains(&operation.name.as_str()));
    let candidate = data.ids.iter().find(|id| id.starts_with("cnd_")).unwrap();
    let known = |name: &str| match name {
        "organizationId" => Some(json!("org_ours")),
        "jobId" => Some(json!(data.job)),
        "candidateId" => Some(json!(candidate)),
        "status" => Some(Value::Null),
        _ if is_identifier(name) => Some(Value::Null),
        _ => None,
    };
    operations
        .map(|operation| operation.call(service, &service.admin, &schema.input(operation, &known)))
        .map(|(status, body, _)| {
            assert_eq!((status, body.get("errors")), (200, None), "{body}");
            body
        })
        .collect()
}

/// Calls an operation with each identifier in each of its arguments, and without any filter.
fn walk(
    service: &Service,
    schema: &Schema,
    operation: &Operation,
    data: &TenantData,
    recruiter: &Caller,
) -> usize {
    let mut calls = 0;
    let ids = schema.id_arguments(operation);
    let places = ids.iter().map(|place| Some(place.as_str()));
    for place in places.chain([None]) {
        for id in &data.ids {
            for others in [Value::Null, json!("Walker")] {
                let known = |name: &str| match name {
                    "organizationId" => Some(json!("org_ours")),
                    _ if !is_identifier(name) => None,
                    _ if place.is_none_or(|place| place == name) => Some(json!(id)),
                    "recruiterId" => Some(json!(recruiter.user_id)),
                    "interviewerId" => Some(json!(service.interviewer.user_id)),
                    _ => Some(others.clone()),
                };
                let mut input = schema.input(operation, &known);
                for field in ["status", "statuses", "search", "department", "location"] {
                    if input.get(field).is_some() && others.is_null() && operation.kind == "query" {
                        input[field] = Value::Null;
                    }
                }
                let (status, body, text) = operation.call(service, recruiter, &input);
                let context = format!("{} {input}", operation.name);
                // 400: an argument that must not be null.
                assert!(
                    [200, 400, 403].contains(&status),
                    "{context}: {status} {body}"
                );
                data.assert_no_leak(&text, id, &context);
                calls += 1;
            }
        }
    }
    calls
}

/// Sends an upload and every request whose path contains an identifier.
fn walk_paths(service: &Service, data: &TenantData) -> usize {
    let (recruiter, kept) = (&service.colleague, service.kept_recordings());
    let mut calls = 0;
    for id in &data.ids {
        let (status, body) = service.upload(recruiter, id, vec![("cv.docx", docx("Eve Example"))]);
        assert!([400, 404].contains(&status), "upload {id}: {body}");
        for (path, methods) in RESOURCE_PATHS {
            let filled = data.filled_paths(path);
            let filled = filled.iter().filter(|(sent, _)| sent == id);
            for (method, (_, path)) in methods
                .split(", ")
                .flat_map(|method| filled.clone().map(move |path| (method, path)))
            {
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                let request = service.request(recruiter, method, path);
                let request = request.header("Content-Type", "video/mp4").body(FILM);
                let response = request.send().unwrap();
                let status = response.status().as_u16();
                let text = response.text().unwrap();
                assert!([400, 403, 404].contains(&status), "{path}: {status} {text}");
                data.assert_no_leak(&text, id, path);
                calls += 1;
            }
        }
    }
    assert_eq!(service.kept_recordings(), kept);
    calls
}

fn nothing_of_a_job_outside_the_teams_is_reached(service: &Service) {
    let data = records_of_a_job(service);
    let schema = Schema::of(service);
    set_access(service, "TeamJobs");
    let before = stored(service, &schema, &data);
    let operations = schema.operations();
    let calls: usize = operations
        .iter()
        .map(|operation| walk(service, &schema, operation, &data, &service.colleague))
        .sum();
    let paths = walk_paths(service, &data);
    assert_eq!(
        stored(service, &schema, &data),
        before,
        "nothing was changed"
    );
    println!(
        "hiring teams: {} operations, {calls} calls, {paths} paths",
        operations.len()
    );
    assert!(calls > 500);
    // The owner has access, and so has a member of the team.
    let reads = |caller: &Caller| {
        let job = service.data(caller, GET_JOB, ours(json!({ "jobId": data.job })));
        let list =
            "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
        let all = service.data(caller, list, ours(json!({})));
        let interviews =
            "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount } }";
        let held = service.data(caller, interviews, ours(json!({})));
        let jobs = "query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id } } }";
        let jobs = service.data(caller, jobs, ours(json!({ "search": "Vexillologist" })));
        assert_eq!(job["_id"], json!(data.job));
        assert_eq!(jobs["jobs"], json!([{ "_id": data.job }]));
        assert_eq!(
            (&all["totalCount"], &held["totalCount"]),
            (&json!(1), &json!(1))
        );
    };
    reads(&service.recruiter);
    reads(&service.admin);
    set_team(service, &service.recruiter, &data.job, &["usr_colleague"]);
    reads(&service.colleague);
    set_team(service, &service.colleague, &data.job, &[]);
    let input = ours(json!({ "jobId": data.job }));
    assert_eq!(
        service.code(&service.colleague, GET_JOB, input),
        "NOT_FOUND"
    );
}

fn a_team_is_replaced_and_keeps_the_owner(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    let team = set_team(
        service,
        &service.recruiter,
        &job,
        &["usr_interviewer", "usr_admin"],
    );
    assert_eq!(
        team,
        json!([{ "userId": "usr_recruiter", "isOwner": true }, { "userId": "usr_admin", "isOwner": false },
            { "userId": "usr_interviewer", "isOwner": false }])
    );
    let read = service.data(&service.colleague, GET_JOB, ours(json!({ "jobId": job })));
    assert_eq!(read["hiringTeam"].as_array().unwrap().len(), 3);
    let team = set_team(service, &service.admin, &job, &[]);
    assert_eq!(
        team,
        json!([{ "userId": "usr_recruiter", "isOwner": true }])
    );
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { thingId changes { field before after } } } }";
    let log = service.data(
        &service.admin,
        log,
        ours(json!({ "operation": "setHiringTeam" })),
    );
    assert_eq!(
        log["entries"][0],
        json!({ "thingId": job, "changes": [{ "field": "hiringTeam",
            "before": "usr_admin, usr_interviewer, usr_recruiter", "after": "usr_recruiter" }] })
    );
}

fn teams_and_the_setting_are_checked(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    let many: Vec<String> = (0..101).map(|n| format!("usr_{n}")).collect();
    for (users, code) in [
        (json!(["usr_nobody"]), "NOT_FOUND"),
        (json!(["usr_stranger"]), "NOT_FOUND"),
        (json!(["not an id"]), "BAD_USER_INPUT"),
        (json!(many), "BAD_USER_INPUT"),
    ] {
        let input = ours(json!({ "jobId": job, "userIds": users }));
        assert_eq!(
            service.code(&service.recruiter, SET_TEAM, input),
            code,
            "{users}"
        );
    }
    let some = ours(json!({ "access": "Some" }));
    assert_eq!(
        service.code(&service.admin, SET_ACCESS, some),
        "BAD_USER_INPUT"
    );
    for (document, input) in [
        (SET_ACCESS, json!({ "access": "TeamJobs" })),
        (GET_ACCESS, json!({})),
    ] {
        let (status, _) = service.graphql(&service.recruiter, document, ours(input));
        assert_eq!(status, 403);
    }
    let access = |service: &Service| service.data(&service.admin, GET_ACCESS, ours(json!({})));
    assert_eq!(access(service)["access"], "AllJobs");
    set_access(service, "TeamJobs");
    assert_eq!(access(service)["access"], "TeamJobs");
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { kind changes { field before after } } } }";
    let asked = ours(json!({ "operation": "setRecruiterAccess" }));
    let log = service.data(&service.admin, log, asked);
    assert_eq!(
        log["entries"][0],
        json!({ "kind": "organization", "changes": [{ "field": "recruiterAccess",
            "before": "AllJobs", "after": "TeamJobs" }] })
    );
}

fn without_the_setting_a_team_limits_nobody(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    set_team(service, &service.recruiter, &job, &[]);
    let get = "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }";
    let input = ours(json!({ "candidateId": candidate }));
    let read = |service: &Service| service.graphql(&service.colleague, get, input.clone()).1;
    assert_eq!(
        read(service)["data"]["getCandidate"]["_id"],
        json!(candidate)
    );
    set_access(service, "TeamJobs");
    assert_eq!(
        read(service)["errors"][0]["extensions"]["code"],
        "NOT_FOUND"
    );
    set_access(service, "AllJobs");
    assert_eq!(
        read(service)["data"]["getCandidate"]["_id"],
        json!(candidate)
    );
}

fn let_managers_decide(service: &Service, decide: bool) {
    let input = ours(json!({ "access": "AllJobs", "hiringManagersDecide": decide }));
    service.data(&service.admin, SET_ACCESS, input);
}

fn a_hiring_manager_reaches_only_the_jobs_of_their_teams(service: &Service) {
    let data = records_of_a_job(service);
    let schema = Schema::of(service);
    let manager = service.create_user("usr_manager", UserType::HiringManager);
    let_managers_decide(service, true);
    let before = stored(service, &schema, &data);
    for operation in schema.operations() {
        walk(service, &schema, &operation, &data, &manager);
    }
    assert_eq!(
        stored(service, &schema, &data),
        before,
        "nothing was changed"
    );
    let input = ours(json!({ "jobId": data.job }));
    assert_eq!(service.code(&manager, GET_JOB, input.clone()), "NOT_FOUND");
    set_team(service, &service.recruiter, &data.job, &["usr_manager"]);
    let read = service.data(&manager, GET_JOB, input);
    assert_eq!(read["_id"], json!(data.job));
}

fn a_hiring_manager_decides_only_if_the_organization_allows_it(service: &Service) {
    let manager = service.create_user("usr_manager", UserType::HiringManager);
    let reader = service.create_user("usr_reader", UserType::ReadOnly);
    let job = service.create_job("Nurse", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    set_team(service, &service.recruiter, &job, &["usr_manager"]);
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { status } }";
    let change = |more: Value| ours(joined(json!({ "candidateId": candidate }), &more));
    let hold = change(json!({ "status": "OnHold" }));
    assert_eq!(service.graphql(&manager, update, hold.clone()).0, 403);
    let_managers_decide(service, true);
    let held = service.data(&manager, update, hold.clone());
    assert_eq!(held["status"], "OnHold");
    let more = change(json!({ "status": "Active", "tags": ["mine"] }));
    assert_eq!(service.code(&manager, update, more), "FORBIDDEN");
    assert_eq!(service.graphql(&reader, update, hold.clone()).0, 403);
    let_managers_decide(service, false);
    assert_eq!(service.graphql(&manager, update, hold).0, 403);
    // What they read and write does not depend on the setting.
    let note = "mutation($input: AddNoteInput!) { addNote(input: $input) { _id } }";
    service.data(&manager, note, change(json!({ "text": "Worth a call" })));
    let get = "query($input: GetCandidateInput!) { getCandidate(input: $input) { status notes { text } } }";
    for caller in [&manager, &reader] {
        let read = service.data(caller, get, change(json!({})));
        assert_eq!(
            (&read["status"], &read["notes"][0]["text"]),
            (&json!("OnHold"), &json!("Worth a call"))
        );
    }
    let owner = ours(json!({ "recruiterId": "usr_manager", "title": "Florist" }));
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    assert_eq!(
        service.code(&service.admin, create, owner),
        "BAD_USER_INPUT"
    );
}

fn a_hiring_manager_takes_back_only_decisions(service: &Service) {
    let user = service.create_user("usr_manager", UserType::HiringManager);
    let job = service.create_job("Nurse", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    set_team(service, &service.recruiter, &job, &["usr_manager"]);
    let_managers_decide(service, true);
    let as_role = |user_type: UserType| Principal {
        organization_id: OrganizationId::parse("o", &user.organization_id).unwrap(),
        user_id: UserId::parse("u", &user.user_id).unwrap(),
        is_integration: false,
        user_type,
        key_id: None,
        permissions: Vec::new(),
        key_expires_at: None,
        address: None,
        session_id: None,
    };
    let manager = as_role(UserType::HiringManager);
    let candidates = service.app.candidates();
    let hold = UpdateCandidates {
        candidate_ids: vec![candidate.clone()],
        status: Some(Some("OnHold".to_owned())),
        ..UpdateCandidates::default()
    };
    let held = candidates.update_many(&manager, hold).unwrap();
    let undone = candidates.undo_update(&manager, held[0].updated_at);
    assert_eq!(undone.unwrap().restored, 1);
    let tag = UpdateCandidates {
        candidate_ids: vec![candidate],
        add_tags: vec!["mine".to_owned()],
        ..UpdateCandidates::default()
    };
    // The same user, who was a Recruiter then.
    let recruiter = as_role(UserType::Recruiter);
    let tagged = candidates.update_many(&recruiter, tag).unwrap();
    let refused = candidates.undo_update(&manager, tagged[0].updated_at);
    assert!(matches!(
        refused,
        Err(AppError::Forbidden(Refusal::OnlyDecisions))
    ));
}
