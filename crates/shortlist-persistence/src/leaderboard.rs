//! The ranking of a job's candidates.

use crate::{Store, StoreError};
use shortlist_domain::{Leaderboard, LeaderboardQuery};

impl Store {
    /// Ranks a job's candidates, highest value first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Leaderboard, StoreError> {
        let _ = (query,);
        Err(self.not_built())
    }
}
