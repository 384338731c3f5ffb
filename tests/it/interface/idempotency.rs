//! `Idempotency-Key`: a request that is sent again is not executed again.

use reqwest::blocking::multipart::Form;
use reqwest::blocking::{RequestBuilder, Response};
use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    an_upload_that_is_sent_again_gives_the_first_answer,
    a_job_file_that_is_sent_again_gives_the_first_answer,
    an_assignment_that_is_sent_again_gives_the_first_answer,
    a_mutation_that_is_sent_again_gives_the_first_answer,
    a_mutation_that_cannot_be_repeated_refuses_the_key,
    another_request_with_the_same_key_is_422,
    the_same_key_of_another_user_names_another_request,
    a_refused_request_may_be_corrected_and_sent_again,
    a_key_that_cannot_be_used_is_400_on_every_endpoint,
    a_stored_response_is_erased_with_its_candidates,
);

const ASSIGN: &str = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message result { _id } } }";

fn with_key(request: RequestBuilder, key: &str) -> RequestBuilder {
    request.header("Idempotency-Key", key)
}

/// Returns whether a response is a replay, with its status and body.
fn replay_status_and_body(response: Response) -> (bool, u16, Value) {
    let is_replay = response.headers().contains_key("Idempotent-Replayed");
    let (status, body) = answer(response);
    (is_replay, status, body)
}

/// Sends an upload. Each call creates a form with a different boundary.
fn upload(
    service: &Service,
    caller: &Caller,
    job: &str,
    key: &str,
    name: &str,
) -> (bool, u16, Value) {
    let form = Service::upload_form(caller, job).part("files", file("cv.docx", docx(name)));
    let request = service.post(caller, "/bulk-upload-resumes");
    replay_status_and_body(with_key(request, key).multipart(form).send().unwrap())
}

fn import(service: &Service, key: &str, table: &str) -> (bool, u16, Value) {
    let caller = &service.recruiter;
    let form = Form::new()
        .part("recfiles", file("jobs.csv", table.into()))
        .text("recruiterId", caller.user_id.clone())
        .text("organizationId", caller.organization_id.clone());
    let request = service.post(caller, "/addJobByFile");
    replay_status_and_body(with_key(request, key).multipart(form).send().unwrap())
}

fn assign(service: &Service, key: &str, candidate: &str, time: &str) -> (bool, u16, Value) {
    let input = json!({ "candidateId": candidate, "interviewerId": "usr_interviewer", "dateAndTime": time,
        "status": "Scheduled" });
    let body = json!({ "query": ASSIGN, "variables": { "input": input } });
    let request = service.post(&service.recruiter, "/graphql").json(&body);
    replay_status_and_body(with_key(request, key).send().unwrap())
}

fn an_upload_that_is_sent_again_gives_the_first_answer(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let caller = &service.recruiter;
    let first = upload(service, caller, &job, "k", "Ada Example");
    assert_eq!(
        (first.0, first.1, &first.2["created"]),
        (false, 200, &json!(1))
    );
    let second = upload(service, caller, &job, "k", "Ada Example");
    assert_eq!(second, (true, 200, first.2));
    let other = upload(service, caller, &job, "k2", "Ada Example");
    assert_eq!((other.0, &other.2["duplicates"]), (false, &json!(1)));
    assert_eq!((service.kept_files(), service.staged_files()), (1, 0));
}

fn a_job_file_that_is_sent_again_gives_the_first_answer(service: &Service) {
    let first = import(service, "k", "title\nNurse\n");
    assert_eq!((first.0, first.1), (false, 200), "{}", first.2);
    assert_eq!(import(service, "k", "title\nNurse\n"), (true, 200, first.2));
    assert_eq!(import(service, "k2", "title\nNurse\n").1, 409);
}

fn an_assignment_that_is_sent_again_gives_the_first_answer(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let time = "2026-04-01T09:00:00Z";
    let first = assign(service, "k", &candidate, time);
    assert_eq!((first.0, first.1), (false, 200), "{}", first.2);
    assert_eq!(assign(service, "k", &candidate, time), (true, 200, first.2));
    let (_, status, body) = assign(service, "k", &candidate, "2026-04-02T09:00:00Z");
    assert_eq!((status, body["error"].is_string()), (422, true), "{body}");
    // A request that failed while it ran is not stored.
    for _ in 0..2 {
        let (is_replay, _, body) = assign(service, "k2", "cnd_none", time);
        let code = &body["errors"][0]["extensions"]["code"];
        assert_eq!((is_replay, code), (false, &json!("NOT_FOUND")), "{body}");
    }
    let body = json!({ "query": "{ __typename }" });
    for _ in 0..2 {
        let request = service.post(&service.recruiter, "/graphql").json(&body);
        let (is_replay, status, _) =
            replay_status_and_body(with_key(request, "k3").send().unwrap());
        assert_eq!((is_replay, status), (false, 200), "a read needs no key");
    }
}

fn mutate(
    service: &Service,
    caller: &Caller,
    key: &str,
    document: &str,
    input: &Value,
) -> (bool, u16, Value) {
    let body = json!({ "query": document, "variables": { "input": input } });
    let request = service.post(caller, "/graphql").json(&body);
    replay_status_and_body(with_key(request, key).send().unwrap())
}

