//! Sign-in sessions, each with an access token and a refresh token. Only the hashes of the tokens are stored.

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
    AuditOutcome, AuditedKind, Browser, ClientSystem, NewAuditEntry, OrganizationId, SessionId,
    SessionKind, SessionOrigin, Timestamp, User, UserId,
};

/// The maximum number of sessions of a user.
pub const MAX_SESSIONS: i64 = 100;
/// The maximum number of sessions that one sign-in ends.
const MAX_ENDED_AT_ONCE: i64 = 10;

/// The time in which the same refresh token returns the same new tokens, in seconds.
const REPEATED_REFRESH_SECONDS: i64 = 10;

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

/// A presented refresh token, and the tokens that replace it.
#[derive(Debug, Clone)]
pub struct RefreshRequest {
    /// SHA-256 of the presented refresh token.
    pub presented_hash: [u8; 32],
    /// The random value from which the new tokens were derived.
    pub nonce: [u8; 32],
    /// SHA-256 of the new access token.
    pub access_hash: [u8; 32],
    /// When the new access token stops working.
    pub access_expires_at: Timestamp,
    /// SHA-256 of the new refresh token.
    pub refresh_hash: [u8; 32],
    /// When the new refresh token stops working.
    pub refresh_expires_at: Timestamp,
    /// The time of the refresh.
    pub now: Timestamp,
    /// The network that it comes from, if known.
    pub network: Option<String>,
}

/// The outcome of a refresh.
#[derive(Debug, Clone, PartialEq)]
pub enum Rotation {
    /// Both tokens were replaced. The old access token no longer works.
    Rotated(SessionId, User),
    /// No live session has such a refresh token.
    Unknown,
    /// The refresh token has expired.
    Expired,
    /// The refresh token was used a moment ago, as when a client refreshes twice at once. The tokens that replaced it are still
    /// the newest.
    Repeated {
        /// The random value from which those tokens were derived.
        nonce: [u8; 32],
        /// When that access token stops working.
        access_expires_at: Timestamp,
        /// The user who signed in.
        user: User,
    },
    /// The refresh token was used before. The whole session is now revoked.
    Reused,
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
}

impl SessionWriter<'_> {
    /// Opens a session. If the user then has more than [`MAX_SESSIONS`], the least recently refreshed ones end.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user.
    pub fn insert(&self, new: &NewSession) -> Result<(), StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        let ended = self.writer.write(|conn| {
            insert(conn, new)?;
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

    /// Replaces both tokens of a session, or revokes the session if its refresh token was used before. A token of another
    /// organization counts as unknown and stays unchanged.
    ///
    /// # Errors
    /// When the database fails.
    pub fn rotate(&self, request: &RefreshRequest) -> Result<Rotation, StoreError> {
        self.writer.write_credentials(|conn| {
            let organization = self.writer.action().organization_id.as_str();
            let Some(token) = mark_used(conn, organization, request)? else {
                return refuse_or_repeat(conn, organization, request);
            };
            if timestamp(token.expires_at) <= request.now {
                return Ok(refused_rotation(Rotation::Expired));
            }
            let session = SessionKey {
                organization,
                session: token.session_id.as_str(),
            };
            let Some(user) = replace_tokens(conn, session, request)? else {
                return Ok(refused_rotation(Rotation::Unknown));
            };
            let entry = audit_entry(session.session, user.id.as_str());
            let id = SessionId::parse("session_id", session.session)?;
            Ok(Written::one(Rotation::Rotated(id, user), entry))
        })
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
}

/// Returns the audit entry for a session.
pub(crate) fn audit_entry(session: &str, user: &str) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Session, session).with_field("userId", user)
}

/// Returns a refused refresh with its audit entry.
fn refused_rotation(rotation: Rotation) -> Written<Rotation> {
    let entry = NewAuditEntry::refused("the refresh token is unknown or expired");
    Written::one(rotation, entry)
}

#[derive(Queryable)]
struct RefreshTokenRow {
    session_id: String,
    expires_at: NaiveDateTime,
}

/// Marks a refresh token as used. Of two concurrent refreshes, the first marks it. The second waits here, and gets `None`.
fn mark_used(
    conn: &mut DbConn,
    organization: &str,
    request: &RefreshRequest,
) -> QueryResult<Option<RefreshTokenRow>> {
    let unused = refresh_tokens::table
        .filter(refresh_tokens::organization_id.eq(organization))
        .filter(refresh_tokens::token_hash.eq(request.presented_hash.as_slice()))
        .filter(refresh_tokens::used_at.is_null());
    diesel::update(unused)
        .set((
            refresh_tokens::used_at.eq(stored(request.now)),
            refresh_tokens::successor_nonce.eq(request.nonce.as_slice()),
        ))
        .returning((refresh_tokens::session_id, refresh_tokens::expires_at))
        .get_result(conn)
        .optional()
}

/// Answers a refresh whose token is unknown or was used before.
fn refuse_or_repeat(
    conn: &mut DbConn,
    organization: &str,
    request: &RefreshRequest,
) -> Result<Written<Rotation>, StoreError> {
    let found: Option<String> = refresh_tokens::table
        .filter(refresh_tokens::organization_id.eq(organization))
        .filter(refresh_tokens::token_hash.eq(request.presented_hash.as_slice()))
        .select(refresh_tokens::session_id)
        .first(conn)
        .optional()?;
    let Some(session) = found else {
        return Ok(refused_rotation(Rotation::Unknown));
    };
    let session = SessionKey {
        organization,
        session: session.as_str(),
    };
    let Some(user) = find_live_user(conn, session)? else {
        return Ok(refused_rotation(Rotation::Unknown));
    };
    let user = user.into_user()?;
    let entry = audit_entry(session.session, user.id.as_str());
    if let Some(nonce) = find_repeatable(conn, session, request)? {
        let repeated = Rotation::Repeated {
            nonce,
            access_expires_at: find_access_expiry(conn, session)?,
            user,
        };
        let entry = entry.with_reason("the same refresh token was sent again");
        return Ok(Written::one(repeated, entry));
    }
    revoke(conn, session, request.now)?;
    let entry = NewAuditEntry {
        outcome: AuditOutcome::Refused,
        ..entry.with_reason("a refresh token was used twice; the session is revoked")
    };
    Ok(Written::one(Rotation::Reused, entry))
}

