//! When an explanation is due, which records of decisions stay, and what an erasure leaves.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_domain::{CandidateId, OrganizationId};
use shortlist_persistence::DatabaseUrl;

use super::packets::{DESCRIPTION, SET_POLICY, decided, ours, packet, set_status, upload};
use crate::support::database::{on_postgresql, on_sqlite, stored_bytes};
use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    an_explanation_is_due_until_it_is_given,
    a_changed_decision_needs_no_explanation,
    the_records_of_decisions_outlive_the_candidate,
    a_retention_period_that_conflicts_is_reported,
    records_are_deleted_after_their_period,
);

const GIVEN: &str = "mutation($input: RecordExplanationInput!) { recordExplanation(input: $input) {
    status explainedAt dueAt } }";
const DUE: &str = "query($input: ListDueExplanationsInput!) { listDueExplanations(input: $input) {
    explanations { candidateId jobId dueAt } } }";
const RECORDS: &str =
    "query($input: GetDecisionRecordsInput!) { getDecisionRecords(input: $input) {
    records { candidateId jobId jobVersion status decidedAt decidedByUserId score engineVersion
        receiptDigest criteria { name weight value } dueAt explainedAt } } }";
const GET_POLICY: &str =
    "query($input: GetDecisionPolicyInput!) { getDecisionPolicy(input: $input) {
    contact recordYears retentionWarning } }";
const ERASE: &str = "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) {
    erasedAt } }";

fn due(service: &Service, days: i64) -> Vec<Value> {
    let input = ours(json!({ "withinDays": days }));
    let due = service.data(&service.recruiter, DUE, input);
    due["explanations"].as_array().unwrap().clone()
}

fn an_explanation_is_due_until_it_is_given(service: &Service) {
    let (job, _, weak) = decided(service);
    assert!(due(service, 29).is_empty());
    let listed = due(service, 31);
    let dates = |one: &Value| chrono::DateTime::parse_from_rfc3339(one.as_str().unwrap()).unwrap();
    let decision = packet(service, &weak, "en")["decision"].clone();
    assert_eq!(
        dates(&decision["dueAt"]) - dates(&decision["decidedAt"]),
        Duration::days(30)
    );
    let expected = json!({ "candidateId": weak, "jobId": job, "dueAt": decision["dueAt"] });
    assert_eq!(listed, [expected]);
    let input = ours(json!({ "candidateId": weak }));
    let given = service.data(&service.recruiter, GIVEN, input.clone());
    assert!(
        given["explainedAt"].is_string() && given["dueAt"].is_null(),
        "{given}"
    );
    assert!(due(service, 31).is_empty());
    assert_eq!(service.code(&service.recruiter, GIVEN, input), "CONFLICT");
    assert!(packet(service, &weak, "en")["decision"]["explainedAt"].is_string());
}

fn a_changed_decision_needs_no_explanation(service: &Service) {
    let (_, _, weak) = decided(service);
    set_status(service, &weak, "Active", None);
    assert!(due(service, 31).is_empty());
    let told = packet(service, &weak, "en");
    assert_eq!(told["decision"], Value::Null);
    set_status(service, &weak, "Rejected", None);
    assert_eq!(due(service, 31).len(), 1);
    let erase = ours(json!({ "candidateId": weak, "reason": "on request" }));
    service.data(&service.admin, ERASE, erase);
    assert!(due(service, 31).is_empty());
}

fn records(service: &Service, candidate: &str) -> Value {
    let input = ours(json!({ "candidateId": candidate }));
    service.data(&service.admin, RECORDS, input)["records"].clone()
}

fn the_records_of_decisions_outlive_the_candidate(service: &Service) {
    let (job, _, weak) = decided(service);
    let before = records(service, &weak);
    assert_eq!(
        (&before[0]["status"], &before[0]["jobId"]),
        (&json!("Rejected"), &json!(job))
    );
    assert_eq!(
        before[0]["decidedByUserId"],
        service.recruiter.user_id.as_str()
    );
    assert_eq!(before[0]["criteria"].as_array().unwrap().len(), 3);
    let erase = ours(json!({ "candidateId": weak, "reason": "on request" }));
    service.data(&service.admin, ERASE, erase);
    let mut after = records(service, &weak);
    after[0]["dueAt"] = before[0]["dueAt"].clone();
    assert_eq!(after, before);
    let text = after.to_string().to_lowercase();
    for word in ["ben", "fictitious", "meadow", "example.org", "built"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    let theirs = json!({ "organizationId": "org_theirs", "candidateId": weak });
    let found = service.data(&service.stranger, RECORDS, theirs);
    assert_eq!(found["records"], json!([]));
}

fn a_retention_period_that_conflicts_is_reported(service: &Service) {
    let set = "mutation($input: SetRetentionPolicyInput!) { setRetentionPolicy(input: $input) {
        days warning } }";
    let policy = service.data(&service.admin, GET_POLICY, ours(json!({})));
    assert_eq!(
        policy,
        json!({ "contact": null, "recordYears": 4, "retentionWarning": null })
    );
    for (days, words) in [(29, "before the explanation"), (365, "before the 4 years")] {
        let kept = service.data(&service.admin, set, ours(json!({ "days": days })));
        let policy = service.data(&service.admin, GET_POLICY, ours(json!({})));
        assert_eq!(kept["warning"], policy["retentionWarning"]);
        let warning = kept["warning"].as_str().unwrap();
        assert!(warning.contains(words), "{warning}");
    }
    let policy = service.data(
        &service.admin,
        SET_POLICY,
        ours(json!({ "recordYears": 3 })),
    );
    assert!(
        policy["retentionWarning"]
            .as_str()
            .unwrap()
            .contains("3 years")
    );
    let kept = service.data(&service.admin, set, ours(json!({ "days": 3 * 366 })));
    assert_eq!(kept["warning"], Value::Null);
    for years in [2, 11] {
        let code = service.code(
            &service.admin,
            SET_POLICY,
            ours(json!({ "recordYears": years })),
        );
        assert_eq!(code, "BAD_USER_INPUT");
    }
}

