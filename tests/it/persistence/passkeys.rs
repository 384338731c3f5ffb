//! Passkeys: each is stored once, each challenge works once, and a new one ends sessions of the password alone.

use shortlist_domain::{
    MAX_PASSKEYS, OrganizationId, Passkey, PasskeyBackup, PasskeyCredential, PasskeyId,
    PasskeyName, PasskeyState, SecondFactorProof, SessionId, UserId,
};
use shortlist_persistence::{
    FactorRemoval, LastFactor, NewSession, PasskeyInsertion, PasskeyRegistration, PasskeyUse,
    Store, UserProvisioning,
};

use crate::support::records::{at, organization, origin_of_program, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_passkey_is_found_by_the_name_that_its_device_gave_it,
    a_passkey_belongs_to_one_user,
    a_session_accepts_each_challenge_once,
    each_challenge_of_a_sign_in_works_once,
    a_counter_that_has_changed_meanwhile_is_refused,
    a_user_has_a_limited_number,
    one_of_two_passkeys_that_are_removed_at_once_stays_if_it_must,
    a_new_passkey_ends_sessions_that_began_with_the_password_alone,
    a_reset_removes_passkeys_and_ends_sessions,
    a_user_whom_the_provider_removes_has_no_passkey,
    passkeys_belong_to_their_organization,
);

fn passkey(organization: &OrganizationId, user: &UserId, number: u8) -> Passkey {
    Passkey {
        id: PasskeyId::parse("id", &format!("pky_{number:03}")).unwrap(),
        organization_id: organization.clone(),
        user_id: user.clone(),
        name: PasskeyName::parse("name", &format!("Phone {number}")).unwrap(),
        credential: PasskeyCredential {
            id: vec![number; 16],
            public_key: vec![number; 34],
            transports: 4,
            state: PasskeyState {
                counter: u32::MAX - 9,
                backup: PasskeyBackup::Possible,
            },
        },
        created_at: at(7),
        last_used_at: None,
    }
}

/// Opens a session of the password alone, with this number as its token.
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
        second_factor: SecondFactorProof::Missing,
    };
    store.insert_session(&new).unwrap();
    id
}

fn proof(store: &Store, organization: &OrganizationId, number: u8) -> Option<SecondFactorProof> {
    let found = store.sessions().find_access(organization, &[number; 32]);
    found.unwrap().map(|grant| grant.second_factor)
}

/// Stores a passkey by a challenge of this time.
fn insert(
    store: &Store,
    passkey: &Passkey,
    session: &SessionId,
    challenge_at: i64,
) -> PasskeyInsertion {
    let writer = store.operator(&passkey.organization_id);
    let inserted = writer.users().insert_passkey(&PasskeyRegistration {
        passkey: passkey.clone(),
        session_id: session.clone(),
        challenge_at: at(challenge_at),
    });
    inserted.unwrap()
}

/// Stores the first passkey of a user, in a session of its own.
fn first(store: &Store, organization: &OrganizationId, user: &UserId, number: u8) -> Passkey {
    let new = passkey(organization, user, number);
    let session = open(store, organization, user, number);
    assert_eq!(insert(store, &new, &session, 1), PasskeyInsertion::Stored);
    new
}

fn find(store: &Store, number: u8) -> Option<Passkey> {
    store.users().find_passkey(&[number; 16]).unwrap()
}

fn count(store: &Store, organization: &OrganizationId, user: &UserId) -> usize {
    store.users().count_passkeys(organization, user).unwrap()
}

fn with_passkey(store: &Store, organization: &OrganizationId) -> Vec<UserId> {
    store.users().list_with_passkey(organization).unwrap()
}

fn accept(store: &Store, passkey: &Passkey, counter: u32, challenge_at: i64) -> bool {
    let accepted = PasskeyUse {
        passkey,
        state: PasskeyState {
            counter,
            backup: PasskeyBackup::Done,
        },
        challenge_at: at(challenge_at),
        at: at(challenge_at + 1),
    };
    store.users().accept_passkey_use(&accepted).unwrap()
}

