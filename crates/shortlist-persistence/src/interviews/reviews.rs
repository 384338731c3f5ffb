//! Reviews of candidates.

use chrono::NaiveDateTime;
use diesel::dsl::{count_star, sum};
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, NewAuditEntry, NewReview, OrganizationId, Review, Score, UserId,
};

use crate::candidate_rows::tenths;
use crate::candidate_rows::touch;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::{candidates, reviews};
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, Written};

impl CandidateWriter<'_> {
    /// Stores a review and replaces the reviewer's earlier one. The mean of all reviews becomes the candidate's manual score.
    /// Returns `None` if the organization has no such candidate.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such reviewer.
    pub fn upsert_review(&self, new: &NewReview) -> Result<Option<Review>, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        self.writer.write(|conn| {
            let organization = new.organization_id.as_str();
            if !dialect::lock_candidate(conn, organization, new.candidate_id.as_str())? {
                return Ok(Written::nothing(None));
            }
            let before = find(conn, new)?;
            let first_given = replace(conn, new)?;
            let created_at = match first_given {
                Some(at) => timestamp(at),
                None => {
                    insert(conn, new)?;
                    new.at
                }
            };
            set_mean(conn, new)?;
            touch(
                conn,
                CandidateKey {
                    organization,
                    candidate: new.candidate_id.as_str(),
                },
                new.at,
            )?;
            let review = Review {
                candidate_id: new.candidate_id.clone(),
                reviewer_id: new.reviewer_id.clone(),
                score: new.score,
                comment: new.comment.clone(),
                created_at,
            };
            Ok(Written::one(Some(review), audit_entry(before, new)))
        })
    }
}

impl Candidates<'_> {
    /// Lists the reviews of a candidate, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_reviews(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<Review>, StoreError> {
        let rows: Vec<(String, i16, Option<String>, NaiveDateTime)> = self.pools.read(|conn| {
            Ok(reviews::table
                .filter(reviews::organization_id.eq(organization.as_str()))
                .filter(reviews::candidate_id.eq(candidate.as_str()))
                .order((reviews::created_at, reviews::reviewer_id))
                .select((
                    reviews::reviewer_id,
                    reviews::score_tenths,
                    reviews::comment,
                    reviews::created_at,
                ))
                .load(conn)?)
        })?;
        rows.into_iter()
            .map(|(reviewer, score, comment, at)| {
                Ok(Review {
                    candidate_id: candidate.clone(),
                    reviewer_id: UserId::parse("reviewer_id", &reviewer)?,
                    score: Score::from_tenths(i64::from(score)),
                    comment,
                    created_at: timestamp(at),
                })
            })
            .collect()
    }
}

/// Returns the audit entry for a review.
fn audit_entry(before: Option<(i16, Option<String>)>, new: &NewReview) -> NewAuditEntry {
    let reviewer = new.reviewer_id.as_str();
    let score = |tenths: i16| Score::from_tenths(i64::from(tenths)).to_f64().to_string();
    let (earlier, comment) = before.unzip();
    NewAuditEntry::done(AuditedKind::Review, reviewer)
        .for_candidate(&new.candidate_id)
        .with_change(
            "score",
            earlier.map(score).as_deref(),
            Some(&score(tenths(new.score))),
        )
        .with_text_change(
            "comment",
            comment.flatten().as_deref(),
            new.comment.as_deref(),
        )
}

/// Finds the score and the comment of the reviewer's earlier review.
fn find(conn: &mut DbConn, new: &NewReview) -> QueryResult<Option<(i16, Option<String>)>> {
    reviews::table
        .filter(reviews::organization_id.eq(new.organization_id.as_str()))
        .filter(reviews::candidate_id.eq(new.candidate_id.as_str()))
        .filter(reviews::reviewer_id.eq(new.reviewer_id.as_str()))
        .select((reviews::score_tenths, reviews::comment))
        .first(conn)
        .optional()
}

/// Replaces the reviewer's review and returns when it was first given. Returns `None` if no review exists.
fn replace(conn: &mut DbConn, new: &NewReview) -> QueryResult<Option<NaiveDateTime>> {
    let earlier = reviews::table
        .filter(reviews::organization_id.eq(new.organization_id.as_str()))
        .filter(reviews::candidate_id.eq(new.candidate_id.as_str()))
        .filter(reviews::reviewer_id.eq(new.reviewer_id.as_str()));
    diesel::update(earlier)
        .set((
            reviews::score_tenths.eq(tenths(new.score)),
            reviews::comment.eq(&new.comment),
            reviews::updated_at.eq(stored(new.at)),
        ))
        .returning(reviews::created_at)
        .get_result(conn)
        .optional()
}

fn insert(conn: &mut DbConn, new: &NewReview) -> QueryResult<usize> {
    diesel::insert_into(reviews::table)
        .values((
            reviews::organization_id.eq(new.organization_id.as_str()),
            reviews::candidate_id.eq(new.candidate_id.as_str()),
            reviews::reviewer_id.eq(new.reviewer_id.as_str()),
            reviews::score_tenths.eq(tenths(new.score)),
            reviews::comment.eq(&new.comment),
            reviews::created_at.eq(stored(new.at)),
            reviews::updated_at.eq(stored(new.at)),
        ))
        .execute(conn)
}

fn set_mean(conn: &mut DbConn, new: &NewReview) -> QueryResult<usize> {
    let (total, count): (Option<i64>, i64) = reviews::table
        .filter(reviews::organization_id.eq(new.organization_id.as_str()))
        .filter(reviews::candidate_id.eq(new.candidate_id.as_str()))
        .select((sum(reviews::score_tenths), count_star()))
        .first(conn)?;
    let mean = Score::mean(total.unwrap_or(0), count).map(tenths);
    diesel::update(
        candidates::table
            .filter(candidates::organization_id.eq(new.organization_id.as_str()))
            .filter(candidates::id.eq(new.candidate_id.as_str())),
    )
    .set(candidates::manual_tenths.eq(mean))
    .execute(conn)
}
