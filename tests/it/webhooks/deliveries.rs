//! What receivers get.

use chrono::Duration;
use serde_json::json;
use standardwebhooks::Webhook as Reference;

use super::receiver::{Answer, Received, Receiver, wait_until};
use super::sender::Sender;

on_both_databases!(
    a_change_reaches_its_webhook_signed,
    an_event_contains_no_values,
    types_and_jobs_select_events,
    every_event_has_the_next_number,
    an_earlier_secret_signs_until_the_overlap_ends,
    events_wait_while_nobody_delivers,
    a_delivery_that_broke_off_is_made_again,
);

const STATUS: &str =
    "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { status } }";
const ROTATE: &str =
    "mutation($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { secret } }";

/// Returns whether the reference implementation of Standard Webhooks would have signed a request the same.
fn is_signed_with(request: &Received, secret: &str) -> bool {
    let at = request.header("webhook-timestamp").parse().unwrap();
    let reference = Reference::new(secret).unwrap();
    let expected = reference
        .sign(request.header("webhook-id"), at, &request.body)
        .unwrap();
    let mut signatures = request.header("webhook-signature").split(' ');
    signatures.any(|one| one == expected)
}

fn a_change_reaches_its_webhook_signed(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    let hook = sender.hook(&receiver, json!({}));
    let job = sender.create_job("Backend Engineer", json!({}));
    let [request] = receiver.wait_for(1).try_into().ok().unwrap();
    assert!(is_signed_with(&request, &hook.secret));
    assert_eq!(request.header("content-type"), "application/json");
    let event = request.json();
    assert_eq!(event["id"], request.header("webhook-id"));
    assert_eq!(event["type"], "job.created");
    assert_eq!(event["organizationId"], "org_ours");
    assert_eq!(event["data"]["jobId"], job);
    assert_eq!(
        event["data"]["link"],
        format!("https://hr.example/app/jobs/{job}")
    );
    let delivery = sender.wait_for_attempts(&hook, 1);
    assert_eq!(delivery["state"], "delivered");
    assert_eq!(delivery["attempts"][0]["status"], 204);
    assert_eq!(delivery["eventId"], event["id"]);
}

fn an_event_contains_no_values(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    sender.hook(&receiver, json!({}));
    let job = sender.create_job("Backend Engineer", json!({}));
    let (candidate, _) = sender.candidate(&job, "Ada Example");
    let change =
        json!({ "organizationId": "org_ours", "candidateId": candidate, "status": "Rejected" });
    sender.data(&sender.recruiter, STATUS, change);
    wait_until("the status arrives", || {
        receiver
            .types()
            .contains(&"candidate.status_changed".to_owned())
    });
    let all = receiver.received();
    let changed = all
        .iter()
        .find(|one| one.event_type() == "candidate.status_changed");
    let changed = changed.unwrap().json();
    assert_eq!(
        changed["data"]["changedFields"],
        json!(["status", "stageId"])
    );
    assert_eq!(changed["data"]["candidateId"], candidate);
    assert_eq!(changed["data"]["jobId"], job);
    for request in all {
        let text = String::from_utf8(request.body).unwrap();
        for value in ["Ada", "Example", "Rejected", "Backend", "@"] {
            assert!(!text.contains(value), "{value} in {text}");
        }
    }
}

fn types_and_jobs_select_events(sender: &mut Sender) {
    let (own, other) = (
        sender.create_job("Backend Engineer", json!({})),
        sender.create_job("Nurse", json!({})),
    );
    let (by_type, by_job) = (Receiver::confirming(), Receiver::confirming());
    sender.hook(&by_type, json!({ "eventTypes": ["Candidate.Created"] }));
    sender.hook(&by_job, json!({ "jobIds": [own] }));
    sender.candidate(&other, "Ada Example");
    sender.candidate(&own, "Ben Example");
    sender.create_job("Carpenter", json!({}));
    let created = by_type.wait_for(2);
    assert!(
        created
            .iter()
            .all(|one| one.event_type() == "candidate.created")
    );
    wait_until("the candidate arrives", || {
        by_job.types().contains(&"candidate.created".to_owned())
    });
    for request in by_job.received() {
        assert_eq!(request.json()["data"]["jobId"], own, "{}", request.json());
    }
    assert_eq!(by_type.received().len(), 2);
}

fn every_event_has_the_next_number(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    sender.hook(&receiver, json!({ "eventTypes": ["job.created"] }));
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let sender = &*sender;
            scope.spawn(move || {
                for number in 0..5 {
                    sender.create_job(&format!("Job {writer} {number}"), json!({}));
                }
            });
        }
    });
    let all = receiver.wait_for(20);
    let mut numbers: Vec<i64> = all
        .iter()
        .map(|one| one.json()["sequence"].as_i64().unwrap())
        .collect();
    numbers.sort_unstable();
    let expected: Vec<i64> = (numbers[0]..numbers[0] + 20).collect();
    assert_eq!(numbers, expected);
    let mut ids: Vec<String> = all
        .iter()
        .map(|one| one.header("webhook-id").to_owned())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 20);
}

fn an_earlier_secret_signs_until_the_overlap_ends(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    let hook = sender.hook(&receiver, json!({ "eventTypes": ["job.created"] }));
    let input = json!({ "organizationId": "org_ours", "webhookId": hook.id, "overlapHours": 1 });
    let rotated = sender.data(&sender.admin, ROTATE, input);
    let new = rotated["secret"].as_str().unwrap();
    assert_ne!(new, hook.secret);
    sender.create_job("During", json!({}));
    let during = receiver.wait_for(1);
    assert!(is_signed_with(&during[0], new) && is_signed_with(&during[0], &hook.secret));
    sender.clock.advance(Duration::minutes(61));
    let admin = sender.signed_in_again();
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let job = json!({ "organizationId": "org_ours", "recruiterId": sender.recruiter.user_id, "title": "After" });
    sender.data(&admin, create, job);
    let after = receiver.wait_for(2);
    assert!(is_signed_with(&after[1], new));
    assert!(!is_signed_with(&after[1], &hook.secret));
}

fn events_wait_while_nobody_delivers(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    sender.hook(&receiver, json!({ "eventTypes": ["job.created"] }));
    sender.stop_delivery();
    for number in 0..3 {
        sender.create_job(&format!("Job {number}"), json!({}));
    }
    assert_eq!(receiver.received().len(), 0);
    sender.start_delivery();
    assert_eq!(receiver.wait_for(3).len(), 3);
}

fn a_delivery_that_broke_off_is_made_again(sender: &mut Sender) {
    let receiver = Receiver::start(Answer::Hang);
    let hook = sender.hook(&receiver, json!({ "eventTypes": ["job.created"] }));
    sender.create_job("Backend Engineer", json!({}));
    let first = receiver.wait_for(1);
    // Stopping waits for a few seconds, and then leaves the delivery to the next server.
    sender.stop_delivery();
    receiver.set(Answer::Status("200 OK"));
    sender.start_delivery();
    let both = receiver.wait_for(2);
    assert_eq!(both[1].header("webhook-id"), first[0].header("webhook-id"));
    assert_eq!(both[1].body, first[0].body);
    let delivery = sender.wait_for_attempts(&hook, 1);
    assert_eq!(delivery["state"], "delivered");
}
