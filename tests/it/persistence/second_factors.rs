//! Second factors: when one counts, that each code works once, and what an organization requires.

use shortlist_domain::{
    FactorBeginning, FactorSecret, NewSecondFactor, OrganizationId, SecondFactorPolicy,
    SecondFactorProof, SessionId, UserId, UserType,
};
use shortlist_persistence::{
    FactorConfirmation, FactorRemoval, LastFactor, NewSession, Store, UserProvisioning,
};

use crate::support::records::{at, organization, origin_of_program, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_factor_counts_once_it_is_confirmed,
    only_the_secret_that_was_checked_is_confirmed,
    each_step_is_accepted_once,
    each_recovery_code_works_once,
    new_recovery_codes_replace_the_old_ones,
    a_removed_factor_leaves_nothing,
    a_user_whom_the_provider_removes_has_no_factor,
    a_new_factor_ends_sessions_that_began_with_the_password_alone,
    a_reset_ends_the_sessions_of_its_user_alone,
    a_session_knows_when_a_code_was_typed,
    a_policy_is_that_of_its_organization,
    factors_belong_to_their_organization,
);

fn secret(number: u8) -> FactorSecret {
    FactorSecret::new(vec![number; 20])
}

fn begin(store: &Store, organization: &OrganizationId, user: &UserId, number: u8) -> bool {
    let new = NewSecondFactor {
        organization_id: organization.clone(),
        user_id: user.clone(),
        secret: secret(number),
        begun: FactorBeginning {
            session_id: SessionId::parse("id", "ses_1").ok(),
            at: at(0),
        },
    };
    let writer = store.operator(organization);
    writer.users().begin_second_factor(&new).unwrap()
}

/// Confirms the secret that waits.
fn confirm(store: &Store, organization: &OrganizationId, user: &UserId, step: i64) -> bool {
    let found = store
        .users()
        .find_second_factor(organization, user)
        .unwrap();
    let secret = found.map_or(secret(1), |found| found.secret);
    confirm_secret(store, organization, user, secret, step)
}

fn confirm_secret(
    store: &Store,
    organization: &OrganizationId,
    user: &UserId,
    secret: FactorSecret,
    step: i64,
) -> bool {
    let first = FactorConfirmation {
        organization_id: organization.clone(),
        user_id: user.clone(),
        session_id: None,
        secret,
        step,
        recovery_hashes: vec![[1; 32], [2; 32]],
        at: at(1),
    };
    let writer = store.operator(organization);
    writer.users().confirm_second_factor(&first).unwrap()
}

fn set_up(store: &Store, organization: &OrganizationId, user: &UserId) {
    assert!(begin(store, organization, user, 1));
    assert!(confirm(store, organization, user, 10));
}

fn accept(store: &Store, organization: &OrganizationId, user: &UserId, step: i64) -> bool {
    let users = store.users();
    users
        .accept_second_factor_step(organization, user, &secret(1), step)
        .unwrap()
}

fn use_code(store: &Store, organization: &OrganizationId, user: &UserId, code: u8) -> bool {
    let writer = store.operator(organization);
    let used = writer
        .users()
        .use_recovery_code(organization, user, &[code; 32], at(9));
    used.unwrap()
}

fn codes_left(store: &Store, organization: &OrganizationId, user: &UserId) -> i64 {
    let users = store.users();
    users.count_recovery_codes(organization, user).unwrap()
}

fn with_factor(store: &Store, organization: &OrganizationId) -> Vec<UserId> {
    let users = store.users();
    users.list_with_second_factor(organization).unwrap()
}

/// Opens a session with this number as its token.
fn open(store: &Store, organization: &OrganizationId, user: &UserId, number: u8) -> SessionId {
    let id = SessionId::parse("id", &format!("ses_{number}")).unwrap();
    let new = NewSession {
        id: id.clone(),
        organization_id: organization.clone(),
        user_id: user.clone(),
        access_hash: [number; 32],
        access_expires_at: at(3_600),
        refresh_hash: [number + 100; 32],
        refresh_expires_at: at(86_400),
        created_at: at(0),
        origin: origin_of_program(),
        second_factor: match number {
            1 | 4 => SecondFactorProof::Missing,
            2 => SecondFactorProof::At(at(5)),
            _ => SecondFactorProof::NotNeeded,
        },
    };
    store.insert_session(&new).unwrap();
    id
}

