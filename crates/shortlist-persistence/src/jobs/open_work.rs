//! What waits in each job: candidates without a decision, and files that could not be used.

use std::collections::HashMap;

use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use shortlist_domain::{JobId, OpenWork, OrganizationId, Timestamp, UserId};

use crate::daily_counts::{ALL_JOBS, NO_DAY, SKIPPED, SUM, TOTAL, UNDECIDED, day_of};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::{daily_counts, hiring_teams, jobs};
use crate::store::RecruitingReports;

/// How many jobs one statement names.
const IDS_PER_STATEMENT: usize = 1_000;

impl RecruitingReports<'_> {
    /// Returns the jobs that have candidates, or files that were skipped since a day. With `member`, only those whose hiring team
    /// contains that user. The job with the most candidates without a decision comes first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn open_work(
        &self,
        organization: &OrganizationId,
        member: Option<&UserId>,
        since: Timestamp,
    ) -> Result<Vec<OpenWork>, StoreError> {
        self.pools.read_list(organization, |conn| {
            let candidates = by_job(conn, organization, member, TOTAL, NO_DAY)?;
            let undecided = by_job(conn, organization, member, UNDECIDED, NO_DAY)?;
            let skipped = by_job(conn, organization, member, SKIPPED, day_of(since))?;
            let number = |of: &HashMap<String, i64>, job: &str| of.get(job).copied().unwrap_or(0);
            let mut found = Vec::new();
            let ids: Vec<&String> = candidates.keys().chain(skipped.keys()).collect();
            for chunk in ids.chunks(IDS_PER_STATEMENT) {
                let rows: Vec<(String, String)> = jobs::table
                    .filter(jobs::organization_id.eq(organization.as_str()))
                    .filter(jobs::id.eq_any(chunk))
                    .select((jobs::id, jobs::title))
                    .load(conn)?;
                for (id, title) in rows {
                    found.push(OpenWork {
                        title,
                        candidates: number(&candidates, &id),
                        undecided: number(&undecided, &id),
                        skipped: number(&skipped, &id),
                        job_id: JobId::parse("id", &id)?,
                    });
                }
            }
            found.sort_by(|one, other| {
                let order = other.undecided.cmp(&one.undecided);
                order.then_with(|| one.job_id.cmp(&other.job_id))
            });
            found.dedup_by(|one, other| one.job_id == other.job_id);
            Ok(found)
        })
    }
}

/// Adds up a figure by job, from a day on. With `member`, only in the jobs of that user's teams.
fn by_job(
    conn: &mut DbConn,
    organization: &OrganizationId,
    member: Option<&UserId>,
    figure: &str,
    from: i64,
) -> QueryResult<HashMap<String, i64>> {
    let mut found = daily_counts::table
        .group_by(daily_counts::job_id)
        .select((daily_counts::job_id, sql::<BigInt>(SUM)))
        .into_boxed()
        .filter(daily_counts::organization_id.eq(organization.as_str()))
        .filter(daily_counts::figure.eq(figure))
        .filter(daily_counts::day.ge(from))
        .filter(daily_counts::job_id.ne(ALL_JOBS));
    if let Some(member) = member {
        found = found.filter(exists(
            hiring_teams::table
                .filter(hiring_teams::organization_id.eq(organization.as_str()))
                .filter(hiring_teams::job_id.eq(daily_counts::job_id))
                .filter(hiring_teams::user_id.eq(member.as_str())),
        ));
    }
    let rows: Vec<(String, i64)> = found.load(conn)?;
    Ok(rows.into_iter().filter(|(_, number)| *number > 0).collect())
}
