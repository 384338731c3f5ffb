//! The sessions that a user sees, and the end of each.

use shortlist_domain::{
    AuditChanges, AuditEntry, AuditQuery, Browser, ClientDevice, ClientSystem, OrganizationId,
    PageRequest, SecondFactorProof, Session, SessionId, SessionKind, SessionOrigin, Timestamp,
    UserId,
};
use shortlist_persistence::{NewSession, RefreshRequest, SessionUse, Store};

use crate::support::records::{at, organization, origin_of_program, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_session_shows_from_where_it_was_opened,
    a_use_is_stored_once_in_a_while,
    a_refresh_is_a_use,
    sessions_that_have_ended_are_not_listed,
    a_session_is_ended_by_its_user_only,
    all_other_sessions_end_at_once,
    nothing_is_known_of_a_session_that_has_expired,
);

/// The time in which a use is stored once, in seconds.
const GRAIN: i64 = 300;

fn id(number: u8) -> SessionId {
    SessionId::parse("id", &format!("ses_{number}")).unwrap()
}

/// Opens a session of the web app, which ends after an hour, with this number as its token.
fn open(store: &Store, organization: &OrganizationId, user: &UserId, number: u8) {
    let opened_at = at(i64::from(number));
    let new = NewSession {
        id: id(number),
        organization_id: organization.clone(),
        user_id: user.clone(),
        access_hash: [number; 32],
        access_expires_at: at(3_600),
        refresh_hash: [number + 100; 32],
        refresh_expires_at: at(40_000),
        created_at: opened_at,
        origin: SessionOrigin {
            kind: SessionKind::WebApp,
            device: ClientDevice {
                browser: Some(Browser::Firefox),
                system: Some(ClientSystem::Linux),
            },
            network: Some("192.0.2.0/24".to_owned()),
        },
        second_factor: SecondFactorProof::Missing,
    };
    store.insert_session(&new).unwrap();
}

fn ada(store: &Store) -> (OrganizationId, UserId) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    (here, ada)
}

fn listed(
    store: &Store,
    organization: &OrganizationId,
    user: &UserId,
    seconds: i64,
) -> Vec<Session> {
    let found = store.sessions().list_live(organization, user, at(seconds));
    found.unwrap()
}

fn numbers(sessions: &[Session]) -> Vec<&str> {
    sessions.iter().map(|session| session.id.as_str()).collect()
}

fn used(seconds: i64) -> SessionUse {
    SessionUse {
        at: at(seconds),
        unless_since: at(seconds - GRAIN),
        network: Some("198.51.100.0/24".to_owned()),
        ends_at: None,
    }
}

fn is_open(store: &Store, organization: &OrganizationId, number: u8) -> bool {
    let found = store.sessions().find_access(organization, &[number; 32]);
    found.unwrap().is_some()
}

/// Returns the sessions that the entries of the log name with their users, the earliest first.
fn logged(store: &Store, organization: &OrganizationId) -> Vec<(String, String)> {
    let query = AuditQuery {
        organization_id: organization.clone(),
        from: None,
        to: None,
        operation: None,
        user_id: None,
        thing_id: None,
        candidate_id: None,
        page: PageRequest::batch(),
        count: false,
    };
    let mut entries = store.audit().list(&query).unwrap().items;
    entries.reverse();
    let named = |entry: AuditEntry| {
        let AuditChanges::Known(changes) = entry.changes else {
            panic!("entry {} was erased", entry.number);
        };
        let user = changes
            .into_iter()
            .find(|change| change.field == "userId")?;
        Some((entry.thing_id?, user.after?))
    };
    entries.into_iter().filter_map(named).collect()
}

fn a_session_shows_from_where_it_was_opened(store: &Store) {
    let (here, ada) = ada(store);
    open(store, &here, &ada, 1);
    let sessions = listed(store, &here, &ada, 10);
    let expected = Session {
        id: id(1),
        kind: Some(SessionKind::WebApp),
        device: ClientDevice {
            browser: Some(Browser::Firefox),
            system: Some(ClientSystem::Linux),
        },
        network: Some("192.0.2.0/24".to_owned()),
        opened_at: at(1),
        last_used_at: Some(at(1)),
        ends_at: at(3_600),
    };
    assert_eq!(sessions, [expected]);
    let ben = user(store, &here, "usr_ben");
    assert!(listed(store, &here, &ben, 10).is_empty());
    let elsewhere = organization(store, "org_2");
    let namesake = user(store, &elsewhere, "usr_ada");
    assert!(listed(store, &elsewhere, &namesake, 10).is_empty());
}

fn a_use_is_stored_once_in_a_while(store: &Store) {
    let (here, ada) = ada(store);
    open(store, &here, &ada, 1);
    let last_use =
        |seconds| -> Option<Timestamp> { listed(store, &here, &ada, seconds)[0].last_used_at };
    let record = |used: &SessionUse| store.sessions().record_use(&here, &id(1), used).unwrap();
    record(&used(GRAIN));
    assert_eq!(last_use(GRAIN), Some(at(1)), "it is not outdated yet");
    record(&used(GRAIN + 2));
    assert_eq!(last_use(GRAIN + 2), Some(at(GRAIN + 2)));
    let session = &listed(store, &here, &ada, GRAIN + 2)[0];
    assert_eq!(session.network.as_deref(), Some("198.51.100.0/24"));
    assert_eq!(session.ends_at, at(3_600));
    // Of requests at once, one is stored.
    let later = 3 * GRAIN;
    at_once(4, |number| {
        let second = later + i64::try_from(number).unwrap();
        record(&SessionUse {
            unless_since: at(later - GRAIN),
            ..used(second)
        });
    });
    let stored = last_use(later).unwrap();
    record(&SessionUse {
        unless_since: at(later - GRAIN),
        ..used(later + 9)
    });
    assert_eq!(last_use(later), Some(stored));
    let prolonging = SessionUse {
        network: None,
        ends_at: Some(at(7_200)),
        ..used(5 * GRAIN)
    };
    record(&prolonging);
    let session = &listed(store, &here, &ada, 4_000)[0];
    assert_eq!(session.ends_at, at(7_200));
    assert!(
        session.network.is_some(),
        "an unknown network replaces none"
    );
    let grant = store.sessions().find_access(&here, &[1; 32]).unwrap();
    assert_eq!(grant.unwrap().expires_at, at(7_200));
}

