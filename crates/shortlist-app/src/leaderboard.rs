//! The leaderboard of a job.

use shortlist_domain::{Leaderboard, LeaderboardFilter, LeaderboardQuery};

use crate::checks::existing_job;
use crate::{AppError, Scores};

impl Scores<'_> {
    /// Returns a section of a job's leaderboard.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job.
    pub fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Leaderboard, AppError> {
        self.filtered_leaderboard(query, &LeaderboardFilter::default())
    }

    /// Returns a section of a job's leaderboard that ranks only some of the candidates.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job.
    pub fn filtered_leaderboard(
        &self,
        query: &LeaderboardQuery,
        filter: &LeaderboardFilter,
    ) -> Result<Leaderboard, AppError> {
        let board = self.store.scores().filtered_leaderboard(query, filter)?;
        if board.rows.is_empty() {
            existing_job(self.store, &query.organization_id, &query.job_id)?;
        }
        Ok(board)
    }
}
