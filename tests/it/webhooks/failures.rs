//! Receivers that fail.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_domain::{DeliveryState, OrganizationId, WebhookId};
use shortlist_persistence::DeliveryQuery;

use super::receiver::{Answer, Received, Receiver, wait_until};
use super::sender::{Hook, Sender};

on_both_databases!(
    a_failed_delivery_is_attempted_again_with_the_same_identifier,
    failures_have_a_reason,
    an_endless_answer_is_cut_off,
    a_receiver_that_hangs_delays_no_other,
    a_busy_receiver_is_asked_again_when_it_says,
    after_the_last_attempt_a_delivery_is_dead,
    a_receiver_that_is_gone_is_disabled,
    five_days_of_failures_disable_a_webhook,
);

const ENABLE: &str =
    "mutation($input: UpdateWebhookInput!) { updateWebhook(input: $input) { enabled } }";
const CREATED: &str = "job.created";

fn hook_of_jobs(sender: &Sender, receiver: &Receiver) -> Hook {
    sender.hook(receiver, json!({ "eventTypes": [CREATED] }))
}

fn failure(delivery: &Value) -> &str {
    delivery["attempts"][0]["failure"].as_str().unwrap()
}

fn a_failed_delivery_is_attempted_again_with_the_same_identifier(sender: &mut Sender) {
    let receiver = Receiver::start(Answer::Status("500 Internal Server Error"));
    let hook = hook_of_jobs(sender, &receiver);
    sender.create_job("Backend Engineer", json!({}));
    let delivery = sender.wait_for_attempts(&hook, 1);
    assert_eq!(delivery["state"], "waiting");
    assert_eq!(delivery["attempts"][0]["status"], 500);
    receiver.set(Answer::Status("200 OK"));
    let due = delivery["nextAttemptAt"].as_str().unwrap();
    let due = shortlist_domain::Timestamp::parse("due", due).unwrap();
    assert!(due > sender.app.clock().now(), "it is not due yet");
    sender.clock.advance(Duration::seconds(6));
    let delivery = sender.wait_for_attempts(&hook, 2);
    assert_eq!(delivery["state"], "delivered");
    assert_eq!(delivery["nextAttemptAt"], Value::Null);
    let both = receiver.received();
    assert_eq!(both[0].header("webhook-id"), both[1].header("webhook-id"));
    assert_ne!(
        both[0].header("webhook-timestamp"),
        both[1].header("webhook-timestamp")
    );
}

fn failures_have_a_reason(sender: &mut Sender) {
    for (answer, reason) in [
        (Answer::Status("404 Not Found"), "404 Not Found"),
        (
            Answer::Status("302 Found\r\nlocation: http://127.0.0.1/"),
            "redirects are not followed",
        ),
        (Answer::Close, "the request failed"),
    ] {
        let receiver = Receiver::start(answer);
        let hook = hook_of_jobs(sender, &receiver);
        sender.create_job(reason, json!({}));
        let delivery = sender.wait_for_attempts(&hook, 1);
        assert!(failure(&delivery).contains(reason), "{delivery}");
    }
    let nobody = Receiver::confirming();
    let hook = sender.hook(&nobody, json!({ "url": "http://127.0.0.1:1/hook" }));
    sender.create_job("Nobody listens", json!({}));
    let delivery = sender.wait_for_attempts(&hook, 1);
    assert!(failure(&delivery).contains("cannot connect"), "{delivery}");
    // Nothing listens with TLS there, so the handshake fails.
    let https = nobody.url.replace("http://", "https://");
    let hook = sender.hook(&nobody, json!({ "url": https }));
    sender.create_job("No TLS", json!({}));
    let delivery = sender.wait_for_attempts(&hook, 1);
    assert!(failure(&delivery).contains("cannot connect"), "{delivery}");
}

fn an_endless_answer_is_cut_off(sender: &mut Sender) {
    let receiver = Receiver::start(Answer::Endless);
    let hook = hook_of_jobs(sender, &receiver);
    sender.create_job("Backend Engineer", json!({}));
    let delivery = sender.wait_for_attempts(&hook, 1);
    assert_eq!(delivery["state"], "delivered");
    assert_eq!(
        delivery["attempts"][0]["response"].as_str().unwrap().len(),
        4_096
    );
}

fn a_receiver_that_hangs_delays_no_other(sender: &mut Sender) {
    let (hanging, good) = (Receiver::start(Answer::Hang), Receiver::confirming());
    hook_of_jobs(sender, &hanging);
    hook_of_jobs(sender, &good);
    for number in 0..80 {
        sender.create_job(&format!("Job {number}"), json!({}));
    }
    good.wait_for(80);
    // The limit for each webhook.
    assert!(
        hanging.received().len() <= 64,
        "{}",
        hanging.received().len()
    );
}

