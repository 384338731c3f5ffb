//! Idempotency keys: one execution and one stored response, for a day.

use shortlist_domain::ApiKeyId;
use shortlist_persistence::{ClaimOutcome, IdempotencyClaim, Store};

use crate::support::records::{at, organization, unique};
use crate::support::threads::at_once;

on_both_databases!(
    the_first_answer_is_given_again_for_a_day,
    of_many_at_once_one_runs,
    another_request_with_the_same_key_is_detected,
    a_released_request_may_be_sent_again,
    a_dead_run_is_taken_over_and_cannot_answer_later,
);

fn claim(key: &str, digest: u8, seconds: i64) -> IdempotencyClaim {
    IdempotencyClaim {
        organization_id: shortlist_domain::OrganizationId::parse("o", "org_1").unwrap(),
        key_id: ApiKeyId::parse("k", key).unwrap(),
        key_hash: [7; 32],
        request_digest: [digest; 32],
        token: unique().to_string(),
        at: at(seconds),
    }
}

fn outcome(store: &Store, claim: &IdempotencyClaim) -> ClaimOutcome {
    store.requests().claim(claim).unwrap()
}

fn the_first_answer_is_given_again_for_a_day(store: &Store) {
    organization(store, "org_1");
    let first = claim("key_1", 1, 0);
    assert_eq!(outcome(store, &first), ClaimOutcome::Claimed);
    assert_eq!(outcome(store, &claim("key_1", 1, 1)), ClaimOutcome::Running);
    assert!(store.requests().store_response(&first, b"created").unwrap());
    store.requests().release(&first).unwrap();
    let stored_answer = ClaimOutcome::Answered(b"created".to_vec());
    assert_eq!(outcome(store, &claim("key_1", 1, 2)), stored_answer);
    assert_eq!(outcome(store, &claim("key_1", 1, 86_399)), stored_answer);
    assert_eq!(
        outcome(store, &claim("key_2", 1, 3)),
        ClaimOutcome::Claimed,
        "another key's"
    );
    assert_eq!(
        outcome(store, &claim("key_1", 2, 86_400)),
        ClaimOutcome::Claimed,
        "a day is over"
    );
}

fn of_many_at_once_one_runs(store: &Store) {
    organization(store, "org_1");
    let outcomes = at_once(8, |_| outcome(store, &claim("key_1", 1, 0)));
    let claimed = outcomes
        .iter()
        .filter(|outcome| **outcome == ClaimOutcome::Claimed);
    assert_eq!(claimed.count(), 1);
    let running = outcomes
        .iter()
        .filter(|outcome| **outcome == ClaimOutcome::Running);
    assert_eq!(running.count(), 7);
}

fn another_request_with_the_same_key_is_detected(store: &Store) {
    organization(store, "org_1");
    let first = claim("key_1", 1, 0);
    outcome(store, &first);
    let other = claim("key_1", 2, 1);
    assert_eq!(outcome(store, &other), ClaimOutcome::Different);
    store.requests().store_response(&first, b"created").unwrap();
    assert_eq!(outcome(store, &other), ClaimOutcome::Different);
}

fn a_released_request_may_be_sent_again(store: &Store) {
    organization(store, "org_1");
    let first = claim("key_1", 1, 0);
    outcome(store, &first);
    store.requests().release(&first).unwrap();
    let corrected = claim("key_1", 2, 1);
    assert_eq!(outcome(store, &corrected), ClaimOutcome::Claimed);
}

fn a_dead_run_is_taken_over_and_cannot_answer_later(store: &Store) {
    organization(store, "org_1");
    let dead = claim("key_1", 1, 0);
    outcome(store, &dead);
    assert_eq!(
        outcome(store, &claim("key_1", 1, 299)),
        ClaimOutcome::Running
    );
    let next = claim("key_1", 1, 300);
    assert_eq!(outcome(store, &next), ClaimOutcome::Claimed);
    assert!(!store.requests().store_response(&dead, b"late").unwrap());
    store.requests().release(&dead).unwrap();
    assert!(store.requests().store_response(&next, b"created").unwrap());
    let stored_answer = ClaimOutcome::Answered(b"created".to_vec());
    assert_eq!(outcome(store, &claim("key_1", 1, 301)), stored_answer);
}
