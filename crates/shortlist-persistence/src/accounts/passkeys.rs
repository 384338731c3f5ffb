//! Passkeys of users: their public keys, and the last challenge that each has answered.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, MAX_PASSKEYS, NewAuditEntry, OrganizationId, Passkey, PasskeyBackup,
    PasskeyCredential, PasskeyId, PasskeyName, PasskeyState, SessionId, Timestamp, UserId,
};

use crate::accounts::live_sessions;
use crate::accounts::second_factor_proofs::record_proof;
use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::keys::{PasskeyKey, SessionKey, UserKey};
use crate::schema::{passkeys, sessions};
use crate::store::Users;
use crate::times::{stored, timestamp};
use crate::writer::{UserWriter, Written};

/// A new passkey, and the challenge that its device has answered.
#[derive(Debug, Clone)]
pub struct PasskeyRegistration {
    /// The passkey.
    pub passkey: Passkey,
    /// The session that asked for it.
    pub session_id: SessionId,
    /// When the challenge was made. The session accepts each once.
    pub challenge_at: Timestamp,
}

/// The outcome of storing a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyInsertion {
    /// It was stored.
    Stored,
    /// The session has accepted this challenge or a later one before, or has ended.
    ChallengeUsed,
    /// A user has this passkey already.
    Taken,
    /// The user has the largest number of passkeys.
    Full,
}

/// An answer with a passkey, which was verified.
#[derive(Debug, Clone)]
pub struct PasskeyUse<'a> {
    /// The passkey, as it was when the answer was verified.
    pub passkey: &'a Passkey,
    /// What it says about itself now.
    pub state: PasskeyState,
    /// When the challenge was made.
    pub challenge_at: Timestamp,
    /// When it was answered.
    pub at: Timestamp,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = passkeys)]
struct PasskeyRow {
    organization_id: String,
    id: String,
    user_id: String,
    name: String,
    credential_id: Vec<u8>,
    public_key: Vec<u8>,
    transports: i32,
    counter: i64,
    backup: String,
    created_at: NaiveDateTime,
    last_used_at: Option<NaiveDateTime>,
}

impl PasskeyRow {
    fn into_passkey(self) -> Result<Passkey, StoreError> {
        let damaged = |what: &'static str| StoreError::other("read a passkey", what);
        let transports = u8::try_from(self.transports);
        let counter = u32::try_from(self.counter);
        let backup = PasskeyBackup::find(&self.backup);
        Ok(Passkey {
            id: PasskeyId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            user_id: UserId::parse("user_id", &self.user_id)?,
            name: PasskeyName::parse("name", &self.name)?,
            credential: PasskeyCredential {
                id: self.credential_id,
                public_key: self.public_key,
                transports: transports.map_err(|_error| damaged("its transports are unknown"))?,
                state: PasskeyState {
                    counter: counter.map_err(|_error| damaged("its counter is too large"))?,
                    backup: backup.ok_or_else(|| damaged("its backup is unknown"))?,
                },
            },
            created_at: timestamp(self.created_at),
            last_used_at: self.last_used_at.map(timestamp),
        })
    }
}

impl UserWriter<'_> {
    /// Stores a passkey, which is a second factor from then on.
    ///
    /// The other sessions of the user that began with the password alone end: somebody who knows the password may have opened them.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user.
    pub fn insert_passkey(
        &self,
        new: &PasskeyRegistration,
    ) -> Result<PasskeyInsertion, StoreError> {
        let passkey = &new.passkey;
        self.writer.check_organization(&passkey.organization_id)?;
        let key = UserKey::of(&passkey.organization_id, &passkey.user_id);
        let session = SessionKey::of(&passkey.organization_id, &new.session_id);
        self.writer.write_credentials(|conn| {
            // Of two at once, the second one counts the first.
            dialect::lock_user(conn, key.organization, key.user)?;
            if ids(conn, key)?.len() >= MAX_PASSKEYS {
                return Ok(Written::nothing(PasskeyInsertion::Full));
            }
            if !use_challenge(conn, session, new.challenge_at)? {
                return Ok(Written::nothing(PasskeyInsertion::ChallengeUsed));
            }
            if !insert(conn, passkey)? {
                return Ok(Written::nothing(PasskeyInsertion::Taken));
            }
            // The device has just verified the user, so this session goes on.
            record_proof(conn, session, passkey.created_at)?;
            let ended = live_sessions::end_unproven(conn, key, passkey.created_at)?;
            let entry = audit_entry(key, &passkey.id).with_field("passkey", "added");
            Ok(Written::one(PasskeyInsertion::Stored, entry).with_entries(ended))
        })
    }
}

