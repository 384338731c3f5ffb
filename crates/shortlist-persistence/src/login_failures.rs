//! Failed sign-ins, counted for each account and address.

use crate::{Store, StoreError};
use shortlist_domain::Timestamp;

impl Store {
    /// Notes a failure under each key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record_login_failure(&self, keys: &[String], at: Timestamp) -> Result<(), StoreError> {
        let _ = (keys, at);
        Err(self.not_built())
    }

    /// Counts the failures under a key since the given time, with the oldest of them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_login_failures(
        &self,
        key: &str,
        since: Timestamp,
    ) -> Result<(i64, Option<Timestamp>), StoreError> {
        let _ = (key, since);
        Err(self.not_built())
    }

    /// Forgets the failures under a key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn clear_login_failures(&self, key: &str) -> Result<(), StoreError> {
        let _ = (key,);
        Err(self.not_built())
    }
}
