//! The GraphQL types of reviews.

use std::collections::HashMap;
use std::sync::OnceLock;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, Operation, SubmitReview};
use shortlist_domain::{CandidateId, NamedReview, Principal};

use crate::graphql::context::RequestContext;
use crate::graphql::input::input;
use crate::graphql::object::object;

input! {
    /// Each reviewer has one review per candidate. Submitting again replaces it.
    pub(crate) struct SubmitReviewInput(SubmitReview) {
        "candidateId" as candidate_id: String;
        "score" as score: f64;
        "comment" as comment: Option<String>;
    }
}

object! {
    pub(crate) struct Review(shortlist_domain::Review) as review {
        candidate_id: &str = review.candidate_id.as_str();
        reviewer_id: &str = review.reviewer_id.as_str();
        score: f64 = review.score.to_f64();
        comment: Option<&str> = review.comment.as_deref();
        created_at: String = review.created_at.to_string();
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
            reviews: reviews.into_iter().map(CandidateReview).collect(),
        })
    }
}

object! {
    /// A review of a candidate.
    pub(crate) struct CandidateReview(NamedReview) as named {
        candidate_id: &str = named.review.candidate_id.as_str();
        reviewer_id: &str = named.review.reviewer_id.as_str();
        reviewer_name: &str = &named.reviewer_name;
        score: f64 = named.review.score.to_f64();
        comment: Option<&str> = named.review.comment.as_deref();
        created_at: String = named.review.created_at.to_string();
        /// When the review was last submitted.
        updated_at: String = named.updated_at.to_string();
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
        Ok(Some(reviews.iter().cloned().map(CandidateReview).collect()))
    }
}
