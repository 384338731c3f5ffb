//! Calls of the queries of second factors.

use shortlist_domain::{
    FactorBeginning, FactorSecret, NewSecondFactor, OrganizationId, SecondFactorPolicy, SessionId,
    UserType,
};

use super::{Names, at, writer};
use shortlist_persistence::{FactorConfirmation, FactorRemoval, LastFactor, Store};

/// Calls the queries. The user must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let (organization, user) = (&names.organization, &names.user);
    let new = NewSecondFactor {
        organization_id: organization.clone(),
        user_id: user.clone(),
        secret: FactorSecret::new(vec![1; 20]),
        begun: FactorBeginning {
            session_id: None,
            at: at(0),
        },
    };
    let session = SessionId::parse("id", "ses_1").unwrap();
    let first = FactorConfirmation {
        organization_id: organization.clone(),
        user_id: user.clone(),
        session_id: Some(session.clone()),
        secret: new.secret.clone(),
        step: 7,
        recovery_hashes: vec![[1; 32], [2; 32]],
        at: at(1),
    };
    let (writer, users) = (writer(store), store.users());
    assert!(writer.users().begin_second_factor(&new).unwrap());
    assert!(writer.users().confirm_second_factor(&first).unwrap());
    let found = users.find_second_factor(organization, user).unwrap();
    assert_eq!(found.unwrap().last_step, Some(7));
    let listed = users.list_with_second_factor(organization).unwrap();
    assert_eq!(listed, std::slice::from_ref(user));
    let accepted = users.accept_second_factor_step(organization, user, &new.secret, 8);
    assert!(accepted.unwrap());
    let used = writer
        .users()
        .use_recovery_code(organization, user, &[1; 32], at(2));
    assert!(used.unwrap());
    assert_eq!(users.count_recovery_codes(organization, user).unwrap(), 1);
    let made = users.recovery_codes_made_at(organization, user).unwrap();
    assert_eq!(made, Some(at(1)));
    writer
        .users()
        .replace_recovery_codes(organization, user, &[[3; 32]], at(3))
        .unwrap();
    store
        .sessions()
        .record_second_factor(organization, &session, at(4))
        .unwrap();
    store.sessions().is_proven(organization, &session).unwrap();
    let removed = writer
        .users()
        .remove_second_factor(organization, user, LastFactor::MayGo);
    assert_eq!(removed.unwrap(), FactorRemoval::Removed);
    writer
        .users()
        .reset_second_factor(organization, user, at(5))
        .unwrap();
    call_policy(store, organization);
}

fn call_policy(store: &Store, organization: &OrganizationId) {
    let policy = SecondFactorPolicy::new([UserType::Admin]);
    writer(store)
        .organizations()
        .set_second_factor_policy(organization, &policy)
        .unwrap();
    let organizations = store.organizations();
    let stored = organizations.second_factor_policy(organization).unwrap();
    assert_eq!(stored, policy);
}
