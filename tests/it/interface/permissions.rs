//! Authorization: permissions of keys, roles of users, organizations and claims.

mod operations;

use serde_json::{Value, json};
use shortlist_domain::{Permission, UserType};

use crate::support::generated_calls::Schema;
use crate::support::people::Caller;
use crate::support::service::{Service, answer};
use operations::{operations, with_organization};

on_both_databases!(
    each_operation_needs_its_permission,
    each_role_calls_what_the_table_allows,
    every_root_field_is_checked_before_any_runs,
    an_input_that_names_another_organization_is_403,
    a_claim_may_be_lower_than_the_role_but_never_higher,
    only_an_admin_acts_for_another_recruiter,
    an_interviewer_sees_and_reviews_only_assigned_candidates,
    nothing_of_another_organization_can_be_found,
    every_job_is_every_recruiters,
);

const GET_JOBS: &str = "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }";

fn assert_forbidden(answer: (u16, Value)) {
    let (status, body) = answer;
    assert_eq!(status, 403, "{body}");
    assert!(
        body.as_object().unwrap().len() == 1 && body["error"].is_string(),
        "{body}"
    );
}

fn each_operation_needs_its_permission(service: &Service) {
    for (document, input, needed) in operations() {
        let without: Vec<_> = Permission::ALL
            .into_iter()
            .filter(|permission| *permission != needed)
            .collect();
        let poor = service.with_permissions(&service.admin, &without);
        assert_forbidden(service.graphql(&poor, document, input.clone()));
        let rich = service.with_permissions(&service.admin, &[needed]);
        assert_eq!(service.graphql(&rich, document, input).0, 200, "{document}");
    }
    let reading = service.with_permissions(
        &service.recruiter,
        &[Permission::JobsRead, Permission::CandidatesRead],
    );
    assert_forbidden(service.upload(&reading, "job_x", vec![("cv.pdf", b"x".to_vec())]));
    assert_forbidden(service.import(&reading, "jobs.csv", b"title\nNurse\n".to_vec(), &[]));
}

/// Returns what the table of SECURITY.md says about an operation, for each role.
fn documented_roles(operation: &str) -> Vec<&'static str> {
    let document = include_str!("../../../docs/SECURITY.md");
    let row = format!("| {operation} | ");
    let mut lines = document.lines();
    let found = lines.find_map(|line| line.strip_prefix(row.as_str()));
    let cells = found.unwrap_or_else(|| panic!("no row for {operation}"));
    cells.split('|').take(5).map(str::trim).collect()
}

fn each_role_calls_what_the_table_allows(service: &Service) {
    let allow = "mutation($input: SetRecruiterAccessInput!) {
        setRecruiterAccess(input: $input) { hiringManagersDecide } }";
    let allowed = with_organization(json!({ "access": "AllJobs", "hiringManagersDecide": true }));
    let set = service.data(&service.admin, allow, allowed);
    assert_eq!(set["hiringManagersDecide"], true);
    let manager = service.create_user("usr_manager", UserType::HiringManager);
    let reader = service.create_user("usr_reader", UserType::ReadOnly);
    let callers = [
        &service.admin,
        &service.recruiter,
        &manager,
        &reader,
        &service.interviewer,
    ];
    let schema = Schema::of(service);
    for operation in schema.operations() {
        let roles = documented_roles(&operation.name);
        for (caller, cell) in callers.into_iter().zip(roles) {
            let known = |name: &str| match name {
                "organizationId" => Some(json!("org_ours")),
                "recruiterId" => Some(json!(caller.user_id)),
                _ => None,
            };
            let input = schema.input(&operation, &known);
            let (status, body, _) = operation.call(service, caller, &input);
            let (name, who) = (&operation.name, &caller.user_id);
            assert_eq!(status == 403, cell.is_empty(), "{name} by {who}: {body}");
        }
    }
    let job = service.create_job("Nurse", json!({}));
    for caller in [&manager, &reader] {
        assert_forbidden(service.upload(caller, &job, vec![("cv.pdf", b"x".to_vec())]));
        assert_forbidden(service.import(caller, "jobs.csv", b"title\nNurse\n".to_vec(), &[]));
    }
}

