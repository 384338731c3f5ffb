//! What the audit log says about an erasure: when, by whom, why, and how much was erased. It never says who it was.

use shortlist_domain::{
    Actor, AuditChanges, AuditEntry, AuditOutcome, AuditQuery, AuditedKind, CandidateId,
    PageRequest, Principal, Timestamp,
};

use crate::checks::NO_CANDIDATE;
use crate::erasure::Erasures;
use crate::error::AppError;
use crate::operations::Operation;

/// The operations that erase a candidate.
const ERASING: [Operation; 2] = [Operation::EraseCandidate, Operation::ErasePerson];
/// The number of entries among which the erasure is looked for. Nothing but a repeated call comes after it.
const MAX_ENTRIES: i32 = 20;

/// The proof of an erasure.
#[derive(Debug, Clone, PartialEq)]
pub struct ErasureProof {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// When the data were erased.
    pub erased_at: Timestamp,
    /// Who erased them.
    pub actor: Actor,
    /// The reason.
    pub reason: Option<String>,
    /// How many records of each kind were erased, such as `("interviews", "2")`.
    pub records: Vec<(String, String)>,
    /// The number of the entry in the audit log.
    pub number: i64,
}

impl Erasures<'_> {
    /// Returns what the audit log says about the erasure of a candidate.
    ///
    /// # Errors
    /// Returns an error if the organization has erased no such candidate.
    pub fn proof(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<ErasureProof, AppError> {
        let id = CandidateId::parse("candidateId", candidate_id)?;
        let query = AuditQuery {
            organization_id: principal.organization_id.clone(),
            from: None,
            to: None,
            operation: None,
            user_id: None,
            thing_id: Some(id.to_string()),
            candidate_id: None,
            page: PageRequest::parse(("page", 1), ("size", MAX_ENTRIES))?,
            count: false,
        };
        let entries = self.records.store.audit().list(&query)?.items;
        let erasure = entries.into_iter().find(is_erasure).ok_or(NO_CANDIDATE)?;
        let AuditChanges::Known(changes) = erasure.changes else {
            return Err(NO_CANDIDATE);
        };
        let records = changes
            .into_iter()
            .map(|change| (change.field, change.after.unwrap_or_default()));
        Ok(ErasureProof {
            candidate_id: id,
            erased_at: erasure.at,
            actor: erasure.actor,
            reason: erasure.reason,
            records: records.collect(),
            number: erasure.number,
        })
    }
}

fn is_erasure(entry: &AuditEntry) -> bool {
    entry.kind == AuditedKind::Candidate
        && entry.outcome == AuditOutcome::Done
        && ERASING.iter().any(|one| one.name() == entry.operation)
}
