//! What reviewers think of a candidate.

use crate::{CandidateId, OrganizationId, Score, Timestamp, UserId};

/// A review to be kept: one for each reviewer and candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReview {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Who was reviewed.
    pub candidate_id: CandidateId,
    /// Who reviewed.
    pub reviewer_id: UserId,
    /// The reviewer's score.
    pub score: Score,
    /// What the reviewer says.
    pub comment: Option<String>,
    /// When.
    pub at: Timestamp,
}

/// A review as kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// Who was reviewed.
    pub candidate_id: CandidateId,
    /// Who reviewed.
    pub reviewer_id: UserId,
    /// The reviewer's score.
    pub score: Score,
    /// What the reviewer says.
    pub comment: Option<String>,
    /// When the review was first given.
    pub created_at: Timestamp,
}
