//! Calls of the queries of accounts: organizations, users, keys and sessions. Also calls the queries of retention and
//! erasure.

use shortlist_domain::{
    EmailAddress, ListPosition, NewOrganization, NewUser, PageRequest, Reveal, SavedView,
    SavedViewId, SecondFactorProof, SessionId, StageList, UserChange, UserType,
};

use super::{Names, at, writer};
use shortlist_persistence::{FailureLimit, NewSession, RefreshRequest, SessionUse, Store};

use crate::support::records::origin_of_program;

pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let email = EmailAddress::parse("e", "ada@example.org").unwrap();
    let new = NewOrganization {
        id: organization.clone(),
        name: "Example".to_owned(),
        stages: StageList::default(),
        created_at: at(0),
    };
    writer(store).organizations().insert(&new).unwrap();
    store.organizations().find(organization).unwrap();
    let new = NewUser {
        id: names.user.clone(),
        organization_id: organization.clone(),
        user_type: UserType::Admin,
        full_name: "Ada".to_owned(),
        email: email.clone(),
        password_hash: String::new(),
        created_at: at(0),
    };
    writer(store).users().insert(&new).unwrap();
    store.users().find(organization, &names.user).unwrap();
    store.users().find_by_email(organization, &email).unwrap();
    store.users().list_by_email(&email).unwrap();
    store.users().list_with_password(&email).unwrap();
    store.users().list(organization).unwrap();
    call_saved_views(store, names);
    store.api_keys().find_by_hash(&[0; 32]).unwrap();
    store.api_keys().list(organization).unwrap();
    let key = shortlist_domain::ApiKeyId::parse("id", "key_1").unwrap();
    writer(store)
        .api_keys()
        .revoke(organization, &key, at(1))
        .unwrap();
    store.api_keys().touch(organization, &key, at(1)).unwrap();
    call_sessions(store, names);
}

fn call_saved_views(store: &Store, names: &Names) {
    let view = SavedView {
        id: SavedViewId::parse("id", "view_1").unwrap(),
        organization_id: names.organization.clone(),
        user_id: names.user.clone(),
        name: "Best".to_owned(),
        query: "minScore=60".to_owned(),
    };
    writer(store).users().save_view(&view, true).unwrap();
    writer(store).users().save_view(&view, false).unwrap();
    let (organization, user) = (&names.organization, &names.user);
    store.users().saved_views(organization, user).unwrap();
    writer(store).users().delete_view(&view).unwrap();
}

fn call_sessions(store: &Store, names: &Names) {
    let organization = &names.organization;
    writer(store)
        .sessions()
        .record_refused_sign_in(None)
        .unwrap();
    let sessions = store.sessions();
    sessions
        .count_login_failure(&["a".to_owned()], at(1))
        .unwrap();
    sessions.find_login_failure("a", 1, at(0)).unwrap();
    let limits = [FailureLimit {
        key: "a".to_owned(),
        most: 9,
    }];
    sessions
        .count_limited_failure(organization, &names.user, &limits, at(0), at(1))
        .unwrap();
    sessions
        .take_back_login_failure(&["a".to_owned()], at(1))
        .unwrap();
    sessions.remember_device(&[1; 32], at(1)).unwrap();
    sessions.known_devices(&[[1; 32]], at(1)).unwrap();
    let session = SessionId::parse("id", "ses_1").unwrap();
    let new = NewSession {
        id: session.clone(),
        organization_id: organization.clone(),
        user_id: names.user.clone(),
        access_hash: [1; 32],
        access_expires_at: at(10),
        refresh_hash: [2; 32],
        refresh_expires_at: at(20),
        created_at: at(0),
        origin: origin_of_program(),
        second_factor: SecondFactorProof::Missing,
    };
    writer(store).sessions().insert(&new).unwrap();
    store
        .sessions()
        .find_access(organization, &[1; 32])
        .unwrap();
    let request = RefreshRequest {
        presented_hash: [2; 32],
        nonce: [9; 32],
        access_hash: [3; 32],
        access_expires_at: at(15),
        refresh_hash: [4; 32],
        refresh_expires_at: at(30),
        now: at(5),
        network: None,
        provider_lifetime: chrono::Duration::hours(12),
    };
    writer(store).sessions().rotate(&request).unwrap();
    call_live_sessions(store, names, &session);
    writer(store)
        .sessions()
        .revoke(organization, &session, at(6))
        .unwrap();
}

