//! A user as the database stores it.

use diesel::prelude::*;
use shortlist_domain::{EmailAddress, OrganizationId, User, UserId, UserType};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::users;

/// What is stored instead of the hash of a password, if the user has none.
pub const NO_PASSWORD: &str = "none";

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct UserRow {
    organization_id: String,
    id: String,
    user_type: String,
    full_name: String,
    email: String,
    active: bool,
    integration: bool,
    invited: bool,
}

impl UserRow {
    pub(crate) fn into_user(self) -> Result<User, StoreError> {
        Ok(User {
            id: UserId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            user_type: UserType::parse("user_type", &self.user_type)?,
            full_name: self.full_name,
            email: EmailAddress::parse("email", &self.email)?,
            active: self.active,
            is_integration: self.integration,
            is_invited: self.invited,
        })
    }
}

/// Finds a user in a transaction.
pub(crate) fn find(conn: &mut DbConn, key: UserKey<'_>) -> Result<Option<User>, StoreError> {
    users::table
        .filter(users::organization_id.eq(key.organization))
        .filter(users::id.eq(key.user))
        .select(UserRow::as_select())
        .first(conn)
        .optional()?
        .map(UserRow::into_user)
        .transpose()
}
