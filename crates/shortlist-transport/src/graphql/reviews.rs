//! The GraphQL types of reviews.

use std::collections::HashMap;
use std::sync::OnceLock;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, Operation, SubmitReview};
use shortlist_domain::{CandidateId, NamedReview, Principal};

use super::context::RequestContext;

/// Each reviewer has one review per candidate. Submitting again replaces it.
#[derive(GraphQLInputObject)]
pub(crate) struct SubmitReviewInput {
    candidate_id: String,
    score: f64,
    comment: Option<String>,
}

impl SubmitReviewInput {
    pub(crate) fn request(self) -> SubmitReview {
        SubmitReview {
            candidate_id: self.candidate_id,
            score: self.score,
            comment: self.comment,
        }
    }
}

#[derive(GraphQLObject)]
pub(crate) struct Review {
    candidate_id: String,
    reviewer_id: String,
    score: f64,
    comment: Option<String>,
    created_at: String,
}

impl Review {
    pub(crate) fn of(review: shortlist_domain::Review) -> Self {
        Self {
            candidate_id: review.candidate_id.into_string(),
            reviewer_id: review.reviewer_id.into_string(),
            score: review.score.to_f64(),
            comment: review.comment,
            created_at: review.created_at.to_string(),
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListReviewsInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
}

/// The reviews of a candidate, the earliest first.
#[derive(GraphQLObject)]
pub(crate) struct ReviewList {
    reviews: Vec<CandidateReview>,
}

impl ReviewList {
    pub(crate) fn load(
        context: &RequestContext,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<Self, AppError> {
        let candidates = context.app.candidates();
        let reviews = candidates.list_reviews(principal, candidate_id)?;
        context.charge(reviews.iter().map(text_bytes).sum())?;
        Ok(Self {
            reviews: reviews.iter().map(CandidateReview::of).collect(),
        })
    }
}

/// A review of a candidate.
#[derive(GraphQLObject)]
pub(crate) struct CandidateReview {
    candidate_id: String,
    reviewer_id: String,
    reviewer_name: String,
    score: f64,
    comment: Option<String>,
    created_at: String,
    /// When the review was last submitted.
    updated_at: String,
}

impl CandidateReview {
    fn of(named: &NamedReview) -> Self {
        let review = &named.review;
        Self {
            candidate_id: review.candidate_id.to_string(),
            reviewer_id: review.reviewer_id.to_string(),
            reviewer_name: named.reviewer_name.clone(),
            score: review.score.to_f64(),
            comment: review.comment.clone(),
            created_at: review.created_at.to_string(),
            updated_at: named.updated_at.to_string(),
        }
    }
}

fn text_bytes(named: &NamedReview) -> usize {
    let comment = named.review.comment.as_ref();
    named.reviewer_name.len() + comment.map_or(0, String::len)
}

/// The reviews of the candidates of one page. The first candidate whose reviews are selected loads them all.
pub(crate) struct PageReviews {
    candidates: Vec<CandidateId>,
    loaded: OnceLock<HashMap<CandidateId, Vec<NamedReview>>>,
}

impl PageReviews {
    pub(crate) fn of(candidates: Vec<CandidateId>) -> Self {
        Self {
            candidates,
            loaded: OnceLock::new(),
        }
    }

    /// Returns the reviews of a candidate. Returns `None` if the caller may not list reviews.
    pub(crate) fn reviews(
        &self,
        context: &RequestContext,
        candidate: &CandidateId,
    ) -> Result<Option<Vec<CandidateReview>>, AppError> {
        let (app, principal) = (&context.app, &context.principal);
        if !app.access().is_allowed(principal, Operation::ListReviews) {
            return Ok(None);
        }
        let loaded = match self.loaded.get() {
            Some(loaded) => loaded,
            None => {
                let found = app.candidates().reviews_of(principal, &self.candidates)?;
                self.loaded.get_or_init(|| found)
            }
        };
        let reviews = loaded.get(candidate).map(Vec::as_slice).unwrap_or_default();
        context.charge(reviews.iter().map(text_bytes).sum())?;
        Ok(Some(reviews.iter().map(CandidateReview::of).collect()))
    }
}