fn a_passkey_is_found_by_the_name_that_its_device_gave_it(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    let stored = first(store, &here, &ada, 1);
    assert_eq!(find(store, 1), Some(stored.clone()));
    assert_eq!(find(store, 2), None);
    let second = passkey(&here, &ada, 2);
    let session = SessionId::parse("id", "ses_1").unwrap();
    assert_eq!(
        insert(store, &second, &session, 2),
        PasskeyInsertion::Stored
    );
    let listed = store.users().list_passkeys(&here, &ada).unwrap();
    assert_eq!(listed, [stored, second]);
    assert_eq!(
        (count(store, &here, &ada), count(store, &here, &ben)),
        (2, 0)
    );
    assert_eq!(with_passkey(store, &here), [ada]);
}

fn a_passkey_belongs_to_one_user(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    let of_ada = first(store, &here, &ada, 1);
    let session = open(store, &here, &ben, 2);
    let same = Passkey {
        id: PasskeyId::parse("id", "pky_9").unwrap(),
        user_id: ben.clone(),
        ..of_ada.clone()
    };
    assert_eq!(insert(store, &same, &session, 1), PasskeyInsertion::Taken);
    assert_eq!(
        proof(store, &here, 2),
        Some(SecondFactorProof::Missing),
        "nothing was added"
    );
    let writer = store.operator(&here);
    let remove = |user: &UserId| {
        let users = writer.users();
        let removed = users.remove_passkey(&here, user, &of_ada.id, LastFactor::MayGo);
        removed.unwrap()
    };
    assert_eq!(remove(&ben), FactorRemoval::NotFound, "it is not theirs");
    assert_eq!(remove(&ada), FactorRemoval::Removed);
    assert_eq!(remove(&ada), FactorRemoval::NotFound);
    assert_eq!(find(store, 1), None);
}

fn a_session_accepts_each_challenge_once(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let new = first(store, &here, &ada, 1);
    let session = SessionId::parse("id", "ses_1").unwrap();
    let writer = store.operator(&here);
    let removed = writer
        .users()
        .remove_passkey(&here, &ada, &new.id, LastFactor::MayGo);
    assert_eq!(removed.unwrap(), FactorRemoval::Removed);
    for challenge_at in [1, 0] {
        assert_eq!(
            insert(store, &new, &session, challenge_at),
            PasskeyInsertion::ChallengeUsed,
            "also after the passkey was removed"
        );
    }
    let inserted = at_once(4, |number| {
        let number = u8::try_from(number).unwrap() + 10;
        insert(store, &passkey(&here, &ada, number), &session, 5)
    });
    let stored = inserted
        .iter()
        .filter(|one| **one == PasskeyInsertion::Stored);
    assert_eq!(stored.count(), 1);
    assert_eq!(count(store, &here, &ada), 1);
    let unknown = SessionId::parse("id", "ses_9").unwrap();
    assert_eq!(
        insert(store, &passkey(&here, &ada, 3), &unknown, 9),
        PasskeyInsertion::ChallengeUsed
    );
}

fn each_challenge_of_a_sign_in_works_once(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let stored = first(store, &here, &ada, 1);
    let counter = stored.credential.state.counter;
    let accepted = at_once(4, |_number| accept(store, &stored, counter, 20));
    assert_eq!(accepted.iter().filter(|one| **one).count(), 1);
    assert!(!accept(store, &stored, counter, 19), "an earlier one");
    assert!(accept(store, &stored, counter, 21));
    let found = find(store, 1).unwrap();
    assert_eq!(found.last_used_at, Some(at(22)));
    assert_eq!(found.credential.state.backup, PasskeyBackup::Done);
}