fn a_busy_receiver_is_asked_again_when_it_says(sender: &mut Sender) {
    let receiver = Receiver::start(Answer::Status(
        "503 Service Unavailable\r\nretry-after: 3600",
    ));
    let hook = hook_of_jobs(sender, &receiver);
    sender.create_job("Backend Engineer", json!({}));
    let now = sender.app.clock().now();
    let delivery = sender.wait_for_attempts(&hook, 1);
    let next = delivery["nextAttemptAt"].as_str().unwrap();
    let next = shortlist_domain::Timestamp::parse("next", next).unwrap();
    assert!(next >= now.plus(Duration::minutes(60)), "{delivery}");
    assert!(next < now.plus(Duration::minutes(62)), "{delivery}");
}

fn after_the_last_attempt_a_delivery_is_dead(sender: &mut Sender) {
    let receiver = Receiver::start(Answer::Status("500 Internal Server Error"));
    let hook = hook_of_jobs(sender, &receiver);
    sender.create_job("Backend Engineer", json!({}));
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let id = WebhookId::parse("w", &hook.id).unwrap();
    let query = DeliveryQuery {
        limit: 1,
        ..DeliveryQuery::default()
    };
    let webhooks = sender.store().webhooks();
    let delivery = || {
        let listed = webhooks
            .list_deliveries(&organization, &id, &query)
            .unwrap();
        listed.into_iter().next()
    };
    // Five days of failures would disable the webhook, so someone enables it after each.
    for attempt in 1..=10 {
        wait_until("the attempt is stored", || {
            delivery().is_some_and(|one| one.attempts.len() >= attempt)
        });
        let admin = sender.signed_in_again();
        let input = json!({ "organizationId": "org_ours", "webhookId": hook.id, "enabled": true });
        sender.data(&admin, ENABLE, input);
        sender.clock.advance(Duration::hours(27));
    }
    let dead = delivery().unwrap();
    assert_eq!(
        (dead.state, dead.attempts.len(), dead.next_attempt_at),
        (DeliveryState::Dead, 10, None)
    );
    // One may be sent twice if the clock moves on while it is sent.
    let sent = receiver.wait_for(10).len();
    // Events are sent in their order, so an eleventh attempt would be made before that of the next event.
    let admin = sender.signed_in_again();
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "recruiterId": sender.recruiter.user_id, "title": "Nurse" });
    sender.data(&admin, create, input);
    let all = receiver.wait_for(sent + 1);
    let of_dead = |one: &&Received| one.header("webhook-id") == all[0].header("webhook-id");
    assert_eq!(all.iter().filter(of_dead).count(), sent);
}

fn a_receiver_that_is_gone_is_disabled(sender: &mut Sender) {
    let (gone, witness) = (
        Receiver::start(Answer::Status("410 Gone")),
        Receiver::confirming(),
    );
    let hook = hook_of_jobs(sender, &gone);
    sender.hook(&witness, json!({ "eventTypes": ["webhook.disabled"] }));
    sender.create_job("Backend Engineer", json!({}));
    let event = witness.wait_for(1)[0].json();
    assert_eq!(event["data"]["webhookId"], hook.id);
    let listed = sender.listed(&hook);
    assert_eq!(listed["enabled"], false);
    assert!(
        listed["disabledReason"].as_str().unwrap().contains("410"),
        "{listed}"
    );
    sender.create_job("Nurse", json!({}));
    gone.set(Answer::Status("200 OK"));
    let input = json!({ "organizationId": "org_ours", "webhookId": hook.id, "enabled": true });
    sender.data(&sender.admin, ENABLE, input);
    sender.create_job("Carpenter", json!({}));
    gone.wait_for(2);
    assert_eq!(
        gone.received().len(),
        2,
        "what happened while it was disabled is not sent"
    );
}

fn five_days_of_failures_disable_a_webhook(sender: &mut Sender) {
    let receiver = Receiver::start(Answer::Status("500 Internal Server Error"));
    let hook = hook_of_jobs(sender, &receiver);
    sender.create_job("Backend Engineer", json!({}));
    sender.wait_for_attempts(&hook, 1);
    assert!(sender.listed(&hook)["failingSince"].is_string());
    sender.clock.advance(Duration::days(5));
    receiver.wait_for(2);
    let admin = sender.signed_in_again();
    let list = "query($input: ListWebhooksInput!) { listWebhooks(input: $input) { webhooks { enabled disabledReason } } }";
    let listed = || sender.data(&admin, list, json!({ "organizationId": "org_ours" }));
    wait_until("it is disabled", || {
        listed()["webhooks"][0]["enabled"] == false
    });
    let reason = listed()["webhooks"][0]["disabledReason"].clone();
    assert!(reason.as_str().unwrap().contains("five days"), "{reason}");
}
