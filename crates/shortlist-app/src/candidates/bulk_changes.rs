//! Changing many candidates at once: all of them, or none.

use shortlist_domain::{
    BulkChange, BulkUpdate, Candidate, CandidateProblem, CandidateStatus, Change,
    CustomFieldChange, InvalidValue, MAX_TAGS, Principal,
};
use shortlist_persistence::StoreError;

use crate::access::job_access::check_candidates_visible;
use crate::candidates::{Candidates, check_only_decides, parse_tags, parsed, short};
use crate::checks::{checked_fields, find_candidate_ids, no_such_candidates};
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::operations::Operation;

/// The changes of many candidates, as given.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateCandidates {
    pub candidate_ids: Vec<String>,
    pub status: Change<String>,
    pub reason: Option<String>,
    pub source: Change<String>,
    pub add_tags: Vec<String>,
    pub remove_tags: Vec<String>,
    pub custom_fields: Vec<CustomFieldChange>,
    /// The digest of a preview of mails. Entry points compare it before they change anything.
    pub preview_digest: Option<String>,
}

impl Candidates<'_> {
    /// Changes all of the candidates or none of them.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the organization lacks one of the candidates.
    pub fn update_many(
        &self,
        principal: &Principal,
        request: UpdateCandidates,
    ) -> Result<Vec<Candidate>, AppError> {
        let organization = &principal.organization_id;
        let ids = find_candidate_ids(self.store, organization, &request.candidate_ids)?;
        check_candidates_visible(self.store, principal, &ids)?;
        let status = parsed(request.status, |text| {
            CandidateStatus::parse("status", text)
        })?;
        let status_reason = match status {
            Some(Some(status)) => {
                self.checked_reason(principal, status, request.reason.as_deref())?
            }
            _ => None,
        };
        let change = BulkChange {
            status,
            status_reason,
            source: short("source", request.source)?,
            add_tags: parse_tags("addTags", &request.add_tags)?,
            remove_tags: parse_tags("removeTags", &request.remove_tags)?,
            custom_fields: checked_fields(request.custom_fields)?,
        };
        let decision = BulkChange {
            status: change.status,
            status_reason: change.status_reason.clone(),
            ..BulkChange::default()
        };
        check_only_decides(principal, change == decision)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::UpdateCandidates);
        // The change has the time of its entries in the audit log, by which it can be taken back.
        let at = writer.at();
        let updated = writer
            .candidates()
            .update_many(organization, &ids, &change, at);
        match updated {
            Err(StoreError::UniqueViolation(_)) => {
                Err(AppError::conflict(CandidateConflict::ExternalIdsCollide))
            }
            updated => {
                let mut changed = changed_candidates(updated?)?;
                self.mask_all(principal, &mut changed)?;
                Ok(changed)
            }
        }
    }
}

/// Returns the candidates that were changed, or why none was.
pub(crate) fn changed_candidates(updated: BulkUpdate) -> Result<Vec<Candidate>, AppError> {
    match updated {
        BulkUpdate::Updated(candidates) => Ok(candidates),
        BulkUpdate::Refused(refused) => Err(refused.into()),
        BulkUpdate::Missing(missing) => Err(no_such_candidates(missing).into()),
        BulkUpdate::TooManyTags(id) => {
            let problem = CandidateProblem::TooManyTags {
                candidate: id.into_string(),
                most: MAX_TAGS,
            };
            Err(InvalidValue::new("addTags", problem).into())
        }
    }
}
