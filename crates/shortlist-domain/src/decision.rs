//! Decisions that end an application, and how they are explained and recorded.

use crate::{
    CandidateId, CandidateStatus, InvalidValue, JobId, MicroPoints, NumberProblem, Score,
    Timestamp, UserId,
};

/// The days after an adverse decision in which the candidate gets an explanation (Colorado SB 26-189).
pub const EXPLANATION_DAYS: i64 = 30;
/// The years for which decision records are kept unless an organization sets another number (2 CCR 11013).
pub const DEFAULT_RECORD_YEARS: i32 = 4;
/// The fewest years for which decision records can be kept.
pub const MIN_RECORD_YEARS: i32 = 3;
/// The most years for which decision records can be kept.
pub const MAX_RECORD_YEARS: i32 = 10;
/// The days of a year of the records' period, so that a period is never too short.
const DAYS_OF_A_YEAR: i32 = 366;

/// A criterion of the score that a decision was based on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionCriterion {
    /// Its name.
    pub name: String,
    /// Its share of the total weight.
    pub weight: MicroPoints,
    /// How far the resume met it, from 0 to one.
    pub value: MicroPoints,
}

/// The record of a decision. It contains no text about the person, and outlives their erasure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The candidate, who may be erased.
    pub candidate_id: CandidateId,
    /// The number of the decision in the candidate's history.
    pub number: i32,
    /// The job.
    pub job_id: JobId,
    /// The version of the job that the score refers to.
    pub job_version: i32,
    /// The status after the decision: rejected or hired.
    pub status: CandidateStatus,
    /// Who decided; `None` for the operator and the service.
    pub user_id: Option<UserId>,
    /// When.
    pub decided_at: Timestamp,
    /// The score at the time of the decision.
    pub score: Score,
    /// The version of the engine that computed it.
    pub engine_version: String,
    /// The digest of its receipt.
    pub receipt_digest: String,
    /// The criteria.
    pub criteria: Vec<DecisionCriterion>,
    /// When an explanation is due; `None` if it was given, or if the decision was changed.
    pub due_at: Option<Timestamp>,
    /// When the candidate got the explanation.
    pub explained_at: Option<Timestamp>,
}

/// An explanation that a candidate has not got yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueExplanation {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The job.
    pub job_id: JobId,
    /// When it is due.
    pub due_at: Timestamp,
}

/// Returns whether a status ends an application by a decision of the organization.
pub fn is_decision(status: CandidateStatus) -> bool {
    matches!(status, CandidateStatus::Rejected | CandidateStatus::Hired)
}

/// How an organization explains decisions, and how long it keeps their records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionPolicy {
    /// Whom candidates can turn to, such as an e-mail address.
    pub contact: Option<String>,
    /// For how many years the records are kept.
    pub record_years: i32,
}

impl Default for DecisionPolicy {
    fn default() -> Self {
        Self {
            contact: None,
            record_years: DEFAULT_RECORD_YEARS,
        }
    }
}

impl DecisionPolicy {
    /// Checks a number of years.
    ///
    /// # Errors
    /// Returns an error if it is out of range.
    pub fn check_years(field: &str, years: i32) -> Result<i32, InvalidValue> {
        if (MIN_RECORD_YEARS..=MAX_RECORD_YEARS).contains(&years) {
            return Ok(years);
        }
        let problem = NumberProblem::OutOfRange {
            least: i64::from(MIN_RECORD_YEARS),
            most: i64::from(MAX_RECORD_YEARS),
        };
        Err(InvalidValue::new(field, problem))
    }

    /// Returns the days for which the records are kept.
    pub fn record_days(&self) -> i32 {
        self.record_years.saturating_mul(DAYS_OF_A_YEAR)
    }

    /// Returns how a retention period conflicts with explanations and records; `None` if it does not.
    pub fn conflict(&self, retention_days: Option<i32>) -> Option<RetentionConflict> {
        let days = retention_days?;
        if i64::from(days) < EXPLANATION_DAYS {
            return Some(RetentionConflict::BeforeExplanation);
        }
        (days < self.record_days()).then_some(RetentionConflict::BeforeRecordsEnd)
    }
}

/// How a retention period conflicts with explanations and records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetentionConflict {
    /// Candidates can be erased before their explanation is due.
    BeforeExplanation,
    /// Candidates are erased before the period of the records ends.
    BeforeRecordsEnd,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_retention_conflicts() {
        let policy = DecisionPolicy::default();
        assert_eq!(policy.conflict(None), None);
        assert_eq!(policy.conflict(Some(4 * 366)), None);
        let early = Some(RetentionConflict::BeforeRecordsEnd);
        assert_eq!(policy.conflict(Some(4 * 366 - 1)), early);
        assert_eq!(policy.conflict(Some(30)), early);
        let before = Some(RetentionConflict::BeforeExplanation);
        assert_eq!(policy.conflict(Some(29)), before);
    }

    #[test]
    fn records_are_kept_for_three_to_ten_years() {
        for (years, is_valid) in [(2, false), (3, true), (10, true), (11, false)] {
            assert_eq!(
                DecisionPolicy::check_years("recordYears", years).is_ok(),
                is_valid
            );
        }
    }
}