fn proof(store: &Store, organization: &OrganizationId, number: u8) -> Option<SecondFactorProof> {
    let found = store.sessions().find_access(organization, &[number; 32]);
    found.unwrap().map(|grant| grant.second_factor)
}

fn a_factor_counts_once_it_is_confirmed(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    assert!(!confirm(store, &here, &ada, 1), "nothing waits");
    assert!(begin(store, &here, &ada, 1) && begin(store, &here, &ada, 2));
    let find = || store.users().find_second_factor(&here, &ada).unwrap();
    let waiting = find().unwrap();
    assert_eq!((waiting.secret, waiting.confirmed_at), (secret(2), None));
    let session = waiting.begun.session_id.unwrap();
    assert_eq!((session.as_str(), waiting.begun.at), ("ses_1", at(0)));
    assert!(with_factor(store, &here).is_empty());
    assert!(!accept(store, &here, &ada, 5), "it does not count yet");
    assert!(confirm(store, &here, &ada, 10));
    let found = find().unwrap();
    assert_eq!(
        (found.confirmed_at, found.last_step),
        (Some(at(1)), Some(10))
    );
    assert_eq!(with_factor(store, &here), std::slice::from_ref(&ada));
    assert_eq!(codes_left(store, &here, &ada), 2);
    assert!(!begin(store, &here, &ada, 3), "it is not replaced");
    assert!(!confirm(store, &here, &ada, 11));
    assert_eq!(find().unwrap().secret, secret(2));
}

/// Another session may make a new secret while a code of the old one is checked.
fn only_the_secret_that_was_checked_is_confirmed(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    assert!(begin(store, &here, &ada, 1) && begin(store, &here, &ada, 2));
    assert!(!confirm_secret(store, &here, &ada, secret(1), 10));
    assert!(with_factor(store, &here).is_empty());
    assert!(confirm_secret(store, &here, &ada, secret(2), 10));
    assert!(!accept(store, &here, &ada, 11), "the secret is another one");
}

fn each_step_is_accepted_once(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    set_up(store, &here, &ada);
    assert!(!accept(store, &here, &ada, 10), "it confirmed the factor");
    let accepted = at_once(4, |_number| accept(store, &here, &ada, 11));
    assert_eq!(accepted.iter().filter(|one| **one).count(), 1);
    assert!(accept(store, &here, &ada, 13));
    assert!(!accept(store, &here, &ada, 12), "an earlier one");
}

fn each_recovery_code_works_once(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    set_up(store, &here, &ada);
    assert!(!use_code(store, &here, &ada, 9), "there is no such code");
    let used = at_once(4, |_number| use_code(store, &here, &ada, 1));
    assert_eq!(used.iter().filter(|one| **one).count(), 1);
    assert_eq!(codes_left(store, &here, &ada), 1);
    assert!(use_code(store, &here, &ada, 2));
    assert_eq!(codes_left(store, &here, &ada), 0);
}

fn new_recovery_codes_replace_the_old_ones(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    set_up(store, &here, &ada);
    assert!(use_code(store, &here, &ada, 1));
    let writer = store.operator(&here);
    let replaced =
        writer
            .users()
            .replace_recovery_codes(&here, &ada, &[[1; 32], [3; 32], [4; 32]], at(2));
    replaced.unwrap();
    assert_eq!(codes_left(store, &here, &ada), 3);
    let made = store.users().recovery_codes_made_at(&here, &ada).unwrap();
    assert_eq!(made, Some(at(2)));
    assert!(!use_code(store, &here, &ada, 2));
    assert!(use_code(store, &here, &ada, 1), "it is a new one");
}

fn a_removed_factor_leaves_nothing(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    set_up(store, &here, &ada);
    set_up(store, &here, &ben);
    let writer = store.operator(&here);
    let remove = |user: &UserId, last| {
        let removed = writer.users().remove_second_factor(&here, user, last);
        removed.unwrap()
    };
    assert_eq!(remove(&ada, LastFactor::Stays), FactorRemoval::Last);
    assert_eq!(remove(&ada, LastFactor::MayGo), FactorRemoval::Removed);
    assert_eq!(remove(&ada, LastFactor::MayGo), FactorRemoval::NotFound);
    let found = store.users().find_second_factor(&here, &ada).unwrap();
    assert_eq!((found, codes_left(store, &here, &ada)), (None, 0));
    assert_eq!(with_factor(store, &here), std::slice::from_ref(&ben));
    assert_eq!(codes_left(store, &here, &ben), 2);
    assert!(begin(store, &here, &ada, 1));
    let unconfirmed = remove(&ada, LastFactor::MayGo);
    assert_eq!(unconfirmed, FactorRemoval::NotFound);
    assert!(!confirm(store, &here, &ada, 20), "it is gone all the same");
}

