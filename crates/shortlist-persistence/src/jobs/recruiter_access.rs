//! Which jobs the recruiters of an organization have access to, and whether its hiring managers decide.

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, RecruiterAccess};

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
    /// Sets which jobs the recruiters of an organization have access to.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_recruiter_access(
        &self,
        organization: &OrganizationId,
        access: RecruiterAccess,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let before = find(conn, organization.as_str())?;
            if before == access {
                return Ok(Written::nothing(()));
            }
            diesel::update(
                organizations::table.filter(organizations::id.eq(organization.as_str())),
            )
            .set(organizations::team_jobs_only.eq(access == RecruiterAccess::TeamJobs))
            .execute(conn)?;
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str());
            let (before, after) = (before.as_str(), access.as_str());
            Ok(Written::one(
                (),
                entry.with_change("recruiterAccess", Some(before), Some(after)),
            ))
        })
    }

    /// Sets whether the hiring managers of an organization decide about candidates.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_hiring_managers_decide(
        &self,
        organization: &OrganizationId,
        decide: bool,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let before = managers_decide(conn, organization.as_str())?;
            if before == decide {
                return Ok(Written::nothing(()));
            }
            diesel::update(
                organizations::table.filter(organizations::id.eq(organization.as_str())),
            )
            .set(organizations::hiring_managers_decide.eq(decide))
            .execute(conn)?;
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str());
            let (before, after) = (before.to_string(), decide.to_string());
            Ok(Written::one(
                (),
                entry.with_change("hiringManagersDecide", Some(&before), Some(&after)),
            ))
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
