//! Reviews that are hidden: who interviews a candidate sees the reviews of others after submitting their own, so that nobody is
//! influenced.
//!
//! Every use case that returns scores or comments of reviews, or that orders or counts by them, asks here.

use std::collections::{HashMap, HashSet};

use shortlist_domain::{
    CandidateId, JobId, NamedReview, Principal, Score, ShownMean, UserId, UserType,
};
use shortlist_persistence::Store;

use crate::error::AppError;

/// The candidates whose reviews are hidden from a caller, among some candidates.
pub(crate) struct HiddenReviews(HashSet<CandidateId>);

impl HiddenReviews {
    /// Returns which candidates have hidden reviews.
    pub(crate) fn of(
        store: &Store,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<Self, AppError> {
        let mut hidden = interviewed(store, principal, candidates)?;
        if !hidden.is_empty() {
            let ids: Vec<CandidateId> = hidden.iter().cloned().collect();
            let organization = &principal.organization_id;
            let reviews = store.candidates().named_reviews(organization, &ids)?;
            hidden.retain(|id| !has_own(principal, reviews.get(id)));
        }
        Ok(Self(hidden))
    }

    /// Returns which candidates have hidden reviews, given all reviews of each.
    pub(crate) fn among(
        store: &Store,
        principal: &Principal,
        reviews: &HashMap<CandidateId, Vec<NamedReview>>,
    ) -> Result<Self, AppError> {
        let ids: Vec<CandidateId> = reviews.keys().cloned().collect();
        let mut hidden = interviewed(store, principal, &ids)?;
        hidden.retain(|id| !has_own(principal, reviews.get(id)));
        Ok(Self(hidden))
    }

    /// Returns whether the reviews of a candidate are hidden.
    pub(crate) fn hides(&self, candidate: &CandidateId) -> bool {
        self.0.contains(candidate)
    }

    /// Returns the mean of a candidate's reviews, as far as the caller may see it.
    pub(crate) fn mean(&self, candidate: &CandidateId, mean: Option<Score>) -> ShownMean {
        match mean {
            Some(_) if self.hides(candidate) => ShownMean::Hidden,
            mean => ShownMean::of(mean),
        }
    }
}

/// Returns the caller if reviews of a job, or of any job, are hidden from them. Queries that order or count by reviews leave these
/// candidates out.
pub(crate) fn reader_of_some(
    store: &Store,
    principal: &Principal,
    job: Option<&JobId>,
) -> Result<Option<UserId>, AppError> {
    let (organization, user) = (&principal.organization_id, &principal.user_id);
    let interviews = store.interviews();
    let is_some = interviews.has_unreviewed(organization, job, user)?;
    Ok(is_some.then(|| user.clone()))
}

/// Returns those of some candidates whom the caller interviews. An Interviewer reaches no others.
fn interviewed(
    store: &Store,
    principal: &Principal,
    candidates: &[CandidateId],
) -> Result<HashSet<CandidateId>, AppError> {
    let (organization, user) = (&principal.organization_id, &principal.user_id);
    if candidates.is_empty() {
        return Ok(HashSet::new());
    }
    match principal.user_type {
        UserType::Interviewer => Ok(candidates.iter().cloned().collect()),
        UserType::Admin | UserType::Recruiter | UserType::HiringManager | UserType::ReadOnly => {
            let interviews = store.interviews();
            Ok(interviews.assigned_among(organization, candidates, user)?)
        }
    }
}

fn has_own(principal: &Principal, reviews: Option<&Vec<NamedReview>>) -> bool {
    let is_own = |named: &NamedReview| named.review.reviewer_id == principal.user_id;
    reviews.is_some_and(|reviews| reviews.iter().any(is_own))
}
