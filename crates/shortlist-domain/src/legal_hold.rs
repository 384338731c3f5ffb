//! Legal holds: candidates who may not be erased.

use crate::{CandidateCode, CandidateId, Timestamp};

/// A candidate under a legal hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldCandidate {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The candidate's code.
    pub code: CandidateCode,
    /// Why the candidate may not be erased.
    pub reason: String,
    /// When the hold was set.
    pub held_at: Timestamp,
}
