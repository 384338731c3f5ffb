//! The operations on webhooks.

use serde_json::{Value, json};
use shortlist_domain::Permission;

use super::receiver::{Answer, Receiver, wait_until};
use super::sender::Sender;
use crate::support::input::joined;

on_both_databases!(
    addresses_that_are_not_public_are_refused,
    values_that_cannot_be_used_are_bad_user_input,
    a_webhook_is_changed_and_deleted,
    a_ping_reaches_its_webhook_only,
    a_delivery_is_sent_again,
    all_events_since_a_time_are_sent_again,
    webhooks_need_an_admin_and_the_permission,
);

const CREATE: &str = "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { webhookId } } }";
const UPDATE: &str = "mutation($input: UpdateWebhookInput!) { updateWebhook(input: $input) {
    url description eventTypes enabled disabledReason } }";
const DELETE: &str =
    "mutation($input: WebhookInput!) { deleteWebhook(input: $input) { webhookId } }";
const PING: &str = "mutation($input: WebhookInput!) { pingWebhook(input: $input) { webhookId } }";
const REPLAY: &str = "mutation($input: ReplayWebhookDeliveryInput!) { replayWebhookDelivery(input: $input) { webhookId } }";
const SINCE: &str =
    "mutation($input: ReplayWebhooksSinceInput!) { replayWebhooksSince(input: $input) { events } }";
const LIST: &str =
    "query($input: ListWebhooksInput!) { listWebhooks(input: $input) { webhooks { webhookId } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn addresses_that_are_not_public_are_refused(sender: &mut Sender) {
    for url in [
        "https://10.0.0.1/",
        "https://169.254.169.254/latest",
        "http://example.org/",
        "https://[::ffff:10.0.0.1]/",
    ] {
        let code = sender.code(&sender.admin, CREATE, ours(json!({ "url": url })));
        assert_eq!(code, "BAD_USER_INPUT", "{url}");
    }
    let list = sender.data(&sender.admin, LIST, ours(json!({})));
    assert_eq!(list["webhooks"], json!([]));
}

fn values_that_cannot_be_used_are_bad_user_input(sender: &mut Sender) {
    let url = json!({ "url": "https://example.org/hook" });
    for bad in [
        json!({ "eventTypes": ["candidate.hired"] }),
        json!({ "description": "x".repeat(10_000) }),
        json!({ "url": format!("https://example.org/{}", "x".repeat(3_000)) }),
    ] {
        let code = sender.code(&sender.admin, CREATE, ours(joined(url.clone(), &bad)));
        assert_eq!(code, "BAD_USER_INPUT", "{bad}");
    }
    let unknown = ours(joined(url, &json!({ "jobIds": ["job_unknown"] })));
    assert_eq!(sender.code(&sender.admin, CREATE, unknown), "NOT_FOUND");
    let missing = ours(json!({ "webhookId": "whk_unknown" }));
    for operation in [UPDATE, DELETE, PING] {
        assert_eq!(
            sender.code(&sender.admin, operation, missing.clone()),
            "NOT_FOUND"
        );
    }
}

fn a_webhook_is_changed_and_deleted(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    let hook = sender.hook(&receiver, json!({ "description": "payroll" }));
    let input = |more| ours(joined(json!({ "webhookId": hook.id }), &more));
    let changed = json!({ "url": "https://example.org/new", "eventTypes": ["job.created"], "enabled": false });
    let updated = sender.data(&sender.admin, UPDATE, input(changed));
    assert_eq!(
        updated,
        json!({ "url": "https://example.org/new", "description": "payroll", "eventTypes": ["job.created"],
            "enabled": false, "disabledReason": "by a user" })
    );
    assert_eq!(
        sender.code(&sender.admin, PING, input(json!({}))),
        "CONFLICT"
    );
    let cleared = json!({ "description": null, "eventTypes": [], "enabled": true });
    let updated = sender.data(&sender.admin, UPDATE, input(cleared));
    assert_eq!(updated["description"], Value::Null);
    assert_eq!(
        (&updated["eventTypes"], &updated["enabled"]),
        (&json!([]), &json!(true))
    );
    sender.data(&sender.admin, DELETE, input(json!({})));
    assert_eq!(
        sender.code(&sender.admin, DELETE, input(json!({}))),
        "NOT_FOUND"
    );
    assert_eq!(receiver.received().len(), 0);
}

