//! Sessions that a provider has opened.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    ExternalIdentity, OrganizationId, ProviderSession, SessionId, Timestamp, UserId,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::SessionKey;
use crate::schema::{external_identities, provider_sessions, refresh_tokens, sessions};
use crate::store::Providers;
use crate::times::stored;

impl Providers<'_> {
    /// Returns whether a session was opened by a provider.
    ///
    /// # Errors
    /// When the database fails.
    pub fn has_opened(
        &self,
        organization: &OrganizationId,
        session: &SessionId,
    ) -> Result<bool, StoreError> {
        let key = SessionKey::of(organization, session);
        self.pools.read(|conn| {
            let opened = provider_sessions::table
                .filter(provider_sessions::organization_id.eq(key.organization))
                .filter(provider_sessions::session_id.eq(key.session));
            Ok(diesel::select(diesel::dsl::exists(opened)).get_result(conn)?)
        })
    }
}

/// Returns when the session of a refresh token was opened, if a provider has opened it.
pub(crate) fn opened_at(
    conn: &mut DbConn,
    organization: &str,
    refresh_hash: &[u8; 32],
) -> QueryResult<Option<NaiveDateTime>> {
    refresh_tokens::table
        .inner_join(
            provider_sessions::table.on(provider_sessions::organization_id
                .eq(refresh_tokens::organization_id)
                .and(provider_sessions::session_id.eq(refresh_tokens::session_id))),
        )
        .inner_join(
            sessions::table.on(sessions::organization_id
                .eq(refresh_tokens::organization_id)
                .and(sessions::id.eq(refresh_tokens::session_id))),
        )
        .filter(refresh_tokens::organization_id.eq(organization))
        .filter(refresh_tokens::token_hash.eq(refresh_hash.as_slice()))
        .select(sessions::created_at)
        .first(conn)
        .optional()
}

/// Returns the sessions that a user of a provider has opened.
pub(super) fn of_identity(
    conn: &mut DbConn,
    organization: &str,
    identity: &ExternalIdentity,
) -> QueryResult<Vec<String>> {
    provider_sessions::table
        .filter(provider_sessions::organization_id.eq(organization))
        .filter(provider_sessions::issuer.eq(&identity.issuer))
        .filter(provider_sessions::subject.eq(&identity.subject))
        .select(provider_sessions::session_id)
        .load(conn)
}

/// Notes that a user's session was opened by a provider, and when. Fails with [`StoreError::Stale`] if the user of the provider is not
/// linked to this user any more: whoever unlinks it ends the sessions that exist, and none begins after that.
pub(crate) fn insert(
    conn: &mut DbConn,
    key: SessionKey<'_>,
    user: &UserId,
    opened_by: &ProviderSession,
    at: Timestamp,
) -> Result<(), StoreError> {
    let linked = external_identities::table
        .filter(external_identities::organization_id.eq(key.organization))
        .filter(external_identities::issuer.eq(&opened_by.identity.issuer))
        .filter(external_identities::subject.eq(&opened_by.identity.subject))
        .filter(external_identities::user_id.eq(user.as_str()));
    let used = diesel::update(linked)
        .set(external_identities::last_used_at.eq(stored(at)))
        .execute(conn)?;
    if used == 0 {
        return Err(StoreError::Stale);
    }
    diesel::insert_into(provider_sessions::table)
        .values((
            provider_sessions::organization_id.eq(key.organization),
            provider_sessions::session_id.eq(key.session),
            provider_sessions::issuer.eq(&opened_by.identity.issuer),
            provider_sessions::subject.eq(&opened_by.identity.subject),
            provider_sessions::provider_session.eq(opened_by.name.as_deref()),
        ))
        .execute(conn)?;
    Ok(())
}
