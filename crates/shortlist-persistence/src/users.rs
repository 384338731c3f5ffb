//! Users: who may sign in.

use diesel::prelude::*;
use shortlist_domain::{
    EmailAddress, NewAuditEntry, NewUser, OrganizationId, ThingKind, User, UserId, UserType,
};

use crate::schema::users;
use crate::times::stored;
use crate::writer::{Writer, Written};
use crate::{Store, StoreError};

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct UserRow {
    organization_id: String,
    id: String,
    user_type: String,
    full_name: String,
    email: String,
    active: bool,
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
        })
    }
}

impl Writer<'_> {
    /// Creates a user.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] where the identifier or the e-mail address is taken in the organization.
    pub fn insert_user(&self, new: &NewUser) -> Result<User, StoreError> {
        self.check_organization(&new.organization_id)?;
        self.write(|conn| {
            diesel::insert_into(users::table)
                .values((
                    users::organization_id.eq(new.organization_id.as_str()),
                    users::id.eq(new.id.as_str()),
                    users::user_type.eq(new.user_type.as_str()),
                    users::full_name.eq(&new.full_name),
                    users::email.eq(new.email.as_str()),
                    users::folded_email.eq(new.email.folded()),
                    users::password_hash.eq(&new.password_hash),
                    users::active.eq(true),
                    users::created_at.eq(stored(new.created_at)),
                ))
                .execute(conn)?;
            let entry = NewAuditEntry::done(ThingKind::User, new.id.as_str())
                .with("userType", new.user_type.as_str())
                .with("fullName", &new.full_name)
                .with("email", new.email.as_str());
            Ok(Written::one((), entry))
        })?;
        Ok(User {
            id: new.id.clone(),
            organization_id: new.organization_id.clone(),
            user_type: new.user_type,
            full_name: new.full_name.clone(),
            email: new.email.clone(),
            active: true,
        })
    }
}

impl Store {
    /// Finds a user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_user(
        &self,
        organization: &OrganizationId,
        id: &UserId,
    ) -> Result<Option<User>, StoreError> {
        self.read(|conn| {
            users::table
                .filter(users::organization_id.eq(organization.as_str()))
                .filter(users::id.eq(id.as_str()))
                .select(UserRow::as_select())
                .first(conn)
                .optional()?
                .map(UserRow::into_user)
                .transpose()
        })
    }

    /// Finds a user and the hash of their password by e-mail address.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_user_by_email(
        &self,
        organization: &OrganizationId,
        email: &EmailAddress,
    ) -> Result<Option<(User, String)>, StoreError> {
        let found: Option<(UserRow, String)> = self.read(|conn| {
            Ok(users::table
                .filter(users::organization_id.eq(organization.as_str()))
                .filter(users::folded_email.eq(email.folded()))
                .select((UserRow::as_select(), users::password_hash))
                .first(conn)
                .optional()?)
        })?;
        found
            .map(|(row, hash)| Ok((row.into_user()?, hash)))
            .transpose()
    }
}

impl Writer<'_> {
    /// Sets the hash of a user's password; `false` where the organization has no such user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_password_hash(
        &self,
        organization: &OrganizationId,
        id: &UserId,
        password_hash: &str,
    ) -> Result<bool, StoreError> {
        self.check_organization(organization)?;
        self.write(|conn| {
            let user = users::table
                .filter(users::organization_id.eq(organization.as_str()))
                .filter(users::id.eq(id.as_str()));
            let changed = diesel::update(user)
                .set(users::password_hash.eq(password_hash))
                .execute(conn)?;
            if changed == 0 {
                return Ok(Written::nothing(false));
            }
            let entry =
                NewAuditEntry::done(ThingKind::User, id.as_str()).with("password", "changed");
            Ok(Written::one(true, entry))
        })
    }
}

impl Store {
    /// Lists the organization's users by name, then identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_users(&self, organization: &OrganizationId) -> Result<Vec<User>, StoreError> {
        self.read(|conn| {
            users::table
                .filter(users::organization_id.eq(organization.as_str()))
                .order((users::full_name, users::id))
                .select(UserRow::as_select())
                .load(conn)?
                .into_iter()
                .map(UserRow::into_user)
                .collect()
        })
    }
}