/// The account may be activated again for somebody with another device.
fn a_user_whom_the_provider_removes_has_no_factor(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    set_up(store, &here, &ada);
    set_up(store, &here, &ben);
    let writer = store.operator(&here);
    let removed = writer
        .providers()
        .remove_provisioned_user(&here, &ada, at(2))
        .unwrap();
    assert!(matches!(removed, UserProvisioning::Done(_)), "{removed:?}");
    let found = store.users().find_second_factor(&here, &ada).unwrap();
    assert_eq!((found, codes_left(store, &here, &ada)), (None, 0));
    assert_eq!(with_factor(store, &here), [ben]);
}

fn a_new_factor_ends_sessions_that_began_with_the_password_alone(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    for number in [1, 2, 3] {
        open(store, &here, &ada, number);
    }
    open(store, &here, &ben, 4);
    let before = store.credential_changes();
    set_up(store, &here, &ada);
    assert!(
        store.credential_changes() > before,
        "caches forget the sessions"
    );
    assert_eq!(proof(store, &here, 1), None);
    assert_eq!(proof(store, &here, 2), Some(SecondFactorProof::At(at(5))));
    assert_eq!(proof(store, &here, 3), Some(SecondFactorProof::NotNeeded));
    let other = proof(store, &here, 4);
    assert_eq!(other, Some(SecondFactorProof::Missing), "of another user");
}

fn a_reset_ends_the_sessions_of_its_user_alone(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    set_up(store, &here, &ada);
    open(store, &here, &ada, 1);
    open(store, &here, &ben, 2);
    let writer = store.operator(&here);
    let reset = |user: &UserId| {
        writer
            .users()
            .reset_second_factor(&here, user, at(9))
            .unwrap()
    };
    assert!(!reset(&ben), "there is none");
    assert!(proof(store, &here, 2).is_some());
    let before = store.credential_changes();
    assert!(reset(&ada));
    assert!(
        store.credential_changes() > before,
        "caches forget the user"
    );
    assert_eq!(proof(store, &here, 1), None);
    assert!(with_factor(store, &here).is_empty());
}

fn a_session_knows_when_a_code_was_typed(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let first = open(store, &here, &ada, 1);
    open(store, &here, &ada, 2);
    open(store, &here, &ada, 3);
    assert_eq!(proof(store, &here, 1), Some(SecondFactorProof::Missing));
    assert_eq!(proof(store, &here, 2), Some(SecondFactorProof::At(at(5))));
    assert_eq!(proof(store, &here, 3), Some(SecondFactorProof::NotNeeded));
    let sessions = store.sessions();
    assert!(!sessions.is_proven(&here, &first).unwrap());
    sessions.record_second_factor(&here, &first, at(7)).unwrap();
    assert!(sessions.is_proven(&here, &first).unwrap());
    assert_eq!(proof(store, &here, 1), Some(SecondFactorProof::At(at(7))));
    assert_eq!(proof(store, &here, 2), Some(SecondFactorProof::At(at(5))));
}

fn a_policy_is_that_of_its_organization(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let policy = SecondFactorPolicy::new([UserType::Admin, UserType::HiringManager]);
    let set = |policy: &SecondFactorPolicy| {
        let writer = store.operator(&here);
        let set = writer
            .organizations()
            .set_second_factor_policy(&here, policy);
        set.unwrap();
    };
    let find = |id| store.organizations().second_factor_policy(id).unwrap();
    assert_eq!(find(&here), SecondFactorPolicy::default());
    set(&policy);
    assert_eq!(find(&here), policy);
    assert_eq!(find(&there), SecondFactorPolicy::default());
    set(&SecondFactorPolicy::default());
    assert_eq!(find(&here), SecondFactorPolicy::default());
}

fn factors_belong_to_their_organization(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let ada = user(store, &here, "usr_ada");
    user(store, &there, "usr_ada");
    set_up(store, &here, &ada);
    assert!(with_factor(store, &there).is_empty());
    assert!(!accept(store, &there, &ada, 99));
    assert!(!use_code(store, &there, &ada, 1));
    let others = store.operator(&there);
    let removed = others
        .users()
        .remove_second_factor(&here, &ada, LastFactor::MayGo);
    assert!(removed.is_err());
    assert_eq!(with_factor(store, &here), [ada]);
}