/// Returns the nonce of a refresh token that was used a moment ago, if no later refresh token of the session was used.
fn find_repeatable(
    conn: &mut DbConn,
    key: SessionKey<'_>,
    request: &RefreshRequest,
) -> Result<Option<[u8; 32]>, StoreError> {
    let window = chrono::Duration::seconds(REPEATED_REFRESH_SECONDS);
    let used: Option<(Option<NaiveDateTime>, Option<Vec<u8>>)> = refresh_tokens::table
        .filter(refresh_tokens::organization_id.eq(key.organization))
        .filter(refresh_tokens::token_hash.eq(request.presented_hash.as_slice()))
        .filter(refresh_tokens::used_at.ge(stored(request.now.minus(window))))
        .select((refresh_tokens::used_at, refresh_tokens::successor_nonce))
        .first(conn)
        .optional()?;
    let Some((Some(used_at), Some(nonce))) = used else {
        return Ok(None);
    };
    let later = refresh_tokens::table
        .filter(refresh_tokens::organization_id.eq(key.organization))
        .filter(refresh_tokens::session_id.eq(key.session))
        .filter(refresh_tokens::token_hash.ne(request.presented_hash.as_slice()))
        .filter(refresh_tokens::used_at.ge(used_at));
    let successor_used: bool = diesel::select(diesel::dsl::exists(later)).get_result(conn)?;
    Ok(<[u8; 32]>::try_from(nonce).ok().filter(|_| !successor_used))
}

fn find_access_expiry(conn: &mut DbConn, key: SessionKey<'_>) -> Result<Timestamp, StoreError> {
    let expires_at = sessions::table
        .filter(sessions::organization_id.eq(key.organization))
        .filter(sessions::id.eq(key.session))
        .select(sessions::access_expires_at)
        .first(conn)?;
    Ok(timestamp(expires_at))
}

fn find_live_user(conn: &mut DbConn, key: SessionKey<'_>) -> Result<Option<UserRow>, StoreError> {
    Ok(sessions::table
        .inner_join(
            users::table.on(users::organization_id
                .eq(sessions::organization_id)
                .and(users::id.eq(sessions::user_id))),
        )
        .filter(sessions::organization_id.eq(key.organization))
        .filter(sessions::id.eq(key.session))
        .filter(sessions::revoked_at.is_null())
        .select(UserRow::as_select())
        .first(conn)
        .optional()?)
}

fn insert_refresh_token(
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

/// Replaces both tokens of a session, and returns its user. Returns `None` if it was revoked.
///
/// On a cluster, each statement goes to another machine and back. So the session is changed and read by one, and its user, who is on
/// every machine, is not joined to it.
fn replace_tokens(
    conn: &mut DbConn,
    session: SessionKey<'_>,
    request: &RefreshRequest,
) -> Result<Option<User>, StoreError> {
    let live = sessions::table
        .filter(sessions::organization_id.eq(session.organization))
        .filter(sessions::id.eq(session.session))
        .filter(sessions::revoked_at.is_null());
    let network = request.network.as_deref();
    let replaced: Option<(String, NaiveDateTime)> = diesel::update(live)
        .set((
            sessions::access_hash.eq(request.access_hash.as_slice()),
            sessions::access_expires_at.eq(stored(request.access_expires_at)),
            sessions::kind.eq(SessionKind::Api.as_str()),
            sessions::last_used_at.eq(stored(request.now)),
            sessions::ends_at.eq(stored(request.refresh_expires_at)),
            network.map(|network| sessions::network.eq(network)),
        ))
        .returning((sessions::user_id, sessions::created_at))
        .get_result(conn)
        .optional()?;
    let Some((user, created_at)) = replaced else {
        return Ok(None);
    };
    let lifetime = request.refresh_expires_at.as_datetime() - request.now.as_datetime();
    // Before that, even the first token of the session has not expired.
    if timestamp(created_at).plus(lifetime) <= request.now {
        delete_expired_tokens(conn, session, request.now)?;
    }
    insert_refresh_token(
        conn,
        session,
        &request.refresh_hash,
        request.refresh_expires_at,
    )?;
    let user: UserRow = users::table
        .filter(users::organization_id.eq(session.organization))
        .filter(users::id.eq(user))
        .select(UserRow::as_select())
        .first(conn)?;
    user.into_user().map(Some)
}

fn delete_expired_tokens(
    conn: &mut DbConn,
    session: SessionKey<'_>,
    now: Timestamp,
) -> QueryResult<usize> {
    let expired = refresh_tokens::table
        .filter(refresh_tokens::organization_id.eq(session.organization))
        .filter(refresh_tokens::session_id.eq(session.session))
        .filter(refresh_tokens::expires_at.lt(stored(now)));
    diesel::delete(expired).execute(conn)
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

fn revoke(conn: &mut DbConn, key: SessionKey<'_>, at: Timestamp) -> Result<(), StoreError> {
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
