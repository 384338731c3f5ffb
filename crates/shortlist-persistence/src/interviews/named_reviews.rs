//! Reviews of candidates with the names of their reviewers.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{CandidateId, NamedReview, OrganizationId, Review, Score, UserId};

use crate::error::StoreError;
use crate::schema::{reviews, users};
use crate::store::Candidates;
use crate::times::timestamp;

#[derive(Queryable)]
struct NamedReviewRow {
    candidate_id: String,
    reviewer_id: String,
    reviewer_name: String,
    score_tenths: i16,
    comment: Option<String>,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
}

impl NamedReviewRow {
    fn into_review(self) -> Result<NamedReview, StoreError> {
        Ok(NamedReview {
            review: Review {
                candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
                reviewer_id: UserId::parse("reviewer_id", &self.reviewer_id)?,
                score: Score::from_tenths(i64::from(self.score_tenths)),
                comment: self.comment,
                created_at: timestamp(self.created_at),
            },
            reviewer_name: self.reviewer_name,
            updated_at: timestamp(self.updated_at),
        })
    }
}

impl Candidates<'_> {
    /// Returns the reviews of candidates, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn named_reviews(
        &self,
        organization: &OrganizationId,
        of: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Vec<NamedReview>>, StoreError> {
        if of.is_empty() {
            return Ok(HashMap::new());
        }
        let mut rows: Vec<NamedReviewRow> = self.pools.read(|conn| {
            Ok(reviews::table
                .inner_join(
                    users::table.on(users::organization_id
                        .eq(reviews::organization_id)
                        .and(users::id.eq(reviews::reviewer_id))),
                )
                .filter(reviews::organization_id.eq(organization.as_str()))
                .filter(reviews::candidate_id.eq_any(of.iter().map(CandidateId::as_str)))
                .select((
                    reviews::candidate_id,
                    reviews::reviewer_id,
                    users::full_name,
                    reviews::score_tenths,
                    reviews::comment,
                    reviews::created_at,
                    reviews::updated_at,
                ))
                .load(conn)?)
        })?;
        rows.sort_by(|a, b| (a.created_at, &a.reviewer_id).cmp(&(b.created_at, &b.reviewer_id)));
        let mut found: HashMap<CandidateId, Vec<NamedReview>> = HashMap::new();
        for row in rows {
            let review = row.into_review()?;
            let candidate = review.review.candidate_id.clone();
            found.entry(candidate).or_default().push(review);
        }
        Ok(found)
    }
}
