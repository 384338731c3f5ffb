//! Scores of candidates: rankings, receipts and rescoring.

mod leaderboard;
pub(crate) mod receipts;
pub(crate) mod rescoring;
