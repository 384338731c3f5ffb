//! Devices from which users have signed in. Only hashes are stored, which name neither the device nor the account.

use chrono::Duration;
use diesel::prelude::*;
use diesel::upsert::excluded;
use shortlist_domain::Timestamp;

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::known_devices;
use crate::store::Sessions;
use crate::times::stored;

/// How long a device is known after the last sign-in from it.
pub const DEVICE_DAYS: i64 = 180;

impl Sessions<'_> {
    /// Returns which of these devices are known.
    ///
    /// # Errors
    /// When the database fails.
    pub fn known_devices(
        &self,
        keys: &[[u8; 32]],
        now: Timestamp,
    ) -> Result<Vec<Vec<u8>>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let since = now.minus(Duration::days(DEVICE_DAYS));
        self.pools.read(|conn| {
            Ok(known_devices::table
                .filter(known_devices::device_key.eq_any(keys.iter().map(<[u8; 32]>::as_slice)))
                .filter(known_devices::used_at.ge(stored(since)))
                .select(known_devices::device_key)
                .load(conn)?)
        })
    }

    /// Stores that a user has signed in from a device, and deletes devices that were not used for long.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remember_device(&self, key: &[u8; 32], now: Timestamp) -> Result<(), StoreError> {
        let forgotten = stored(now.minus(Duration::days(DEVICE_DAYS)));
        self.pools.write_unaudited(|conn| {
            diesel::delete(known_devices::table.filter(known_devices::used_at.lt(forgotten)))
                .execute(conn)?;
            upsert(conn, key, now)?;
            Ok(())
        })
    }
}

fn upsert(conn: &mut DbConn, key: &[u8; 32], now: Timestamp) -> QueryResult<usize> {
    let row = (
        known_devices::device_key.eq(key.as_slice()),
        known_devices::used_at.eq(stored(now)),
    );
    on_either!(conn, conn => diesel::insert_into(known_devices::table)
        .values(row)
        .on_conflict(known_devices::device_key)
        .do_update()
        .set(known_devices::used_at.eq(excluded(known_devices::used_at)))
        .execute(conn))
}
