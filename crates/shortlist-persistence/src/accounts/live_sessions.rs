//! The sessions that a user sees: when each was last used and from where, and how the user or an Admin ends it.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    Browser, ClientDevice, ClientSystem, NewAuditEntry, OrganizationId, Session, SessionId,
    SessionKind, Timestamp, UserId,
};

use crate::accounts::sessions::{MAX_SESSIONS, Origin, audit_entry};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::{SessionKey, UserKey};
use crate::schema::sessions;
use crate::store::Sessions;
use crate::times::{stored, timestamp};
use crate::writer::{SessionWriter, Written};

/// Why setting up a second factor ends a session, for the audit log.
const PASSWORD_ALONE: &str = "it began with the password alone, before the second factor";

/// A use of a session.
#[derive(Debug, Clone)]
pub struct SessionUse {
    /// When it was used.
    pub at: Timestamp,
    /// It is stored only if the last stored use was before this time. Of concurrent requests, one stores it.
    pub unless_since: Timestamp,
    /// The network that it was used from, if known.
    pub network: Option<String>,
    /// When the session of a browser ends now, if that changes.
    pub ends_at: Option<Timestamp>,
}

impl Sessions<'_> {
    /// Stores the use of a session.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record_use(
        &self,
        organization: &OrganizationId,
        id: &SessionId,
        used: &SessionUse,
    ) -> Result<(), StoreError> {
        let key = SessionKey::of(organization, id);
        let (network, ends_at) = (used.network.as_deref(), used.ends_at.map(stored));
        self.pools.write_unaudited(|conn| {
            let stale = sessions::last_used_at.lt(stored(used.unless_since));
            let session = sessions::table
                .filter(sessions::organization_id.eq(key.organization))
                .filter(sessions::id.eq(key.session))
                .filter(sessions::revoked_at.is_null())
                .filter(sessions::last_used_at.is_null().or(stale));
            diesel::update(session)
                .set((
                    sessions::last_used_at.eq(stored(used.at)),
                    network.map(|network| sessions::network.eq(network)),
                    ends_at.map(|at| sessions::access_expires_at.eq(at)),
                    ends_at.map(|at| sessions::ends_at.eq(at)),
                ))
                .execute(conn)?;
            Ok(())
        })
    }

    /// Lists the sessions of a user that have not ended, the last used one first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_live(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        now: Timestamp,
    ) -> Result<Vec<Session>, StoreError> {
        // A sign-in ends what exceeds the limit, so no session is left out.
        let rows: Vec<SessionRow> = self.pools.read(|conn| {
            Ok(sessions::table
                .filter(sessions::organization_id.eq(organization.as_str()))
                .filter(sessions::user_id.eq(user.as_str()))
                .filter(sessions::revoked_at.is_null())
                .order((sessions::access_expires_at.desc(), sessions::id.desc()))
                .limit(MAX_SESSIONS)
                .select(SessionRow::as_select())
                .load(conn)?)
        })?;
        let found = rows.into_iter().map(SessionRow::into_session);
        let mut found: Vec<Session> = found.collect::<Result<_, _>>()?;
        found.retain(|session| now < session.ends_at);
        found.sort_by_key(|session| std::cmp::Reverse(session.last_used_at));
        Ok(found)
    }
}