fn every_root_field_is_checked_before_any_runs(service: &Service) {
    let writer = service.with_permissions(&service.admin, &[Permission::JobsWrite]);
    let document = "mutation($input: CreateJobInput!, $score: SubmitReviewInput!) {
        createJob(input: $input) { _id }
        ...Later
    }
    fragment Later on Mutation { other: submitReview(input: $score) { score } }";
    let (organization, recruiter) = (&service.admin.organization_id, &service.admin.user_id);
    let body = json!({ "query": document, "variables": {
        "input": { "organizationId": organization, "recruiterId": recruiter, "title": "Ghost" },
        "score": { "candidateId": "cnd_x", "score": 1.0 },
    }});
    assert_forbidden(answer(
        service
            .post(&writer, "/graphql")
            .json(&body)
            .send()
            .unwrap(),
    ));
    let all =
        json!({ "organizationId": organization, "recruiterId": recruiter, "userType": "Admin" });
    assert_eq!(
        service.data(&service.admin, GET_JOBS, all)["totalCount"],
        0,
        "nothing ran"
    );
}

fn an_input_that_names_another_organization_is_403(service: &Service) {
    let theirs = &service.stranger.organization_id;
    for (document, mut input, _) in operations() {
        if input.get("organizationId").is_some() {
            input["organizationId"] = json!(theirs);
            assert_forbidden(service.graphql(&service.admin, document, input));
        }
    }
    // This applies to inline values as well as variables.
    let inline =
        format!("{{ getCandidates(input: {{ organizationId: \"{theirs}\" }}) {{ totalCount }} }}");
    let request = service
        .post(&service.admin, "/graphql")
        .json(&json!({ "query": inline }));
    assert_forbidden(answer(request.send().unwrap()));
    let foreign = Caller {
        organization_id: theirs.clone(),
        ..service.recruiter.clone()
    };
    assert_forbidden(service.upload(&foreign, "job_x", vec![("cv.pdf", b"x".to_vec())]));
    assert_forbidden(service.import(&foreign, "jobs.csv", b"title\nNurse\n".to_vec(), &[]));
}

fn a_claim_may_be_lower_than_the_role_but_never_higher(service: &Service) {
    let ask = |caller: &Caller, claim: &str| {
        let input = json!({
            "organizationId": caller.organization_id, "recruiterId": caller.user_id, "userType": claim });
        service.graphql(caller, GET_JOBS, input)
    };
    assert_eq!(ask(&service.admin, "Recruiter").0, 200);
    assert_eq!(ask(&service.recruiter, "Recruiter").0, 200);
    assert_forbidden(ask(&service.recruiter, "Admin"));
    assert_forbidden(ask(&service.interviewer, "Admin"));
    for claim in ["admin", "Interviewer", ""] {
        let (status, body) = ask(&service.recruiter, claim);
        assert_eq!(
            (status, &body["errors"][0]["extensions"]["code"]),
            (200, &json!("BAD_USER_INPUT"))
        );
    }
}

fn only_an_admin_acts_for_another_recruiter(service: &Service) {
    let ask = |caller: &Caller, recruiter: &str| {
        let input = json!({
            "organizationId": caller.organization_id, "recruiterId": recruiter, "userType": "Recruiter" });
        service.graphql(caller, GET_JOBS, input)
    };
    assert_forbidden(ask(&service.recruiter, &service.colleague.user_id));
    assert_eq!(ask(&service.admin, &service.colleague.user_id).0, 200);
    let (status, body) = ask(&service.admin, "usr_nobody");
    assert_eq!(
        (status, &body["data"]["getJobs"]["totalCount"]),
        (200, &json!(0))
    );
    let as_colleague = Caller {
        user_id: service.colleague.user_id.clone(),
        ..service.recruiter.clone()
    };
    assert_forbidden(service.upload(&as_colleague, "job_x", vec![("cv.pdf", b"x".to_vec())]));
    assert_forbidden(service.import(&as_colleague, "jobs.csv", b"title\nNurse\n".to_vec(), &[]));
}

