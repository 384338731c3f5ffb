//! Scores that are older than the texts of their job.

use diesel::prelude::*;
use shortlist_domain::Job;

use crate::error::StoreError;
use crate::schema::candidates;
use crate::store::Candidates;

impl Candidates<'_> {
    /// Counts the candidates of a job who were scored before its title, description or skills changed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_outdated(&self, job: &Job) -> Result<i64, StoreError> {
        self.pools.read(|conn| {
            Ok(candidates::table
                .filter(candidates::organization_id.eq(job.organization_id.as_str()))
                .filter(candidates::job_id.eq(job.id.as_str()))
                .filter(candidates::scored_version.lt(job.version))
                .count()
                .get_result(conn)?)
        })
    }
}
