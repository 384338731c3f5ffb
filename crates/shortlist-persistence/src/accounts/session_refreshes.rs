//! Refreshes: a refresh token replaces both tokens of its session once, and a token that is used twice ends the session.

use crate::accounts::provider_sessions;
use crate::accounts::sessions::{audit_entry, insert_refresh_token, revoke};
use crate::accounts::user_row::UserRow;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::SessionKey;
use crate::schema::{refresh_tokens, sessions, users};
use crate::times::{stored, timestamp};
use crate::writer::{SessionWriter, Written};
use chrono::{Duration, NaiveDateTime};
use diesel::prelude::*;
use shortlist_domain::{AuditOutcome, NewAuditEntry, SessionId, SessionKind, Timestamp, User};

/// The time in which the same refresh token returns the same new tokens, in seconds.
const REPEATED_REFRESH_SECONDS: i64 = 10;

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
    /// How long a session lasts that an identity provider has opened.
    pub provider_lifetime: Duration,
}

/// The outcome of a refresh.
#[derive(Debug, Clone, PartialEq)]
pub enum Rotation {
    /// Both tokens were replaced. The old access token no longer works.
    Rotated {
        /// The session.
        session_id: SessionId,
        /// When the new access token stops working: at the latest when a session that a provider has opened ends.
        access_expires_at: Timestamp,
        /// The user who signed in.
        user: User,
    },
    /// No live session has such a refresh token.
    Unknown,
    /// The refresh token has expired, or a provider has opened the session too long ago.
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

impl SessionWriter<'_> {
    /// Replaces both tokens of a session, or revokes the session if its refresh token was used before. A token of another
    /// organization counts as unknown and stays unchanged. No token of a session that a provider has opened outlives it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn rotate(&self, request: &RefreshRequest) -> Result<Rotation, StoreError> {
        self.writer.write_credentials(|conn| {
            let organization = self.writer.action().organization_id.as_str();
            let opened_at =
                provider_sessions::opened_at(conn, organization, &request.presented_hash)?;
            let end = opened_at.map(|opened| timestamp(opened).plus(request.provider_lifetime));
            let until = |at: Timestamp| end.map_or(at, |end| at.min(end));
            let request = &RefreshRequest {
                access_expires_at: until(request.access_expires_at),
                refresh_expires_at: until(request.refresh_expires_at),
                ..request.clone()
            };
            // A token that was used before ends the session, also after its end: somebody else may have a newer one.
            let Some(token) = mark_used(conn, organization, request)? else {
                return refuse_or_repeat(conn, organization, request);
            };
            if until(timestamp(token.expires_at)) <= request.now {
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
            let rotated = Rotation::Rotated {
                session_id: SessionId::parse("session_id", session.session)?,
                access_expires_at: request.access_expires_at,
                user,
            };
            Ok(Written::one(rotated, entry))
        })
    }
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
        let access_expires_at = find_access_expiry(conn, session)?;
        // An expired refresh token was replaced by none, and neither was that of a session that has reached its end.
        if access_expires_at <= request.now {
            return Ok(refused_rotation(Rotation::Expired));
        }
        let repeated = Rotation::Repeated {
            nonce,
            access_expires_at,
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
    let window = Duration::seconds(REPEATED_REFRESH_SECONDS);
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
