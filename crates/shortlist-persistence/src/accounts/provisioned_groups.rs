//! Groups as an identity provider provisions them.

use std::collections::{BTreeSet, HashSet};

use diesel::prelude::*;
use shortlist_domain::{
    GroupId, GroupProvision, MAX_PROVISIONED_GROUPS, OrganizationId, ProvisionedGroup, UserId,
};

use crate::accounts::group_roles::{self, NewRole};
use crate::accounts::group_rows::{self, MEMBERS_AT_ONCE};
use crate::accounts::group_step::{GroupStep, after};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::users as user_table;
use crate::store::Providers;
use crate::writer::{ProviderWriter, Written};

/// The outcome of provisioning a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupProvisioning {
    /// It is done.
    Done(ProvisionedGroup),
    /// The organization has no such group.
    NotFound,
    /// Another group has the name.
    Taken,
    /// The organization has no such user, or a machine.
    NoMember(UserId),
    /// The organization has the most groups already.
    TooMany,
    /// The organization would be left without an Admin who may sign in.
    LastAdmin,
    /// The caller has found nothing to be done.
    Refused,
}

/// What to do with a group, given what is stored and the identifiers of its members. `None` means nothing.
pub type GroupProvisionOf<'a> =
    dyn FnMut(&ProvisionedGroup, &[UserId]) -> Option<GroupProvision> + 'a;

impl Providers<'_> {
    /// Lists the groups of an organization, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_provisioned_groups(
        &self,
        organization: &OrganizationId,
    ) -> Result<Vec<ProvisionedGroup>, StoreError> {
        self.pools.read(|conn| group_rows::list(conn, organization))
    }

    /// Finds a group.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_provisioned_group(
        &self,
        organization: &OrganizationId,
        id: &GroupId,
    ) -> Result<Option<ProvisionedGroup>, StoreError> {
        self.pools
            .read(|conn| group_rows::find(conn, organization, id))
    }

    /// Lists the members of a group, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_group_members(
        &self,
        organization: &OrganizationId,
        group: &GroupId,
    ) -> Result<Vec<UserId>, StoreError> {
        let members = self
            .pools
            .read(|conn| group_rows::members_of(conn, organization, group))?;
        Ok(members.into_iter().collect())
    }

    /// Lists the groups of a user, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_groups_of_user(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<Vec<ProvisionedGroup>, StoreError> {
        self.pools
            .read(|conn| group_rows::groups_of(conn, UserKey::of(organization, user)))
    }
}