impl Users<'_> {
    /// Finds a passkey by the identifier that its device has chosen, of any organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_passkey(&self, credential_id: &[u8]) -> Result<Option<Passkey>, StoreError> {
        self.pools.read(|conn| {
            passkeys::table
                .filter(passkeys::credential_id.eq(credential_id))
                .select(PasskeyRow::as_select())
                .first(conn)
                .optional()?
                .map(PasskeyRow::into_passkey)
                .transpose()
        })
    }

    /// Lists the passkeys of a user, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_passkeys(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<Vec<Passkey>, StoreError> {
        let key = UserKey::of(organization, user);
        self.pools.read(|conn| {
            let rows: Vec<PasskeyRow> = passkeys::table
                .filter(passkeys::organization_id.eq(key.organization))
                .filter(passkeys::user_id.eq(key.user))
                .order(passkeys::id)
                .select(PasskeyRow::as_select())
                .load(conn)?;
            rows.into_iter().map(PasskeyRow::into_passkey).collect()
        })
    }

    /// Returns how many passkeys a user has.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_passkeys(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<usize, StoreError> {
        let key = UserKey::of(organization, user);
        self.pools.read(|conn| Ok(ids(conn, key)?.len()))
    }

    /// Lists the users of an organization who have a passkey, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_with_passkey(
        &self,
        organization: &OrganizationId,
    ) -> Result<Vec<UserId>, StoreError> {
        let mut found: Vec<String> = self.pools.read(|conn| {
            Ok(passkeys::table
                .filter(passkeys::organization_id.eq(organization.as_str()))
                .order(passkeys::user_id)
                .select(passkeys::user_id)
                .load(conn)?)
        })?;
        found.dedup();
        let ids = found.iter().map(|id| UserId::parse("user_id", id));
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Stores the use of a passkey. Returns whether the challenge is later than that of all uses before, so that no answer works twice. Of
    /// two uses at once, one is refused.
    ///
    /// # Errors
    /// When the database fails.
    pub fn accept_passkey_use(&self, accepted: &PasskeyUse<'_>) -> Result<bool, StoreError> {
        let Passkey {
            organization_id,
            id,
            credential,
            ..
        } = accepted.passkey;
        let key = PasskeyKey::of(organization_id, id);
        let challenge_at = stored(accepted.challenge_at);
        self.pools.write_unaudited(|conn| {
            let earlier = passkeys::last_challenge_at.lt(challenge_at);
            let unused = passkeys::table
                .filter(passkeys::organization_id.eq(key.organization))
                .filter(passkeys::id.eq(key.passkey))
                .filter(passkeys::counter.eq(i64::from(credential.state.counter)))
                .filter(passkeys::last_challenge_at.is_null().or(earlier));
            let used = diesel::update(unused)
                .set((
                    passkeys::counter.eq(i64::from(accepted.state.counter)),
                    passkeys::backup.eq(accepted.state.backup.as_str()),
                    passkeys::last_challenge_at.eq(challenge_at),
                    passkeys::last_used_at.eq(stored(accepted.at)),
                ))
                .execute(conn)?;
            Ok(used > 0)
        })
    }
}

/// Returns the identifiers of the passkeys of a user.
pub(super) fn ids(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<Vec<String>> {
    passkeys::table
        .filter(passkeys::organization_id.eq(key.organization))
        .filter(passkeys::user_id.eq(key.user))
        .select(passkeys::id)
        .load(conn)
}

/// Notes that a session has accepted a challenge. Returns whether it is later than all before.
fn use_challenge(
    conn: &mut DbConn,
    key: SessionKey<'_>,
    challenge_at: Timestamp,
) -> QueryResult<bool> {
    let challenge_at = stored(challenge_at);
    let earlier = sessions::passkey_challenge_at.lt(challenge_at);
    let session = sessions::table
        .filter(sessions::organization_id.eq(key.organization))
        .filter(sessions::id.eq(key.session))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::passkey_challenge_at.is_null().or(earlier));
    let used = diesel::update(session)
        .set(sessions::passkey_challenge_at.eq(challenge_at))
        .execute(conn)?;
    Ok(used > 0)
}

/// Inserts a passkey. Returns whether nobody had it.
fn insert(conn: &mut DbConn, passkey: &Passkey) -> QueryResult<bool> {
    let credential = &passkey.credential;
    let insert = diesel::insert_into(passkeys::table)
        .values((
            passkeys::organization_id.eq(passkey.organization_id.as_str()),
            passkeys::id.eq(passkey.id.as_str()),
            passkeys::user_id.eq(passkey.user_id.as_str()),
            passkeys::name.eq(passkey.name.as_str()),
            passkeys::credential_id.eq(credential.id.as_slice()),
            passkeys::public_key.eq(credential.public_key.as_slice()),
            passkeys::transports.eq(i32::from(credential.transports)),
            passkeys::counter.eq(i64::from(credential.state.counter)),
            passkeys::backup.eq(credential.state.backup.as_str()),
            passkeys::created_at.eq(stored(passkey.created_at)),
        ))
        .on_conflict_do_nothing();
    let inserted = on_either!(conn, conn => insert.execute(conn))?;
    Ok(inserted > 0)
}

/// Deletes a passkey of a user in a transaction. Returns whether there was one.
pub(super) fn delete(
    conn: &mut DbConn,
    key: UserKey<'_>,
    passkey: &PasskeyId,
) -> QueryResult<bool> {
    let row = passkeys::table
        .filter(passkeys::organization_id.eq(key.organization))
        .filter(passkeys::id.eq(passkey.as_str()))
        .filter(passkeys::user_id.eq(key.user));
    Ok(diesel::delete(row).execute(conn)? > 0)
}

/// Deletes all passkeys of a user in a transaction. Returns how many there were.
pub(super) fn delete_all(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<usize> {
    let all = passkeys::table
        .filter(passkeys::organization_id.eq(key.organization))
        .filter(passkeys::user_id.eq(key.user));
    diesel::delete(all).execute(conn)
}

/// Returns the audit entry of a change of a passkey.
pub(super) fn audit_entry(key: UserKey<'_>, passkey: &PasskeyId) -> NewAuditEntry {
    let entry = NewAuditEntry::done(AuditedKind::User, key.user);
    entry.with_field("passkeyId", passkey.as_str())
}
