//! The ranking of a job's candidates.

use shortlist_domain::{Leaderboard, LeaderboardQuery};

use crate::{App, AppError};

impl App {
    /// Ranks the candidates of a job.
    ///
    /// # Errors
    /// When the organization has no such job.
    pub fn get_leaderboard(&self, query: &LeaderboardQuery) -> Result<Leaderboard, AppError> {
        let board = self.store.leaderboard(query)?;
        if board.rows.is_empty() {
            self.existing_job(&query.organization_id, &query.job_id)?;
        }
        Ok(board)
    }
}
