//! Users: the accounts that can sign in.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, EmailAddress, NewAccountLink, NewAuditEntry, NewUser, OrganizationId, Timestamp,
    User, UserChange, UserId,
};

use crate::accounts::user_row::{self, NO_PASSWORD, UserRow};
use crate::accounts::{account_links, identity_providers, remaining_admins, sessions};
use crate::dialect::{self, DbConn, MultiBackend};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::users;
use crate::store::Users;
use crate::times::stored;
use crate::writer::{UserWriter, Written};

/// The most accounts of an e-mail address that a sign-in without an organization tries. Each costs the check of a password.
pub const MAX_ACCOUNTS_OF_AN_ADDRESS: i64 = 8;

/// What a user is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UserKind {
    /// Somebody who signs in.
    Person,
    /// Somebody who was invited, and chooses a password by a link.
    Invited,
    /// A machine with access tokens.
    Integration,
}

impl UserWriter<'_> {
    /// Creates a user.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier or the e-mail address is taken in the organization.
    pub fn insert(&self, new: &NewUser) -> Result<User, StoreError> {
        self.insert_of_kind(new, UserKind::Person)
    }

    /// Creates a user of a kind.
    pub(crate) fn insert_of_kind(&self, new: &NewUser, kind: UserKind) -> Result<User, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        self.writer.write(|conn| {
            insert(conn, new, kind)?;
            Ok(Written::one((), creation_entry(new, kind)))
        })?;
        Ok(created(new, kind))
    }

    /// Creates a user who chooses a password by a link.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier or the e-mail address is taken in the organization.
    pub fn invite(&self, new: &NewUser, link: &NewAccountLink) -> Result<User, StoreError> {
        let kind = UserKind::Invited;
        self.writer.check_organization(&new.organization_id)?;
        self.writer.check_organization(&link.organization_id)?;
        self.writer.write(|conn| {
            insert(conn, new, kind)?;
            account_links::insert(conn, link)?;
            let entry = account_links::with_link(creation_entry(new, kind), link);
            Ok(Written::one((), entry))
        })?;
        Ok(created(new, kind))
    }

    /// Changes a user. A new password or a deactivation ends all their sessions and links.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &UserId,
        change: &UserChange,
        at: Timestamp,
    ) -> Result<UserUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, id);
        self.writer.write_credentials(|conn| {
            // Two Admins must not deactivate each other at the same time.
            dialect::lock_organization(conn, key.organization)?;
            let Some(before) = user_row::find(conn, key)? else {
                return Ok(Written::nothing(UserUpdate::NotFound));
            };
            let after = with_change(&before, change);
            if before.is_active_admin() && !after.is_active_admin() {
                if !remaining_admins::has_other(conn, key)? {
                    return Ok(Written::nothing(UserUpdate::LastAdmin));
                }
                if identity_providers::is_emergency_admin(conn, key)? {
                    return Ok(Written::nothing(UserUpdate::EmergencyAdmin));
                }
            }
            update(conn, &after, change.password_hash.as_deref())?;
            if change.password_hash.is_some() || !after.active {
                sessions::revoke_all(conn, key, at)?;
                account_links::end_all(conn, key, at)?;
            }
            let entry = audit_entry(&before, &after, change);
            Ok(Written::one(UserUpdate::Updated(after), entry))
        })
    }
}

