//! The status of a job, and its deletion.

use diesel::prelude::*;
use shortlist_domain::{Job, JobId, JobStatusChange, OrganizationId, RefusedStatus};

use super::update::{JobUpdate, write};
use super::{changes, find};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::{candidates, hiring_teams, job_questions, job_versions, jobs};
use crate::writer::{JobWriter, Written};

/// The outcome of deleting a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobDeletion {
    /// It was deleted.
    Deleted,
    /// The organization has no such job.
    NotFound,
    /// It has candidates.
    HasCandidates,
}

impl JobWriter<'_> {
    /// Changes a job's status. The same status again changes nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_status(
        &self,
        organization: &OrganizationId,
        id: &JobId,
        change: &JobStatusChange,
    ) -> Result<JobUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(before) = find(conn, organization.as_str(), id.as_str())? else {
                return Ok(Written::nothing(JobUpdate::NotFound));
            };
            if before.status == change.status {
                return Ok(Written::nothing(JobUpdate::Updated(Box::new(before))));
            }
            let after = match changed(&before, change) {
                Ok(after) => after,
                Err(refused) => return Ok(Written::nothing(JobUpdate::Refused(refused))),
            };
            write(conn, &after)?;
            let entry = changes::status_entry(&before, &after);
            Ok(Written::one(JobUpdate::Updated(Box::new(after)), entry))
        })
    }

    /// Deletes a job without candidates, with its stored versions and its hiring team.
    ///
    /// # Errors
    /// When the database fails.
    pub fn delete(
        &self,
        organization: &OrganizationId,
        id: &JobId,
    ) -> Result<JobDeletion, StoreError> {
        self.writer.check_organization(organization)?;
        let deleted = self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(job) = find(conn, organization.as_str(), id.as_str())? else {
                return Ok(Written::nothing(JobDeletion::NotFound));
            };
            if has_candidates(conn, &job)? {
                return Ok(Written::nothing(JobDeletion::HasCandidates));
            }
            delete(conn, &job)?;
            let entry = changes::deletion_entry(&job);
            Ok(Written::one(JobDeletion::Deleted, entry))
        });
        match deleted {
            // A candidate was created after the check.
            Err(StoreError::MissingReference(_)) => Ok(JobDeletion::HasCandidates),
            deleted => deleted,
        }
    }
}

fn changed(before: &Job, change: &JobStatusChange) -> Result<Job, RefusedStatus> {
    let (from, to) = (before.status, change.status);
    if !from.next_statuses().contains(&to) {
        return Err(RefusedStatus::Transition { from, to });
    }
    if from.needs_reason(to) && change.reason.is_none() {
        return Err(RefusedStatus::NoReason { to });
    }
    Ok(Job {
        status: to,
        status_reason: change.reason.clone(),
        status_changed_at: Some(change.at),
        revision: before.revision + 1,
        updated_at: change.at,
        ..before.clone()
    })
}

pub(super) fn has_candidates(conn: &mut DbConn, job: &Job) -> Result<bool, StoreError> {
    let first: Option<String> = candidates::table
        .filter(candidates::organization_id.eq(job.organization_id.as_str()))
        .filter(candidates::job_id.eq(job.id.as_str()))
        .select(candidates::id)
        .first(conn)
        .optional()?;
    Ok(first.is_some())
}

fn delete(conn: &mut DbConn, job: &Job) -> Result<(), StoreError> {
    let (organization, id) = (job.organization_id.as_str(), job.id.as_str());
    diesel::delete(
        job_versions::table
            .filter(job_versions::organization_id.eq(organization))
            .filter(job_versions::job_id.eq(id)),
    )
    .execute(conn)?;
    diesel::delete(
        hiring_teams::table
            .filter(hiring_teams::organization_id.eq(organization))
            .filter(hiring_teams::job_id.eq(id)),
    )
    .execute(conn)?;
    diesel::delete(
        job_questions::table
            .filter(job_questions::organization_id.eq(organization))
            .filter(job_questions::job_id.eq(id)),
    )
    .execute(conn)?;
    diesel::delete(
        jobs::table
            .filter(jobs::organization_id.eq(organization))
            .filter(jobs::id.eq(id)),
    )
    .execute(conn)?;
    Ok(())
}
