//! The GraphQL types of reviews.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::SubmitReview;

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
