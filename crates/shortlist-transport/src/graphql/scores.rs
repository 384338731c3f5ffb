//! The GraphQL types of scores: rankings, receipts and what explains them.

mod language_model;
pub(crate) mod leaderboard;
pub(crate) mod occupations;
pub(crate) mod receipts;
