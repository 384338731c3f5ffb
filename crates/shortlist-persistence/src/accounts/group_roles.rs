//! The roles that provisioned groups give their members.

use std::collections::BTreeMap;

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, IdentityProvider, NewAuditEntry, OrganizationId, ProvisionedGroup, User, UserId,
    UserType,
};

use crate::accounts::group_rows::{MEMBERS_AT_ONCE, groups_of, groups_of_each};
use crate::accounts::group_step::{GroupStep, after};
use crate::accounts::identity_providers;
use crate::accounts::remaining_admins::{self, WithAccess};
use crate::accounts::user_row::UserRow;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::users as user_table;

/// A user whose role changes.
pub(super) struct NewRole {
    user: User,
    role: UserType,
}

/// Returns the users whose groups give them another role after a change. Who is left without a role gets the one with the fewest rights.
pub(super) fn new_roles(
    conn: &mut DbConn,
    step: &GroupStep<'_>,
) -> Result<Vec<NewRole>, StoreError> {
    let Some(provider) = identity_providers::find(conn, step.organization.as_str())? else {
        return Ok(Vec::new());
    };
    let next = step.next.map(|next| after(step.group, next));
    let next_members = step.next_members();
    let affected = step.affected(&provider);
    let affected = affected.iter().filter(|&id| provider.decides_role_of(id));
    let affected: Vec<&UserId> = affected.collect();
    let mut roles = Vec::new();
    for chunk in affected.chunks(MEMBERS_AT_ONCE) {
        let mut groups_by_user = groups_of_each(conn, step.organization, chunk)?;
        for user in users_among(conn, step.organization, chunk)? {
            let mut groups = groups_by_user.remove(user.id.as_str()).unwrap_or_default();
            groups.retain(|group| group.id != step.group.id);
            groups.extend(next.clone().filter(|_| next_members.contains(&user.id)));
            let role = role_by(&provider, &groups);
            if role != user.user_type {
                roles.push(NewRole { user, role });
            }
        }
    }
    roles.sort_by(|one, other| one.user.id.cmp(&other.user.id));
    Ok(roles)
}

/// Returns the role that groups give, or else the one with the fewest rights.
fn role_by(provider: &IdentityProvider, groups: &[ProvisionedGroup]) -> UserType {
    let names = groups.iter().flat_map(ProvisionedGroup::names);
    let names: Vec<String> = names.map(str::to_owned).collect();
    provider.role_of(&names).unwrap_or(UserType::Interviewer)
}

/// Returns the role of a user whose account begins again: that of their groups, or else that of a new user.
pub(super) fn role_of(conn: &mut DbConn, key: UserKey<'_>) -> Result<UserType, StoreError> {
    let Some(provider) = identity_providers::find(conn, key.organization)? else {
        return Ok(UserType::Interviewer);
    };
    let groups = groups_of(conn, key)?;
    Ok(role_by(&provider, &groups))
}

/// Loads those of an organization's users who have one of these identifiers.
fn users_among(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ids: &[&UserId],
) -> Result<Vec<User>, StoreError> {
    let rows: Vec<UserRow> = user_table::table
        .filter(user_table::organization_id.eq(organization.as_str()))
        .filter(user_table::id.eq_any(ids.iter().copied().map(UserId::as_str)))
        .select(UserRow::as_select())
        .load(conn)?;
    rows.into_iter().map(UserRow::into_user).collect()
}

/// Returns whether an organization would have no Admin who can sign in.
pub(super) fn leaves_no_admin(
    conn: &mut DbConn,
    organization: &OrganizationId,
    roles: &[NewRole],
) -> QueryResult<bool> {
    if !roles.iter().any(|one| one.user.is_active_admin()) {
        return Ok(false);
    }
    let changed: BTreeMap<&str, UserType> = roles
        .iter()
        .map(|one| (one.user.id.as_str(), one.role))
        .collect();
    let users = remaining_admins::with_access(conn, organization.as_str())?;
    let remains = |one: &WithAccess| match changed.get(one.id.as_str()) {
        Some(role) => *role == UserType::Admin,
        None => one.is_admin(),
    };
    Ok(!users.iter().any(remains))
}

/// Stores new roles, and nothing else of a user. Returns the audit entries.
pub(super) fn change_roles(
    conn: &mut DbConn,
    organization: &OrganizationId,
    roles: &[NewRole],
) -> QueryResult<Vec<NewAuditEntry>> {
    let mut users_by_role: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for NewRole { user, role } in roles {
        let users = users_by_role.entry(role.as_str()).or_default();
        users.push(user.id.as_str());
    }
    for (role, users) in users_by_role {
        for chunk in users.chunks(MEMBERS_AT_ONCE) {
            let rows = user_table::table
                .filter(user_table::organization_id.eq(organization.as_str()))
                .filter(user_table::id.eq_any(chunk.iter().copied()));
            diesel::update(rows)
                .set(user_table::user_type.eq(role))
                .execute(conn)?;
        }
    }
    let entry = |NewRole { user, role }: &NewRole| {
        let entry = NewAuditEntry::done(AuditedKind::User, user.id.as_str());
        entry.with_change(
            "userType",
            Some(user.user_type.as_str()),
            Some(role.as_str()),
        )
    };
    Ok(roles.iter().map(entry).collect())
}
