//! Corrections by candidates: what counts afterwards, what stays, and who may record them.

use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    a_corrected_date_counts_and_both_receipts_stay,
    a_later_correction_replaces_an_earlier_one,
    a_correction_is_audited_exported_and_erased,
    a_wrong_correction_is_refused,
    a_replay_applies_corrections,
);

const CORRECT: &str = "mutation($input: CorrectResumeInput!) { correctResume(input: $input) {
    candidateId scoreBefore scoreAfter digestBefore digestAfter } }";
const LIST: &str = "query($input: ListCorrectionsInput!) { listCorrections(input: $input) {
    corrections { entry field parsed stated userId } } }";
const CANDIDATE: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
    resumeScore scoreReceipt { digest } earlierReceipts { digest score }
    resume { experience { organization start end } } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn correction(candidate: &str, field: &str, value: &str) -> Value {
    ours(json!({ "candidateId": candidate, "entry": 0, "field": field, "value": value }))
}

fn corrected(service: &Service, candidate: &str, field: &str, value: &str) -> Value {
    service.data(
        &service.recruiter,
        CORRECT,
        correction(candidate, field, value),
    )
}

/// Creates a candidate for a job that asks for ten years. The resume shows five.
fn candidate(service: &Service) -> String {
    let more = json!({ "jobDescription": "At least 10 years of experience.", "skills": ["Rust"] });
    let job = service.create_job("Backend Engineer", more);
    service.candidate(&job, "Ada Fictitious").0
}

fn a_corrected_date_counts_and_both_receipts_stay(service: &Service) {
    let id = candidate(service);
    let input = ours(json!({ "candidateId": id }));
    let before = service.data(&service.recruiter, CANDIDATE, input.clone());
    assert_eq!(before["resume"]["experience"][0]["start"], "2019-01");
    let changed = corrected(service, &id, "start", "2014-01");
    let after = service.data(&service.recruiter, CANDIDATE, input.clone());
    assert_eq!(changed["scoreBefore"], before["resumeScore"]);
    assert_eq!(changed["scoreAfter"], after["resumeScore"]);
    assert!(after["resumeScore"].as_f64() > before["resumeScore"].as_f64());
    assert_eq!(changed["digestAfter"], after["scoreReceipt"]["digest"]);
    assert_eq!(
        after["earlierReceipts"][0]["digest"],
        before["scoreReceipt"]["digest"]
    );
    assert_eq!(after["resume"]["experience"][0]["start"], "2014-01");
    let listed = service.data(&service.recruiter, LIST, input);
    let expected = json!([{ "entry": 0, "field": "start", "parsed": "2019-01", "stated": "2014-01",
        "userId": service.recruiter.user_id }]);
    assert_eq!(listed["corrections"], expected);
}

fn a_later_correction_replaces_an_earlier_one(service: &Service) {
    let id = candidate(service);
    let first = corrected(service, &id, "start", "2014-01");
    let second = corrected(service, &id, "start", "2019-01");
    assert_eq!(second["scoreAfter"], first["scoreBefore"]);
    assert_eq!(second["digestAfter"], first["digestBefore"]);
    let employer = corrected(service, &id, "employer", "Orchard Systems");
    assert_eq!(employer["scoreAfter"], second["scoreAfter"]);
    let input = ours(json!({ "candidateId": id }));
    let shown = service.data(&service.recruiter, CANDIDATE, input.clone());
    assert_eq!(
        shown["resume"]["experience"][0]["organization"],
        "Orchard Systems"
    );
    assert_eq!(shown["earlierReceipts"].as_array().unwrap().len(), 3);
    // A new score for the whole job keeps the corrections.
    let listed = service.data(&service.recruiter, LIST, input);
    assert_eq!(listed["corrections"].as_array().unwrap().len(), 3);
}

fn a_correction_is_audited_exported_and_erased(service: &Service) {
    let id = candidate(service);
    corrected(service, &id, "employer", "Orchard Systems");
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { operation changes { field before after } } } }";
    let input = ours(json!({ "operation": "correctResume" }));
    let log = service.data(&service.admin, log, input);
    let text = log["entries"].to_string();
    assert!(
        text.contains("Orchard Systems") && text.contains("Orchard Software"),
        "{text}"
    );
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let exported = service.data(&service.admin, export, ours(json!({ "candidateId": id })));
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    let correction = &exported["shortlist"]["corrections"][0];
    assert_eq!(
        (&correction["parsed"], &correction["stated"]),
        (&json!("Orchard Software"), &json!("Orchard Systems"))
    );
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    service.data(
        &service.admin,
        erase,
        ours(json!({ "candidateId": id, "reason": "on request" })),
    );
    let code = service.code(&service.recruiter, LIST, ours(json!({ "candidateId": id })));
    assert_eq!(code, "NOT_FOUND");
}

fn a_wrong_correction_is_refused(service: &Service) {
    let id = candidate(service);
    for (field, value) in [
        ("start", "yesterday"),
        ("start", "2024-01"),
        ("start", "2019-01"),
        ("level", "guru"),
        ("salary", "1"),
        ("employer", " "),
    ] {
        let code = service.code(&service.recruiter, CORRECT, correction(&id, field, value));
        assert_eq!(code, "BAD_USER_INPUT", "{field}");
    }
    let none = joined(correction(&id, "start", "2014"), &json!({ "entry": 7 }));
    assert_eq!(
        service.code(&service.recruiter, CORRECT, none),
        "BAD_USER_INPUT"
    );
    let negative = joined(correction(&id, "start", "2014"), &json!({ "entry": -1 }));
    assert_eq!(
        service.code(&service.recruiter, CORRECT, negative),
        "BAD_USER_INPUT"
    );
    let input = ours(json!({ "candidateId": id }));
    let listed = service.data(&service.recruiter, LIST, input.clone());
    assert_eq!(listed["corrections"], json!([]));
    for caller in [&service.interviewer, &service.stranger] {
        assert_eq!(service.graphql(caller, LIST, input.clone()).0, 403);
    }
}

fn a_replay_applies_corrections(service: &Service) {
    let id = candidate(service);
    corrected(service, &id, "start", "2014-01");
    let organization = shortlist_domain::OrganizationId::parse("o", "org_ours").unwrap();
    let mut verdicts = Vec::new();
    let scope = shortlist_app::ReplayScope::All;
    let replayed = service
        .app
        .scores()
        .replay(&organization, &scope, &mut |one| verdicts.push(one.verdict));
    replayed.unwrap();
    let [shortlist_app::Verdict::Same { .. }] = &verdicts[..] else {
        panic!("{verdicts:?}");
    };
}
