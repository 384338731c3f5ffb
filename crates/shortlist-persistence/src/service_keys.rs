//! Keys of the service itself. All servers on a database share them.

use diesel::prelude::*;
use shortlist_domain::Timestamp;

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::service_keys;
use crate::store::Database;
use crate::times::stored;

impl Database<'_> {
    /// Returns the service's key of that name. If it does not exist yet, `fresh` becomes the key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn service_key(
        &self,
        name: &str,
        fresh: &[u8],
        at: Timestamp,
    ) -> Result<Vec<u8>, StoreError> {
        if let Some(key) = self.pools.read(|conn| find(conn, name))? {
            return Ok(key);
        }
        // If two servers start together, the first one to write decides.
        self.pools.write_unaudited(|conn| {
            let row = (
                service_keys::name.eq(name),
                service_keys::key.eq(fresh),
                service_keys::created_at.eq(stored(at)),
            );
            on_either!(conn, conn => diesel::insert_into(service_keys::table)
                .values(row)
                .on_conflict_do_nothing()
                .execute(conn))?;
            Ok(())
        })?;
        let key = self.pools.read(|conn| find(conn, name))?;
        key.ok_or_else(|| StoreError::other("create a key of the service", "it was not stored"))
    }
}

fn find(conn: &mut DbConn, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(service_keys::table
        .filter(service_keys::name.eq(name))
        .select(service_keys::key)
        .first(conn)
        .optional()?)
}
