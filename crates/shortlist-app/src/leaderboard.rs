//! The leaderboard of a job.

use shortlist_domain::{Leaderboard, LeaderboardQuery, Principal};

use crate::checks::existing_job;
use crate::job_access::check_job_visible;
use crate::{AppError, Scores};

impl Scores<'_> {
    /// Returns a section of a job's leaderboard.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job.
    pub fn leaderboard(
        &self,
        principal: &Principal,
        query: &LeaderboardQuery,
    ) -> Result<Leaderboard, AppError> {
        check_job_visible(self.store, principal, &query.job_id)?;
        let board = self.store.scores().leaderboard(query)?;
        if board.rows.is_empty() {
            existing_job(self.store, &query.organization_id, &query.job_id)?;
        }
        Ok(board)
    }
}
