//! Links by which users set a password. Only the hash of a link's secret is stored.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AccountLink, AccountLinkId, LinkPurpose, LinkTimes, MailKind, NewAccountLink, NewAuditEntry,
    OrganizationId, Timestamp, UserId,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::{LinkKey, UserKey};
use crate::schema::{account_links, mails};
use crate::store::Users;
use crate::times::{stored, timestamp};

#[derive(Queryable, Selectable)]
#[diesel(table_name = account_links)]
struct LinkRow {
    organization_id: String,
    id: String,
    user_id: String,
    purpose: String,
    token_hash: Vec<u8>,
    expires_at: NaiveDateTime,
    used_at: Option<NaiveDateTime>,
    ended_at: Option<NaiveDateTime>,
}

impl LinkRow {
    fn into_link(self) -> Result<AccountLink, StoreError> {
        let wrong_length = |_hash| StoreError::other("read a link", "its hash has no 32 bytes");
        Ok(AccountLink {
            id: AccountLinkId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            user_id: UserId::parse("user_id", &self.user_id)?,
            purpose: LinkPurpose::parse("purpose", &self.purpose)?,
            token_hash: <[u8; 32]>::try_from(self.token_hash).map_err(wrong_length)?,
            times: LinkTimes {
                expires_at: timestamp(self.expires_at),
                used_at: self.used_at.map(timestamp),
                ended_at: self.ended_at.map(timestamp),
            },
        })
    }
}

impl Users<'_> {
    /// Finds a link by the hash of its secret.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_link_by_hash(
        &self,
        organization: &OrganizationId,
        token_hash: &[u8; 32],
    ) -> Result<Option<AccountLink>, StoreError> {
        self.pools.read(|conn| {
            account_links::table
                .filter(account_links::organization_id.eq(organization.as_str()))
                .filter(account_links::token_hash.eq(token_hash.as_slice()))
                .select(LinkRow::as_select())
                .first(conn)
                .optional()?
                .map(LinkRow::into_link)
                .transpose()
        })
    }

    /// Finds a link.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_link(
        &self,
        organization: &OrganizationId,
        id: &AccountLinkId,
    ) -> Result<Option<AccountLink>, StoreError> {
        let key = LinkKey::of(organization, id);
        self.pools.read(|conn| find(conn, key))
    }

    /// Deletes the links that expired before a time, with their mails.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_old_links(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
    ) -> Result<(), StoreError> {
        let organization = organization.as_str();
        self.pools.write_unaudited(|conn| {
            let old = account_links::table
                .filter(account_links::organization_id.eq(organization))
                .filter(account_links::expires_at.lt(stored(before)));
            let links: Vec<String> = old.select(account_links::id).load(conn)?;
            let kinds = [MailKind::UserInvited, MailKind::PasswordReset];
            let mut of_links = Vec::new();
            for link in links {
                let link = AccountLinkId::parse("id", &link)?;
                of_links.extend(kinds.map(|kind| kind.id_for_link(&link)));
            }
            let of_links = mails::table
                .filter(mails::organization_id.eq(organization))
                .filter(mails::id.eq_any(of_links));
            diesel::delete(of_links).execute(conn)?;
            diesel::delete(old).execute(conn)?;
            Ok(())
        })
    }
}

/// Finds a link in a transaction.
pub(super) fn find(conn: &mut DbConn, key: LinkKey<'_>) -> Result<Option<AccountLink>, StoreError> {
    account_links::table
        .filter(account_links::organization_id.eq(key.organization))
        .filter(account_links::id.eq(key.link))
        .select(LinkRow::as_select())
        .first(conn)
        .optional()?
        .map(LinkRow::into_link)
        .transpose()
}

/// Stores a link.
pub(super) fn insert(conn: &mut DbConn, link: &NewAccountLink) -> QueryResult<usize> {
    diesel::insert_into(account_links::table)
        .values((
            account_links::organization_id.eq(link.organization_id.as_str()),
            account_links::id.eq(link.id.as_str()),
            account_links::user_id.eq(link.user_id.as_str()),
            account_links::purpose.eq(link.purpose.as_str()),
            account_links::token_hash.eq(link.token_hash.as_slice()),
            account_links::created_at.eq(stored(link.created_at)),
            account_links::expires_at.eq(stored(link.expires_at())),
        ))
        .execute(conn)
}

/// Ends the links of a user that were neither used nor ended.
pub(super) fn end_all(conn: &mut DbConn, user: UserKey<'_>, at: Timestamp) -> QueryResult<usize> {
    let open = account_links::table
        .filter(account_links::organization_id.eq(user.organization))
        .filter(account_links::user_id.eq(user.user))
        .filter(account_links::used_at.is_null())
        .filter(account_links::ended_at.is_null());
    diesel::update(open)
        .set(account_links::ended_at.eq(stored(at)))
        .execute(conn)
}

/// Notes that a link was used.
pub(super) fn mark_used(conn: &mut DbConn, key: LinkKey<'_>, at: Timestamp) -> QueryResult<usize> {
    let link = account_links::table
        .filter(account_links::organization_id.eq(key.organization))
        .filter(account_links::id.eq(key.link));
    diesel::update(link)
        .set(account_links::used_at.eq(stored(at)))
        .execute(conn)
}

/// Returns an entry of the audit log with a new link. Its fields decide whether the user gets a mail.
pub(super) fn with_link(entry: NewAuditEntry, link: &NewAccountLink) -> NewAuditEntry {
    entry
        .with_field("linkId", link.id.as_str())
        .with_field("linkPurpose", link.purpose.as_str())
        .with_field("linkSentBy", link.delivery.as_str())
        .with_field("linkExpiresAt", &link.expires_at().to_string())
}
