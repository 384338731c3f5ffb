//! Reading the reviews of candidates.

use std::collections::HashMap;

use shortlist_domain::{CandidateId, NamedReview, Principal};

use crate::access::job_access::visible_candidate;
use crate::blind::Masks;
use crate::candidates::Candidates;
use crate::checks::{check_assigned, find_candidate_id};
use crate::error::AppError;
use crate::interviews::hidden_reviews::HiddenReviews;

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

    /// Returns the reviews of candidates that the caller has access to, except those that are hidden from the caller.
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
        let hidden = HiddenReviews::among(self.store, principal, &found)?;
        found.retain(|id, _| !hidden.hides(id));
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
