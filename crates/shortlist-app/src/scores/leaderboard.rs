//! The leaderboard of a job.

use shortlist_domain::{
    CandidateId, Leaderboard, LeaderboardFilter, LeaderboardKind, LeaderboardQuery, Principal,
};

use crate::access::job_access::check_job_visible;
use crate::blind::Masks;
use crate::checks::existing_job;
use crate::error::AppError;
use crate::interviews::hidden_reviews::reader_of_some;
use crate::scores::Scores;

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
        self.filtered_leaderboard(principal, query, &LeaderboardFilter::default())
    }

    /// Returns a section of a job's leaderboard that ranks only some of the candidates. By reviews, candidates whose reviews are
    /// hidden from the caller are left out.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job.
    pub fn filtered_leaderboard(
        &self,
        principal: &Principal,
        query: &LeaderboardQuery,
        filter: &LeaderboardFilter,
    ) -> Result<Leaderboard, AppError> {
        check_job_visible(self.store, principal, &query.job_id)?;
        let filter = LeaderboardFilter {
            hides_reviews_from: match query.kind {
                LeaderboardKind::Manual => {
                    reader_of_some(self.store, principal, Some(&query.job_id))?
                }
                LeaderboardKind::Ai => None,
            },
            ..filter.clone()
        };
        let mut board = self.store.scores().filtered_leaderboard(query, &filter)?;
        if board.rows.is_empty() {
            existing_job(self.store, &query.organization_id, &query.job_id)?;
        }
        let by_code = board.rows.iter().filter(|row| row.may_be_masked);
        let ids: Vec<CandidateId> = by_code.map(|row| row.candidate_id.clone()).collect();
        let masks = Masks::of_job(self.store, principal, &query.job_id, &ids)?;
        for row in board
            .rows
            .iter_mut()
            .filter(|row| masks.hides(&row.candidate_id))
        {
            row.name = row.code.to_string();
        }
        Ok(board)
    }
}
