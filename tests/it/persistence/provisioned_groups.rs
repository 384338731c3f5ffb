//! Provisioned groups with more members than fit into one statement.

use std::collections::BTreeSet;

use shortlist_domain::{
    GroupId, GroupProvision, GroupRole, IdentityProvider, NewUser, OrganizationId, ProviderMode,
    ProvisionedGroup, UserId, UserType,
};
use shortlist_persistence::{GroupProvisioning, MEMBERS_AT_ONCE, Store};

use crate::support::records::{at, new_user, organization};
use crate::support::writes::Writes as _;

on_both_databases!(every_member_of_a_large_group_is_checked_and_gets_and_loses_its_role);

/// Stores an identity provider whose group "HR" makes Recruiters.
fn give_role(store: &Store, organization: &OrganizationId) {
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
            group: "HR".to_owned(),
            role: UserType::Recruiter,
        }],
        updated_at: at(0),
    };
    let writer = store.operator(organization);
    writer.providers().set(&provider).unwrap();
}

/// Creates one more Interviewer than fits into a statement.
fn interviewers(store: &Store, organization: &OrganizationId) -> BTreeSet<UserId> {
    let create = |number: usize| {
        let new = NewUser {
            user_type: UserType::Interviewer,
            ..new_user(organization, &format!("usr_{number:04}"))
        };
        store.insert_user(&new).unwrap().id
    };
    (0..=MEMBERS_AT_ONCE).map(create).collect()
}

fn group() -> ProvisionedGroup {
    ProvisionedGroup {
        id: GroupId::parse("id", "grp_1").unwrap(),
        display_name: "HR".to_owned(),
        external_id: None,
        created_at: at(0),
    }
}

fn with_members(members: BTreeSet<UserId>) -> GroupProvision {
    GroupProvision {
        display_name: "HR".to_owned(),
        external_id: None,
        members,
    }
}

fn count_recruiters(store: &Store, organization: &OrganizationId) -> usize {
    let users = store.users().list(organization).unwrap();
    let recruiters = users
        .iter()
        .filter(|user| user.user_type == UserType::Recruiter);
    recruiters.count()
}

fn every_member_of_a_large_group_is_checked_and_gets_and_loses_its_role(store: &Store) {
    let here = organization(store, "org_1");
    give_role(store, &here);
    let members = interviewers(store, &here);
    let writer = store.operator(&here);
    let groups = writer.providers();
    // The unknown user is the last one, so another statement looks for it.
    let unknown = UserId::parse("id", "usr_unknown").unwrap();
    let mut with_unknown = members.clone();
    with_unknown.insert(unknown.clone());
    let refused = groups.provision_group(&here, &group(), &with_members(with_unknown));
    assert_eq!(refused.unwrap(), GroupProvisioning::NoMember(unknown));
    assert_eq!(count_recruiters(store, &here), 0);
    let created = groups.provision_group(&here, &group(), &with_members(members.clone()));
    assert_eq!(created.unwrap(), GroupProvisioning::Done(group()));
    let listed = || {
        let listed = store.providers().list_group_members(&here, &group().id);
        listed.unwrap()
    };
    assert!(listed().iter().eq(&members));
    assert_eq!(count_recruiters(store, &here), members.len());
    let left = groups.change_provisioned_group(&here, &group().id, &mut |_before, _members| {
        Some(with_members(BTreeSet::new()))
    });
    assert_eq!(left.unwrap(), GroupProvisioning::Done(group()));
    assert!(listed().is_empty());
    assert_eq!(count_recruiters(store, &here), 0);
}
