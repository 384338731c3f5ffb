//! Reviewers' scores and comments on candidates.

use crate::{CandidateId, OrganizationId, Score, Timestamp, UserId};

/// A review to be stored; each reviewer has one per candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReview {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The reviewer.
    pub reviewer_id: UserId,
    /// The reviewer's score.
    pub score: Score,
    /// The reviewer's comment.
    pub comment: Option<String>,
    /// When it was submitted.
    pub at: Timestamp,
}

/// A stored review.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The reviewer.
    pub reviewer_id: UserId,
    /// The reviewer's score.
    pub score: Score,
    /// The reviewer's comment.
    pub comment: Option<String>,
    /// When the review was first submitted.
    pub created_at: Timestamp,
}

/// A stored review with the name of its reviewer.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedReview {
    /// The review.
    pub review: Review,
    /// The reviewer's display name.
    pub reviewer_name: String,
    /// When the review was last submitted.
    pub updated_at: Timestamp,
}
