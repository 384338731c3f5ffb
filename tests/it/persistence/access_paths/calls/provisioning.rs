//! Calls of the queries of provisioning: tokens, users and groups of an identity provider.

use shortlist_domain::{
    EmailAddress, GroupId, GroupProvision, GroupRole, IdentityProvider, NewUser, OrganizationId,
    ProviderMode, ProvisionedGroup, RoleChange, ScimToken, UserId, UserProvision, UserSearch,
    UserType,
};
use shortlist_persistence::{GroupProvisioning, Store, UserProvisioning};

use super::{Names, at, writer};

/// Calls the queries. The organization must exist.
pub(super) fn call(store: &Store, names: &Names) {
    call_token(store, &names.organization);
    call_users(store, &names.organization);
    call_groups(store, &names.organization);
    call_admins(store, &names.organization);
}

fn call_token(store: &Store, organization: &OrganizationId) {
    let token = ScimToken {
        organization_id: organization.clone(),
        shown_prefix: "slsc_abcdef".to_owned(),
        created_at: at(1),
        created_by: None,
        last_used_at: None,
    };
    let writer = writer(store);
    writer.providers().set_scim_token(&token, &[5; 32]).unwrap();
    let providers = store.providers();
    let touch = |hash: [u8; 32], millis| {
        providers
            .touch_scim_token(organization, &hash, at(millis))
            .unwrap();
    };
    touch([5; 32], 2);
    // A token that was replaced meanwhile leaves the new one alone.
    touch([6; 32], 3);
    let found = providers.find_scim_token_by_hash(organization, &[5; 32]);
    assert_eq!(found.unwrap().unwrap().last_used_at, Some(at(2)));
    assert!(providers.find_scim_token(organization).unwrap().is_some());
    let removed = writer.providers().remove_scim_token(organization);
    assert!(removed.unwrap().is_some());
}

fn provision(name: &str) -> UserProvision {
    UserProvision {
        user_name: name.to_owned(),
        external_id: Some(format!("at-provider-{name}")),
        full_name: "Grace".to_owned(),
        email: EmailAddress::parse("email", &format!("{name}@scim.example.org")).unwrap(),
        active: true,
    }
}

fn create(store: &Store, organization: &OrganizationId, name: &str) -> UserId {
    let sent = provision(name);
    let new = NewUser {
        id: UserId::parse("id", &format!("usr_{name}")).unwrap(),
        organization_id: organization.clone(),
        user_type: UserType::Interviewer,
        full_name: sent.full_name.clone(),
        email: sent.email.clone(),
        password_hash: "none".to_owned(),
        created_at: at(0),
    };
    let stored = writer(store).providers().provision_user(&new, &sent);
    assert!(matches!(stored.unwrap(), UserProvisioning::Done(_)));
    new.id
}

fn call_users(store: &Store, organization: &OrganizationId) {
    let id = create(store, organization, "provisioned");
    let providers = store.providers();
    for search in [
        UserSearch::UserName("PROVISIONED".to_owned()),
        UserSearch::ExternalId("at-provider-provisioned".to_owned()),
        UserSearch::Email("provisioned@scim.example.org".to_owned()),
        UserSearch::Id(id.clone()),
    ] {
        let found = providers.list_provisioned_users(organization, &search);
        assert_eq!(found.unwrap().len(), 1, "{search:?}");
    }
    let all = providers.list_provisioned_users(organization, &UserSearch::All);
    assert!(all.unwrap().len() > 1);
    let writer = writer(store);
    let changed =
        writer
            .providers()
            .change_provisioned_user(organization, &id, at(1), &mut |_before| {
                Some(provision("renamed"))
            });
    assert!(matches!(changed.unwrap(), UserProvisioning::Done(_)));
    let removed = writer
        .providers()
        .remove_provisioned_user(organization, &id, at(2));
    assert!(matches!(removed.unwrap(), UserProvisioning::Done(_)));
    // The same name activates the account again.
    create(store, organization, "renamed");
    let found = providers.list_provisioned_users(organization, &UserSearch::Id(id));
    assert!(found.unwrap()[0].user.active);
}