fn a_ping_reaches_its_webhook_only(sender: &mut Sender) {
    let (tested, other) = (Receiver::confirming(), Receiver::confirming());
    // A filter does not keep a test away.
    let hook = sender.hook(&tested, json!({ "eventTypes": ["job.deleted"] }));
    let witness = sender.hook(&other, json!({}));
    sender.data(&sender.admin, PING, ours(json!({ "webhookId": hook.id })));
    let request = &tested.wait_for(1)[0];
    assert_eq!(request.event_type(), "webhook.ping");
    assert_eq!(request.json()["data"]["webhookId"], hook.id);
    sender.create_job("Backend Engineer", json!({}));
    sender.wait_for_attempts(&witness, 1);
    assert_eq!(other.types(), ["job.created"]);
}

fn a_delivery_is_sent_again(sender: &mut Sender) {
    let receiver = Receiver::confirming();
    let hook = sender.hook(&receiver, json!({ "eventTypes": ["job.created"] }));
    sender.create_job("Backend Engineer", json!({}));
    let sequence = sender.wait_for_attempts(&hook, 1)["sequence"].clone();
    let input = ours(json!({ "webhookId": hook.id, "sequence": sequence }));
    sender.data(&sender.admin, REPLAY, input);
    let both = receiver.wait_for(2);
    assert_eq!(both[0].header("webhook-id"), both[1].header("webhook-id"));
    assert_eq!(sender.wait_for_attempts(&hook, 2)["state"], "delivered");
    let unknown = ours(json!({ "webhookId": hook.id, "sequence": 1_000_000 }));
    assert_eq!(sender.code(&sender.admin, REPLAY, unknown), "NOT_FOUND");
}

fn all_events_since_a_time_are_sent_again(sender: &mut Sender) {
    let early = Receiver::confirming();
    sender.hook(&early, json!({}));
    sender.create_job("Before", json!({}));
    early.wait_for(1);
    sender.clock.advance(chrono::Duration::seconds(10));
    let since = sender.app.clock().now().to_string();
    for number in 0..3 {
        sender.create_job(&format!("Job {number}"), json!({}));
    }
    early.wait_for(4);
    // A webhook from after the events gets them too.
    let late = Receiver::start(Answer::Status("200 OK"));
    let hook = sender.hook(&late, json!({ "eventTypes": ["job.created"] }));
    let input = |since: &str| ours(json!({ "webhookId": hook.id, "since": since }));
    let replayed = sender.data(&sender.admin, SINCE, input(&since));
    assert_eq!(replayed["events"], 3);
    late.wait_for(3);
    let again = sender.data(&sender.admin, SINCE, input(&since));
    assert_eq!(again["events"], 3);
    wait_until("they arrive again", || late.received().len() == 6);
    assert_eq!(
        sender.code(&sender.admin, SINCE, input("2020-01-01T00:00:00Z")),
        "BAD_USER_INPUT"
    );
    assert_eq!(
        sender.code(&sender.admin, SINCE, input("yesterday")),
        "BAD_USER_INPUT"
    );
}

fn webhooks_need_an_admin_and_the_permission(sender: &mut Sender) {
    let input = ours(json!({}));
    let refused = |caller| sender.graphql(caller, LIST, input.clone()).0;
    assert_eq!(refused(&sender.recruiter), 403);
    assert_eq!(refused(&sender.interviewer), 403);
    let without = sender.with_permissions(&sender.admin, &[Permission::Admin]);
    assert_eq!(refused(&without), 403);
    let with = sender.with_permissions(&sender.admin, &[Permission::Webhooks]);
    assert_eq!(refused(&with), 200);
}