fn a_counter_that_has_changed_meanwhile_is_refused(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let before = first(store, &here, &ada, 1);
    assert!(accept(store, &before, u32::MAX, 20));
    assert!(!accept(store, &before, u32::MAX, 30), "it was read before");
    let now = find(store, 1).unwrap();
    assert_eq!(now.credential.state.counter, u32::MAX);
    assert!(accept(store, &now, 0, 30));
}

fn a_user_has_a_limited_number(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    first(store, &here, &ada, 1);
    let session = SessionId::parse("id", "ses_1").unwrap();
    let most = u8::try_from(MAX_PASSKEYS).unwrap();
    for number in 2..=most {
        let next = passkey(&here, &ada, number);
        let inserted = insert(store, &next, &session, number.into());
        assert_eq!(inserted, PasskeyInsertion::Stored);
    }
    let more = passkey(&here, &ada, most + 1);
    assert_eq!(insert(store, &more, &session, 99), PasskeyInsertion::Full);
    assert_eq!(count(store, &here, &ada), MAX_PASSKEYS);
}

fn one_of_two_passkeys_that_are_removed_at_once_stays_if_it_must(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let own = [first(store, &here, &ada, 1), first(store, &here, &ada, 2)];
    let outcomes = at_once(2, |number| {
        let (writer, passkey) = (store.operator(&here), &own[number].id);
        let users = writer.users();
        users
            .remove_passkey(&here, &ada, passkey, LastFactor::Stays)
            .unwrap()
    });
    assert!(outcomes.contains(&FactorRemoval::Removed), "{outcomes:?}");
    assert!(outcomes.contains(&FactorRemoval::Last), "{outcomes:?}");
    assert_eq!(count(store, &here, &ada), 1);
}

fn a_new_passkey_ends_sessions_that_began_with_the_password_alone(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    open(store, &here, &ada, 2);
    open(store, &here, &ben, 3);
    let before = store.credential_changes();
    first(store, &here, &ada, 1);
    assert!(
        store.credential_changes() > before,
        "caches forget the sessions"
    );
    assert_eq!(proof(store, &here, 1), Some(SecondFactorProof::At(at(7))));
    assert_eq!(proof(store, &here, 2), None);
    let other = proof(store, &here, 3);
    assert_eq!(other, Some(SecondFactorProof::Missing), "of another user");
}

fn a_reset_removes_passkeys_and_ends_sessions(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, ben) = (user(store, &here, "usr_ada"), user(store, &here, "usr_ben"));
    first(store, &here, &ada, 1);
    first(store, &here, &ben, 2);
    let writer = store.operator(&here);
    let reset = || {
        let reset = writer.users().reset_second_factor(&here, &ada, at(9));
        reset.unwrap()
    };
    assert!(reset());
    assert_eq!((find(store, 1), proof(store, &here, 1)), (None, None));
    assert_eq!(with_passkey(store, &here), [ben]);
    assert!(!reset(), "there is nothing left");
}

fn a_user_whom_the_provider_removes_has_no_passkey(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    first(store, &here, &ada, 1);
    let writer = store.operator(&here);
    let removed = writer
        .providers()
        .remove_provisioned_user(&here, &ada, at(2))
        .unwrap();
    assert!(matches!(removed, UserProvisioning::Done(_)), "{removed:?}");
    assert_eq!(find(store, 1), None);
}

fn passkeys_belong_to_their_organization(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let ada = user(store, &here, "usr_ada");
    user(store, &there, "usr_ada");
    let stored = first(store, &here, &ada, 1);
    assert!(with_passkey(store, &there).is_empty());
    assert_eq!(count(store, &there, &ada), 0);
    let others = store.operator(&there);
    let remove = |organization| {
        let users = others.users();
        users.remove_passkey(organization, &ada, &stored.id, LastFactor::MayGo)
    };
    assert!(remove(&here).is_err());
    assert_eq!(remove(&there).unwrap(), FactorRemoval::NotFound);
    assert_eq!(find(store, 1), Some(stored));
}
