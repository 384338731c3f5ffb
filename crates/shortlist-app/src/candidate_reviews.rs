//! Reading the reviews of candidates.

use std::collections::{HashMap, HashSet};

use shortlist_domain::{CandidateId, NamedReview, Principal, UserType};
use shortlist_persistence::Store;

use crate::blind::Masks;
use crate::checks::{check_assigned, find_candidate_id};
use crate::job_access::visible_candidate;
use crate::{AppError, Candidates};

impl Candidates<'_> {
    /// Lists the reviews of a candidate, the earliest first. An Interviewer, and whoever else interviews the candidate, sees the
    /// reviews of others after submitting their own, so that nobody is influenced.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate, or the candidate is not assigned to the Interviewer.
    pub fn list_reviews(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<Vec<NamedReview>, AppError> {
        let id = find_candidate_id(self.store, &principal.organization_id, candidate_id)?;
        visible_candidate(self.store, principal, &id)?;
        check_assigned(self.store, principal, &id)?;
        let mut found = self.reviews_of(principal, std::slice::from_ref(&id))?;
        Ok(found.remove(&id).unwrap_or_default())
    }

    /// Returns those of some candidates whom the caller interviews and has not reviewed yet, so that the reviews of others are hidden.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn hidden_until_reviewed(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashSet<CandidateId>, AppError> {
        hidden_until_reviewed(self.store, principal, candidates)
    }

    /// Returns the reviews of candidates that the caller has access to, loaded with a single query. The same rule applies to those
    /// who interview them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn reviews_of(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Vec<NamedReview>>, AppError> {
        let organization = &principal.organization_id;
        let mut found = self
            .store
            .candidates()
            .named_reviews(organization, candidates)?;
        let is_own = |named: &NamedReview| named.review.reviewer_id == principal.user_id;
        let reviewed: Vec<CandidateId> = found.keys().cloned().collect();
        let interviewed = match principal.user_type {
            UserType::Interviewer => reviewed.into_iter().collect(),
            UserType::Admin | UserType::Recruiter => self.store.interviews().assigned_among(
                organization,
                &reviewed,
                &principal.user_id,
            )?,
        };
        found.retain(|id, reviews| !interviewed.contains(id) || reviews.iter().any(is_own));
        let masks = Masks::of(self.store, principal, candidates)?.load(found.keys().cloned())?;
        for (id, reviews) in &mut found {
            if let Some(mask) = masks.get(id) {
                for named in reviews {
                    named.review.comment = mask.redact_some_written(named.review.comment.take());
                }
            }
        }
        Ok(found)
    }
}

/// Returns those of some candidates whom the caller interviews and has not reviewed yet.
pub(crate) fn hidden_until_reviewed(
    store: &Store,
    principal: &Principal,
    candidates: &[CandidateId],
) -> Result<HashSet<CandidateId>, AppError> {
    let (organization, user) = (&principal.organization_id, &principal.user_id);
    let interviews = store.interviews();
    let mut hidden = interviews.assigned_among(organization, candidates, user)?;
    let ids: Vec<CandidateId> = hidden.iter().cloned().collect();
    if !ids.is_empty() {
        let reviews = store.candidates().named_reviews(organization, &ids)?;
        let is_own = |named: &NamedReview| named.review.reviewer_id == *user;
        let has_own =
            |id: &CandidateId| reviews.get(id).is_some_and(|them| them.iter().any(is_own));
        hidden.retain(|id| !has_own(id));
    }
    Ok(hidden)
}
