//! Calls of the queries of passkeys.

use shortlist_domain::{
    Passkey, PasskeyBackup, PasskeyCredential, PasskeyId, PasskeyName, PasskeyState, SessionId,
};

use super::{Names, at, writer};
use shortlist_persistence::{
    FactorRemoval, LastFactor, PasskeyInsertion, PasskeyRegistration, PasskeyUse, Store,
};

/// Calls the queries. The user must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let (organization, user) = (&names.organization, &names.user);
    let state = PasskeyState {
        counter: 0,
        backup: PasskeyBackup::Never,
    };
    let passkey = Passkey {
        id: PasskeyId::parse("id", "pky_1").unwrap(),
        organization_id: organization.clone(),
        user_id: user.clone(),
        name: PasskeyName::parse("name", "Phone").unwrap(),
        credential: PasskeyCredential {
            id: vec![1; 16],
            public_key: vec![1; 34],
            transports: 0,
            state,
        },
        created_at: at(1),
        last_used_at: None,
    };
    let registration = PasskeyRegistration {
        passkey: passkey.clone(),
        session_id: SessionId::parse("id", "ses_none").unwrap(),
        challenge_at: at(1),
    };
    let (writer, users) = (writer(store), store.users());
    let inserted = writer.users().insert_passkey(&registration).unwrap();
    assert_eq!(inserted, PasskeyInsertion::ChallengeUsed, "no such session");
    assert_eq!(users.find_passkey(&[1; 16]).unwrap(), None);
    assert!(users.list_passkeys(organization, user).unwrap().is_empty());
    assert_eq!(users.count_passkeys(organization, user).unwrap(), 0);
    assert!(users.list_with_passkey(organization).unwrap().is_empty());
    let accepted = users.accept_passkey_use(&PasskeyUse {
        passkey: &passkey,
        state,
        challenge_at: at(1),
        at: at(2),
    });
    assert!(!accepted.unwrap());
    let removed = writer
        .users()
        .remove_passkey(organization, user, &passkey.id, LastFactor::Stays);
    assert_eq!(removed.unwrap(), FactorRemoval::NotFound);
}
