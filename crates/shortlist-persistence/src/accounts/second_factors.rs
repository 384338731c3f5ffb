//! Second factors of users: the secrets that their apps share with the service.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, FactorBeginning, FactorSecret, NewAuditEntry, NewSecondFactor, OrganizationId,
    SecondFactor, SessionId, Timestamp, UserId,
};

use crate::accounts::second_factor_proofs::record_proof;
use crate::accounts::{live_sessions, recovery_codes};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::{SessionKey, UserKey};
use crate::schema::second_factors;
use crate::store::Users;
use crate::times::{stored, timestamp};
use crate::writer::{UserWriter, Written};

/// The first code of a new second factor, and the recovery codes that come with it.
#[derive(Debug, Clone)]
pub struct FactorConfirmation {
    /// The organization of the user.
    pub organization_id: OrganizationId,
    /// The user.
    pub user_id: UserId,
    /// The session in which the code was typed, if there is one.
    pub session_id: Option<SessionId>,
    /// The secret that the code belongs to. Another session may have generated a new one since.
    pub secret: FactorSecret,
    /// The time step of the code.
    pub step: i64,
    /// The hashes of the recovery codes.
    pub recovery_hashes: Vec<[u8; 32]>,
    /// When the code was typed.
    pub at: Timestamp,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = second_factors)]
struct FactorRow {
    secret: Vec<u8>,
    created_at: NaiveDateTime,
    session_id: Option<String>,
    confirmed_at: Option<NaiveDateTime>,
    last_step: Option<i64>,
}

impl FactorRow {
    fn into_factor(self) -> Result<SecondFactor, StoreError> {
        let session = self.session_id.as_deref();
        let session = session.map(|id| SessionId::parse("session_id", id));
        Ok(SecondFactor {
            secret: FactorSecret::new(self.secret),
            begun: FactorBeginning {
                session_id: session.transpose()?,
                at: timestamp(self.created_at),
            },
            confirmed_at: self.confirmed_at.map(timestamp),
            last_step: self.last_step,
        })
    }
}

impl UserWriter<'_> {
    /// Stores a second factor that waits for its first code. It replaces an earlier one that still waits. Returns whether it was stored,
    /// which it is not if the user has a confirmed one.
    ///
    /// The audit log gets no entry, because nothing has changed before the first code.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user.
    pub fn begin_second_factor(&self, new: &NewSecondFactor) -> Result<bool, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        let key = UserKey::of(&new.organization_id, &new.user_id);
        self.writer.write(|conn| {
            dialect::lock_user(conn, key.organization, key.user)?;
            let found = find(conn, key)?;
            if found.is_some_and(|found| found.confirmed_at.is_some()) {
                return Ok(Written::nothing(false));
            }
            delete(conn, key)?;
            let FactorBeginning { session_id, at } = &new.begun;
            diesel::insert_into(second_factors::table)
                .values((
                    second_factors::organization_id.eq(key.organization),
                    second_factors::user_id.eq(key.user),
                    second_factors::secret.eq(new.secret.as_bytes()),
                    second_factors::created_at.eq(stored(*at)),
                    second_factors::session_id.eq(session_id.as_ref().map(SessionId::as_str)),
                ))
                .execute(conn)?;
            Ok(Written::nothing(true))
        })
    }

    /// Confirms the second factor that waits with this secret, and stores its recovery codes. Returns whether there was one.
    ///
    /// The other sessions of the user that began with the password alone end: somebody who knows the password may have opened them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn confirm_second_factor(&self, first: &FactorConfirmation) -> Result<bool, StoreError> {
        self.writer.check_organization(&first.organization_id)?;
        let key = UserKey::of(&first.organization_id, &first.user_id);
        self.writer.write_credentials(|conn| {
            dialect::lock_user(conn, key.organization, key.user)?;
            let waiting = second_factors::table
                .filter(second_factors::organization_id.eq(key.organization))
                .filter(second_factors::user_id.eq(key.user))
                .filter(second_factors::secret.eq(first.secret.as_bytes()))
                .filter(second_factors::confirmed_at.is_null());
            let confirmed = diesel::update(waiting)
                .set((
                    second_factors::confirmed_at.eq(stored(first.at)),
                    second_factors::last_step.eq(first.step),
                ))
                .execute(conn)?;
            if confirmed == 0 {
                return Ok(Written::nothing(false));
            }
            recovery_codes::replace(conn, key, &first.recovery_hashes, first.at)?;
            if let Some(session) = &first.session_id {
                let session = SessionKey::of(&first.organization_id, session);
                record_proof(conn, session, first.at)?;
            }
            // The session in which the code was typed has a proof now, so it goes on.
            let ended = live_sessions::end_unproven(conn, key, first.at)?;
            Ok(Written::one(true, changed(key, "none", "app")).with_entries(ended))
        })
    }
}

