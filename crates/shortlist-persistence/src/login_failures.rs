//! Failed sign-ins, counted for each account and address.

use chrono::{Duration, NaiveDateTime};
use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, Timestamp, UserId};

use crate::StoreError;
use crate::schema::{login_failures, organizations};
use crate::store::Sessions;
use crate::times::{stored, timestamp};
use crate::writer::{SessionWriter, Written};

/// How long a failure is stored, which is longer than any window in which failures are counted.
const KEPT_DAYS: i64 = 1;

impl SessionWriter<'_> {
    /// Records a failure under each key and deletes old failures. `user` owns the account, if that exists. The web app accepts
    /// any name of an organization. One that does not exist has no audit log.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record_login_failure(
        &self,
        keys: &[String],
        user: Option<&UserId>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let forgotten = stored(at.minus(Duration::days(KEPT_DAYS)));
        self.writer.write(|conn| {
            diesel::delete(login_failures::table.filter(login_failures::failed_at.lt(forgotten)))
                .execute(conn)?;
            for key in keys {
                diesel::insert_into(login_failures::table)
                    .values((
                        login_failures::login_key.eq(key),
                        login_failures::failed_at.eq(stored(at)),
                    ))
                    .execute(conn)?;
            }
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
    /// Counts the failures under a key since the given time. Also returns the time of the oldest.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_login_failures(
        &self,
        key: &str,
        since: Timestamp,
    ) -> Result<(i64, Option<Timestamp>), StoreError> {
        self.pools.read(|conn| {
            let (count, oldest): (i64, Option<NaiveDateTime>) = login_failures::table
                .filter(login_failures::login_key.eq(key))
                .filter(login_failures::failed_at.ge(stored(since)))
                .select((count_star(), min(login_failures::failed_at)))
                .first(conn)?;
            Ok((count, oldest.map(timestamp)))
        })
    }

    /// Deletes the failures under a key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn clear_login_failures(&self, key: &str) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            diesel::delete(login_failures::table.filter(login_failures::login_key.eq(key)))
                .execute(conn)?;
            Ok(())
        })
    }
}