fn an_interviewer_sees_and_reviews_only_assigned_candidates(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (assigned, _) = service.candidate(&job, "Ada Example");
    let (other, _) = service.candidate(&job, "Ben Example");
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    service.data(
        &service.recruiter,
        assign,
        json!({
        "candidateId": assigned, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" }),
    );
    let get = "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }";
    let input = |id: &str| json!({ "organizationId": service.interviewer.organization_id, "candidateId": id });
    assert_eq!(
        service.data(&service.interviewer, get, input(&assigned))["_id"],
        json!(assigned)
    );
    assert_eq!(
        service.code(&service.interviewer, get, input(&other)),
        "FORBIDDEN"
    );
    let review =
        "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { reviewerId } }";
    let score = |id: &str| json!({ "candidateId": id, "score": 70.0 });
    assert_eq!(
        service.data(&service.interviewer, review, score(&assigned))["reviewerId"],
        "usr_interviewer"
    );
    assert_eq!(
        service.code(&service.interviewer, review, score(&other)),
        "FORBIDDEN"
    );
    let list = "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews { candidateId } } }";
    let all = json!({ "organizationId": service.interviewer.organization_id });
    assert_eq!(
        service.data(&service.interviewer, list, all)["interviews"],
        json!([{ "candidateId": assigned }])
    );
    assert_eq!(
        service.code(&service.interviewer, list, input(&other)),
        "FORBIDDEN"
    );
    for (document, input, needed) in operations() {
        let closed = !matches!(needed, Permission::InterviewsRead)
            && ![
                "getCandidate(",
                "revealCandidate(",
                "submitReview",
                "submitInterviewReport",
            ]
            .iter()
            .any(|open| document.contains(open));
        if closed {
            assert_forbidden(service.graphql(&service.interviewer, document, input));
        }
    }
}

fn nothing_of_another_organization_can_be_found(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, code) = service.candidate(&job, "Ada Example");
    let theirs = json!({ "organizationId": service.stranger.organization_id });
    let with = |name: &str, value: &str| {
        let mut input = theirs.clone();
        input[name] = json!(value);
        input
    };
    let stranger = &service.stranger;
    let job_query = "query($input: GetJobInput!) { getJob(input: $input) { _id } }";
    assert_eq!(
        service.code(stranger, job_query, with("jobId", &job)),
        "NOT_FOUND"
    );
    let candidate_query =
        "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }";
    assert_eq!(
        service.code(stranger, candidate_query, with("candidateId", &candidate)),
        "NOT_FOUND"
    );
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    assert_eq!(
        service.data(stranger, list, theirs.clone())["totalCount"],
        0
    );
    assert_eq!(
        service.code(stranger, list, with("jobId", &job)),
        "NOT_FOUND"
    );
    let report =
        "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback } }";
    assert_eq!(
        service.code(stranger, report, json!({ "uId": code })),
        "NOT_FOUND"
    );
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let foreign = json!({ "candidateId": candidate, "interviewerId": stranger.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    assert_eq!(service.code(stranger, assign, foreign), "NOT_FOUND");
    let (status, body) = service.upload(
        &Caller {
            user_id: stranger.user_id.clone(),
            ..stranger.clone()
        },
        &job,
        vec![("cv.docx", crate::support::resumes::docx("Eve Example"))],
    );
    assert_eq!((status, &body["status"]), (404, &json!(0)), "{body}");
}

fn every_job_is_every_recruiters(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let colleague = &service.colleague;
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    assert_eq!(
        service.data(colleague, list, with_organization(json!({ "jobId": job })))["totalCount"],
        1
    );
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { status } }";
    let hired = with_organization(json!({ "candidateId": candidate, "status": "Hired" }));
    assert_eq!(service.data(colleague, update, hired)["status"], "Hired");
    let review =
        "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { reviewerId } }";
    let reviewed = service.data(
        colleague,
        review,
        json!({ "candidateId": candidate, "score": 80.0 }),
    );
    assert_eq!(reviewed["reviewerId"], "usr_colleague");
    let board =
        "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { value } } }";
    let manual = with_organization(json!({ "jobId": job, "leaderboardtype": "manual" }));
    assert_eq!(
        service.data(colleague, board, manual)["rows"],
        json!([{ "value": 80.0 }])
    );
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let input = json!({ "candidateId": candidate, "interviewerId": "usr_interviewer",
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    service.data(colleague, assign, input);
}

#[test]
fn the_operators_page_lists_every_permission_of_a_key() {
    let page = include_str!("../../../docs/OPERATIONS.md");
    let list = page.split("`create-api-key` takes").nth(1).unwrap();
    let list = list.split("\n- ").next().unwrap();
    for permission in Permission::ALL {
        assert!(list.contains(&format!("`{permission}`")), "{permission}");
    }
}

#[test]
fn the_page_of_events_names_the_inputs_of_its_operations() {
    let page = include_str!("../../../docs/EVENTS.md");
    let page = page.split("## Operations").nth(1).unwrap();
    let schema = include_str!("schema.graphql");
    let fields = schema
        .lines()
        .map(str::trim)
        .filter_map(|line| line.split_once("(input: "));
    let mut count = 0;
    for (operation, rest) in fields.filter(|(name, _)| name.contains("Webhook")) {
        let input = rest.split('!').next().unwrap();
        let (first, others) = operation.split_at(1);
        let usual = format!("{}{others}Input", first.to_uppercase());
        assert!(page.contains(&format!("| {operation} |")), "{operation}");
        assert!(
            input == usual || page.contains(&format!("`{input}`")),
            "{operation}({input})"
        );
        count += 1;
    }
    assert!(count > 8, "{count}");
}
