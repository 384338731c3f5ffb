//! Failed sign-ins, counted under keys such as an account or a network.

use chrono::{Duration, NaiveDateTime};
use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, Timestamp, UserId};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::{login_failures, organizations};
use crate::store::Sessions;
use crate::times::{stored, timestamp};
use crate::writer::{SessionWriter, Written};

/// How long a failure is stored, which is longer than any window in which failures are counted.
const KEPT_DAYS: i64 = 1;

/// How many failures are allowed under a key.
#[derive(Debug, Clone)]
pub struct FailureLimit {
    /// The key that the failures are counted under.
    pub key: String,
    /// How many are allowed.
    pub most: i64,
}

impl SessionWriter<'_> {
    /// Records a refused sign-in in the audit log. `user` owns the account, if that exists. The web app accepts any name of an
    /// organization. One that does not exist has no audit log.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record_refused_sign_in(&self, user: Option<&UserId>) -> Result<(), StoreError> {
        self.writer.write(|conn| {
            let organization = self.writer.action().organization_id.as_str();
            let known = organizations::table
                .filter(organizations::id.eq(organization))
                .select(organizations::id)
                .first::<String>(conn)
                .optional()?;
            if known.is_none() {
                return Ok(Written::nothing(()));
            }
            let entry = NewAuditEntry {
                kind: AuditedKind::User,
                thing_id: user.map(ToString::to_string),
                ..NewAuditEntry::refused("the e-mail address or the password is wrong")
            };
            Ok(Written::one((), entry))
        })
    }
}

impl Sessions<'_> {
    /// Counts a failed sign-in under each key, and deletes old failures.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_login_failure(&self, keys: &[String], at: Timestamp) -> Result<(), StoreError> {
        let forgotten = stored(at.minus(Duration::days(KEPT_DAYS)));
        self.pools.write_unaudited(|conn| {
            diesel::delete(login_failures::table.filter(login_failures::failed_at.lt(forgotten)))
                .execute(conn)?;
            for key in keys {
                insert(conn, key, at)?;
            }
            Ok(())
        })
    }

    /// Counts a failure of a user under each key, unless one of them has as many as are allowed since a time. Then nothing is counted, and
    /// the latest time of a failure is returned that has to be before `since` until another one is allowed.
    ///
    /// Attempts of the same user wait for each other, so that none passes a limit that others have reached at the same time.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_limited_failure(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        limits: &[FailureLimit],
        since: Timestamp,
        at: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.pools.write_unaudited(|conn| {
            dialect::lock_user(conn, organization.as_str(), user.as_str())?;
            let mut full = None;
            for FailureLimit { key, most } in limits {
                full = full.max(find(conn, key, *most, since)?);
            }
            if full.is_none() {
                for limit in limits {
                    insert(conn, &limit.key, at)?;
                }
            }
            Ok(full)
        })
    }

    /// Takes back one failure under each key that was counted at a time.
    ///
    /// # Errors
    /// When the database fails.
    pub fn take_back_login_failure(
        &self,
        keys: &[String],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            for key in keys {
                let counted = login_failures::table
                    .filter(login_failures::login_key.eq(key))
                    .filter(login_failures::failed_at.eq(stored(at)));
                let deleted = diesel::delete(counted).execute(conn)?;
                // Others were counted in the same moment.
                for _other in 1..deleted {
                    insert(conn, key, at)?;
                }
            }
            Ok(())
        })
    }

    /// Returns when the failure with this number happened, counted back from the last one under a key, if it is not before
    /// `since`. The last failure has the number 1.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_login_failure(
        &self,
        key: &str,
        number: i64,
        since: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.pools.read(|conn| find(conn, key, number, since))
    }
}

fn insert(conn: &mut DbConn, key: &str, at: Timestamp) -> QueryResult<usize> {
    diesel::insert_into(login_failures::table)
        .values((
            login_failures::login_key.eq(key),
            login_failures::failed_at.eq(stored(at)),
        ))
        .execute(conn)
}

fn find(
    conn: &mut DbConn,
    key: &str,
    number: i64,
    since: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let found: Option<NaiveDateTime> = login_failures::table
        .filter(login_failures::login_key.eq(key))
        .filter(login_failures::failed_at.ge(stored(since)))
        .order(login_failures::failed_at.desc())
        .offset(number.saturating_sub(1))
        .limit(1)
        .select(login_failures::failed_at)
        .first(conn)
        .optional()?;
    Ok(found.map(timestamp))
}