impl SessionWriter<'_> {
    /// Ends a session of a user. Its tokens stop working at once. Returns whether the user has such a session.
    ///
    /// # Errors
    /// When the database fails.
    pub fn end(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        id: &SessionId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = SessionKey::of(organization, id);
        self.writer.write_credentials(|conn| {
            let session = sessions::table
                .filter(sessions::organization_id.eq(key.organization))
                .filter(sessions::id.eq(key.session))
                .filter(sessions::user_id.eq(user.as_str()))
                .filter(sessions::revoked_at.is_null());
            let ended = diesel::update(session)
                .set((sessions::revoked_at.eq(stored(at)), Origin::default()))
                .execute(conn)?;
            if ended == 0 {
                return Ok(Written::nothing(false));
            }
            let entry = audit_entry(key.session, user.as_str());
            Ok(Written::one(true, entry))
        })
    }

    /// Ends the sessions of a user except one, if it is given. Returns how many had not expired.
    ///
    /// # Errors
    /// When the database fails.
    pub fn end_all_except(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        kept: Option<&SessionId>,
        at: Timestamp,
    ) -> Result<usize, StoreError> {
        self.writer.check_organization(organization)?;
        // No session has the empty identifier.
        let kept = kept.map_or("", SessionId::as_str);
        self.writer.write_credentials(|conn| {
            let others = sessions::table
                .filter(sessions::organization_id.eq(organization.as_str()))
                .filter(sessions::user_id.eq(user.as_str()))
                .filter(sessions::revoked_at.is_null())
                .filter(sessions::id.ne(kept));
            let mut ended: Vec<(String, Option<NaiveDateTime>)> = diesel::update(others)
                .set((sessions::revoked_at.eq(stored(at)), Origin::default()))
                .returning((sessions::id, sessions::ends_at))
                .get_results(conn)?;
            // What had expired did not end now.
            ended.retain(|(_, ends_at)| ends_at.is_none_or(|end| stored(at) < end));
            ended.sort();
            let entries = ended.iter().map(|(id, _)| audit_entry(id, user.as_str()));
            Ok(Written::each(ended.len(), entries.collect()))
        })
    }
}

/// Ends sessions. Returns the audit entries of those that had not expired.
pub(super) fn end_each(
    conn: &mut DbConn,
    organization: &str,
    ids: &[String],
    at: Timestamp,
) -> QueryResult<Vec<NewAuditEntry>> {
    let live = sessions::table
        .filter(sessions::organization_id.eq(organization))
        .filter(sessions::id.eq_any(ids))
        .filter(sessions::revoked_at.is_null());
    let mut ended: Vec<(String, String, Option<NaiveDateTime>)> = diesel::update(live)
        .set((sessions::revoked_at.eq(stored(at)), Origin::default()))
        .returning((sessions::id, sessions::user_id, sessions::ends_at))
        .get_results(conn)?;
    // What had expired did not end now.
    ended.retain(|(_, _, ends_at)| ends_at.is_none_or(|end| stored(at) < end));
    ended.sort();
    let entries = ended.iter().map(|(id, user, _)| audit_entry(id, user));
    Ok(entries.collect())
}

/// Ends the sessions of a user that began with the password alone, because the user has a second factor now. Returns the audit entries of
/// those that had not expired.
pub(super) fn end_unproven(
    conn: &mut DbConn,
    key: UserKey<'_>,
    at: Timestamp,
) -> QueryResult<Vec<NewAuditEntry>> {
    let unproven = sessions::table
        .filter(sessions::organization_id.eq(key.organization))
        .filter(sessions::user_id.eq(key.user))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::second_factor_at.is_null())
        .filter(sessions::second_factor_waived.eq(false));
    let mut ended: Vec<(String, Option<NaiveDateTime>)> = diesel::update(unproven)
        .set((sessions::revoked_at.eq(stored(at)), Origin::default()))
        .returning((sessions::id, sessions::ends_at))
        .get_results(conn)?;
    ended.retain(|(_, ends_at)| ends_at.is_none_or(|end| stored(at) < end));
    ended.sort();
    let entries = ended
        .iter()
        .map(|(id, _)| audit_entry(id, key.user).with_reason(PASSWORD_ALONE));
    Ok(entries.collect())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct SessionRow {
    id: String,
    access_expires_at: NaiveDateTime,
    created_at: NaiveDateTime,
    kind: Option<String>,
    browser: Option<String>,
    system: Option<String>,
    network: Option<String>,
    last_used_at: Option<NaiveDateTime>,
    ends_at: Option<NaiveDateTime>,
}

impl SessionRow {
    fn into_session(self) -> Result<Session, StoreError> {
        Ok(Session {
            id: SessionId::parse("id", &self.id)?,
            kind: self.kind.as_deref().and_then(SessionKind::find),
            device: ClientDevice {
                browser: self.browser.as_deref().and_then(Browser::find),
                system: self.system.as_deref().and_then(ClientSystem::find),
            },
            network: self.network,
            opened_at: timestamp(self.created_at),
            last_used_at: self.last_used_at.map(timestamp),
            ends_at: timestamp(self.ends_at.unwrap_or(self.access_expires_at)),
        })
    }
}