fn records_are_deleted_after_their_period(service: &Service) {
    let (_, strong, weak) = decided(service);
    let erase = ours(json!({ "candidateId": weak, "reason": "on request" }));
    service.data(&service.admin, ERASE, erase);
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let policy = service
        .store()
        .organizations()
        .decision_policy(&organization)
        .unwrap();
    let run = || {
        service
            .app
            .maintenance()
            .run_daily(&mut |_, done| drop(done.unwrap()))
    };
    run().unwrap();
    assert_eq!(records(service, &weak).as_array().unwrap().len(), 1);
    service
        .clock
        .advance(Duration::days(i64::from(policy.record_days()) + 1));
    run().unwrap();
    // The record of somebody who is still stored stays.
    for (candidate, count) in [(&weak, 0), (&strong, 1)] {
        let id = CandidateId::parse("candidateId", candidate).unwrap();
        let kept = service
            .store()
            .candidates()
            .list_decisions(&organization, &id);
        assert_eq!(kept.unwrap().len(), count);
    }
}

/// What identifies the candidate below, in lower case. No other text of the service contains these words.
const IDENTIFYING: [&str; 4] = [
    "quillon",
    "zephyrine",
    "octant works",
    "ignored the sundial",
];

/// Returns which of the words a database stores, as text or as bytes in hexadecimal digits.
fn identifying_in(url: &DatabaseUrl) -> Vec<&'static str> {
    let stored = stored_bytes(url).to_ascii_lowercase();
    let contains = |needle: &[u8]| stored.windows(needle.len()).any(|part| part == needle);
    let hex = |word: &str| data_encoding::HEXLOWER.encode(word.as_bytes());
    let mut found: Vec<&str> = IDENTIFYING.into();
    found.retain(|word| contains(word.as_bytes()) || contains(hex(word).as_bytes()));
    found
}

/// Rejects a candidate for a reason that names them, explains, corrects and hires them, and erases them.
fn no_identifying_byte_outlives_an_erasure(url: &DatabaseUrl) {
    let service = &Service::start(url);
    let more = json!({ "jobDescription": DESCRIPTION, "skills": ["Rust"] });
    let job = service.create_job("Backend Engineer", more);
    let lines = [
        "Quillon Zephyrine",
        "quillon.zephyrine@example.org",
        "Experience",
        "Engineer, Octant Works",
        "January 2022 - December 2023",
        "Skills",
        "Rust",
    ];
    let candidate = upload(service, &job, &lines);
    let reason = Some("Zephyrine ignored the sundial");
    set_status(service, &candidate, "Rejected", reason);
    packet(service, &candidate, "de");
    let of = |more: Value| ours(joined(json!({ "candidateId": candidate }), &more));
    service.data(&service.recruiter, GIVEN, of(json!({})));
    let correct =
        "mutation($input: CorrectResumeInput!) { correctResume(input: $input) { scoreAfter } }";
    let correction = json!({ "entry": 0, "field": "employer", "value": "Brass Octant Works" });
    service.data(&service.recruiter, correct, of(correction));
    set_status(service, &candidate, "Hired", None);
    assert!(
        !identifying_in(url).is_empty(),
        "the scan finds what is there"
    );
    service.data(&service.admin, ERASE, of(json!({ "reason": "on request" })));
    assert_eq!(records(service, &candidate).as_array().unwrap().len(), 2);
    assert_eq!(identifying_in(url), [""; 0]);
}

#[test]
fn no_identifying_byte_outlives_an_erasure_on_sqlite() {
    on_sqlite(no_identifying_byte_outlives_an_erasure);
}

#[test]
fn no_identifying_byte_outlives_an_erasure_on_postgresql() {
    on_postgresql(no_identifying_byte_outlives_an_erasure);
}
