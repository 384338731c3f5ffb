//! The ranking of a job's candidates.

use crate::{
    CandidateCode, CandidateId, CandidateStatus, ChoiceProblem, InvalidValue, JobId, NumberProblem,
    OrganizationId, Score, StatusFilter, UserId,
};

/// The largest number of rows on a leaderboard page.
pub const MAX_LEADERBOARD_ROWS: u32 = 10_000;

/// The value that a leaderboard ranks by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaderboardKind {
    /// The score of the resume.
    Ai,
    /// The mean of the reviewers' scores; candidates without a review are excluded.
    Manual,
}

impl LeaderboardKind {
    /// Parses a kind.
    ///
    /// # Errors
    /// Returns an error if it is neither `ai` nor `manual`.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        match value.trim().to_ascii_lowercase().as_str() {
            "ai" => Ok(Self::Ai),
            "manual" => Ok(Self::Manual),
            _ => Err(InvalidValue::new(
                field,
                ChoiceProblem::Neither(&["ai", "manual"]),
            )),
        }
    }
}

/// A row's position in a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardPosition {
    /// The value that it was ranked by.
    pub value: Score,
    /// The first tie-breaker: the displayed name, normalized.
    pub sort_name: String,
    /// The second tie-breaker.
    pub candidate_id: CandidateId,
    /// Its rank.
    pub rank: u32,
    /// The number of rows up to and including this one.
    pub position: u32,
}

/// A request for a section of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderboardQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The job whose candidates are ranked.
    pub job_id: JobId,
    /// The value to rank by.
    pub kind: LeaderboardKind,
    /// The largest number of rows to return.
    pub limit: u32,
    /// The number of rows to skip; 0 if `after` is given.
    pub offset: u32,
    /// The row that the section follows, for requests that use a cursor instead of an offset.
    pub after: Option<LeaderboardPosition>,
    /// Whether to count all rows.
    pub count: bool,
}

impl LeaderboardQuery {
    /// Checks the bounds of a section.
    ///
    /// # Errors
    /// Returns an error if `limit` is outside 1 to 10,000 or `offset` is negative.
    pub fn parse_bounds(limit: i32, offset: i32) -> Result<(u32, u32), InvalidValue> {
        let limit = u32::try_from(limit)
            .ok()
            .filter(|l| (1..=MAX_LEADERBOARD_ROWS).contains(l))
            .ok_or_else(|| {
                InvalidValue::new(
                    "limit",
                    NumberProblem::OutOfRange {
                        least: 1,
                        most: i64::from(MAX_LEADERBOARD_ROWS),
                    },
                )
            })?;
        let offset = u32::try_from(offset)
            .map_err(|_error| InvalidValue::new("offset", NumberProblem::TooSmall(0)))?;
        Ok((limit, offset))
    }
}

/// Which candidates of a job a leaderboard ranks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardFilter {
    /// Words that name, e-mail, phone, code or skills contain; letter case does not matter.
    pub search: Option<String>,
    /// The statuses to include.
    pub status: StatusFilter,
    /// Whether to rank only candidates about whom nobody has decided.
    pub decision: DecisionFilter,
    /// A user from whom some reviews are hidden. A ranking by reviews leaves these candidates out.
    pub hides_reviews_from: Option<UserId>,
}

/// Which candidates a leaderboard ranks, by whether they have a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionFilter {
    /// All candidates.
    Any,
    /// Candidates without a status.
    Pending,
}

impl Default for LeaderboardFilter {
    fn default() -> Self {
        Self {
            search: None,
            status: StatusFilter::Any,
            decision: DecisionFilter::Any,
            hides_reviews_from: None,
        }
    }
}

/// One row of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderboardRow {
    /// The candidate's full name, or the code if the resume shows no name.
    pub name: String,
    /// The value that it was ranked by.
    pub value: Score,
    /// 1 for the highest value; equal values share a rank.
    pub rank: u32,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The candidate's code.
    pub code: CandidateCode,
    /// The candidate's stage in the hiring process.
    pub status: Option<CandidateStatus>,
    /// Whether the job may be blind. It is true if the code orders the row, as in all blind jobs and if the name is missing.
    pub may_be_masked: bool,
}

/// A section of a leaderboard, highest value first.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaderboard {
    /// The requested rows.
    pub rows: Vec<LeaderboardRow>,
    /// The number of all rows; `None` unless requested.
    pub total_count: Option<i64>,
    /// How many candidates are left out because their reviews are hidden from the reader.
    pub hidden: i64,
    /// Whether further rows follow.
    pub has_next_page: bool,
    /// The position of the last row; `None` if there are no rows.
    pub end: Option<LeaderboardPosition>,
}
