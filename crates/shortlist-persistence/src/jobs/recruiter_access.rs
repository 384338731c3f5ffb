//! Which jobs the recruiters of an organization have access to, and whether its hiring managers decide.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, NewAuditEntry, OrganizationId, RecruiterAccess, RecruiterAccessChange,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::organizations;
use crate::store::Organizations;
use crate::writer::{OrganizationWriter, Written};

impl Organizations<'_> {
    /// Returns which jobs the recruiters of an organization have access to.
    ///
    /// # Errors
    /// When the database fails.
    pub fn recruiter_access(
        &self,
        organization: &OrganizationId,
    ) -> Result<RecruiterAccess, StoreError> {
        self.pools.read(|conn| find(conn, organization.as_str()))
    }

    /// Returns whether the hiring managers of an organization decide about candidates.
    ///
    /// # Errors
    /// When the database fails.
    pub fn hiring_managers_decide(
        &self,
        organization: &OrganizationId,
    ) -> Result<bool, StoreError> {
        self.pools
            .read(|conn| Ok(managers_decide(conn, organization.as_str())?))
    }
}

impl OrganizationWriter<'_> {
    /// Sets which jobs the recruiters of an organization have access to, and whether its hiring managers decide about candidates.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_recruiter_access(
        &self,
        organization: &OrganizationId,
        change: RecruiterAccessChange,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            let id = organization.as_str();
            dialect::lock_organization(conn, id)?;
            let (before, decided) = (find(conn, id)?, managers_decide(conn, id)?);
            let access = change.access;
            let decide = change.hiring_managers_decide.unwrap_or(decided);
            if (before, decided) == (access, decide) {
                return Ok(Written::nothing(()));
            }
            diesel::update(organizations::table.filter(organizations::id.eq(id)))
                .set((
                    organizations::team_jobs_only.eq(access == RecruiterAccess::TeamJobs),
                    organizations::hiring_managers_decide.eq(decide),
                ))
                .execute(conn)?;
            let [decided, decide] = [decided, decide].map(|decide| decide.to_string());
            let (before, after) = (before.as_str(), access.as_str());
            let entry = NewAuditEntry::done(AuditedKind::Organization, id)
                .with_change("recruiterAccess", Some(before), Some(after))
                .with_change("hiringManagersDecide", Some(&decided), Some(&decide));
            Ok(Written::one((), entry))
        })
    }
}

fn managers_decide(conn: &mut DbConn, organization: &str) -> QueryResult<bool> {
    let decide: Option<bool> = organizations::table
        .filter(organizations::id.eq(organization))
        .select(organizations::hiring_managers_decide)
        .first(conn)
        .optional()?;
    Ok(decide == Some(true))
}

fn find(conn: &mut DbConn, organization: &str) -> Result<RecruiterAccess, StoreError> {
    let only: Option<bool> = organizations::table
        .filter(organizations::id.eq(organization))
        .select(organizations::team_jobs_only)
        .first(conn)
        .optional()?;
    Ok(match only {
        Some(true) => RecruiterAccess::TeamJobs,
        _ => RecruiterAccess::AllJobs,
    })
}
