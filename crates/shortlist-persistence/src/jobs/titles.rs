//! The titles of jobs, for pages about other records.

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;
use shortlist_domain::{JobId, OrganizationId, UserId};

use super::IN_LIST;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::{hiring_teams, jobs};
use crate::store::Jobs;

impl Jobs<'_> {
    /// Returns the titles of jobs. Unknown jobs are missing. With `member`, so are jobs whose hiring team lacks that user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn titles(
        &self,
        organization: &OrganizationId,
        of: &[JobId],
        member: Option<&UserId>,
    ) -> Result<HashMap<JobId, String>, StoreError> {
        let mut found = HashMap::with_capacity(of.len());
        self.pools.read(|conn| {
            for chunk in of.chunks(IN_LIST) {
                for (id, title) in load(conn, organization, chunk, member)? {
                    found.insert(JobId::parse("id", &id)?, title);
                }
            }
            Ok(())
        })?;
        Ok(found)
    }
}

fn load(
    conn: &mut DbConn,
    organization: &OrganizationId,
    of: &[JobId],
    member: Option<&UserId>,
) -> QueryResult<Vec<(String, String)>> {
    let all = jobs::table
        .filter(jobs::organization_id.eq(organization.as_str()))
        .filter(jobs::id.eq_any(of.iter().map(JobId::as_str)))
        .select((jobs::id, jobs::title));
    let Some(member) = member else {
        return all.load(conn);
    };
    let is_member = exists(
        hiring_teams::table
            .filter(hiring_teams::organization_id.eq(organization.as_str()))
            .filter(hiring_teams::job_id.eq(jobs::id))
            .filter(hiring_teams::user_id.eq(member.as_str())),
    );
    all.filter(is_member).load(conn)
}
