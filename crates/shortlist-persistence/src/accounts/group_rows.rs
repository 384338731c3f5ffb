//! The rows of provisioned groups and of their members.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{GroupId, GroupProvision, OrganizationId, ProvisionedGroup, UserId};

use crate::accounts::group_step::GroupStep;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::{scim_groups, scim_members};
use crate::times::{stored, timestamp};

/// How many users one statement is about.
pub const MEMBERS_AT_ONCE: usize = 500;

#[derive(Queryable, Selectable)]
#[diesel(table_name = scim_groups)]
struct GroupRow {
    id: String,
    #[diesel(column_name = display_name)]
    name: String,
    #[diesel(column_name = external_id)]
    provider_id: Option<String>,
    created_at: NaiveDateTime,
}

impl GroupRow {
    fn into_group(self) -> Result<ProvisionedGroup, StoreError> {
        Ok(ProvisionedGroup {
            id: GroupId::parse("id", &self.id)?,
            display_name: self.name,
            external_id: self.provider_id,
            created_at: timestamp(self.created_at),
        })
    }
}

/// Lists the groups of an organization, by identifier.
pub(super) fn list(
    conn: &mut DbConn,
    organization: &OrganizationId,
) -> Result<Vec<ProvisionedGroup>, StoreError> {
    let rows: Vec<GroupRow> = scim_groups::table
        .filter(scim_groups::organization_id.eq(organization.as_str()))
        .order(scim_groups::id)
        .select(GroupRow::as_select())
        .load(conn)?;
    rows.into_iter().map(GroupRow::into_group).collect()
}

pub(super) fn find(
    conn: &mut DbConn,
    organization: &OrganizationId,
    id: &GroupId,
) -> Result<Option<ProvisionedGroup>, StoreError> {
    let found: Option<GroupRow> = scim_groups::table
        .filter(scim_groups::organization_id.eq(organization.as_str()))
        .filter(scim_groups::id.eq(id.as_str()))
        .select(GroupRow::as_select())
        .first(conn)
        .optional()?;
    found.map(GroupRow::into_group).transpose()
}

pub(super) fn members_of(
    conn: &mut DbConn,
    organization: &OrganizationId,
    group: &GroupId,
) -> Result<BTreeSet<UserId>, StoreError> {
    let ids: Vec<String> = scim_members::table
        .filter(scim_members::organization_id.eq(organization.as_str()))
        .filter(scim_members::group_id.eq(group.as_str()))
        .order(scim_members::user_id)
        .select(scim_members::user_id)
        .load(conn)?;
    let ids = ids.iter().map(|id| Ok(UserId::parse("user_id", id)?));
    ids.collect()
}

pub(super) fn groups_of(
    conn: &mut DbConn,
    key: UserKey<'_>,
) -> Result<Vec<ProvisionedGroup>, StoreError> {
    let rows: Vec<GroupRow> = scim_members::table
        .inner_join(
            scim_groups::table.on(scim_groups::organization_id
                .eq(scim_members::organization_id)
                .and(scim_groups::id.eq(scim_members::group_id))),
        )
        .filter(scim_members::organization_id.eq(key.organization))
        .filter(scim_members::user_id.eq(key.user))
        .order(scim_members::group_id)
        .select(GroupRow::as_select())
        .load(conn)?;
    rows.into_iter().map(GroupRow::into_group).collect()
}

/// Loads the groups of users, by the identifier of the user.
pub(super) fn groups_of_each(
    conn: &mut DbConn,
    organization: &OrganizationId,
    users: &[&UserId],
) -> Result<BTreeMap<String, Vec<ProvisionedGroup>>, StoreError> {
    let rows: Vec<(String, GroupRow)> = scim_members::table
        .inner_join(
            scim_groups::table.on(scim_groups::organization_id
                .eq(scim_members::organization_id)
                .and(scim_groups::id.eq(scim_members::group_id))),
        )
        .filter(scim_members::organization_id.eq(organization.as_str()))
        .filter(scim_members::user_id.eq_any(users.iter().copied().map(UserId::as_str)))
        .select((scim_members::user_id, GroupRow::as_select()))
        .load(conn)?;
    let mut groups: BTreeMap<String, Vec<ProvisionedGroup>> = BTreeMap::new();
    for (user, row) in rows {
        groups.entry(user).or_default().push(row.into_group()?);
    }
    Ok(groups)
}

