//! The ranking of a job's candidates.

use crate::{CandidateCode, CandidateId, InvalidValue, JobId, OrganizationId, Score};

/// The most rows of one leaderboard page.
pub const MAX_LEADERBOARD_ROWS: u32 = 10_000;

/// What a leaderboard ranks by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaderboardKind {
    /// The score of the resume.
    Ai,
    /// The mean of the reviewers' scores; candidates without one are left out.
    Manual,
}

impl LeaderboardKind {
    /// Takes a kind from outside.
    ///
    /// # Errors
    /// When it is neither `ai` nor `manual`.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        match value {
            "ai" => Ok(Self::Ai),
            "manual" => Ok(Self::Manual),
            _ => Err(InvalidValue::new(field, "must be ai or manual")),
        }
    }
}

/// Where a row stands in a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standpoint {
    /// What it was ranked by.
    pub value: Score,
    /// What equal values stand in order of: the name that is shown, folded.
    pub sort_name: String,
    /// What equal names stand in order of.
    pub candidate_id: CandidateId,
    /// Its rank.
    pub rank: u32,
    /// How many rows stand before and at it.
    pub position: u32,
}

/// A request for a part of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderboardQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Whose candidates.
    pub job_id: JobId,
    /// Ranked by what.
    pub kind: LeaderboardKind,
    /// The most rows.
    pub limit: u32,
    /// Rows left out before; 0 where the part follows a row.
    pub offset: u32,
    /// The row that the part follows, where it is not told by how many are left out.
    pub after: Option<Standpoint>,
    /// Whether the number of all rows is wanted.
    pub count: bool,
}

impl LeaderboardQuery {
    /// Checks a part's bounds.
    ///
    /// # Errors
    /// When `limit` is outside 1 to 10,000 or `offset` negative.
    pub fn parse_bounds(limit: i32, offset: i32) -> Result<(u32, u32), InvalidValue> {
        let limit = u32::try_from(limit)
            .ok()
            .filter(|l| (1..=MAX_LEADERBOARD_ROWS).contains(l))
            .ok_or_else(|| {
                InvalidValue::new(
                    "limit",
                    format!("must be between 1 and {MAX_LEADERBOARD_ROWS}"),
                )
            })?;
        let offset = u32::try_from(offset)
            .map_err(|_error| InvalidValue::new("offset", "must be 0 or more"))?;
        Ok((limit, offset))
    }
}

/// One row of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderboardRow {
    /// The candidate's full name, or the code where the resume shows none.
    pub name: String,
    /// What it was ranked by.
    pub value: Score,
    /// 1 for the highest; equal values share a rank.
    pub rank: u32,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The candidate's code.
    pub code: CandidateCode,
}

/// A part of a leaderboard, highest value first.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaderboard {
    /// The rows asked for.
    pub rows: Vec<LeaderboardRow>,
    /// How many rows there are in all; `None` where nobody asked.
    pub total_count: Option<i64>,
    /// Whether further rows follow.
    pub has_next_page: bool,
    /// Where the last row stands; `None` where there is no row.
    pub end: Option<Standpoint>,
}