impl Users<'_> {
    /// Finds the second factor of a user, also one that still waits for its first code.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_second_factor(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<Option<SecondFactor>, StoreError> {
        let key = UserKey::of(organization, user);
        self.pools.read(|conn| find(conn, key))
    }

    /// Lists the users of an organization who have a confirmed second factor, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_with_second_factor(
        &self,
        organization: &OrganizationId,
    ) -> Result<Vec<UserId>, StoreError> {
        let found: Vec<String> = self.pools.read(|conn| {
            Ok(second_factors::table
                .filter(second_factors::organization_id.eq(organization.as_str()))
                .filter(second_factors::confirmed_at.is_not_null())
                .order(second_factors::user_id)
                .select(second_factors::user_id)
                .load(conn)?)
        })?;
        let ids = found.iter().map(|id| UserId::parse("user_id", id));
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Accepts the time step of a code of a secret. Returns whether it is later than that of all codes before, so that no code works twice.
    ///
    /// # Errors
    /// When the database fails.
    pub fn accept_second_factor_step(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        secret: &FactorSecret,
        step: i64,
    ) -> Result<bool, StoreError> {
        let key = UserKey::of(organization, user);
        self.pools.write_unaudited(|conn| {
            let earlier = second_factors::last_step.lt(step);
            let factor = second_factors::table
                .filter(second_factors::organization_id.eq(key.organization))
                .filter(second_factors::user_id.eq(key.user))
                .filter(second_factors::secret.eq(secret.as_bytes()))
                .filter(second_factors::confirmed_at.is_not_null())
                .filter(second_factors::last_step.is_null().or(earlier));
            let accepted = diesel::update(factor)
                .set(second_factors::last_step.eq(step))
                .execute(conn)?;
            Ok(accepted > 0)
        })
    }
}

fn find(conn: &mut DbConn, key: UserKey<'_>) -> Result<Option<SecondFactor>, StoreError> {
    let found: Option<FactorRow> = second_factors::table
        .filter(second_factors::organization_id.eq(key.organization))
        .filter(second_factors::user_id.eq(key.user))
        .select(FactorRow::as_select())
        .first(conn)
        .optional()?;
    found.map(FactorRow::into_factor).transpose()
}

fn delete(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<usize> {
    let factor = second_factors::table
        .filter(second_factors::organization_id.eq(key.organization))
        .filter(second_factors::user_id.eq(key.user));
    diesel::delete(factor).execute(conn)
}

/// Returns whether a user has an app that was confirmed.
pub(super) fn has_app(conn: &mut DbConn, key: UserKey<'_>) -> Result<bool, StoreError> {
    Ok(find(conn, key)?.is_some_and(|found| found.confirmed_at.is_some()))
}

/// Removes the app of a second factor, and the codes. Returns whether it was confirmed.
pub(super) fn remove(conn: &mut DbConn, key: UserKey<'_>) -> Result<bool, StoreError> {
    dialect::lock_user(conn, key.organization, key.user)?;
    let was_confirmed = has_app(conn, key)?;
    delete(conn, key)?;
    recovery_codes::delete(conn, key)?;
    Ok(was_confirmed)
}

/// Returns the audit entry of a second factor that was set up or removed.
pub(super) fn changed(key: UserKey<'_>, before: &str, after: &str) -> NewAuditEntry {
    let entry = NewAuditEntry::done(AuditedKind::User, key.user);
    entry.with_change("secondFactor", Some(before), Some(after))
}
