//! Organizations, users, API keys, failed sign-ins.

use shortlist_domain::{
    ApiKeyId, EmailAddress, Environment, NewApiKey, NewOrganization, OrganizationId, Permission,
    UserId,
};
use shortlist_persistence::{Store, StoreError};

use crate::support::records::{at, new_user, organization, user};
use crate::support::writes::Writes as _;

on_both_databases!(
    organizations_are_unique_and_listed_by_identifier,
    users_are_unique_by_email_in_their_organization,
    users_are_found_and_listed,
    keys_are_found_by_their_hash_until_revoked_and_after,
    login_failures_are_counted_since_a_time,
);

fn organizations_are_unique_and_listed_by_identifier(store: &Store) {
    let b = organization(store, "org_b");
    let a = organization(store, "org_A");
    let again = store.insert_organization(&NewOrganization {
        id: a.clone(),
        name: "Another".to_owned(),
        created_at: at(1),
    });
    assert!(matches!(again, Err(StoreError::UniqueViolation(_))));
    let listed: Vec<OrganizationId> = store
        .organizations()
        .list()
        .unwrap()
        .into_iter()
        .map(|organization| organization.id)
        .collect();
    assert_eq!(listed, [a, b.clone()]);
    let found = store.organizations().find(&b).unwrap().unwrap();
    assert_eq!(found.created_at, at(0));
}

fn users_are_unique_by_email_in_their_organization(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    user(store, &here, "usr_ada");
    let mut namesake = new_user(&here, "usr_other");
    namesake.email = EmailAddress::parse("email", "USR_ADA@example.org").unwrap();
    let refused = store.insert_user(&namesake);
    assert!(matches!(refused, Err(StoreError::UniqueViolation(_))));
    user(store, &there, "usr_ada");
    let nowhere = OrganizationId::parse("id", "org_3").unwrap();
    let refused = store.insert_user(&new_user(&nowhere, "usr_ada"));
    assert!(matches!(refused, Err(StoreError::MissingReference(_))));
}

fn users_are_found_and_listed(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let bob = user(store, &here, "usr_bob");
    let ada = user(store, &here, "usr_ada");
    let listed: Vec<UserId> = store
        .users()
        .list(&here)
        .unwrap()
        .into_iter()
        .map(|user| user.id)
        .collect();
    assert_eq!(listed, [ada.clone(), bob]);
    assert_eq!(store.users().find(&there, &ada).unwrap(), None);
    let email = EmailAddress::parse("email", "Usr_Ada@Example.org").unwrap();
    let (found, hash) = store.users().find_by_email(&here, &email).unwrap().unwrap();
    assert_eq!(store.users().find(&here, &ada).unwrap(), Some(found));
    assert_eq!(hash, "$argon2id$example");
    assert_eq!(store.users().find_by_email(&there, &email).unwrap(), None);
}

fn keys_are_found_by_their_hash_until_revoked_and_after(store: &Store) {
    let here = organization(store, "org_1");
    let new = NewApiKey {
        id: ApiKeyId::parse("id", "key_1").unwrap(),
        organization_id: here.clone(),
        name: "Integration".to_owned(),
        shown_prefix: "sl_test_ab".to_owned(),
        secret_hash: [7; 32],
        permissions: vec![Permission::JobsRead, Permission::Admin],
        environment: Environment::Sandbox,
        created_at: at(0),
        expires_at: Some(at(90)),
    };
    let kept = store.insert_api_key(&new).unwrap();
    assert_eq!(
        store.api_keys().find_by_hash(&[7; 32]).unwrap(),
        Some(kept.clone())
    );
    assert_eq!(store.api_keys().find_by_hash(&[8; 32]).unwrap(), None);
    let twice = store.insert_api_key(&NewApiKey {
        id: ApiKeyId::parse("id", "key_2").unwrap(),
        ..new
    });
    assert!(matches!(twice, Err(StoreError::UniqueViolation(_))));
    store.api_keys().touch(&here, &kept.id, at(5)).unwrap();
    assert!(store.revoke_api_key(&here, &kept.id, at(20)).unwrap());
    assert!(store.revoke_api_key(&here, &kept.id, at(30)).unwrap());
    let unknown = ApiKeyId::parse("id", "key_9").unwrap();
    assert!(!store.revoke_api_key(&here, &unknown, at(30)).unwrap());
    let listed = store.api_keys().list(&here).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].revoked_at, Some(at(20)));
    assert_eq!(listed[0].last_used_at, Some(at(5)));
}

fn login_failures_are_counted_since_a_time(store: &Store) {
    let here = organization(store, "org_1");
    let keys = ["account:ada".to_owned(), "address:192.0.2.1".to_owned()];
    for seconds in [0, 10, 20] {
        store
            .record_login_failure(&here, &keys, at(seconds))
            .unwrap();
    }
    assert_eq!(
        store
            .sessions()
            .count_login_failures(&keys[0], at(10))
            .unwrap(),
        (2, Some(at(10)))
    );
    store.sessions().clear_login_failures(&keys[0]).unwrap();
    assert_eq!(
        store
            .sessions()
            .count_login_failures(&keys[0], at(0))
            .unwrap(),
        (0, None)
    );
    assert_eq!(
        store
            .sessions()
            .count_login_failures(&keys[1], at(0))
            .unwrap(),
        (3, Some(at(0)))
    );
    store
        .record_login_failure(&here, &[], at(2 * 86_400))
        .unwrap();
    assert_eq!(
        store
            .sessions()
            .count_login_failures(&keys[1], at(0))
            .unwrap(),
        (0, None)
    );
}