fn a_mutation_that_is_sent_again_gives_the_first_answer(service: &Service) {
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id jobCode } }";
    let input = json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "title": "Baker", "jobCode": "B-1" });
    let caller = &service.recruiter;
    let (replayed, status, first) = mutate(service, caller, "k-1", create, &input);
    assert_eq!((replayed, status), (false, 200), "{first}");
    assert_eq!(first["data"]["createJob"]["jobCode"], "B-1");
    let again = mutate(service, caller, "k-1", create, &input);
    assert_eq!(again, (true, 200, first));
    let (_, _, conflict) = mutate(service, caller, "k-2", create, &input);
    assert_eq!(conflict["errors"][0]["extensions"]["code"], "CONFLICT");
}

fn a_mutation_that_cannot_be_repeated_refuses_the_key(service: &Service) {
    let create =
        "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { keyId apiKey } }";
    let input = json!({ "organizationId": "org_ours", "name": "k", "permissions": ["jobs:read"] });
    let (_, status, body) = mutate(service, &service.admin, "k-1", create, &input);
    assert_eq!(status, 400);
    let message = body["error"].as_str().unwrap();
    assert!(
        message.starts_with("Idempotency-Key: createApiKey"),
        "{message}"
    );
    let twice = "mutation($input: CreateJobInput!) { a: createJob(input: $input) { _id } b: createJob(input: $input) { _id } }";
    let input =
        json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "title": "Baker" });
    let (_, status, body) = mutate(service, &service.recruiter, "k-2", twice, &input);
    assert_eq!(status, 400);
    assert_eq!(
        body["error"],
        "Idempotency-Key: send only one mutation in a document"
    );
}

fn another_request_with_the_same_key_is_422(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let caller = &service.recruiter;
    upload(service, caller, &job, "k", "Ada Example");
    let (_, status, body) = upload(service, caller, &job, "k", "Grace Example");
    assert_eq!((status, &body["status"]), (422, &json!(0)), "{body}");
    assert!(
        body["message"]
            .as_str()
            .unwrap()
            .contains("Idempotency-Key")
    );
    let (_, status, body) = import(service, "k", "title\nNurse\n");
    assert_eq!((status, &body["status"]), (422, &json!(0)), "{body}");
    let apart = service.with_permissions(caller, &Permission::ALL);
    let (is_replay, status, body) = upload(service, &apart, &job, "k", "Ada Example");
    assert_eq!(
        (is_replay, status, &body["duplicates"]),
        (false, 200, &json!(1))
    );
    assert_eq!(service.kept_files(), 1);
}

/// Two users of one API key may choose the same idempotency key. Neither sees the other's response, and neither is
/// refused.
fn the_same_key_of_another_user_names_another_request(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (ours, theirs) = (&service.recruiter, &service.colleague);
    assert_eq!(ours.key, theirs.key);
    let first = upload(service, ours, &job, "k", "Ada Example");
    assert_eq!((first.0, first.1), (false, 200), "{}", first.2);
    let second = upload(service, theirs, &job, "k", "Ben Example");
    assert_eq!((second.0, second.1), (false, 200), "{}", second.2);
    assert_eq!(second.2["created"], 1);
    let again = upload(service, ours, &job, "k", "Ada Example");
    assert_eq!(again, (true, 200, first.2));
    let again = upload(service, theirs, &job, "k", "Ben Example");
    assert_eq!(again, (true, 200, second.2));
}

fn a_refused_request_may_be_corrected_and_sent_again(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let caller = &service.recruiter;
    assert_eq!(
        upload(service, caller, "job_none", "k", "Ada Example").1,
        404
    );
    let (is_replay, status, body) = upload(service, caller, &job, "k", "Ada Example");
    assert_eq!(
        (is_replay, status, &body["created"]),
        (false, 200, &json!(1))
    );
    assert_eq!(import(service, "k2", "nothing\n").1, 422);
    assert_eq!(import(service, "k2", "title\nNurse\n").1, 200);
}

fn a_key_that_cannot_be_used_is_400_on_every_endpoint(service: &Service) {
    let long = "k".repeat(256);
    for key in ["", "two words", long.as_str()] {
        for path in ["/graphql", "/bulk-upload-resumes", "/addJobByFile"] {
            let request = with_key(service.post(&service.recruiter, path), key);
            let request = match path {
                "/graphql" => request.json(&json!({ "query": "{ __typename }" })),
                _ => request.multipart(Form::new()),
            };
            let (status, body) = answer(request.send().unwrap());
            let text = body["error"].as_str().unwrap();
            assert_eq!(
                (status, text.contains("Idempotency-Key")),
                (400, true),
                "{text}"
            );
        }
    }
}

fn a_stored_response_is_erased_with_its_candidates(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    upload(service, &service.recruiter, &job, "k", "Ada Example");
    let query =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
    let input = json!({ "organizationId": "org_ours" });
    let found = service.data(&service.recruiter, query, input);
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { __typename } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": found["candidate"][0]["_id"],
        "reason": "asked for it" });
    service.data(&service.admin, erase, input);
    let (is_replay, _, _) = upload(service, &service.recruiter, &job, "k", "Ada Example");
    assert!(!is_replay, "the first answer is gone with the candidate");
}
