//! The tokens with which identity providers provision users. Only the hash of a token is stored.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, ScimToken, Timestamp, UserId};

use crate::accounts::group_rows;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::scim_tokens;
use crate::store::Providers;
use crate::times::{stored, timestamp};
use crate::writer::{ProviderWriter, Written};

#[derive(Queryable, Selectable)]
#[diesel(table_name = scim_tokens)]
struct TokenRow {
    organization_id: String,
    #[diesel(column_name = shown_prefix)]
    prefix: String,
    created_at: NaiveDateTime,
    #[diesel(column_name = created_by)]
    creator: Option<String>,
    #[diesel(column_name = last_used_at)]
    used_at: Option<NaiveDateTime>,
}

impl TokenRow {
    fn into_token(self) -> Result<ScimToken, StoreError> {
        let creator = self.creator.map(|id| UserId::parse("created_by", &id));
        Ok(ScimToken {
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            shown_prefix: self.prefix,
            created_at: timestamp(self.created_at),
            created_by: creator.transpose()?,
            last_used_at: self.used_at.map(timestamp),
        })
    }
}

impl ProviderWriter<'_> {
    /// Stores a token with the hash of its secret. An earlier token of the organization ends.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_scim_token(
        &self,
        token: &ScimToken,
        secret_hash: &[u8; 32],
    ) -> Result<(), StoreError> {
        self.writer.check_organization(&token.organization_id)?;
        let organization = token.organization_id.as_str();
        self.writer.write(|conn| {
            // Two changes at once would both insert a row.
            dialect::lock_organization(conn, organization)?;
            let before = find(conn, &token.organization_id)?;
            delete(conn, organization)?;
            diesel::insert_into(scim_tokens::table)
                .values((
                    scim_tokens::organization_id.eq(organization),
                    scim_tokens::token_hash.eq(secret_hash.as_slice()),
                    scim_tokens::shown_prefix.eq(&token.shown_prefix),
                    scim_tokens::created_at.eq(stored(token.created_at)),
                    scim_tokens::created_by.eq(token.created_by.as_ref().map(UserId::as_str)),
                ))
                .execute(conn)?;
            Ok(Written::one((), entry(before.as_ref(), Some(token))))
        })
    }

    /// Ends the token of an organization, and forgets the groups of its provider, which would give roles for ever. Returns it, or `None` if
    /// there is none.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_scim_token(
        &self,
        organization: &OrganizationId,
    ) -> Result<Option<ScimToken>, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(before) = find(conn, organization)? else {
                return Ok(Written::nothing(None));
            };
            delete(conn, organization.as_str())?;
            group_rows::delete_all(conn, organization.as_str())?;
            let entry = entry(Some(&before), None);
            Ok(Written::one(Some(before), entry))
        })
    }
}

impl Providers<'_> {
    /// Returns the token of an organization, if it has one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_scim_token(
        &self,
        organization: &OrganizationId,
    ) -> Result<Option<ScimToken>, StoreError> {
        self.pools.read(|conn| find(conn, organization))
    }

    /// Returns the token of an organization, if it has the one with this hash.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_scim_token_by_hash(
        &self,
        organization: &OrganizationId,
        secret_hash: &[u8; 32],
    ) -> Result<Option<ScimToken>, StoreError> {
        let found: Option<TokenRow> = self.pools.read(|conn| {
            Ok(scim_tokens::table
                .filter(scim_tokens::organization_id.eq(organization.as_str()))
                .filter(scim_tokens::token_hash.eq(secret_hash.as_slice()))
                .select(TokenRow::as_select())
                .first(conn)
                .optional()?)
        })?;
        found.map(TokenRow::into_token).transpose()
    }

    /// Records when the token of an organization with this hash was last used. If another one has replaced it, nothing changes.
    ///
    /// # Errors
    /// When the database fails.
    pub fn touch_scim_token(
        &self,
        organization: &OrganizationId,
        secret_hash: &[u8; 32],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            let row = scim_tokens::table
                .filter(scim_tokens::organization_id.eq(organization.as_str()))
                .filter(scim_tokens::token_hash.eq(secret_hash.as_slice()));
            diesel::update(row)
                .set(scim_tokens::last_used_at.eq(stored(at)))
                .execute(conn)?;
            Ok(())
        })
    }
}

fn find(conn: &mut DbConn, organization: &OrganizationId) -> Result<Option<ScimToken>, StoreError> {
    let found: Option<TokenRow> = scim_tokens::table
        .filter(scim_tokens::organization_id.eq(organization.as_str()))
        .select(TokenRow::as_select())
        .first(conn)
        .optional()?;
    found.map(TokenRow::into_token).transpose()
}

fn delete(conn: &mut DbConn, organization: &str) -> QueryResult<usize> {
    let row = scim_tokens::table.filter(scim_tokens::organization_id.eq(organization));
    diesel::delete(row).execute(conn)
}

/// Returns the audit entry for a new token or the end of one.
fn entry(before: Option<&ScimToken>, after: Option<&ScimToken>) -> NewAuditEntry {
    let either = after.or(before);
    let organization = either.map(|token| token.organization_id.as_str());
    NewAuditEntry::done(AuditedKind::Organization, organization.unwrap_or_default()).with_change(
        "scimToken",
        before.map(|token| token.shown_prefix.as_str()),
        after.map(|token| token.shown_prefix.as_str()),
    )
}