pub(super) fn is_taken(conn: &mut DbConn, step: &GroupStep<'_>, name: &str) -> QueryResult<bool> {
    let found: Option<String> = scim_groups::table
        .filter(scim_groups::organization_id.eq(step.organization.as_str()))
        .filter(scim_groups::folded_name.eq(folded(name)))
        .select(scim_groups::id)
        .first(conn)
        .optional()?;
    Ok(found.is_some_and(|id| id != step.group.id.as_str()))
}

pub(super) fn count(conn: &mut DbConn, organization: &OrganizationId) -> QueryResult<usize> {
    let groups: i64 = scim_groups::table
        .filter(scim_groups::organization_id.eq(organization.as_str()))
        .count()
        .get_result(conn)?;
    Ok(usize::try_from(groups).unwrap_or(usize::MAX))
}

pub(super) fn insert(
    conn: &mut DbConn,
    organization: &OrganizationId,
    new: &ProvisionedGroup,
    provision: &GroupProvision,
) -> QueryResult<usize> {
    diesel::insert_into(scim_groups::table)
        .values((
            scim_groups::organization_id.eq(organization.as_str()),
            scim_groups::id.eq(new.id.as_str()),
            scim_groups::display_name.eq(&provision.display_name),
            scim_groups::folded_name.eq(folded(&provision.display_name)),
            scim_groups::external_id.eq(provision.external_id.as_deref()),
            scim_groups::created_at.eq(stored(new.created_at)),
        ))
        .execute(conn)
}

pub(super) fn update(
    conn: &mut DbConn,
    organization: &OrganizationId,
    id: &GroupId,
    provision: &GroupProvision,
) -> QueryResult<usize> {
    let row = scim_groups::table
        .filter(scim_groups::organization_id.eq(organization.as_str()))
        .filter(scim_groups::id.eq(id.as_str()));
    diesel::update(row)
        .set((
            scim_groups::display_name.eq(&provision.display_name),
            scim_groups::folded_name.eq(folded(&provision.display_name)),
            scim_groups::external_id.eq(provision.external_id.as_deref()),
        ))
        .execute(conn)
}

pub(super) fn change_members(conn: &mut DbConn, step: &GroupStep<'_>) -> QueryResult<()> {
    let (organization, group) = (step.organization.as_str(), step.group.id.as_str());
    let next = step.next_members();
    let leaving: Vec<&UserId> = step.members.difference(&next).collect();
    for chunk in leaving.chunks(MEMBERS_AT_ONCE) {
        let rows = scim_members::table
            .filter(scim_members::organization_id.eq(organization))
            .filter(scim_members::group_id.eq(group))
            .filter(scim_members::user_id.eq_any(chunk.iter().copied().map(UserId::as_str)));
        diesel::delete(rows).execute(conn)?;
    }
    let joining: Vec<&UserId> = next.difference(&step.members).collect();
    for chunk in joining.chunks(MEMBERS_AT_ONCE) {
        let rows: Vec<_> = chunk
            .iter()
            .map(|user| {
                (
                    scim_members::organization_id.eq(organization),
                    scim_members::group_id.eq(group),
                    scim_members::user_id.eq(user.as_str()),
                )
            })
            .collect();
        let insert = diesel::insert_into(scim_members::table).values(rows);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}

/// Deletes a group with its memberships.
pub(super) fn delete(
    conn: &mut DbConn,
    organization: &OrganizationId,
    id: &GroupId,
) -> QueryResult<()> {
    let members = scim_members::table
        .filter(scim_members::organization_id.eq(organization.as_str()))
        .filter(scim_members::group_id.eq(id.as_str()));
    diesel::delete(members).execute(conn)?;
    let group = scim_groups::table
        .filter(scim_groups::organization_id.eq(organization.as_str()))
        .filter(scim_groups::id.eq(id.as_str()));
    diesel::delete(group).execute(conn)?;
    Ok(())
}

/// Deletes all groups of an organization with their memberships. Nobody loses a role until they sign in.
pub(super) fn delete_all(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let members = scim_members::table.filter(scim_members::organization_id.eq(organization));
    diesel::delete(members).execute(conn)?;
    let groups = scim_groups::table.filter(scim_groups::organization_id.eq(organization));
    diesel::delete(groups).execute(conn)?;
    Ok(())
}

fn folded(name: &str) -> String {
    name.to_lowercase()
}