impl ProviderWriter<'_> {
    /// Creates a group with its members, who get its role.
    ///
    /// # Errors
    /// When the database fails.
    pub fn provision_group(
        &self,
        organization: &OrganizationId,
        new: &ProvisionedGroup,
        provision: &GroupProvision,
    ) -> Result<GroupProvisioning, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write_credentials(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            if group_rows::count(conn, organization)? >= MAX_PROVISIONED_GROUPS {
                return Ok(Written::nothing(GroupProvisioning::TooMany));
            }
            let step = GroupStep {
                organization,
                group: new,
                members: BTreeSet::new(),
                next: Some(provision),
            };
            let roles = match check(conn, &step)? {
                Ok(roles) => roles,
                Err(refusal) => return Ok(Written::nothing(refusal)),
            };
            group_rows::insert(conn, organization, new, provision)?;
            group_rows::change_members(conn, &step)?;
            let entries = group_roles::change_roles(conn, organization, &roles)?;
            let done = GroupProvisioning::Done(after(new, provision));
            Ok(Written::one(done, step.entry(None)).with_entries(entries))
        })
    }

    /// Changes a group. Users who join or leave it get the role of their groups.
    ///
    /// # Errors
    /// When the database fails.
    pub fn change_provisioned_group(
        &self,
        organization: &OrganizationId,
        id: &GroupId,
        provision_of: &mut GroupProvisionOf<'_>,
    ) -> Result<GroupProvisioning, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write_credentials(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(group) = group_rows::find(conn, organization, id)? else {
                return Ok(Written::nothing(GroupProvisioning::NotFound));
            };
            let members = group_rows::members_of(conn, organization, id)?;
            let listed: Vec<UserId> = members.iter().cloned().collect();
            let Some(provision) = provision_of(&group, &listed) else {
                return Ok(Written::nothing(GroupProvisioning::Refused));
            };
            let step = GroupStep {
                organization,
                group: &group,
                members,
                next: Some(&provision),
            };
            let done = GroupProvisioning::Done(after(&group, &provision));
            if step.changes_nothing() {
                return Ok(Written::nothing(done));
            }
            let roles = match check(conn, &step)? {
                Ok(roles) => roles,
                Err(refusal) => return Ok(Written::nothing(refusal)),
            };
            group_rows::update(conn, organization, id, &provision)?;
            group_rows::change_members(conn, &step)?;
            let entries = group_roles::change_roles(conn, organization, &roles)?;
            Ok(Written::one(done, step.entry(Some(&group))).with_entries(entries))
        })
    }

    /// Removes a group. Its members get the role of their other groups.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_provisioned_group(
        &self,
        organization: &OrganizationId,
        id: &GroupId,
    ) -> Result<GroupProvisioning, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write_credentials(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(group) = group_rows::find(conn, organization, id)? else {
                return Ok(Written::nothing(GroupProvisioning::NotFound));
            };
            let step = GroupStep {
                organization,
                group: &group,
                members: group_rows::members_of(conn, organization, id)?,
                next: None,
            };
            let roles = match check(conn, &step)? {
                Ok(roles) => roles,
                Err(refusal) => return Ok(Written::nothing(refusal)),
            };
            group_rows::delete(conn, organization, id)?;
            let entries = group_roles::change_roles(conn, organization, &roles)?;
            let written = Written::one(
                GroupProvisioning::Done(group.clone()),
                step.entry(Some(&group)),
            );
            Ok(written.with_entries(entries))
        })
    }
}

/// Checks a change before anything is written. Returns the roles that it changes.
fn check(
    conn: &mut DbConn,
    step: &GroupStep<'_>,
) -> Result<Result<Vec<NewRole>, GroupProvisioning>, StoreError> {
    if let Some(next) = step.next {
        if group_rows::is_taken(conn, step, &next.display_name)? {
            return Ok(Err(GroupProvisioning::Taken));
        }
        let joining: Vec<&UserId> = next.members.difference(&step.members).collect();
        if let Some(missing) = missing_member(conn, step.organization, &joining)? {
            return Ok(Err(GroupProvisioning::NoMember(missing)));
        }
    }
    let roles = group_roles::new_roles(conn, step)?;
    if group_roles::leaves_no_admin(conn, step.organization, &roles)? {
        return Ok(Err(GroupProvisioning::LastAdmin));
    }
    Ok(Ok(roles))
}

/// Returns a new member whom the provider does not see: somebody unknown, a machine, or a user whom it has removed.
fn missing_member(
    conn: &mut DbConn,
    organization: &OrganizationId,
    joining: &[&UserId],
) -> QueryResult<Option<UserId>> {
    for chunk in joining.chunks(MEMBERS_AT_ONCE) {
        let is_visible = user_table::active
            .eq(true)
            .or(user_table::removed.eq(false));
        let found: Vec<String> = user_table::table
            .filter(user_table::organization_id.eq(organization.as_str()))
            .filter(user_table::id.eq_any(chunk.iter().copied().map(UserId::as_str)))
            .filter(user_table::integration.eq(false))
            .filter(is_visible)
            .select(user_table::id)
            .load(conn)?;
        let found: HashSet<String> = found.into_iter().collect();
        let mut missing = chunk.iter().copied();
        if let Some(missing) = missing.find(|id| !found.contains(id.as_str())) {
            return Ok(Some(missing.clone()));
        }
    }
    Ok(None)
}
