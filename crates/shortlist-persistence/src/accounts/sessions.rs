//! Sign-in sessions, each with an access token and a refresh token. Only the hashes of the tokens are stored.

use crate::accounts::provider_sessions;
use crate::accounts::second_factor_proofs::{proof_columns, stored_proof};
use crate::accounts::user_row::UserRow;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::{SessionKey, UserKey};
use crate::schema::{refresh_tokens, sessions, users};
use crate::store::Sessions;
use crate::times::{stored, timestamp};
use crate::writer::{SessionWriter, Written};
use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Browser, ClientSystem, NewAuditEntry, OrganizationId, ProviderSession,
    SecondFactorProof, SessionId, SessionKind, SessionOrigin, Timestamp, User, UserId,
};

/// The maximum number of sessions of a user.
pub const MAX_SESSIONS: i64 = 100;
/// The maximum number of sessions that one sign-in ends.
const MAX_ENDED_AT_ONCE: i64 = 10;

/// A session to open.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Its identifier.
    pub id: SessionId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Who signed in.
    pub user_id: UserId,
    /// SHA-256 of the access token.
    pub access_hash: [u8; 32],
    /// When the access token stops working.
    pub access_expires_at: Timestamp,
    /// SHA-256 of the refresh token.
    pub refresh_hash: [u8; 32],
    /// When the refresh token stops working.
    pub refresh_expires_at: Timestamp,
    /// When the session is opened.
    pub created_at: Timestamp,
    /// From where it is opened.
    pub origin: SessionOrigin,
    /// Whether and when a code of a second factor was entered in it.
    pub second_factor: SecondFactorProof,
}

impl NewSession {
    /// Returns when the session ends unless it is used again. Browsers have no refresh token.
    fn ends_at(&self) -> Timestamp {
        match self.origin.kind {
            SessionKind::WebApp => self.access_expires_at,
            SessionKind::Api => self.refresh_expires_at,
        }
    }
}

/// What an access token gives access to.
#[derive(Debug, Clone, PartialEq)]
pub struct AccessGrant {
    /// The session.
    pub session_id: SessionId,
    /// The user who signed in, in their current state.
    pub user: User,
    /// When the access token stops working.
    pub expires_at: Timestamp,
    /// When the session was opened.
    pub opened_at: Timestamp,
    /// When the session was last used, as far as that was stored.
    pub last_used_at: Option<Timestamp>,
    /// Whether and when a code of a second factor was entered in the session.
    pub second_factor: SecondFactorProof,
}

impl SessionWriter<'_> {
    /// Opens a session. If the user then has more than [`MAX_SESSIONS`], the least recently refreshed ones end.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user.
    pub fn insert(&self, new: &NewSession) -> Result<(), StoreError> {
        self.insert_opened_by(new, None)
    }

    /// Opens a session that comes from one at a provider, as [`SessionWriter::insert`] does.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user, and [`StoreError::Stale`] if the user is not linked to
    /// the user of the provider any more.
    pub fn insert_of_provider(
        &self,
        new: &NewSession,
        opened_by: &ProviderSession,
    ) -> Result<(), StoreError> {
        self.insert_opened_by(new, Some(opened_by))
    }

    fn insert_opened_by(
        &self,
        new: &NewSession,
        opened_by: Option<&ProviderSession>,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        let ended = self.writer.write(|conn| {
            insert(conn, new)?;
            if let Some(opened_by) = opened_by {
                let key = SessionKey::of(&new.organization_id, &new.id);
                provider_sessions::insert(conn, key, &new.user_id, opened_by, new.created_at)?;
            }
            insert_refresh_token(
                conn,
                SessionKey::of(&new.organization_id, &new.id),
                &new.refresh_hash,
                new.refresh_expires_at,
            )?;
            let user = UserKey::of(&new.organization_id, &new.user_id);
            forget_expired_origins(conn, user, new.created_at)?;
            let surplus = surplus_sessions(conn, user)?;
            let mut entries = vec![audit_entry(new.id.as_str(), new.user_id.as_str())];
            for session in &surplus {
                revoke(
                    conn,
                    SessionKey {
                        organization: user.organization,
                        session,
                    },
                    new.created_at,
                )?;
                let entry = audit_entry(session, user.user);
                entries
                    .push(entry.with_reason("the user has opened too many other sessions since"));
            }
            Ok(Written::each(surplus.len(), entries))
        })?;
        if ended > 0 {
            self.writer.record_credential_change();
        }
        Ok(())
    }

    /// Revokes a session. Its tokens stop working at once.
    ///
    /// # Errors
    /// When the database fails.
    pub fn revoke(
        &self,
        organization: &OrganizationId,
        id: &SessionId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write_credentials(|conn| {
            revoke(conn, SessionKey::of(organization, id), at)?;
            let entry = NewAuditEntry::done(AuditedKind::Session, id.as_str());
            Ok(Written::one((), entry))
        })
    }
}

