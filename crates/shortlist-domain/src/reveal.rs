//! Reveals of candidates in jobs with blind review.

use crate::{CandidateId, OrganizationId, Timestamp, UserId};

/// A user's decision to see who a candidate is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reveal {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The user, for whom alone the candidate is revealed.
    pub user_id: UserId,
    /// Why the user needs to know.
    pub reason: String,
    /// When the candidate was revealed.
    pub revealed_at: Timestamp,
}
