//! Reviews that are hidden from a user: those of a candidate whom the user interviews and has not reviewed yet.

use diesel::dsl::{exists, not, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use shortlist_domain::{InterviewStatus, JobId, OrganizationId, UserId};

use crate::dialect::MultiBackend;
use crate::error::StoreError;
use crate::schema::{interviews, reviews};
use crate::store::Interviews;

impl Interviews<'_> {
    /// Returns whether a user interviews a candidate and has not reviewed them: one of a job, or any. A cancelled interview does
    /// not count.
    ///
    /// # Errors
    /// When the database fails.
    pub fn has_unreviewed(
        &self,
        organization: &OrganizationId,
        job: Option<&JobId>,
        user: &UserId,
    ) -> Result<bool, StoreError> {
        self.pools.read(|conn| {
            let review = reviews::table
                .filter(reviews::organization_id.eq(interviews::organization_id))
                .filter(reviews::candidate_id.eq(interviews::candidate_id))
                .filter(reviews::reviewer_id.eq(user.as_str()));
            let mut found = interviews::table
                .into_boxed()
                .filter(interviews::organization_id.eq(organization.as_str()))
                .filter(interviews::interviewer_id.eq(user.as_str()))
                .filter(interviews::status.ne(InterviewStatus::Cancelled.as_str()))
                .filter(not(exists(review)));
            if let Some(job) = job {
                found = found.filter(interviews::job_id.eq(job.as_str()));
            }
            let first: Option<String> = found.select(interviews::id).first(conn).optional()?;
            Ok(first.is_some())
        })
    }
}

/// A condition on the candidates of a query.
pub(crate) type Condition<QS> = Box<dyn BoxableExpression<QS, MultiBackend, SqlType = Bool>>;

/// Returns the condition that the reviews of a candidate of an organization are not hidden from a user.
///
/// Each table is filtered by the organization itself: behind `OR`, Citus does not conclude from a column that is equal that the rows are
/// on one machine.
pub(crate) fn shown_to<QS: 'static>(organization: &OrganizationId, user: &UserId) -> Condition<QS> {
    let cancelled = InterviewStatus::Cancelled.as_str();
    let of_interviews = format!(
        r#" AND "interviews"."candidate_id" = "candidates"."id" AND "interviews"."status" <> '{cancelled}'
        AND "interviews"."interviewer_id" = "#
    );
    let condition = sql::<Bool>(
        r#"(NOT EXISTS (SELECT 1 FROM "interviews" WHERE "interviews"."organization_id" = "#,
    )
    .bind::<Text, _>(organization.as_str().to_owned())
    .sql(&of_interviews)
    .bind::<Text, _>(user.as_str().to_owned())
    .sql(r#") OR EXISTS (SELECT 1 FROM "reviews" WHERE "reviews"."organization_id" = "#)
    .bind::<Text, _>(organization.as_str().to_owned())
    .sql(r#" AND "reviews"."candidate_id" = "candidates"."id" AND "reviews"."reviewer_id" = "#)
    .bind::<Text, _>(user.as_str().to_owned())
    .sql("))");
    Box::new(condition)
}
