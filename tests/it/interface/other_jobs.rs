//! Considering a candidate for another job: the same resume, with a score and a receipt of its own.

use std::fs;

use serde_json::{Value, json};

use crate::interface::blind_review::BlindJob;
use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    the_same_resume_is_scored_for_the_other_job,
    corrections_and_contacts_count_there_too,
    a_person_is_a_candidate_of_a_job_once,
    a_job_must_accept_candidates,
    nothing_leads_into_or_out_of_a_blind_job,
    what_is_missing_is_not_considered,
);

const CONSIDER: &str = "mutation($input: ConsiderForJobInput!) { considerForJob(input: $input) {
    _id uId jobId fullName emailAddress status resumeScore person { applications { _id } } } }";
const READ: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
    _id jobId fullName resumeScore scoreReceipt { digest } earlierReceipts { digest }
    resumeVersions { version fileName sha256 } resume { text experience { organization } } } }";
const STATUS: &str =
    "mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) { status } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn choice(candidate: &str, job: &str) -> Value {
    ours(json!({ "candidateId": candidate, "jobId": job }))
}

fn read(service: &Service, candidate: &str) -> Value {
    let input = ours(json!({ "candidateId": candidate }));
    service.data(&service.recruiter, READ, input)
}

fn consider(service: &Service, candidate: &str, job: &str) -> Value {
    service.data(&service.recruiter, CONSIDER, choice(candidate, job))
}

fn code(service: &Service, candidate: &str, job: &str) -> String {
    service.code(&service.recruiter, CONSIDER, choice(candidate, job))
}

/// Returns a job for engineers with a candidate, and a job for cooks.
fn two_jobs(service: &Service) -> (String, String, String) {
    let engineers = service.create_job("Backend Engineer", json!({ "skills": ["Rust"] }));
    let cooks = service.create_job("Cook", json!({ "skills": ["Cooking", "Pastry"] }));
    let (candidate, _) = service.candidate(&engineers, "Ada Example");
    (engineers, cooks, candidate)
}

fn the_same_resume_is_scored_for_the_other_job(service: &Service) {
    let (engineers, cooks, candidate) = two_jobs(service);
    let before = read(service, &candidate);
    let considered = consider(service, &candidate, &cooks);
    assert_eq!(considered["jobId"], cooks);
    assert_eq!(considered["status"], Value::Null, "nobody has decided yet");
    let other = read(service, considered["_id"].as_str().unwrap());
    assert_eq!(
        other["resumeVersions"], before["resumeVersions"],
        "the same file"
    );
    assert_eq!(other["resume"], before["resume"]);
    assert!(other["resumeScore"].as_f64() < before["resumeScore"].as_f64());
    assert_ne!(
        other["scoreReceipt"]["digest"],
        before["scoreReceipt"]["digest"]
    );
    assert_eq!(
        read(service, &candidate),
        before,
        "the earlier application stays"
    );
    assert_eq!(before["jobId"], engineers);
    let applications = considered["person"]["applications"].as_array().unwrap();
    assert_eq!(applications.len(), 2, "both belong to one person");
    assert_eq!((service.kept_files(), service.staged_files()), (2, 0));
    let explain = "query($input: ExplainScoreInput!) { explainScore(input: $input) { score } }";
    let weights = r#"{"experience": 40, "skills": 40, "education": 20}"#;
    let input = json!({ "candidateId": considered["_id"], "resumeScoreBreakdown": weights });
    let explained = service.data(&service.recruiter, explain, ours(input));
    assert_eq!(explained["score"], other["resumeScore"]);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { candidateId changes { field after } } } }";
    let log = service.data(
        &service.admin,
        log,
        ours(json!({ "operation": "considerForJob" })),
    );
    let entries = log["entries"].as_array().unwrap();
    let of = |id: &Value, field: &str| {
        entries.iter().any(|entry| {
            entry["candidateId"] == *id && entry["changes"].to_string().contains(field)
        })
    };
    assert!(of(&considered["_id"], "fileDigest"), "{entries:?}");
    assert!(of(&json!(candidate), "consideredForJobId"), "{entries:?}");
}

