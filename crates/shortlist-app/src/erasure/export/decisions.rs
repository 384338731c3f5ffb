//! Decisions about a candidate, and the candidate's corrections.

use serde_json::{Value, json};
use shortlist_domain::{CandidateId, OrganizationId, UserId};

use crate::candidates::Candidates;
use crate::error::AppError;

impl Candidates<'_> {
    /// Returns what the candidate has corrected.
    pub(super) fn exported_corrections(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<Value, AppError> {
        let corrections = self.store.candidates().list_corrections(organization, id)?;
        let corrections = corrections.iter().map(|correction| {
            json!({
                "entry": correction.entry,
                "field": correction.field.as_str(),
                "parsed": correction.parsed,
                "stated": correction.stated,
                "userId": correction.user_id.as_ref().map(UserId::as_str),
                "correctedAt": correction.corrected_at.to_string(),
            })
        });
        Ok(corrections.collect())
    }

    /// Returns the records of the decisions about the candidate.
    pub(super) fn exported_decisions(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<Value, AppError> {
        let decisions = self.store.candidates().list_decisions(organization, id)?;
        let decisions = decisions.iter().map(|decision| {
            json!({
                "status": decision.status.as_str(),
                "decidedAt": decision.decided_at.to_string(),
                "userId": decision.user_id.as_ref().map(UserId::as_str),
                "score": decision.score.to_f64(),
                "engineVersion": decision.engine_version,
                "receiptDigest": decision.receipt_digest,
                "dueAt": decision.due_at.map(|at| at.to_string()),
                "explainedAt": decision.explained_at.map(|at| at.to_string()),
            })
        });
        Ok(decisions.collect())
    }
}
