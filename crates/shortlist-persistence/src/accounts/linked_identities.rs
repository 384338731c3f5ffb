//! The accounts at a provider that sign a user in: the user and Admins see them, and unlink one.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, ExternalIdentity, LinkedIdentity, NewAuditEntry, OrganizationId, Timestamp, UserId,
};

use crate::accounts::user_row::NO_PASSWORD;
use crate::accounts::{identity_providers, live_sessions, provider_sessions};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::{external_identities, users};
use crate::store::Providers;
use crate::times::timestamp;
use crate::writer::{ProviderWriter, Written};

/// The outcome of unlinking an account at a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityUnlink {
    /// It does not sign the user in any more, and this many sessions have ended.
    Unlinked(usize),
    /// No account at this provider is linked to the user.
    NotFound,
    /// The user could not sign in any more.
    LastWay,
}

impl Providers<'_> {
    /// Lists the accounts at providers that sign a user in, by issuer.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_identities(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<Vec<LinkedIdentity>, StoreError> {
        let key = UserKey::of(organization, user);
        let mut found: Vec<IdentityRow> = self.pools.read(|conn| {
            Ok(external_identities::table
                .filter(external_identities::organization_id.eq(key.organization))
                .filter(external_identities::user_id.eq(key.user))
                .select(IdentityRow::as_select())
                .load(conn)?)
        })?;
        found.sort_by(|one, other| one.issuer.cmp(&other.issuer));
        Ok(found.into_iter().map(IdentityRow::into_identity).collect())
    }
}

impl ProviderWriter<'_> {
    /// Unlinks a user's account at a provider, and ends the sessions that were opened with it. Changes nothing if the user has no
    /// password that may be used.
    ///
    /// # Errors
    /// When the database fails.
    pub fn unlink(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        issuer: &str,
        at: Timestamp,
    ) -> Result<IdentityUnlink, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write_credentials(|conn| {
            // The provider must not be enforced meanwhile, and the user must keep the password.
            dialect::lock_organization(conn, key.organization)?;
            dialect::lock_user(conn, key.organization, key.user)?;
            let Some(identity) = find(conn, key, issuer)? else {
                return Ok(Written::nothing(IdentityUnlink::NotFound));
            };
            if !may_use_password(conn, key, user)? {
                return Ok(Written::nothing(IdentityUnlink::LastWay));
            }
            // A session that begins now finds no link, so it is refused. Those from before are found here.
            delete(conn, key, issuer)?;
            let opened = provider_sessions::of_identity(conn, key.organization, &identity)?;
            let ended = live_sessions::end_each(conn, key.organization, &opened, at)?;
            let outcome = IdentityUnlink::Unlinked(ended.len());
            let entry = NewAuditEntry::done(AuditedKind::User, key.user)
                .with_change("providerIssuer", Some(identity.issuer.as_str()), None)
                .with_change("providerSubject", Some(identity.subject.as_str()), None);
            Ok(Written::one(outcome, entry).with_entries(ended))
        })
    }
}

fn find(
    conn: &mut DbConn,
    key: UserKey<'_>,
    issuer: &str,
) -> QueryResult<Option<ExternalIdentity>> {
    let subject: Option<String> = external_identities::table
        .filter(external_identities::organization_id.eq(key.organization))
        .filter(external_identities::issuer.eq(issuer))
        .filter(external_identities::user_id.eq(key.user))
        .select(external_identities::subject)
        .first(conn)
        .optional()?;
    Ok(subject.map(|subject| ExternalIdentity {
        issuer: issuer.to_owned(),
        subject,
    }))
}

fn delete(conn: &mut DbConn, key: UserKey<'_>, issuer: &str) -> QueryResult<usize> {
    let linked = external_identities::table
        .filter(external_identities::organization_id.eq(key.organization))
        .filter(external_identities::issuer.eq(issuer))
        .filter(external_identities::user_id.eq(key.user));
    diesel::delete(linked).execute(conn)
}

/// Returns whether a user has a password, and the provider lets them use it. A passkey is no other way to sign in: only users who may use a
/// password add one and sign in with it (ADR 55).
fn may_use_password(
    conn: &mut DbConn,
    key: UserKey<'_>,
    user: &UserId,
) -> Result<bool, StoreError> {
    let hash: Option<String> = users::table
        .filter(users::organization_id.eq(key.organization))
        .filter(users::id.eq(key.user))
        .select(users::password_hash)
        .first(conn)
        .optional()?;
    if hash.is_none_or(|hash| hash == NO_PASSWORD) {
        return Ok(false);
    }
    let provider = identity_providers::find(conn, key.organization)?;
    Ok(provider.is_none_or(|provider| provider.permits_password(user)))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = external_identities)]
struct IdentityRow {
    issuer: String,
    subject: String,
    created_at: NaiveDateTime,
    last_used_at: Option<NaiveDateTime>,
}

impl IdentityRow {
    fn into_identity(self) -> LinkedIdentity {
        LinkedIdentity {
            identity: ExternalIdentity {
                issuer: self.issuer,
                subject: self.subject,
            },
            linked_at: timestamp(self.created_at),
            last_used_at: self.last_used_at.map(timestamp),
        }
    }
}
