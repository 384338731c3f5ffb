//! Sessions: tokens rotate, and the use of a stolen one is detected.

use shortlist_domain::{OrganizationId, SecondFactorProof, SessionId, UserId};
use shortlist_persistence::{MAX_SESSIONS, NewSession, RefreshRequest, Rotation, Store};

use crate::support::records::{at, organization, origin_of_program, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    an_access_token_identifies_its_user_until_the_session_is_revoked,
    a_refresh_replaces_both_tokens,
    a_refresh_token_used_twice_revokes_the_session,
    tokens_of_another_organization_are_unknown,
    of_many_refreshes_at_once_all_get_the_tokens_of_the_first,
    a_user_who_opens_too_many_sessions_loses_the_oldest,
);

fn open(store: &Store) -> (OrganizationId, UserId, SessionId) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let session = SessionId::parse("id", "ses_1").unwrap();
    store
        .insert_session(&NewSession {
            id: session.clone(),
            organization_id: here.clone(),
            user_id: ada.clone(),
            access_hash: [1; 32],
            access_expires_at: at(3_600),
            refresh_hash: [2; 32],
            refresh_expires_at: at(86_400),
            created_at: at(0),
            origin: origin_of_program(),
            second_factor: SecondFactorProof::Missing,
        })
        .unwrap();
    (here, ada, session)
}

fn refresh(shown: u8, next: u8, now: i64) -> RefreshRequest {
    RefreshRequest {
        presented_hash: [shown; 32],
        nonce: [next; 32],
        access_hash: [next; 32],
        access_expires_at: at(now + 3_600),
        refresh_hash: [next + 1; 32],
        refresh_expires_at: at(now + 86_400),
        now: at(now),
        network: Some("198.51.100.0/24".to_owned()),
        provider_lifetime: chrono::Duration::hours(12),
    }
}

fn a_user_who_opens_too_many_sessions_loses_the_oldest(store: &Store) {
    let (here, ada, _) = open(store);
    for number in 1..=MAX_SESSIONS {
        let byte = u8::try_from(number).unwrap() + 100;
        store
            .insert_session(&NewSession {
                id: SessionId::parse("id", &format!("ses_more_{number}")).unwrap(),
                organization_id: here.clone(),
                user_id: ada.clone(),
                access_hash: [byte; 32],
                access_expires_at: at(3_600 + number),
                refresh_hash: [byte; 32],
                refresh_expires_at: at(86_400),
                created_at: at(number),
                origin: origin_of_program(),
                second_factor: SecondFactorProof::Missing,
            })
            .unwrap();
    }
    assert_eq!(
        store.sessions().find_access(&here, &[1; 32]).unwrap(),
        None,
        "the oldest"
    );
    assert!(
        store
            .sessions()
            .find_access(&here, &[101; 32])
            .unwrap()
            .is_some()
    );
    let refreshed = store.rotate_session(&here, &refresh(2, 3, 6)).unwrap();
    assert_eq!(refreshed, Rotation::Unknown);
}

fn an_access_token_identifies_its_user_until_the_session_is_revoked(store: &Store) {
    let (here, ada, session) = open(store);
    let grant = store
        .sessions()
        .find_access(&here, &[1; 32])
        .unwrap()
        .unwrap();
    assert_eq!((&grant.session_id, &grant.user.id), (&session, &ada));
    assert_eq!(grant.expires_at, at(3_600));
    assert_eq!(store.sessions().find_access(&here, &[2; 32]).unwrap(), None);
    store.revoke_session(&here, &session, at(5)).unwrap();
    assert_eq!(store.sessions().find_access(&here, &[1; 32]).unwrap(), None);
    assert_eq!(
        store.rotate_session(&here, &refresh(2, 3, 6)).unwrap(),
        Rotation::Unknown
    );
}

fn a_refresh_replaces_both_tokens(store: &Store) {
    let (here, ada, session) = open(store);
    let rotated = store.rotate_session(&here, &refresh(2, 3, 10)).unwrap();
    let Rotation::Rotated {
        session_id,
        access_expires_at,
        user,
    } = rotated
    else {
        panic!("{rotated:?}");
    };
    assert_eq!((session_id, user.id), (session, ada));
    assert_eq!(access_expires_at, at(3_610));
    assert_eq!(store.sessions().find_access(&here, &[1; 32]).unwrap(), None);
    let grant = store
        .sessions()
        .find_access(&here, &[3; 32])
        .unwrap()
        .unwrap();
    assert_eq!(grant.expires_at, at(3_610));
    assert_eq!(
        store.rotate_session(&here, &refresh(99, 5, 10)).unwrap(),
        Rotation::Unknown
    );
    assert_eq!(
        store
            .rotate_session(&here, &refresh(4, 5, 100_000))
            .unwrap(),
        Rotation::Expired
    );
}

fn tokens_of_another_organization_are_unknown(store: &Store) {
    let (here, ..) = open(store);
    let elsewhere = organization(store, "org_2");
    assert_eq!(
        store.sessions().find_access(&elsewhere, &[1; 32]).unwrap(),
        None
    );
    let refused = store
        .rotate_session(&elsewhere, &refresh(2, 3, 10))
        .unwrap();
    assert_eq!(refused, Rotation::Unknown);
    assert!(
        store
            .sessions()
            .find_access(&here, &[1; 32])
            .unwrap()
            .is_some()
    );
}

fn a_refresh_token_used_twice_revokes_the_session(store: &Store) {
    let (here, ..) = open(store);
    store.rotate_session(&here, &refresh(2, 3, 10)).unwrap();
    assert_eq!(
        store.rotate_session(&here, &refresh(2, 5, 21)).unwrap(),
        Rotation::Reused
    );
    assert_eq!(store.sessions().find_access(&here, &[3; 32]).unwrap(), None);
    assert_eq!(
        store.rotate_session(&here, &refresh(4, 5, 22)).unwrap(),
        Rotation::Unknown
    );
}

fn of_many_refreshes_at_once_all_get_the_tokens_of_the_first(store: &Store) {
    let (here, ..) = open(store);
    let outcomes = at_once(8, |n| {
        let next = 10 + 2 * u8::try_from(n).unwrap();
        let outcome = store.rotate_session(&here, &refresh(2, next, 5)).unwrap();
        (next, outcome)
    });
    let first = outcomes
        .iter()
        .find(|(_, outcome)| matches!(outcome, Rotation::Rotated { .. }));
    let first = first.unwrap().0;
    let repeated = outcomes.iter().filter(
        |(_, outcome)| matches!(outcome, Rotation::Repeated { nonce, .. } if *nonce == [first; 32]),
    );
    assert_eq!(repeated.count(), 7);
    let granted = |access: &u8| {
        store
            .sessions()
            .find_access(&here, &[*access; 32])
            .unwrap()
            .is_some()
    };
    let granted: Vec<u8> = (10..26).step_by(2).filter(granted).collect();
    assert_eq!(granted, [first]);
}