impl Users<'_> {
    /// Finds a user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &UserId,
    ) -> Result<Option<User>, StoreError> {
        self.pools
            .read(|conn| user_row::find(conn, UserKey::of(organization, id)))
    }

    /// Finds a user and the hash of their password by e-mail address.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_by_email(
        &self,
        organization: &OrganizationId,
        email: &EmailAddress,
    ) -> Result<Option<(User, String)>, StoreError> {
        let found: Option<(UserRow, String)> = self.pools.read(|conn| {
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

    /// Lists the people with an e-mail address who may sign in, of any organization, with the hashes of their passwords.
    /// There are at most [`MAX_ACCOUNTS_OF_AN_ADDRESS`].
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_by_email(&self, email: &EmailAddress) -> Result<Vec<(User, String)>, StoreError> {
        self.list_people(|| people_of(email))
    }

    /// Lists the people with an e-mail address who have a password and may sign in, as [`Users::list_by_email`] does. Accounts without a
    /// password do not count towards the maximum.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_with_password(
        &self,
        email: &EmailAddress,
    ) -> Result<Vec<(User, String)>, StoreError> {
        self.list_people(|| people_of(email).filter(users::password_hash.ne(NO_PASSWORD)))
    }

    fn list_people<'a>(
        &self,
        people: impl Fn() -> users::BoxedQuery<'a, MultiBackend>,
    ) -> Result<Vec<(User, String)>, StoreError> {
        let found: Vec<(UserRow, String)> = self.pools.read(|conn| {
            Ok(people()
                .order(users::organization_id)
                .limit(MAX_ACCOUNTS_OF_AN_ADDRESS)
                .select((UserRow::as_select(), users::password_hash))
                .load(conn)?)
        })?;
        let found = found.into_iter();
        found
            .map(|(row, hash)| Ok((row.into_user()?, hash)))
            .collect()
    }

    /// Lists the organization's users by name, then identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self, organization: &OrganizationId) -> Result<Vec<User>, StoreError> {
        self.pools.read(|conn| {
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

/// Returns the people with an e-mail address who may sign in, of any organization.
fn people_of<'a>(email: &EmailAddress) -> users::BoxedQuery<'a, MultiBackend> {
    users::table
        .filter(users::folded_email.eq(email.folded()))
        .filter(users::active.eq(true))
        .filter(users::integration.eq(false))
        .into_boxed()
}

/// The outcome of changing a user.
#[derive(Debug, Clone, PartialEq)]
pub enum UserUpdate {
    /// The user was changed.
    Updated(User),
    /// The organization has no such user.
    NotFound,
    /// The organization would be left without an Admin who may sign in.
    LastAdmin,
    /// The user is the Admin who may use a password although the identity provider is enforced.
    EmergencyAdmin,
}

/// Stores a new user.
pub(super) fn insert(conn: &mut DbConn, new: &NewUser, kind: UserKind) -> QueryResult<usize> {
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
            users::integration.eq(kind == UserKind::Integration),
            users::invited.eq(kind == UserKind::Invited),
            users::created_at.eq(stored(new.created_at)),
        ))
        .execute(conn)
}

/// Returns the user that was created.
pub(super) fn created(new: &NewUser, kind: UserKind) -> User {
    User {
        id: new.id.clone(),
        organization_id: new.organization_id.clone(),
        user_type: new.user_type,
        full_name: new.full_name.clone(),
        email: new.email.clone(),
        active: true,
        is_integration: kind == UserKind::Integration,
        is_invited: kind == UserKind::Invited,
    }
}

/// Returns the audit entry for a new user.
pub(super) fn creation_entry(new: &NewUser, kind: UserKind) -> NewAuditEntry {
    let entry = NewAuditEntry::done(AuditedKind::User, new.id.as_str())
        .with_field("userType", new.user_type.as_str())
        .with_field("fullName", &new.full_name)
        .with_field("email", new.email.as_str());
    match kind {
        UserKind::Person | UserKind::Invited => entry,
        UserKind::Integration => entry.with_field("isIntegration", "true"),
    }
}

fn with_change(before: &User, change: &UserChange) -> User {
    let change = change.clone();
    User {
        user_type: change.role.applied_to(before.user_type),
        full_name: change.full_name.unwrap_or_else(|| before.full_name.clone()),
        active: change.active.unwrap_or(before.active),
        is_invited: before.is_invited && change.password_hash.is_none(),
        ..before.clone()
    }
}

/// Stores the fields of a user that can change, and a new password.
pub(crate) fn update(
    conn: &mut DbConn,
    user: &User,
    password_hash: Option<&str>,
) -> QueryResult<usize> {
    let row = users::table
        .filter(users::organization_id.eq(user.organization_id.as_str()))
        .filter(users::id.eq(user.id.as_str()));
    diesel::update(row)
        .set((
            users::user_type.eq(user.user_type.as_str()),
            users::full_name.eq(&user.full_name),
            users::active.eq(user.active),
            users::invited.eq(user.is_invited),
            // A removed user who is activated is visible to the identity provider again.
            user.active.then(|| users::removed.eq(false)),
            // Without a new password, the stored one stays.
            password_hash.map(|hash| users::password_hash.eq(hash)),
        ))
        .execute(conn)
}

fn audit_entry(before: &User, after: &User, change: &UserChange) -> NewAuditEntry {
    let active = |user: &User| if user.active { "true" } else { "false" };
    let entry = NewAuditEntry::done(AuditedKind::User, after.id.as_str())
        .with_change(
            "userType",
            Some(before.user_type.as_str()),
            Some(after.user_type.as_str()),
        )
        .with_change("fullName", Some(&before.full_name), Some(&after.full_name))
        .with_change("active", Some(active(before)), Some(active(after)));
    if change.password_hash.is_none() {
        return entry;
    }
    entry.with_field("password", "changed")
}
