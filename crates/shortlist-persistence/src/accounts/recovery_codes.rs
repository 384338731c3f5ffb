//! Recovery codes of second factors. Only their hashes are stored, and each works once.

use chrono::NaiveDateTime;
use diesel::dsl::max;
use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, Timestamp, UserId};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::recovery_codes;
use crate::store::Users;
use crate::times::{stored, timestamp};
use crate::writer::{UserWriter, Written};

impl UserWriter<'_> {
    /// Replaces the recovery codes of a user. The earlier ones stop working.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user.
    pub fn replace_recovery_codes(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        hashes: &[[u8; 32]],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write(|conn| {
            // Of two sets at once, one must not be added to the other.
            dialect::lock_user(conn, key.organization, key.user)?;
            replace(conn, key, hashes, at)?;
            let entry = NewAuditEntry::done(AuditedKind::User, key.user);
            Ok(Written::one(
                (),
                entry.with_field("recoveryCodes", "replaced"),
            ))
        })
    }

    /// Uses a recovery code. Returns whether the user has such a code that was not used before.
    ///
    /// # Errors
    /// When the database fails.
    pub fn use_recovery_code(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        hash: &[u8; 32],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write(|conn| {
            let code = recovery_codes::table
                .filter(recovery_codes::organization_id.eq(key.organization))
                .filter(recovery_codes::user_id.eq(key.user))
                .filter(recovery_codes::code_hash.eq(hash.as_slice()))
                .filter(recovery_codes::used_at.is_null());
            let used = diesel::update(code)
                .set(recovery_codes::used_at.eq(stored(at)))
                .execute(conn)?;
            if used == 0 {
                return Ok(Written::nothing(false));
            }
            let entry = NewAuditEntry::done(AuditedKind::User, key.user)
                .with_field("recoveryCode", "used")
                .with_field("recoveryCodesLeft", &count(conn, key)?.to_string());
            Ok(Written::one(true, entry))
        })
    }
}

impl Users<'_> {
    /// Returns how many recovery codes of a user were not used.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_recovery_codes(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<i64, StoreError> {
        let key = UserKey::of(organization, user);
        self.pools.read(|conn| Ok(count(conn, key)?))
    }

    /// Returns when the recovery codes of a user were made, also if all were used; `None` if there are none.
    ///
    /// # Errors
    /// When the database fails.
    pub fn recovery_codes_made_at(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<Option<Timestamp>, StoreError> {
        let key = UserKey::of(organization, user);
        self.pools.read(|conn| {
            let made: Option<NaiveDateTime> = recovery_codes::table
                .filter(recovery_codes::organization_id.eq(key.organization))
                .filter(recovery_codes::user_id.eq(key.user))
                .select(max(recovery_codes::created_at))
                .get_result(conn)?;
            Ok(made.map(timestamp))
        })
    }
}

fn count(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<i64> {
    recovery_codes::table
        .filter(recovery_codes::organization_id.eq(key.organization))
        .filter(recovery_codes::user_id.eq(key.user))
        .filter(recovery_codes::used_at.is_null())
        .count()
        .get_result(conn)
}

/// Replaces the codes of a user in a transaction.
pub(super) fn replace(
    conn: &mut DbConn,
    key: UserKey<'_>,
    hashes: &[[u8; 32]],
    at: Timestamp,
) -> QueryResult<()> {
    delete(conn, key)?;
    for hash in hashes {
        diesel::insert_into(recovery_codes::table)
            .values((
                recovery_codes::organization_id.eq(key.organization),
                recovery_codes::user_id.eq(key.user),
                recovery_codes::code_hash.eq(hash.as_slice()),
                recovery_codes::created_at.eq(stored(at)),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Deletes the codes of a user in a transaction.
pub(super) fn delete(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<usize> {
    let codes = recovery_codes::table
        .filter(recovery_codes::organization_id.eq(key.organization))
        .filter(recovery_codes::user_id.eq(key.user));
    diesel::delete(codes).execute(conn)
}
