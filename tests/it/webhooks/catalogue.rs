//! The types of events: which change causes which.

use chrono::Duration;
use serde_json::{Value, json};

use super::receiver::{Receiver, wait_until};
use super::sender::Sender;

on_both_databases!(
    uploads_and_imports_end_with_an_event,
    each_candidate_with_another_score_has_an_event,
    an_erasure_and_an_interview_have_events,
    a_key_that_expires_is_announced_once,
    the_schema_describes_what_arrives,
);

const RESCORE: &str =
    "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { candidates } }";
const ERASE: &str =
    "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
const ASSIGN: &str = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
const MOVE: &str =
    "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
const CREATE_KEY: &str =
    "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { keyId } }";

fn count(receiver: &Receiver, event_type: &str) -> usize {
    receiver
        .types()
        .iter()
        .filter(|one| *one == event_type)
        .count()
}

/// Waits until an event of this type arrives, and returns the first.
fn first(receiver: &Receiver, event_type: &str) -> Value {
    wait_until(event_type, || count(receiver, event_type) > 0);
    let all = receiver.received();
    let found = all.iter().find(|one| one.event_type() == event_type);
    found.unwrap().json()
}

fn ours(more: &Value) -> Value {
    crate::support::input::joined(json!({ "organizationId": "org_ours" }), more)
}

fn uploads_and_imports_end_with_an_event(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    sender.hook(&receiver, json!({}));
    let csv = b"title,jobCode\nNurse,N-1\nCarpenter,C-1\n".to_vec();
    let (status, body) = sender.import(&sender.recruiter, "jobs.csv", csv, &[]);
    assert_eq!(status, 200, "{body}");
    let imported = first(&receiver, "jobs.imported");
    assert_eq!(
        imported["data"]["changedFields"],
        json!(["created", "duplicates"])
    );
    wait_until("both jobs arrive", || count(&receiver, "job.created") == 2);
    let job = sender.create_job("Backend Engineer", json!({}));
    sender.candidate(&job, "Ada Example");
    let uploaded = first(&receiver, "resumes.uploaded");
    assert_eq!(uploaded["data"]["jobId"], job);
    // Both are written at once, and events arrive in any order.
    wait_until("the candidate arrives", || {
        count(&receiver, "candidate.created") == 1
    });
}

fn each_candidate_with_another_score_has_an_event(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    let job = sender.create_job("Backend Engineer", json!({ "skills": ["Rust", "SQL"] }));
    let (ada, _) = sender.candidate(&job, "Ada Example");
    sender.hook(
        &receiver,
        json!({ "eventTypes": ["candidate.scored", "job.rescored"] }),
    );
    let rescore = |weights: &str| {
        let input = json!({ "jobId": job, "resumeScoreBreakdown": weights });
        sender.data(&sender.recruiter, RESCORE, ours(&input))
    };
    rescore(r#"{"skills": 100}"#);
    let scored = first(&receiver, "candidate.scored");
    assert_eq!(scored["data"]["candidateId"], ada);
    assert_eq!(scored["data"]["jobId"], job);
    rescore(r#"{"skills": 100}"#);
    wait_until("the second run arrives", || {
        count(&receiver, "job.rescored") == 2
    });
    assert_eq!(
        count(&receiver, "candidate.scored"),
        1,
        "the score is the same"
    );
}

fn an_erasure_and_an_interview_have_events(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    let job = sender.create_job("Backend Engineer", json!({}));
    let (ada, _) = sender.candidate(&job, "Ada Example");
    sender.hook(&receiver, json!({ "jobIds": [job] }));
    let assigned = json!({ "candidateId": ada, "interviewerId": sender.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    let interview = sender.data(&sender.recruiter, ASSIGN, assigned)["result"]["_id"].clone();
    let scheduled = first(&receiver, "interview.scheduled");
    assert_eq!(scheduled["data"]["interviewId"], interview);
    assert_eq!(scheduled["data"]["jobId"], job);
    let cancel = json!({ "interviewId": interview, "status": "Cancelled" });
    sender.data(&sender.recruiter, MOVE, ours(&cancel));
    first(&receiver, "interview.cancelled");
    let erase = json!({ "candidateId": ada, "reason": "asked for it" });
    sender.data(&sender.recruiter, ERASE, ours(&erase));
    let erased = first(&receiver, "candidate.erased");
    assert_eq!(erased["data"]["candidateId"], ada);
    assert_eq!(erased["data"]["jobId"], job, "the filter by job selects it");
    assert_eq!(erased["data"]["changedFields"], json!([]));
    assert_eq!(erased["data"].get("link"), None);
}

fn a_key_that_expires_is_announced_once(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    let input = json!({ "name": "short", "permissions": ["jobs:read"], "days": 20 });
    let key = sender.data(&sender.admin, CREATE_KEY, ours(&input))["keyId"].clone();
    sender.hook(
        &receiver,
        json!({ "eventTypes": ["api_key.expiring", "api_key.created"] }),
    );
    let run_daily = || {
        sender
            .app
            .maintenance()
            .run_daily(&mut |_, done| drop(done.unwrap()))
            .unwrap();
    };
    run_daily();
    sender.clock.advance(Duration::days(7));
    run_daily();
    let expiring = first(&receiver, "api_key.expiring");
    assert_eq!(expiring["data"]["keyId"], key);
    sender.clock.advance(Duration::days(2));
    run_daily();
    // Events are sent in their order, so a second one would arrive before the next event.
    let admin = sender.signed_in_again();
    let input = json!({ "name": "next", "permissions": ["jobs:read"], "days": 20 });
    sender.data(&admin, CREATE_KEY, ours(&input));
    first(&receiver, "api_key.created");
    assert_eq!(count(&receiver, "api_key.expiring"), 1);
}

fn the_schema_describes_what_arrives(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    sender.hook(&receiver, json!({}));
    sender.create_job("Backend Engineer", json!({}));
    let event = first(&receiver, "job.created");
    let answer = sender
        .client
        .get(sender.url("/events.schema.json"))
        .send()
        .unwrap();
    assert_eq!(answer.headers()["content-type"], "application/schema+json");
    let schema: Value = serde_json::from_str(&answer.text().unwrap()).unwrap();
    let fields = |of: &Value| -> Vec<String> { of.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(fields(&event), fields(&schema["properties"]));
    let known = fields(&schema["properties"]["data"]["properties"]);
    assert!(
        fields(&event["data"])
            .iter()
            .all(|field| known.contains(field))
    );
    let types = schema["oneOf"].as_array().unwrap();
    assert_eq!(types.len(), shortlist_domain::EventType::ALL.len());
    for one in types {
        let example = &one["examples"][0];
        assert_eq!(example["type"], one["properties"]["type"]["const"]);
        assert_eq!(fields(example), fields(&event), "{example}");
    }
    let documented = include_str!("../../../docs/EVENTS.md");
    for event_type in shortlist_domain::EventType::ALL {
        let row = format!("| `{}` |", event_type.as_str());
        assert!(documented.contains(&row), "{row}");
    }
}
