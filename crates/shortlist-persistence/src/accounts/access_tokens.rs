//! Access tokens of integration users. Only the hash of a token is stored.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AccessToken, AccessTokenId, AuditedKind, MAX_ACCESS_TOKENS, NewAccessToken, NewAuditEntry,
    NewUser, OrganizationId, Timestamp, User, UserId,
};

use crate::accounts::user_row::UserRow;
use crate::accounts::users::UserKind;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::{access_tokens, users};
use crate::store::Sessions;
use crate::times::{stored, timestamp};
use crate::writer::{UserWriter, Written};

/// The outcome of storing an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenInsertion {
    /// It was stored.
    Stored,
    /// The organization has no such active integration user.
    NoUser,
    /// The user has the largest number of valid tokens.
    Full,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = access_tokens)]
struct TokenRow {
    organization_id: String,
    id: String,
    user_id: String,
    name: String,
    shown_prefix: String,
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    revoked_at: Option<NaiveDateTime>,
    last_used_at: Option<NaiveDateTime>,
}

impl TokenRow {
    fn into_token(self) -> Result<AccessToken, StoreError> {
        Ok(AccessToken {
            id: AccessTokenId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            user_id: UserId::parse("user_id", &self.user_id)?,
            name: self.name,
            shown_prefix: self.shown_prefix,
            created_at: timestamp(self.created_at),
            expires_at: timestamp(self.expires_at),
            revoked_at: self.revoked_at.map(timestamp),
            last_used_at: self.last_used_at.map(timestamp),
        })
    }
}

impl UserWriter<'_> {
    /// Creates an integration user.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier is taken in the organization.
    pub fn insert_integration(&self, new: &NewUser) -> Result<User, StoreError> {
        self.insert_of_kind(new, UserKind::Integration)
    }

    /// Stores an access token of an integration user.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier or the secret is taken.
    pub fn insert_token(&self, new: &NewAccessToken) -> Result<TokenInsertion, StoreError> {
        let token = &new.token;
        self.writer.check_organization(&token.organization_id)?;
        let key = UserKey::of(&token.organization_id, &token.user_id);
        self.writer.write(|conn| {
            // Concurrent calls must not exceed the limit together.
            dialect::lock_user(conn, key.organization, key.user)?;
            let user: Option<String> = users::table
                .filter(users::organization_id.eq(key.organization))
                .filter(users::id.eq(key.user))
                .filter(users::integration.eq(true))
                .filter(users::active.eq(true))
                .select(users::id)
                .first(conn)
                .optional()?;
            if user.is_none() {
                return Ok(Written::nothing(TokenInsertion::NoUser));
            }
            let tokens = list(conn, key)?;
            let live = tokens.iter().filter(|one| one.is_live(token.created_at));
            if live.count() >= MAX_ACCESS_TOKENS {
                return Ok(Written::nothing(TokenInsertion::Full));
            }
            insert(conn, new)?;
            let entry = audit_entry(token)
                .with_field("name", &token.name)
                .with_field("expiresAt", &token.expires_at.to_string());
            Ok(Written::one(TokenInsertion::Stored, entry))
        })
    }

    /// Revokes an access token. An earlier revocation stays. Returns `None` if the organization has no such token.
    ///
    /// # Errors
    /// When the database fails.
    pub fn revoke_token(
        &self,
        organization: &OrganizationId,
        id: &AccessTokenId,
        at: Timestamp,
    ) -> Result<Option<AccessToken>, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write_credentials(|conn| {
            let row = access_tokens::table
                .filter(access_tokens::organization_id.eq(organization.as_str()))
                .filter(access_tokens::id.eq(id.as_str()));
            let found: Option<TokenRow> =
                row.select(TokenRow::as_select()).first(conn).optional()?;
            let Some(before) = found.map(TokenRow::into_token).transpose()? else {
                return Ok(Written::nothing(None));
            };
            let revoked_at = before.revoked_at.unwrap_or(at);
            diesel::update(row)
                .set(access_tokens::revoked_at.eq(stored(revoked_at)))
                .execute(conn)?;
            let entry = audit_entry(&before).with_change(
                "revokedAt",
                before.revoked_at.map(|at| at.to_string()).as_deref(),
                Some(&revoked_at.to_string()),
            );
            let after = AccessToken {
                revoked_at: Some(revoked_at),
                ..before
            };
            Ok(Written::one(Some(after), entry))
        })
    }
}

fn insert(conn: &mut DbConn, new: &NewAccessToken) -> QueryResult<usize> {
    let token = &new.token;
    diesel::insert_into(access_tokens::table)
        .values((
            access_tokens::organization_id.eq(token.organization_id.as_str()),
            access_tokens::id.eq(token.id.as_str()),
            access_tokens::user_id.eq(token.user_id.as_str()),
            access_tokens::name.eq(&token.name),
            access_tokens::shown_prefix.eq(&token.shown_prefix),
            access_tokens::token_hash.eq(new.secret_hash.as_slice()),
            access_tokens::created_at.eq(stored(token.created_at)),
            access_tokens::expires_at.eq(stored(token.expires_at)),
        ))
        .execute(conn)
}

fn list(conn: &mut DbConn, key: UserKey<'_>) -> Result<Vec<AccessToken>, StoreError> {
    let rows: Vec<TokenRow> = access_tokens::table
        .filter(access_tokens::organization_id.eq(key.organization))
        .filter(access_tokens::user_id.eq(key.user))
        .order((access_tokens::created_at.desc(), access_tokens::id))
        .select(TokenRow::as_select())
        .load(conn)?;
    rows.into_iter().map(TokenRow::into_token).collect()
}

/// Returns the audit entry for a token.
fn audit_entry(token: &AccessToken) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::AccessToken, token.id.as_str())
        .with_field("userId", token.user_id.as_str())
}

impl Sessions<'_> {
    /// Finds an access token of the organization's integration users by the SHA-256 of its secret, with the user. Expired and
    /// revoked tokens are found too.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_token(
        &self,
        organization: &OrganizationId,
        secret_hash: &[u8; 32],
    ) -> Result<Option<(AccessToken, User)>, StoreError> {
        let found: Option<(TokenRow, UserRow)> = self.pools.read(|conn| {
            Ok(access_tokens::table
                .inner_join(
                    users::table.on(users::organization_id
                        .eq(access_tokens::organization_id)
                        .and(users::id.eq(access_tokens::user_id))),
                )
                .filter(access_tokens::organization_id.eq(organization.as_str()))
                .filter(access_tokens::token_hash.eq(secret_hash.as_slice()))
                .select((TokenRow::as_select(), UserRow::as_select()))
                .first(conn)
                .optional()?)
        })?;
        found
            .map(|(token, user)| Ok((token.into_token()?, user.into_user()?)))
            .transpose()
    }

    /// Lists the access tokens of an integration user, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_tokens(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<Vec<AccessToken>, StoreError> {
        self.pools
            .read(|conn| list(conn, UserKey::of(organization, user)))
    }

    /// Records when an access token was last used.
    ///
    /// # Errors
    /// When the database fails.
    pub fn touch_token(&self, token: &AccessToken, at: Timestamp) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            let row = access_tokens::table
                .filter(access_tokens::organization_id.eq(token.organization_id.as_str()))
                .filter(access_tokens::id.eq(token.id.as_str()));
            diesel::update(row)
                .set(access_tokens::last_used_at.eq(stored(at)))
                .execute(conn)?;
            Ok(())
        })
    }
}
