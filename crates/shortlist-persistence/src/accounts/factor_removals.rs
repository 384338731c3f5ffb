//! How second factors of users are removed: one by its user, or all of somebody who has lost them.
//!
//! Each removal locks the user. So of two that come at once, the second one knows whether it takes the last second factor.

use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, PasskeyId, Timestamp, UserId};

use crate::accounts::{passkeys, second_factors, sessions};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::writer::{UserWriter, Written};

/// Whether a user may remove the last second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastFactor {
    /// The user may be left without one.
    MayGo,
    /// The organization requires one.
    Stays,
}

/// The outcome of removing a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactorRemoval {
    /// It was removed.
    Removed,
    /// The user has no such second factor.
    NotFound,
    /// It is the last one, which stays.
    Last,
}

impl UserWriter<'_> {
    /// Removes the app of a second factor, with its recovery codes. Passkeys stay.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_second_factor(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        last: LastFactor,
    ) -> Result<FactorRemoval, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write(|conn| {
            dialect::lock_user(conn, key.organization, key.user)?;
            if last == LastFactor::Stays && passkeys::ids(conn, key)?.is_empty() {
                return Ok(Written::nothing(FactorRemoval::Last));
            }
            Ok(if second_factors::remove(conn, key)? {
                Written::one(
                    FactorRemoval::Removed,
                    second_factors::changed(key, "app", "none"),
                )
            } else {
                Written::nothing(FactorRemoval::NotFound)
            })
        })
    }

    /// Removes a passkey of a user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_passkey(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        passkey: &PasskeyId,
        last: LastFactor,
    ) -> Result<FactorRemoval, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write(|conn| {
            dialect::lock_user(conn, key.organization, key.user)?;
            let own = passkeys::ids(conn, key)?;
            let is_last = own == [passkey.as_str()] && !second_factors::has_app(conn, key)?;
            if is_last && last == LastFactor::Stays {
                return Ok(Written::nothing(FactorRemoval::Last));
            }
            if !passkeys::delete(conn, key, passkey)? {
                return Ok(Written::nothing(FactorRemoval::NotFound));
            }
            let entry = passkeys::audit_entry(key, passkey).with_field("passkey", "removed");
            Ok(Written::one(FactorRemoval::Removed, entry))
        })
    }

    /// Removes all second factors of a user who has lost them, and ends all their sessions. Returns whether there were any.
    ///
    /// # Errors
    /// When the database fails.
    pub fn reset_second_factor(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write_credentials(|conn| {
            let removed = remove_all(conn, key)?;
            if !removed.app && removed.passkeys == 0 {
                return Ok(Written::nothing(false));
            }
            sessions::revoke_all(conn, key, at)?;
            let entry = removed.audit_entry(key).with_field("sessions", "ended");
            Ok(Written::one(true, entry))
        })
    }
}

/// The second factors that a user had.
pub(super) struct RemovedFactors {
    app: bool,
    passkeys: usize,
}

impl RemovedFactors {
    fn audit_entry(&self, key: UserKey<'_>) -> NewAuditEntry {
        let entry = if self.app {
            second_factors::changed(key, "app", "none")
        } else {
            NewAuditEntry::done(AuditedKind::User, key.user)
        };
        match self.passkeys {
            0 => entry,
            removed => entry.with_field("passkeysRemoved", &removed.to_string()),
        }
    }
}

/// Removes all second factors of a user.
pub(super) fn remove_all(
    conn: &mut DbConn,
    key: UserKey<'_>,
) -> Result<RemovedFactors, StoreError> {
    Ok(RemovedFactors {
        app: second_factors::remove(conn, key)?,
        passkeys: passkeys::delete_all(conn, key)?,
    })
}
