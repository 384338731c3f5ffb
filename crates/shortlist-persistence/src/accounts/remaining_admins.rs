//! The Admins who remain if others lose the role or the access.

use std::collections::HashSet;

use diesel::prelude::*;
use shortlist_domain::UserType;

use crate::accounts::user_row::NO_PASSWORD;
use crate::dialect::DbConn;
use crate::keys::UserKey;
use crate::schema::{external_identities, users};

/// A user who may sign in.
#[derive(Queryable)]
pub(super) struct WithAccess {
    pub(super) id: String,
    user_type: String,
    password_hash: String,
}

impl WithAccess {
    pub(super) fn is_admin(&self) -> bool {
        self.user_type == UserType::Admin.as_str()
    }
}

/// Returns whether an organization has another Admin who can sign in than this one.
pub(super) fn has_other(conn: &mut DbConn, admin: UserKey<'_>) -> QueryResult<bool> {
    let users = with_access(conn, admin.organization)?;
    let is_other = |one: &WithAccess| one.is_admin() && one.id != admin.user;
    Ok(users.iter().any(is_other))
}

/// Lists the users who may sign in and have a way to do so: a password, or a link to a user of the provider. A provider creates users who
/// have neither, and who help nobody if the others are gone. A passkey signs in only users who have a password, so it adds nobody.
pub(super) fn with_access(conn: &mut DbConn, organization: &str) -> QueryResult<Vec<WithAccess>> {
    // Users are on every machine, so a subquery of a distributed table could not refer to them.
    let linked: Vec<String> = external_identities::table
        .filter(external_identities::organization_id.eq(organization))
        .select(external_identities::user_id)
        .load(conn)?;
    let linked: HashSet<String> = linked.into_iter().collect();
    let mut active: Vec<WithAccess> = users::table
        .filter(users::organization_id.eq(organization))
        .filter(users::active.eq(true))
        .filter(users::integration.eq(false))
        .filter(users::invited.eq(false))
        .select((users::id, users::user_type, users::password_hash))
        .load(conn)?;
    active.retain(|one| one.password_hash != NO_PASSWORD || linked.contains(&one.id));
    Ok(active)
}
