//! Corrections by candidates: what counts afterwards, what stays, and who may record them.

use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    a_corrected_date_counts_and_both_receipts_stay,
    a_later_correction_replaces_an_earlier_one,
    a_correction_is_audited_exported_and_erased,
    a_wrong_correction_is_refused,
    an_added_position_counts_and_is_quoted,
    a_removed_position_counts_no_longer_until_it_is_restored,
    a_skill_is_added_and_removed_for_score_and_filters,
    a_cleared_value_and_another_place_are_shown,
    values_of_several_entries_are_refused,
    a_replay_applies_corrections,
);

const CORRECT: &str = "mutation($input: CorrectResumeInput!) { correctResume(input: $input) {
    candidateId scoreBefore scoreAfter digestBefore digestAfter } }";
const LIST: &str = "query($input: ListCorrectionsInput!) { listCorrections(input: $input) {
    corrections { entry field parsed stated userId } } }";
const ADD: &str = "mutation($input: AddResumeEntryInput!) { addResumeEntry(input: $input) {
    entry scoreBefore scoreAfter } }";
const ENTRIES: &str = "query($input: ListCorrectionsInput!) { listCorrections(input: $input) {
    entries { entry name isRemoved values { field parsed current } } } }";
const CANDIDATE: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
    resumeScore skillsFound scoreReceipt { digest } earlierReceipts { digest score }
    resume { text location experience { organization start end } } } }";

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
        ("position", "Gardener"),
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

fn added(service: &Service, candidate: &str, values: &[(&str, &str)]) -> Value {
    let value = |(field, value): &(&str, &str)| json!({ "field": field, "value": value });
    let values: Vec<Value> = values.iter().map(value).collect();
    let input = ours(json!({ "candidateId": candidate, "values": values }));
    service.data(&service.recruiter, ADD, input)
}

fn shown(service: &Service, candidate: &str) -> Value {
    let input = ours(json!({ "candidateId": candidate }));
    service.data(&service.recruiter, CANDIDATE, input)
}

fn an_added_position_counts_and_is_quoted(service: &Service) {
    let id = candidate(service);
    let values = [
        ("title", "Software Engineer"),
        ("employer", "Orchard Robots"),
        ("start", "2009-01"),
        ("end", "2018-12"),
    ];
    let score = added(service, &id, &values);
    assert!(
        score["scoreAfter"].as_f64() > score["scoreBefore"].as_f64(),
        "{score}"
    );
    let candidate = shown(service, &id);
    let positions = candidate["resume"]["experience"].as_array().unwrap();
    let last = json!({ "organization": "Orchard Robots", "start": "2009-01", "end": "2018-12" });
    assert_eq!(positions.last(), Some(&last));
    let text = candidate["resume"]["text"].as_str().unwrap();
    assert!(
        text.ends_with("Software Engineer, Orchard Robots, 2009-01 – 2018-12\n"),
        "{text}"
    );
    // The number of the entry corrects it later.
    let entry = joined(
        correction(&id, "end", "2010-12"),
        &json!({ "entry": score["entry"] }),
    );
    let corrected = service.data(&service.recruiter, CORRECT, entry);
    assert!(corrected["scoreAfter"].as_f64() < corrected["scoreBefore"].as_f64());
}

fn a_removed_position_counts_no_longer_until_it_is_restored(service: &Service) {
    let id = candidate(service);
    let entries = || {
        service.data(
            &service.recruiter,
            ENTRIES,
            ours(json!({ "candidateId": id })),
        )
    };
    let is_position = |entry: &&Value| entry["values"][0]["field"] == "title";
    let position = || -> Value {
        let entries = entries()["entries"].as_array().unwrap().clone();
        entries.iter().find(is_position).unwrap().clone()
    };
    let before = position();
    assert_eq!(before["isRemoved"], false);
    let removed = corrected(service, &id, "position", "");
    assert!(
        removed["scoreAfter"].as_f64() < removed["scoreBefore"].as_f64(),
        "{removed}"
    );
    assert_eq!(shown(service, &id)["resume"]["experience"], json!([]));
    assert_eq!(position()["isRemoved"], true);
    let restored = corrected(service, &id, "position", before["name"].as_str().unwrap());
    assert_eq!(restored["scoreAfter"], removed["scoreBefore"]);
    assert_eq!(position(), before);
}

fn a_skill_is_added_and_removed_for_score_and_filters(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({ "skills": ["Rust", "Kafka"] }));
    let id = service.candidate(&job, "Ada Fictitious").0;
    let found = |skill: &str| -> usize {
        let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
            candidate { _id } } }";
        let input = ours(json!({ "jobId": job, "filter": { "allSkills": [skill] } }));
        let found = service.data(&service.recruiter, list, input);
        found["candidate"].as_array().unwrap().len()
    };
    assert_eq!(found("Apache Kafka"), 0);
    let score = added(service, &id, &[("skill", "kafka")]);
    assert!(
        score["scoreAfter"].as_f64() > score["scoreBefore"].as_f64(),
        "{score}"
    );
    assert_eq!(found("Apache Kafka"), 1);
    let entry = joined(
        correction(&id, "skill", ""),
        &json!({ "entry": score["entry"] }),
    );
    let removed = service.data(&service.recruiter, CORRECT, entry);
    assert_eq!(removed["scoreAfter"], score["scoreBefore"]);
    assert_eq!(found("Apache Kafka"), 0);
    // The text names this one. It no longer counts either.
    assert_eq!(found("Rust"), 1);
    let entries = service.data(
        &service.recruiter,
        ENTRIES,
        ours(json!({ "candidateId": id })),
    );
    let mut entries = entries["entries"].as_array().unwrap().iter();
    let rust =
        entries.find(|entry| entry["values"][0]["field"] == "skill" && entry["name"] == "Rust");
    let rust = rust.unwrap()["entry"].clone();
    let entry = joined(correction(&id, "skill", ""), &json!({ "entry": rust }));
    let without = service.data(&service.recruiter, CORRECT, entry);
    assert!(
        without["scoreAfter"].as_f64() < without["scoreBefore"].as_f64(),
        "{without}"
    );
    assert_eq!(found("Rust"), 0);
}

fn a_cleared_value_and_another_place_are_shown(service: &Service) {
    let id = candidate(service);
    corrected(service, &id, "employer", " ");
    corrected(service, &id, "place", "Utrecht");
    let resume = shown(service, &id)["resume"].clone();
    assert_eq!(resume["experience"][0]["organization"], Value::Null);
    assert_eq!(resume["location"], "Utrecht");
}

fn values_of_several_entries_are_refused(service: &Service) {
    let id = candidate(service);
    for values in [
        json!([]),
        json!([{ "field": "title", "value": "Gardener" }, { "field": "school", "value": "Orchard" }]),
        json!([{ "field": "skill", "value": "Rust" }, { "field": "skill", "value": "Go" }]),
        json!([{ "field": "skill", "value": " " }]),
        json!([{ "field": "place", "value": "Utrecht" }]),
        json!([{ "field": "position", "value": "Gardener" }]),
        json!([{ "field": "start", "value": "2020" }, { "field": "end", "value": "2019" }]),
    ] {
        let input = ours(json!({ "candidateId": id, "values": values }));
        let code = service.code(&service.recruiter, ADD, input);
        assert_eq!(code, "BAD_USER_INPUT", "{values}");
    }
    let listed = service.data(&service.recruiter, LIST, ours(json!({ "candidateId": id })));
    assert_eq!(listed["corrections"], json!([]));
}
