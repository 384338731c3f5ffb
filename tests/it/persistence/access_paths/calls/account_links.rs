//! Calls of the queries of links by which users set a password.

use shortlist_domain::{
    AccountLinkId, EmailAddress, LinkDelivery, LinkPurpose, NewAccountLink, NewUser, UserId,
    UserType,
};

use super::{Names, at, writer};
use shortlist_persistence::{LinkInsertion, LinkUse, Store};

/// Calls the queries. The organization must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let new = NewUser {
        id: UserId::parse("id", "usr_invited").unwrap(),
        organization_id: organization.clone(),
        user_type: UserType::Recruiter,
        full_name: "Bob".to_owned(),
        email: EmailAddress::parse("email", "bob@example.org").unwrap(),
        password_hash: "none".to_owned(),
        created_at: at(0),
    };
    let link = |number: u8| NewAccountLink {
        id: AccountLinkId::parse("id", &format!("lnk_{number}")).unwrap(),
        organization_id: organization.clone(),
        user_id: new.id.clone(),
        purpose: LinkPurpose::Invitation,
        delivery: LinkDelivery::Mail,
        token_hash: [number; 32],
        created_at: at(1),
    };
    let writer = writer(store);
    writer.users().invite(&new, &link(1)).unwrap();
    let stored = writer.users().insert_link(&link(2)).unwrap();
    assert!(matches!(stored, LinkInsertion::Stored(_)));
    let users = store.users();
    users.find_link_by_hash(organization, &[2; 32]).unwrap();
    let found = users.find_link(organization, &link(2).id).unwrap().unwrap();
    let used = writer.users().use_link(&found, "none", at(2)).unwrap();
    assert!(matches!(used, LinkUse::Set(_)));
    users
        .remove_old_links(organization, at(700_000_000))
        .unwrap();
    assert_eq!(users.find_link(organization, &found.id).unwrap(), None);
}
