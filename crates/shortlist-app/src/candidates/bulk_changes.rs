//! Changing many candidates at once: all of them, or none.

use shortlist_domain::{
    BulkChange, BulkUpdate, Candidate, CandidateId, CandidateProblem, CandidateStatus, Change,
    CustomFieldChange, InvalidValue, ListProblem, MAX_BULK_CANDIDATES, MAX_TAGS, OrganizationId,
    Principal,
};
use shortlist_persistence::StoreError;

use crate::access::job_access::{team_scope, visible_candidate};
use crate::candidates::{Candidates, check_only_decides, parse_tags, parsed, short};
use crate::checks::{checked_fields, find_candidate_id};
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
        let ids = self.candidate_ids(organization, &request.candidate_ids)?;
        self.check_visible(principal, &ids)?;
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

    /// Returns an error if the caller has no access to one of the candidates.
    pub(crate) fn check_visible(
        &self,
        principal: &Principal,
        ids: &[CandidateId],
    ) -> Result<(), AppError> {
        if team_scope(self.store, principal)?.is_some() {
            for id in ids {
                visible_candidate(self.store, principal, id)?;
            }
        }
        Ok(())
    }

    pub(crate) fn candidate_ids(
        &self,
        organization: &OrganizationId,
        texts: &[String],
    ) -> Result<Vec<CandidateId>, AppError> {
        if texts.is_empty() || texts.len() > MAX_BULK_CANDIDATES {
            let problem = ListProblem::CandidatesOutOfRange(MAX_BULK_CANDIDATES);
            return Err(InvalidValue::new("candidateIds", problem).into());
        }
        let mut ids = Vec::with_capacity(texts.len());
        for text in texts {
            let id = find_candidate_id(self.store, organization, text)?;
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        Ok(ids)
    }
}

/// Returns the candidates that were changed, or why none was.
pub(crate) fn changed_candidates(updated: BulkUpdate) -> Result<Vec<Candidate>, AppError> {
    match updated {
        BulkUpdate::Updated(candidates) => Ok(candidates),
        BulkUpdate::Refused(refused) => Err(refused.into()),
        BulkUpdate::Missing(missing) => {
            let missing = missing.into_iter().map(CandidateId::into_string);
            let problem = CandidateProblem::NoSuchCandidates(missing.collect());
            Err(InvalidValue::new("candidateIds", problem).into())
        }
        BulkUpdate::TooManyTags(id) => {
            let problem = CandidateProblem::TooManyTags {
                candidate: id.into_string(),
                most: MAX_TAGS,
            };
            Err(InvalidValue::new("addTags", problem).into())
        }
    }
}
