//! Which users the users of a provider are.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, ExternalIdentity, NewAuditEntry, NewUser, OrganizationId, Timestamp, User, UserId,
};

use crate::accounts::account_links;
use crate::accounts::user_row::{self, UserRow};
use crate::accounts::users::{self, UserKind};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::{external_identities, users as user_table};
use crate::store::Providers;
use crate::times::stored;
use crate::writer::{ProviderWriter, Written};

/// The outcome of linking a user to a user of a provider.
#[derive(Debug, Clone, PartialEq)]
pub enum IdentityLink {
    /// They are linked from now on. An invitation has ended.
    Linked(User),
    /// The user is linked to another user of the provider, or may not sign in.
    Refused,
}

impl Providers<'_> {
    /// Finds the user who is linked to a user of a provider.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_user(
        &self,
        organization: &OrganizationId,
        identity: &ExternalIdentity,
    ) -> Result<Option<User>, StoreError> {
        self.pools.read(|conn| {
            external_identities::table
                .inner_join(
                    user_table::table.on(user_table::organization_id
                        .eq(external_identities::organization_id)
                        .and(user_table::id.eq(external_identities::user_id))),
                )
                .filter(external_identities::organization_id.eq(organization.as_str()))
                .filter(external_identities::issuer.eq(&identity.issuer))
                .filter(external_identities::subject.eq(&identity.subject))
                .select(UserRow::as_select())
                .first(conn)
                .optional()?
                .map(UserRow::into_user)
                .transpose()
        })
    }
}

impl ProviderWriter<'_> {
    /// Creates a user who has no password, linked to a user of a provider.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier or the e-mail address is taken, or if the identity is linked already.
    pub fn insert_user(
        &self,
        new: &NewUser,
        identity: &ExternalIdentity,
    ) -> Result<User, StoreError> {
        let kind = UserKind::Person;
        self.writer.check_organization(&new.organization_id)?;
        self.writer.write(|conn| {
            users::insert(conn, new, kind)?;
            let key = UserKey::of(&new.organization_id, &new.id);
            insert(conn, key, identity, new.created_at)?;
            let entry = users::creation_entry(new, kind)
                .with_field("providerIssuer", &identity.issuer)
                .with_field("providerSubject", &identity.subject);
            Ok(Written::one((), entry))
        })?;
        Ok(users::created(new, kind))
    }

    /// Links a user to a user of a provider. An invited user needs no password any more, so the invitation ends.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identity was linked at the same time.
    pub fn link(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        identity: &ExternalIdentity,
        at: Timestamp,
    ) -> Result<IdentityLink, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write_credentials(|conn| {
            dialect::lock_user(conn, key.organization, key.user)?;
            let found = user_row::find(conn, key)?;
            let Some(before) = found.filter(|user| user.active && !user.is_integration) else {
                return Ok(Written::nothing(IdentityLink::Refused));
            };
            if is_linked(conn, key, identity)? {
                return Ok(Written::nothing(IdentityLink::Refused));
            }
            insert(conn, key, identity, at)?;
            let after = User {
                is_invited: false,
                ..before.clone()
            };
            if before.is_invited {
                users::update(conn, &after, None)?;
                account_links::end_all(conn, key, at)?;
            }
            let entry = NewAuditEntry::done(AuditedKind::User, key.user)
                .with_field("providerIssuer", &identity.issuer)
                .with_field("providerSubject", &identity.subject);
            Ok(Written::one(IdentityLink::Linked(after), entry))
        })
    }
}

/// Returns whether a user is linked to a user of the same provider.
fn is_linked(
    conn: &mut DbConn,
    key: UserKey<'_>,
    identity: &ExternalIdentity,
) -> QueryResult<bool> {
    let linked = external_identities::table
        .filter(external_identities::organization_id.eq(key.organization))
        .filter(external_identities::issuer.eq(&identity.issuer))
        .filter(external_identities::user_id.eq(key.user));
    diesel::select(diesel::dsl::exists(linked)).get_result(conn)
}

fn insert(
    conn: &mut DbConn,
    key: UserKey<'_>,
    identity: &ExternalIdentity,
    at: Timestamp,
) -> QueryResult<usize> {
    diesel::insert_into(external_identities::table)
        .values((
            external_identities::organization_id.eq(key.organization),
            external_identities::issuer.eq(&identity.issuer),
            external_identities::subject.eq(&identity.subject),
            external_identities::user_id.eq(key.user),
            external_identities::created_at.eq(stored(at)),
        ))
        .execute(conn)
}