fn corrections_and_contacts_count_there_too(service: &Service) {
    let (_, cooks, candidate) = two_jobs(service);
    let correct =
        "mutation($input: CorrectResumeInput!) { correctResume(input: $input) { scoreAfter } }";
    let correction = json!({ "candidateId": candidate, "entry": 0, "field": "employer", "value": "Vexholm Bakery" });
    service.data(&service.recruiter, correct, ours(correction));
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
    let change = json!({ "candidateId": candidate, "fullName": "Ada Quince", "emailAddress": "quince@example.org" });
    service.data(&service.recruiter, update, ours(change));
    let considered = consider(service, &candidate, &cooks);
    assert_eq!(
        (&considered["fullName"], &considered["emailAddress"]),
        (&json!("Ada Quince"), &json!("quince@example.org"))
    );
    let other = read(service, considered["_id"].as_str().unwrap());
    assert_eq!(
        other["resume"]["experience"][0]["organization"],
        "Vexholm Bakery"
    );
    let list =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
    let found = service.data(
        &service.recruiter,
        list,
        ours(json!({ "search": "quince" })),
    );
    assert_eq!(
        found["candidate"].as_array().unwrap().len(),
        2,
        "both are found by the name"
    );
}

fn a_person_is_a_candidate_of_a_job_once(service: &Service) {
    let (engineers, cooks, candidate) = two_jobs(service);
    assert_eq!(code(service, &candidate, &engineers), "CONFLICT");
    let considered = consider(service, &candidate, &cooks);
    let (_, body) = service.graphql(&service.recruiter, CONSIDER, choice(&candidate, &cooks));
    assert_eq!(body["errors"][0]["extensions"]["code"], "CONFLICT");
    let message = body["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains("is a candidate of the job already")
            && message.contains(considered["uId"].as_str().unwrap()),
        "{message}"
    );
    let back = considered["_id"].as_str().unwrap();
    assert_eq!(code(service, back, &engineers), "CONFLICT");
    assert_eq!((service.kept_files(), service.staged_files()), (2, 0));
}

fn a_job_must_accept_candidates(service: &Service) {
    let (_, cooks, candidate) = two_jobs(service);
    let close = json!({ "jobId": cooks, "status": "Closed", "reason": "Filled" });
    service.data(&service.recruiter, STATUS, ours(close));
    assert_eq!(code(service, &candidate, &cooks), "BAD_USER_INPUT");
    assert_eq!(code(service, &candidate, "job_x"), "NOT_FOUND");
    assert_eq!(code(service, "cnd_x", &cooks), "NOT_FOUND");
    for caller in [&service.stranger, &service.interviewer] {
        let refused = service.graphql(caller, CONSIDER, choice(&candidate, &cooks));
        assert_eq!(refused.0, 403, "{}", refused.1);
    }
    assert_eq!(service.kept_files(), 1);
}

fn nothing_leads_into_or_out_of_a_blind_job(service: &Service) {
    let blind = BlindJob::create_with(service, json!({ "blind": true }));
    let cooks = service.create_job("Cook", json!({}));
    assert_eq!(
        code(service, &blind.candidate, &cooks),
        "FORBIDDEN",
        "masked"
    );
    blind.reveal(service, &service.recruiter, "The offer needs an address");
    assert_eq!(
        code(service, &blind.candidate, &cooks),
        "CONFLICT",
        "revealed to one"
    );
    let (candidate, _) = service.candidate(&cooks, "Ada Example");
    let other = service.create_job("Blind Cook", json!({ "blind": true }));
    assert_eq!(code(service, &candidate, &other), "CONFLICT");
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    let listed = service.data(&service.recruiter, list, ours(json!({ "jobId": other })));
    assert_eq!(listed["totalCount"], 0);
}

fn what_is_missing_is_not_considered(service: &Service) {
    let (_, cooks, candidate) = two_jobs(service);
    fs::remove_file(service.file_of("org_ours", &candidate)).unwrap();
    assert_eq!(code(service, &candidate, &cooks), "BAD_USER_INPUT");
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let input = ours(json!({ "candidateId": candidate, "reason": "on request" }));
    service.data(&service.admin, erase, input);
    assert_eq!(code(service, &candidate, &cooks), "NOT_FOUND");
}