fn call_groups(store: &Store, organization: &OrganizationId) {
    let writer = writer(store);
    let provider = IdentityProvider {
        organization_id: organization.clone(),
        issuer: "https://id.example.org".to_owned(),
        client_id: "shortlist".to_owned(),
        client_secret: None,
        domains: Vec::new(),
        mode: ProviderMode::Offered,
        emergency_admin: None,
        default_role: None,
        group_roles: vec![GroupRole {
            group: "Leads".to_owned(),
            role: UserType::Recruiter,
        }],
        updated_at: at(0),
    };
    writer.providers().set(&provider).unwrap();
    let member = create(store, organization, "member");
    let group = ProvisionedGroup {
        id: GroupId::parse("id", "grp_1").unwrap(),
        display_name: "Leads".to_owned(),
        external_id: None,
        created_at: at(0),
    };
    let with = |members: &[&UserId]| GroupProvision {
        display_name: "Leads".to_owned(),
        external_id: None,
        members: members.iter().copied().cloned().collect(),
    };
    let providers = writer.providers();
    let stored = providers.provision_group(organization, &group, &with(&[&member]));
    assert!(matches!(stored.unwrap(), GroupProvisioning::Done(_)));
    let reads = store.providers();
    assert_eq!(
        reads
            .find_provisioned_group(organization, &group.id)
            .unwrap(),
        Some(group.clone())
    );
    assert_eq!(
        reads.list_provisioned_groups(organization).unwrap().len(),
        1
    );
    let listed = reads.list_group_members(organization, &group.id).unwrap();
    assert_eq!(listed, std::slice::from_ref(&member));
    let groups = reads.list_groups_of_user(organization, &member).unwrap();
    assert_eq!(groups.len(), 1);
    let user = store.users().find(organization, &member).unwrap().unwrap();
    assert_eq!(user.user_type, UserType::Recruiter);
    let left =
        providers.change_provisioned_group(organization, &group.id, &mut |_, _| Some(with(&[])));
    assert!(matches!(left.unwrap(), GroupProvisioning::Done(_)));
    let user = store.users().find(organization, &member).unwrap().unwrap();
    assert_eq!(user.user_type, UserType::Interviewer);
    call_last_admin(store, organization, &group, &member);
    let removed = providers.remove_provisioned_group(organization, &group.id);
    assert!(matches!(removed.unwrap(), GroupProvisioning::Done(_)));
}

/// Removes an Admin, which looks for another one who can sign in.
fn call_admins(store: &Store, organization: &OrganizationId) {
    let raise = shortlist_domain::UserChange {
        role: RoleChange::Role(UserType::Admin),
        password_hash: Some("$argon2id$example".to_owned()),
        ..shortlist_domain::UserChange::default()
    };
    let writer = writer(store);
    let admins = ["first-admin", "second-admin"].map(|name| create(store, organization, name));
    for admin in &admins {
        let users = writer.users();
        users.update(organization, admin, &raise, at(3)).unwrap();
    }
    let removed = writer
        .providers()
        .remove_provisioned_user(organization, &admins[0], at(4));
    assert!(matches!(removed.unwrap(), UserProvisioning::Done(_)));
}

/// Lowers Admins by a group, which counts those who remain.
fn call_last_admin(
    store: &Store,
    organization: &OrganizationId,
    group: &ProvisionedGroup,
    member: &UserId,
) {
    let raise = shortlist_domain::UserChange {
        role: RoleChange::Role(UserType::Admin),
        ..shortlist_domain::UserChange::default()
    };
    let writer = writer(store);
    let users = writer.users();
    users.update(organization, member, &raise, at(3)).unwrap();
    let joined =
        writer
            .providers()
            .change_provisioned_group(organization, &group.id, &mut |before, _| {
                Some(GroupProvision {
                    display_name: before.display_name.clone(),
                    external_id: None,
                    members: [member.clone()].into(),
                })
            });
    let outcome = joined.unwrap();
    let is_counted = matches!(
        outcome,
        GroupProvisioning::Done(_) | GroupProvisioning::LastAdmin
    );
    assert!(is_counted, "{outcome:?}");
}
