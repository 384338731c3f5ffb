//! Outcomes of attempts, when the delivery was replayed in between.

use shortlist_domain::{
    Action, Actor, DeliveryAttempt, EventFilter, NewWebhook, OrganizationId, Webhook,
    WebhookAddress, WebhookId, WebhookSecret,
};
use shortlist_persistence::{AttemptOutcome, AttemptResult, DueDelivery, Store, Writer};

use crate::support::records::{at, organization};

on_both_databases!(
    the_outcome_of_an_earlier_attempt_does_not_end_a_replay,
    each_attempt_is_counted_once,
);

const ID: &str = "whk_1";

fn id() -> WebhookId {
    WebhookId::parse("id", ID).unwrap()
}

fn writer<'a>(store: &'a Store, operation: &'static str) -> Writer<'a> {
    store.writer_for(Action {
        organization_id: OrganizationId::parse("o", "org_1").unwrap(),
        actor: Actor::Operator,
        operation,
        at: at(0),
    })
}

/// Creates a webhook whose only delivery is due.
fn with_a_delivery(store: &Store) -> OrganizationId {
    let organization = organization(store, "org_1");
    let webhook = Webhook {
        organization_id: organization.clone(),
        id: id(),
        address: WebhookAddress::checked("url", "https://example.org/hook").unwrap(),
        description: None,
        filter: EventFilter::default(),
        disabled: None,
        failing_since: None,
        created_at: at(0),
        updated_at: at(0),
    };
    let secret = WebhookSecret::new([1; 32]);
    writer(store, "createWebhook")
        .webhooks()
        .insert(&NewWebhook { webhook, secret })
        .unwrap();
    // The event of a ping is known by its operation.
    writer(store, "pingWebhook")
        .webhooks()
        .ping(&organization, &id())
        .unwrap();
    store.webhooks().hand_out(&organization, at(1)).unwrap();
    organization
}

fn due(store: &Store, organization: &OrganizationId) -> Vec<DueDelivery> {
    let due = store.webhooks().list_due(organization, &id(), at(9), 10);
    due.unwrap()
}

fn record(
    store: &Store,
    organization: &OrganizationId,
    attempted: &DueDelivery,
    outcome: AttemptOutcome,
) {
    let result = AttemptResult {
        webhook_id: id(),
        sequence: attempted.event.sequence,
        attempts: attempted.attempts,
        failures: attempted.failures,
        replays: attempted.replays,
        attempt: DeliveryAttempt {
            at: at(2),
            duration_millis: 1,
            status: Some(200),
            failure: None,
            response: None,
        },
        outcome,
    };
    store.webhooks().record(organization, &[result]).unwrap();
}

fn the_outcome_of_an_earlier_attempt_does_not_end_a_replay(store: &Store) {
    let outcomes = [
        AttemptOutcome::Delivered,
        AttemptOutcome::Again(at(99)),
        AttemptOutcome::Dead,
    ];
    let organization = with_a_delivery(store);
    for (attempts, outcome) in (1..).zip(outcomes) {
        let attempted = due(store, &organization).remove(0);
        let replayed = writer(store, "replayWebhookDelivery").webhooks().replay(
            &organization,
            &id(),
            attempted.event.sequence,
        );
        assert!(replayed.unwrap());
        record(store, &organization, &attempted, outcome);
        let left = due(store, &organization).remove(0);
        assert_eq!((left.attempts, left.failures), (attempts, 0), "{outcome:?}");
    }
    let attempted = due(store, &organization).remove(0);
    let delivered = AttemptOutcome::Delivered;
    record(store, &organization, &attempted, delivered);
    assert_eq!(due(store, &organization), []);
}

fn each_attempt_is_counted_once(store: &Store) {
    let organization = with_a_delivery(store);
    let first = due(store, &organization).remove(0);
    let again = AttemptOutcome::Again(at(3));
    record(store, &organization, &first, again);
    let second = due(store, &organization).remove(0);
    assert_eq!((second.attempts, second.failures), (1, 1));
    record(store, &organization, &second, AttemptOutcome::Again(at(99)));
    let later = store.webhooks().list_due(&organization, &id(), at(99), 10);
    let third = later.unwrap().remove(0);
    assert_eq!((third.attempts, third.failures), (2, 2));
}