fn insert(conn: &mut DbConn, new: &NewSession) -> QueryResult<usize> {
    let (origin, device) = (&new.origin, &new.origin.device);
    let (proven_at, is_waived) = proof_columns(new.second_factor);
    diesel::insert_into(sessions::table)
        .values((
            sessions::organization_id.eq(new.organization_id.as_str()),
            sessions::id.eq(new.id.as_str()),
            sessions::user_id.eq(new.user_id.as_str()),
            sessions::access_hash.eq(new.access_hash.as_slice()),
            sessions::access_expires_at.eq(stored(new.access_expires_at)),
            sessions::created_at.eq(stored(new.created_at)),
            sessions::kind.eq(origin.kind.as_str()),
            sessions::browser.eq(device.browser.map(Browser::as_str)),
            sessions::system.eq(device.system.map(ClientSystem::as_str)),
            sessions::network.eq(origin.network.as_deref()),
            sessions::last_used_at.eq(stored(new.created_at)),
            sessions::ends_at.eq(stored(new.ends_at())),
            sessions::second_factor_at.eq(proven_at),
            sessions::second_factor_waived.eq(is_waived),
        ))
        .execute(conn)
}

/// Deletes from where a user's sessions were used that have expired. Those that were ended have none.
fn forget_expired_origins(
    conn: &mut DbConn,
    key: UserKey<'_>,
    now: Timestamp,
) -> QueryResult<usize> {
    let expired = sessions::table
        .filter(sessions::organization_id.eq(key.organization))
        .filter(sessions::user_id.eq(key.user))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::ends_at.lt(stored(now)))
        .filter(sessions::kind.is_not_null());
    diesel::update(expired).set(Origin::default()).execute(conn)
}

/// From where a session is used. By default, nothing is known: nobody needs to know it of a session that has ended.
#[derive(Default, AsChangeset)]
#[diesel(table_name = sessions, treat_none_as_null = true)]
pub(crate) struct Origin {
    kind: Option<&'static str>,
    browser: Option<&'static str>,
    system: Option<&'static str>,
    network: Option<&'static str>,
}

/// Returns the live sessions of a user beyond [`MAX_SESSIONS`], the most recently refreshed first.
fn surplus_sessions(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<Vec<String>> {
    sessions::table
        .filter(sessions::organization_id.eq(key.organization))
        .filter(sessions::user_id.eq(key.user))
        .filter(sessions::revoked_at.is_null())
        .order((sessions::access_expires_at.desc(), sessions::id.desc()))
        .offset(MAX_SESSIONS)
        .limit(MAX_ENDED_AT_ONCE)
        .select(sessions::id)
        .load(conn)
}

impl Sessions<'_> {
    /// Finds what an access token of the organization gives access to. Returns `None` if its session was revoked. The caller
    /// must check the expiry.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_access(
        &self,
        organization: &OrganizationId,
        access_hash: &[u8; 32],
    ) -> Result<Option<AccessGrant>, StoreError> {
        let found: Option<(String, SessionTimes, UserRow)> = self.pools.read(|conn| {
            Ok(sessions::table
                .inner_join(
                    users::table.on(users::organization_id
                        .eq(sessions::organization_id)
                        .and(users::id.eq(sessions::user_id))),
                )
                .filter(sessions::organization_id.eq(organization.as_str()))
                .filter(sessions::access_hash.eq(access_hash.as_slice()))
                .filter(sessions::revoked_at.is_null())
                .select((
                    sessions::id,
                    SessionTimes::as_select(),
                    UserRow::as_select(),
                ))
                .first(conn)
                .optional()?)
        })?;
        found
            .map(|(session, times, user)| {
                Ok(AccessGrant {
                    session_id: SessionId::parse("session_id", &session)?,
                    user: user.into_user()?,
                    expires_at: timestamp(times.access_expires_at),
                    opened_at: timestamp(times.created_at),
                    last_used_at: times.last_used_at.map(timestamp),
                    second_factor: stored_proof(times.second_factor_at, times.second_factor_waived),
                })
            })
            .transpose()
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct SessionTimes {
    access_expires_at: NaiveDateTime,
    created_at: NaiveDateTime,
    last_used_at: Option<NaiveDateTime>,
    second_factor_at: Option<NaiveDateTime>,
    second_factor_waived: bool,
}

/// Returns the audit entry for a session.
pub(crate) fn audit_entry(session: &str, user: &str) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Session, session).with_field("userId", user)
}

/// Stores a refresh token of a session.
pub(crate) fn insert_refresh_token(
    conn: &mut DbConn,
    key: SessionKey<'_>,
    hash: &[u8; 32],
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::token_hash.eq(hash.as_slice()),
            refresh_tokens::organization_id.eq(key.organization),
            refresh_tokens::session_id.eq(key.session),
            refresh_tokens::expires_at.eq(stored(expires_at)),
        ))
        .execute(conn)?;
    Ok(())
}

/// Ends all sessions of a user.
pub(crate) fn revoke_all(conn: &mut DbConn, key: UserKey<'_>, at: Timestamp) -> QueryResult<usize> {
    diesel::update(
        sessions::table
            .filter(sessions::organization_id.eq(key.organization))
            .filter(sessions::user_id.eq(key.user))
            .filter(sessions::revoked_at.is_null()),
    )
    .set((sessions::revoked_at.eq(stored(at)), Origin::default()))
    .execute(conn)
}

/// Ends a session.
pub(crate) fn revoke(
    conn: &mut DbConn,
    key: SessionKey<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    diesel::update(
        sessions::table
            .filter(sessions::organization_id.eq(key.organization))
            .filter(sessions::id.eq(key.session))
            .filter(sessions::revoked_at.is_null()),
    )
    .set((sessions::revoked_at.eq(stored(at)), Origin::default()))
    .execute(conn)?;
    Ok(())
}