fn a_refresh_is_a_use(store: &Store) {
    let (here, ada) = ada(store);
    open(store, &here, &ada, 1);
    let request = RefreshRequest {
        presented_hash: [101; 32],
        nonce: [9; 32],
        access_hash: [2; 32],
        access_expires_at: at(4_000),
        refresh_hash: [102; 32],
        refresh_expires_at: at(50_000),
        now: at(400),
        network: Some("198.51.100.0/24".to_owned()),
        provider_lifetime: chrono::Duration::hours(12),
    };
    store.rotate_session(&here, &request).unwrap();
    let session = &listed(store, &here, &ada, 45_000)[0];
    assert_eq!(session.last_used_at, Some(at(400)));
    assert_eq!(session.network.as_deref(), Some("198.51.100.0/24"));
    assert_eq!(
        session.ends_at,
        at(50_000),
        "a program can refresh until then"
    );
}

fn sessions_that_have_ended_are_not_listed(store: &Store) {
    let (here, ada) = ada(store);
    for number in 1..=3 {
        open(store, &here, &ada, number);
    }
    let record = |number| {
        store
            .sessions()
            .record_use(&here, &id(number), &used(500))
            .unwrap();
    };
    record(2);
    let sessions = listed(store, &here, &ada, 500);
    assert_eq!(
        numbers(&sessions),
        ["ses_2", "ses_3", "ses_1"],
        "the last used first"
    );
    store.revoke_session(&here, &id(3), at(500)).unwrap();
    assert_eq!(
        numbers(&listed(store, &here, &ada, 500)),
        ["ses_2", "ses_1"]
    );
    assert!(listed(store, &here, &ada, 3_600).is_empty());
}

fn a_session_is_ended_by_its_user_only(store: &Store) {
    let (here, ada) = ada(store);
    let ben = user(store, &here, "usr_ben");
    let elsewhere = organization(store, "org_2");
    let namesake = user(store, &elsewhere, "usr_ada");
    open(store, &here, &ada, 1);
    let end = |organization: &OrganizationId, user: &UserId| {
        let writer = store.operator(organization);
        writer
            .sessions()
            .end(organization, user, &id(1), at(10))
            .unwrap()
    };
    assert!(!end(&here, &ben) && !end(&elsewhere, &namesake));
    assert!(is_open(store, &here, 1));
    let before = store.credential_changes();
    assert!(end(&here, &ada));
    assert!(
        store.credential_changes() > before,
        "caches forget the caller"
    );
    assert!(!is_open(store, &here, 1) && !end(&here, &ada));
    // One entry is about the sign-in, and one about the end.
    let entry = ("ses_1".to_owned(), "usr_ada".to_owned());
    assert_eq!(logged(store, &here), [entry.clone(), entry]);
}

fn all_other_sessions_end_at_once(store: &Store) {
    let (here, ada) = ada(store);
    let ben = user(store, &here, "usr_ben");
    for number in 1..=3 {
        open(store, &here, &ada, number);
    }
    open(store, &here, &ben, 4);
    let writer = store.operator(&here);
    let end = |kept: Option<&SessionId>, seconds| {
        let ended = writer
            .sessions()
            .end_all_except(&here, &ada, kept, at(seconds));
        ended.unwrap()
    };
    let before = logged(store, &here).len();
    assert_eq!(end(Some(&id(2)), 20), 2);
    assert_eq!(numbers(&listed(store, &here, &ada, 20)), ["ses_2"]);
    assert!(is_open(store, &here, 2) && is_open(store, &here, 4));
    assert!(!is_open(store, &here, 1) && !is_open(store, &here, 3));
    let entries = logged(store, &here).split_off(before);
    let entry = |session: &str| (session.to_owned(), "usr_ada".to_owned());
    assert_eq!(entries, [entry("ses_1"), entry("ses_3")]);
    assert_eq!(end(Some(&id(2)), 20), 0);
    assert_eq!(end(None, 4_000), 0, "the last one has expired");
    assert!(!is_open(store, &here, 2));
}

fn nothing_is_known_of_a_session_that_has_expired(store: &Store) {
    let (here, ada) = ada(store);
    open(store, &here, &ada, 1);
    // Another sign-in forgets from where expired sessions were used, and keeps what has not expired.
    let later = NewSession {
        id: id(2),
        organization_id: here.clone(),
        user_id: ada.clone(),
        access_hash: [2; 32],
        access_expires_at: at(9_000),
        refresh_hash: [102; 32],
        refresh_expires_at: at(50_000),
        created_at: at(4_000),
        origin: origin_of_program(),
        second_factor: SecondFactorProof::Missing,
    };
    store.insert_session(&later).unwrap();
    // At an earlier time, the first one had not expired.
    let sessions = listed(store, &here, &ada, 100);
    assert_eq!(numbers(&sessions), ["ses_2", "ses_1"]);
    let [second, first] = sessions.as_slice() else {
        panic!("{sessions:?}");
    };
    assert_eq!(second.kind, Some(SessionKind::Api));
    let known = (first.kind, first.device, first.network.as_deref());
    assert_eq!(known, (None, ClientDevice::default(), None));
}
