//! Reveals of candidates in blind jobs, and masks of the candidates that use cases return.

use std::collections::HashSet;

use shortlist_domain::{
    Candidate, CandidateId, InvalidValue, JobId, Principal, Reveal, TextProblem, check_short,
};

use crate::access::job_access::visible_candidate;
use crate::blind::Masks;
use crate::candidates::Candidates;
use crate::checks::{NO_CANDIDATE, check_assigned, find_candidate_id};
use crate::error::AppError;
use crate::operations::Operation;

impl Candidates<'_> {
    /// Returns which of these candidates are masked for the caller.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn masked(
        &self,
        principal: &Principal,
        ids: &[CandidateId],
    ) -> Result<HashSet<CandidateId>, AppError> {
        Ok(Masks::of(self.store, principal, ids)?.masked)
    }

    /// Reveals a candidate of a blind job to the caller, and records it with the reason in the audit log.
    ///
    /// # Errors
    /// Returns an error if the reason is missing or invalid, or if the caller has no access to such a candidate.
    pub fn reveal(
        &self,
        principal: &Principal,
        candidate_id: &str,
        reason: &str,
    ) -> Result<Candidate, AppError> {
        let id = find_candidate_id(self.store, &principal.organization_id, candidate_id)?;
        let candidate = visible_candidate(self.store, principal, &id)?;
        check_assigned(self.store, principal, &id)?;
        let reason = check_short("reason", reason)?;
        let reason =
            reason.ok_or_else(|| InvalidValue::new("reason", TextProblem::NoReasonToReveal))?;
        let reveal = Reveal {
            organization_id: principal.organization_id.clone(),
            candidate_id: id,
            user_id: principal.user_id.clone(),
            reason,
            revealed_at: self.clock.now(),
        };
        let writer = self
            .writers
            .for_caller(principal, Operation::RevealCandidate);
        if writer.candidates().reveal(&reveal)? {
            Ok(candidate)
        } else {
            Err(NO_CANDIDATE)
        }
    }

    /// Masks candidates for the caller.
    pub(crate) fn mask_all<'c>(
        &self,
        principal: &Principal,
        candidates: impl IntoIterator<Item = &'c mut Candidate>,
    ) -> Result<(), AppError> {
        let candidates = candidates.into_iter().filter(|one| one.may_be_masked);
        let candidates: Vec<&mut Candidate> = candidates.collect();
        // Some of them only lack a name, so their jobs decide. Candidates of a page have few jobs.
        let jobs: HashSet<&JobId> = candidates.iter().map(|one| &one.job_id).collect();
        let jobs: Vec<&JobId> = jobs.into_iter().collect();
        let store = self.store.candidates();
        if !store.is_any_blind(&principal.organization_id, &jobs)? {
            return Ok(());
        }
        let ids: Vec<CandidateId> = candidates.iter().map(|one| one.id.clone()).collect();
        Masks::of(self.store, principal, &ids)?.mask_all(candidates);
        Ok(())
    }

    /// Masks a candidate for the caller.
    pub(crate) fn masked_one(
        &self,
        principal: &Principal,
        mut candidate: Candidate,
    ) -> Result<Candidate, AppError> {
        self.mask_all(principal, [&mut candidate])?;
        Ok(candidate)
    }
}
