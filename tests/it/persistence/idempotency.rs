//! Idempotency keys: one execution and one stored response, for a day.

use shortlist_domain::{
    ApiKeyId, ServerId, UploadCounts, UploadId, UploadKey, UploadKind, UploadProgress, UploadState,
};
use shortlist_persistence::{ClaimOutcome, IdempotencyClaim, Store, UploadBeginning};

use crate::support::records::{Tenant, at, organization, unique};
use crate::support::threads::at_once;

on_both_databases!(
    the_first_answer_is_given_again_for_a_day,
    of_many_at_once_one_runs,
    another_request_with_the_same_key_is_detected,
    a_released_request_may_be_sent_again,
    a_dead_run_is_taken_over_and_cannot_answer_later,
    the_claims_of_a_killed_server_are_released,
    the_uploads_of_a_killed_server_fail,
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

/// Returns the outcome for a request that has been running since a time.
fn running(seconds: i64) -> ClaimOutcome {
    ClaimOutcome::Running {
        since: at(seconds),
        until: at(seconds + 300),
    }
}

fn the_first_answer_is_given_again_for_a_day(store: &Store) {
    organization(store, "org_1");
    let first = claim("key_1", 1, 0);
    assert_eq!(outcome(store, &first), ClaimOutcome::Claimed);
    assert_eq!(outcome(store, &claim("key_1", 1, 1)), running(0));
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
    let running = outcomes.iter().filter(|outcome| **outcome == running(0));
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
    assert_eq!(outcome(store, &claim("key_1", 1, 299)), running(0));
    let next = claim("key_1", 1, 300);
    assert_eq!(outcome(store, &next), ClaimOutcome::Claimed);
    assert!(!store.requests().store_response(&dead, b"late").unwrap());
    store.requests().release(&dead).unwrap();
    assert!(store.requests().store_response(&next, b"created").unwrap());
    let stored_answer = ClaimOutcome::Answered(b"created".to_vec());
    assert_eq!(outcome(store, &claim("key_1", 1, 301)), stored_answer);
}

/// Returns two servers of a store.
fn servers(store: &Store) -> [(ServerId, Store); 2] {
    ["one", "two"].map(|name| {
        let server = ServerId::parse("server", name).unwrap();
        (server.clone(), store.clone().of_server(server))
    })
}

fn the_claims_of_a_killed_server_are_released(store: &Store) {
    organization(store, "org_1");
    let [(killed, one), (running_server, two)] = servers(store);
    let answered = claim("key_0", 1, 0);
    outcome(&one, &answered);
    assert!(
        one.requests()
            .store_response(&answered, b"created")
            .unwrap()
    );
    outcome(&one, &claim("key_1", 1, 0));
    outcome(&two, &claim("key_2", 1, 0));
    assert_eq!(store.requests().release_of(&killed).unwrap(), 1);
    assert_eq!(store.requests().release_of(&killed).unwrap(), 0);
    let stored_answer = ClaimOutcome::Answered(b"created".to_vec());
    assert_eq!(outcome(&two, &claim("key_0", 1, 1)), stored_answer);
    assert_eq!(outcome(&two, &claim("key_1", 1, 1)), ClaimOutcome::Claimed);
    assert_eq!(outcome(&one, &claim("key_2", 1, 1)), running(0));
    // It belongs to the server that has claimed it since.
    assert_eq!(store.requests().release_of(&running_server).unwrap(), 2);
}

fn the_uploads_of_a_killed_server_fail(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let [(killed, one), (_, two)] = servers(store);
    let key = |id: &str| UploadKey {
        organization_id: tenant.organization.clone(),
        user_id: tenant.recruiter.clone(),
        id: UploadId::parse("id", id).unwrap(),
    };
    let progress = UploadProgress {
        kind: UploadKind::Resumes,
        state: UploadState::Receiving,
        started_at: at(0),
        updated_at: at(0),
        expected_bytes: None,
        counts: UploadCounts::default(),
        problem: None,
    };
    let begin = |server: &Store, id: &str| {
        let begun = server.uploads().begin(&key(id), &progress, at(-60));
        begun.unwrap()
    };
    for (server, id) in [
        (&one, "plain"),
        (&one, "folder"),
        (&one, "staged"),
        (&two, "other"),
    ] {
        assert_eq!(begin(server, id), UploadBeginning::Begun(None));
    }
    one.uploads().reserve_folder(&key("folder"), "t1").unwrap();
    one.uploads().reserve_folder(&key("staged"), "t2").unwrap();
    let staged = one.uploads();
    staged
        .stage(&key("staged"), &progress, b"{}", at(20))
        .unwrap();
    let mut failed = store
        .uploads()
        .fail_of(&killed, "it was killed", at(1))
        .unwrap();
    failed.sort_by_key(|(key, _)| key.id.to_string());
    let expected = [(key("folder"), Some("t1".to_owned())), (key("plain"), None)];
    assert_eq!(failed, expected);
    let found = store.uploads().find(&key("plain")).unwrap().unwrap();
    assert_eq!(found.progress.problem.as_deref(), Some("it was killed"));
    // They can be sent again at once. The staged one continues, and the other server's runs.
    assert_eq!(begin(&two, "plain"), UploadBeginning::Begun(None));
    for id in ["staged", "other"] {
        assert_eq!(begin(&two, id), UploadBeginning::Taken, "{id}");
    }
}
