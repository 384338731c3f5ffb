//! Calls of the queries of events and webhooks.

use shortlist_domain::{
    Action, Actor, DeliveryAttempt, DeliveryState, EventFilter, NewWebhook, Webhook,
    WebhookAddress, WebhookChange, WebhookId, WebhookSecret,
};
use shortlist_persistence::{AttemptOutcome, AttemptResult, DELIVERY_TASK, DeliveryQuery, Store};

use super::{Names, at, writer};

pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let id = WebhookId::parse("id", "whk_1").unwrap();
    let new = NewWebhook {
        webhook: webhook(names, &id),
        secret: WebhookSecret::new([1; 32]),
    };
    let writer = writer(store);
    let changes = writer.webhooks();
    changes.insert(&new).unwrap();
    let change = WebhookChange {
        description: Some(Some("x".to_owned())),
        ..WebhookChange::default()
    };
    changes
        .update(organization, &id, &|before| {
            change.applied_to(before, at(1))
        })
        .unwrap();
    changes
        .rotate_secret(organization, &id, &new.secret, at(9))
        .unwrap();
    // The event of a ping is known by its operation.
    let pinging = store.writer_for(Action {
        organization_id: organization.clone(),
        actor: Actor::Operator,
        operation: "pingWebhook",
        at: at(0),
    });
    pinging.webhooks().ping(organization, &id).unwrap();
    let webhooks = store.webhooks();
    webhooks.find(organization, &id).unwrap();
    webhooks.list(organization).unwrap();
    webhooks.secrets(organization, &id, at(1)).unwrap();
    let sequence = deliver(store, names, &id);
    let query = DeliveryQuery {
        state: Some(DeliveryState::Waiting),
        before: Some(9),
        limit: 10,
    };
    webhooks.list_deliveries(organization, &id, &query).unwrap();
    changes.replay(organization, &id, sequence).unwrap();
    changes.replay_since(organization, &id, at(0)).unwrap();
    changes.delete(organization, &id).unwrap();
    store.api_keys().list_expiring(organization, at(9)).unwrap();
    store.events().list_after(organization, 0, 10).unwrap();
    store
        .events()
        .remove_before(organization, at(0), 10)
        .unwrap();
}

fn webhook(names: &Names, id: &WebhookId) -> Webhook {
    Webhook {
        organization_id: names.organization.clone(),
        id: id.clone(),
        address: WebhookAddress::checked("url", "https://example.org/hook").unwrap(),
        description: None,
        filter: EventFilter::default(),
        disabled: None,
        failing_since: None,
        created_at: at(0),
        updated_at: at(0),
    }
}

/// Attempts the delivery of the ping twice. Returns the number of its event.
fn deliver(store: &Store, names: &Names, id: &WebhookId) -> i64 {
    let organization = &names.organization;
    let (tasks, webhooks) = (store.tasks(), store.webhooks());
    tasks.is_due(DELIVERY_TASK, at(1)).unwrap();
    let claimed = tasks.claim(DELIVERY_TASK, "holder", at(1), at(9)).unwrap();
    webhooks.hand_out(organization, at(1)).unwrap();
    let due = webhooks.list_due(organization, id, at(1), 10).unwrap();
    let sequence = due[0].event.sequence;
    for outcome in [AttemptOutcome::Delivered, AttemptOutcome::Again(at(5))] {
        let result = AttemptResult {
            webhook_id: id.clone(),
            sequence,
            attempts: 0,
            failures: 0,
            replays: 0,
            attempt: DeliveryAttempt {
                at: at(1),
                duration_millis: 1,
                status: Some(200),
                failure: None,
                response: None,
            },
            outcome,
        };
        webhooks.record(organization, &[result]).unwrap();
    }
    webhooks
        .release_if_idle(&claimed.unwrap(), at(2), at(9))
        .unwrap();
    sequence
}
