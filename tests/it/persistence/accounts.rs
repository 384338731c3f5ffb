//! Organizations, users, API keys, failed sign-ins.

use shortlist_domain::{
    ApiKeyId, EmailAddress, Environment, NewApiKey, NewOrganization, NewUser, OrganizationId,
    Permission, StageList, UserChange, UserId, UserType,
};
use shortlist_persistence::{FailureLimit, MAX_ACCOUNTS_OF_AN_ADDRESS, Store, StoreError};

use crate::support::records::{at, new_user, organization, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    organizations_are_unique_and_listed_by_identifier,
    users_are_unique_by_email_in_their_organization,
    users_are_found_and_listed,
    each_role_is_stored,
    keys_are_found_by_their_hash_until_revoked_and_after,
    login_failures_are_counted_since_a_time,
    failures_at_once_do_not_pass_a_limit,
    one_failure_is_taken_back,
    a_device_is_known_until_it_is_not_used_for_long,
    accounts_of_an_address_are_found_in_all_organizations_up_to_a_number,
    accounts_without_a_password_take_no_place_of_others,
);

fn organizations_are_unique_and_listed_by_identifier(store: &Store) {
    let b = organization(store, "org_b");
    let a = organization(store, "org_A");
    let again = store.insert_organization(&NewOrganization {
        id: a.clone(),
        name: "Another".to_owned(),
        stages: StageList::default(),
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

fn each_role_is_stored(store: &Store) {
    let here = organization(store, "org_1");
    for role in UserType::ALL {
        let mut new = new_user(&here, &format!("usr_{}", role.as_str()));
        new.user_type = role;
        store.insert_user(&new).unwrap();
        let found = store.users().find(&here, &new.id).unwrap().unwrap();
        assert_eq!(found.user_type, role);
    }
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
    let sessions = store.sessions();
    let keys = ["account:ada".to_owned(), "network:192.0.2.0/24".to_owned()];
    for seconds in [0, 10, 20] {
        sessions.count_login_failure(&keys, at(seconds)).unwrap();
    }
    sessions.count_login_failure(&keys[1..], at(30)).unwrap();
    let find = |key: &String, number, since| {
        let found = sessions.find_login_failure(key.as_str(), number, at(since));
        found.unwrap()
    };
    assert_eq!(find(&keys[0], 1, 0), Some(at(20)));
    assert_eq!(find(&keys[0], 3, 0), Some(at(0)));
    assert_eq!(find(&keys[0], 3, 1), None, "the first one is too long ago");
    assert_eq!(find(&keys[0], 4, 0), None);
    assert_eq!(find(&keys[1], 4, 0), Some(at(0)));
    sessions.count_login_failure(&[], at(2 * 86_400)).unwrap();
    assert_eq!(find(&keys[1], 1, 0), None, "old ones are deleted");
}

fn limits(keys: &[String], most: i64) -> Vec<FailureLimit> {
    let limit = |key: &String| FailureLimit {
        key: key.clone(),
        most,
    };
    keys.iter().map(limit).collect()
}

fn failures_at_once_do_not_pass_a_limit(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let keys = ["code:ada".to_owned(), "network:192.0.2.0/24".to_owned()];
    let count = |limits: &[FailureLimit], since, seconds| {
        let sessions = store.sessions();
        let counted = sessions.count_limited_failure(&here, &ada, limits, at(since), at(seconds));
        counted.unwrap()
    };
    let counted = at_once(8, |_number| count(&limits(&keys, 3), 0, 10));
    assert_eq!(counted.iter().filter(|full| full.is_none()).count(), 3);
    let full: Vec<_> = counted.into_iter().flatten().collect();
    assert_eq!(full, [at(10); 5]);
    let sessions = store.sessions();
    let fourth = sessions.find_login_failure(&keys[0], 4, at(0)).unwrap();
    assert_eq!(fourth, None, "the refused ones are not counted");
    assert_eq!(count(&limits(&keys[1..], 4), 0, 20), None);
    assert_eq!(
        count(&limits(&keys, 3), 0, 30),
        Some(at(10)),
        "both are at their limit"
    );
    assert_eq!(count(&limits(&keys, 3), 11, 30), None);
}

fn one_failure_is_taken_back(store: &Store) {
    let sessions = store.sessions();
    let keys = ["a".to_owned(), "b".to_owned()];
    for seconds in [5, 10, 10] {
        sessions.count_login_failure(&keys, at(seconds)).unwrap();
    }
    sessions
        .take_back_login_failure(&keys[..1], at(10))
        .unwrap();
    let find = |key: &String, number| sessions.find_login_failure(key, number, at(0)).unwrap();
    assert_eq!(find(&keys[0], 1), Some(at(10)), "another one stays");
    assert_eq!((find(&keys[0], 2), find(&keys[0], 3)), (Some(at(5)), None));
    assert_eq!(find(&keys[1], 3), Some(at(5)));
}

fn a_device_is_known_until_it_is_not_used_for_long(store: &Store) {
    let sessions = store.sessions();
    let (device, other) = ([1; 32], [2; 32]);
    let day = 86_400;
    let known = |day_number: i64| {
        let found = sessions.known_devices(&[device, other], at(day_number * day));
        found.unwrap()
    };
    assert!(known(0).is_empty());
    sessions.remember_device(&device, at(0)).unwrap();
    sessions.remember_device(&device, at(100 * day)).unwrap();
    assert_eq!(known(280), [device.to_vec()]);
    assert!(known(281).is_empty());
    sessions.remember_device(&other, at(300 * day)).unwrap();
    assert_eq!(known(280), [other.to_vec()], "the other one is deleted");
}

fn accounts_of_an_address_are_found_in_all_organizations_up_to_a_number(store: &Store) {
    let email = EmailAddress::parse("email", "USR_ada@example.org").unwrap();
    let organizations: Vec<_> = (0..=MAX_ACCOUNTS_OF_AN_ADDRESS)
        .map(|number| organization(store, &format!("org_{number}")))
        .collect();
    for here in &organizations {
        user(store, here, "usr_ada");
        user(store, here, "usr_bob");
    }
    let inactive = UserChange {
        active: Some(false),
        ..UserChange::default()
    };
    let (first, ada) = (&organizations[0], UserId::parse("id", "usr_ada").unwrap());
    let users = store.operator(first);
    users.users().update(first, &ada, &inactive, at(1)).unwrap();
    let found = store.users().list_by_email(&email).unwrap();
    let found = found.into_iter().map(|(user, _)| user.organization_id);
    assert_eq!(found.collect::<Vec<_>>(), organizations[1..]);
    let one_more = organization(store, "org_z");
    user(store, &one_more, "usr_ada");
    let found = store.users().list_by_email(&email).unwrap();
    assert_eq!(found.len(), organizations.len() - 1, "no more are tried");
}

fn accounts_without_a_password_take_no_place_of_others(store: &Store) {
    let email = EmailAddress::parse("email", "usr_ada@example.org").unwrap();
    for number in 0..MAX_ACCOUNTS_OF_AN_ADDRESS {
        let here = organization(store, &format!("org_{number}"));
        let without = NewUser {
            password_hash: "none".to_owned(),
            ..new_user(&here, "usr_ada")
        };
        store.insert_user(&without).unwrap();
    }
    let last = organization(store, "org_z");
    user(store, &last, "usr_ada");
    let found = store.users().list_with_password(&email).unwrap();
    let found = found.into_iter().map(|(user, _)| user.organization_id);
    assert_eq!(found.collect::<Vec<_>>(), [last]);
    let invited = store.users().list_by_email(&email).unwrap();
    assert!(invited.iter().all(|(_, hash)| hash == "none"));
}
