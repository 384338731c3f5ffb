//! Calls of the queries of integration users and their access tokens.

use shortlist_domain::{
    AccessToken, AccessTokenId, EmailAddress, NewAccessToken, NewUser, UserId, UserType,
};

use super::{Names, at, writer};
use shortlist_persistence::{Store, TokenInsertion};

/// Calls the queries. The organization must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let new = NewUser {
        id: UserId::parse("id", "usr_machine").unwrap(),
        organization_id: organization.clone(),
        user_type: UserType::Recruiter,
        full_name: "Sync".to_owned(),
        email: EmailAddress::parse("email", "machine@example.org").unwrap(),
        password_hash: "none".to_owned(),
        created_at: at(0),
    };
    let writer = writer(store);
    let user = writer.users().insert_integration(&new).unwrap();
    assert!(user.is_integration);
    let token = AccessToken {
        id: AccessTokenId::parse("id", "tok_1").unwrap(),
        organization_id: organization.clone(),
        user_id: user.id.clone(),
        name: "nightly".to_owned(),
        shown_prefix: "slit_".to_owned(),
        created_at: at(1),
        expires_at: at(9),
        revoked_at: None,
        last_used_at: None,
    };
    let secret_hash = [7; 32];
    let new = NewAccessToken {
        token: token.clone(),
        secret_hash,
    };
    let inserted = writer.users().insert_token(&new).unwrap();
    assert_eq!(inserted, TokenInsertion::Stored);
    let found = store
        .sessions()
        .find_token(organization, &secret_hash)
        .unwrap();
    assert_eq!(found, Some((token.clone(), user)));
    store.sessions().touch_token(&token, at(2)).unwrap();
    let listed = store.sessions().list_tokens(organization, &token.user_id);
    assert_eq!(listed.unwrap().len(), 1);
    let revoked = writer.users().revoke_token(organization, &token.id, at(3));
    assert_eq!(revoked.unwrap().unwrap().revoked_at, Some(at(3)));
}
