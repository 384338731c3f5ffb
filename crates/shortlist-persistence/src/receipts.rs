//! Resumes as read, and receipts of their scores.

use std::collections::HashMap;

use crate::{Store, StoreError};
use shortlist_domain::{
    CandidateId, OrganizationId, Resume, ScoreReceipt, StoredFile, Timestamp, Weights,
};

/// A resume as read, with its file.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResume {
    /// The file.
    pub file: StoredFile,
    /// What it says.
    pub resume: Resume,
}

/// The newest receipt of a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredReceipt {
    /// The receipt.
    pub receipt: ScoreReceipt,
    /// The weights behind it.
    pub weights: Weights,
    /// The job's version that it was scored against.
    pub job_version: i32,
}

/// A candidate's new score.
#[derive(Debug, Clone)]
pub struct NewReceipt {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The receipt.
    pub receipt: ScoreReceipt,
    /// The job's version that it was scored against.
    pub job_version: i32,
}

impl Store {
    /// Loads the resumes of some candidates; those that do not exist are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_resumes(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, StoredResume>, StoreError> {
        let _ = (organization, candidates);
        Err(self.not_built())
    }

    /// Loads the newest receipts of some candidates; those that do not exist are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_receipts(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, StoredReceipt>, StoreError> {
        let _ = (organization, candidates);
        Err(self.not_built())
    }

    /// Keeps new receipts and sets the candidates' scores, in one transaction; older receipts stay as history. Returns how many
    /// candidates there were.
    ///
    /// # Errors
    /// When the database fails.
    pub fn save_receipts(
        &self,
        organization: &OrganizationId,
        receipts: &[NewReceipt],
        at: Timestamp,
    ) -> Result<usize, StoreError> {
        let _ = (organization, receipts, at);
        Err(self.not_built())
    }
}