fn call_live_sessions(store: &Store, names: &Names, session: &SessionId) {
    let (organization, user) = (&names.organization, &names.user);
    let mut used = SessionUse {
        at: at(6),
        unless_since: at(5),
        network: None,
        ends_at: None,
    };
    let sessions = store.sessions();
    sessions.record_use(organization, session, &used).unwrap();
    used.network = Some("192.0.2.0/24".to_owned());
    sessions.record_use(organization, session, &used).unwrap();
    used.ends_at = Some(at(20));
    sessions.record_use(organization, session, &used).unwrap();
    assert_eq!(
        sessions.list_live(organization, user, at(6)).unwrap().len(),
        1
    );
    let writing = writer(store);
    let end_others = |kept| {
        let ended = writing
            .sessions()
            .end_all_except(organization, user, kept, at(7));
        ended.unwrap()
    };
    assert_eq!(end_others(Some(session)), 0);
    let end = || {
        writing
            .sessions()
            .end(organization, user, session, at(7))
            .unwrap()
    };
    assert!(end() && !end());
    assert_eq!(end_others(None), 0);
}

fn call_blind_review(store: &Store, names: &Names) {
    let (organization, id) = (&names.organization, &names.candidate);
    let candidates = store.candidates();
    let ids = std::slice::from_ref(id);
    candidates
        .masked_for(organization, &names.user, ids)
        .unwrap();
    candidates
        .is_any_blind(organization, &[&names.job])
        .unwrap();
    let reveal = Reveal {
        organization_id: organization.clone(),
        candidate_id: id.clone(),
        user_id: names.user.clone(),
        reason: "x".to_owned(),
        revealed_at: at(1),
    };
    writer(store).candidates().reveal(&reveal).unwrap();
    candidates.list_reveals(organization, id).unwrap();
}

/// Calls the queries of the preview of retention.
fn call_preview_of_retention(store: &Store, names: &Names) {
    let (organization, id) = (&names.organization, &names.candidate);
    let ids = std::slice::from_ref(id);
    let candidates = store.candidates();
    candidates.expired_among(organization, at(9), ids).unwrap();
    let after = ListPosition {
        at: at(1),
        tie_breaker: id.to_string(),
    };
    for after in [None, Some(&after)] {
        candidates
            .list_created_before(organization, at(9), after, 10)
            .unwrap();
    }
}

/// Calls the queries of deactivation, retention, legal holds, erasure and scheduled tasks.
pub(super) fn call_retention_and_erasure(store: &Store, names: &Names) {
    let (organization, id) = (&names.organization, &names.candidate);
    deactivate(store, names);
    writer(store)
        .organizations()
        .set_retention(organization, Some(30), at(1))
        .unwrap();
    store.organizations().find_retention(organization).unwrap();
    writer(store)
        .candidates()
        .set_legal_hold(organization, id, Some("x"), at(1))
        .unwrap();
    writer(store)
        .candidates()
        .set_legal_hold(organization, id, None, at(1))
        .unwrap();
    store
        .candidates()
        .list_held(organization, Some(id), 10)
        .unwrap();
    call_blind_review(store, names);
    store
        .candidates()
        .list_expired(organization, at(9), None, 10)
        .unwrap();
    call_preview_of_retention(store, names);
    store
        .interviews()
        .list_for_candidate(organization, id)
        .unwrap();
    store
        .reports()
        .find_for_interview(organization, &names.interview)
        .unwrap();
    store.candidates().list_reviews(organization, id).unwrap();
    for _first_and_again in 0..2 {
        writer(store)
            .candidates()
            .erase(organization, id, "x", at(1))
            .unwrap();
    }
    call_tasks(store);
    store
        .candidates()
        .list_unfinished_erasures(organization)
        .unwrap();
    for page in [PageRequest::batch(), after_first_page()] {
        store
            .candidates()
            .list_erased(organization, at(1), &page)
            .unwrap();
    }
    store
        .candidates()
        .complete_erasure(organization, id, at(2))
        .unwrap();
}

fn deactivate(store: &Store, names: &Names) {
    let change = UserChange {
        active: Some(false),
        ..UserChange::default()
    };
    writer(store)
        .users()
        .update(&names.organization, &names.user, &change, at(1))
        .unwrap();
}

fn call_tasks(store: &Store) {
    let tasks = store.tasks();
    tasks.schedule("x", at(1)).unwrap();
    let task = tasks.claim("x", "y", at(1), at(2)).unwrap().unwrap();
    tasks.renew(&task, at(3)).unwrap();
    let is_due = tasks.is_due_before("x", &task.organization_id, at(4));
    assert!(is_due.unwrap());
    tasks.release(&task, at(4)).unwrap();
}

/// Returns the page after a cursor.
fn after_first_page() -> PageRequest {
    let place = ListPosition {
        at: at(1),
        tie_breaker: "cnd_1".to_owned(),
    };
    PageRequest::batch().following(place, 2)
}
