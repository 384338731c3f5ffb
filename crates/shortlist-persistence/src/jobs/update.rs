//! Changes of a job's fields.

use diesel::prelude::*;
use shortlist_domain::{
    EmailAddress, EmploymentKind, Job, JobChange, JobId, JobStatus, OrganizationId, RefusedStatus,
    RequirementEdits, Timestamp,
};

use super::details::Details;
use super::{changes, find, row, status};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::records::edits_text;
use crate::schema::jobs;
use crate::text::folded;
use crate::times::stored;
use crate::writer::{JobWriter, Written};

/// The outcome of changing a job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobUpdate {
    /// It was changed to this.
    Updated(Box<Job>),
    /// The organization has no such job.
    NotFound,
    /// Another job of the organization has the new code.
    DuplicateCode {
        /// The code of the other job.
        code: String,
    },
    /// Another job of the organization has the new external identifier.
    DuplicateExternalId {
        /// The code of the other job.
        code: String,
    },
    /// It has candidates, so blind review can no longer be switched.
    HasCandidates,
    /// Its status does not allow the change.
    Refused(RefusedStatus),
    /// It no longer has the expected revision. This is what it is now.
    Stale(Box<Job>),
}

impl JobWriter<'_> {
    /// Changes a job. Its version increases if its title, description, skills or requirements change.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &JobId,
        change: &JobChange,
        at: Timestamp,
    ) -> Result<JobUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            // Imports compare titles, locations and codes, so that an import and this change must wait for each other.
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(before) = find(conn, organization.as_str(), id.as_str())? else {
                return Ok(Written::nothing(JobUpdate::NotFound));
            };
            let expected = change.if_revision;
            if expected.is_some_and(|expected| expected != before.revision) {
                return Ok(Written::nothing(JobUpdate::Stale(Box::new(before))));
            }
            let after = match changed(&before, change, at) {
                Ok(after) => after,
                Err(refused) => return Ok(Written::nothing(JobUpdate::Refused(refused))),
            };
            if let Some(duplicate) = find_duplicate(conn, &before, &after)? {
                return Ok(Written::nothing(duplicate));
            }
            if before.blind != after.blind {
                // An upload holds the job's stages, so it waits for this lock, or this lock for the upload.
                dialect::lock_job(conn, organization.as_str(), id.as_str())?;
                if status::has_candidates(conn, &before)? {
                    return Ok(Written::nothing(JobUpdate::HasCandidates));
                }
            }
            write(conn, &after)?;
            let entry = changes::change_entry(&before, &after);
            Ok(Written::one(JobUpdate::Updated(Box::new(after)), entry))
        })
    }
}

/// Finds another job with the new code or the new external identifier.
fn find_duplicate(
    conn: &mut DbConn,
    before: &Job,
    after: &Job,
) -> Result<Option<JobUpdate>, StoreError> {
    let others = || {
        jobs::table
            .filter(jobs::organization_id.eq(after.organization_id.as_str()))
            .filter(jobs::id.ne(after.id.as_str()))
            .select(jobs::code)
    };
    if before.code != after.code {
        let same = others().filter(jobs::folded_code.eq(folded(&after.code)));
        if let Some(code) = same.first(conn).optional()? {
            return Ok(Some(JobUpdate::DuplicateCode { code }));
        }
    }
    if let Some(id) = &after.external_id
        && before.external_id != after.external_id
    {
        let same = others().filter(jobs::external_id.eq(id));
        if let Some(code) = same.first(conn).optional()? {
            return Ok(Some(JobUpdate::DuplicateExternalId { code }));
        }
    }
    Ok(None)
}

/// Returns the job after a change.
fn changed(before: &Job, change: &JobChange, at: Timestamp) -> Result<Job, RefusedStatus> {
    let change = change.clone();
    let (employment_type, employment_kind) = match change.employment {
        Some(employment) => {
            let (name, kind) = employment.unzip();
            (name, kind.flatten())
        }
        None => (before.employment_type.clone(), before.employment_kind),
    };
    let old = before.clone();
    let mut after = Job {
        title: change.title.unwrap_or(old.title),
        description: change.description.unwrap_or(old.description),
        skills: change.skills.unwrap_or(old.skills),
        department: change.department.unwrap_or(old.department),
        location: change.location.unwrap_or(old.location),
        employment_type,
        employment_kind,
        status: status_after(before.status, change.draft)?,
        code: change.code.unwrap_or(old.code),
        external_id: change.external_id.unwrap_or(old.external_id),
        reply_to: change.reply_to.unwrap_or(old.reply_to),
        attributes: change.attributes.unwrap_or(old.attributes),
        blind: change.blind.unwrap_or(old.blind),
        requirement_edits: change.requirement_edits.unwrap_or(old.requirement_edits),
        revision: old.revision + 1,
        updated_at: at,
        ..before.clone()
    };
    if after.status != before.status {
        after.status_changed_at = Some(at);
        after.status_reason = None;
    }
    // Candidates are scored against these, so that only they change the version.
    if scored(before) != scored(&after) {
        after.version += 1;
    }
    Ok(after)
}

/// Returns what candidates are scored against.
fn scored(job: &Job) -> (&str, &str, &[String], &RequirementEdits) {
    (
        &job.title,
        &job.description,
        &job.skills,
        &job.requirement_edits,
    )
}

fn status_after(before: JobStatus, draft: Option<bool>) -> Result<JobStatus, RefusedStatus> {
    match draft {
        Some(draft) if before.accepts_resumes() => Ok(JobStatus::of_draft(draft)),
        Some(true) => Err(RefusedStatus::NoDraft { from: before }),
        _ => Ok(before),
    }
}

/// Writes all fields of a job.
pub(super) fn write(conn: &mut DbConn, job: &Job) -> Result<(), StoreError> {
    let (department, location) = (job.department.as_deref(), job.location.as_deref());
    let details = Details {
        code: &job.code,
        external_id: job.external_id.as_deref(),
        department,
        location,
        attributes: &job.attributes,
    };
    let (edits, occupation) = edits_text(&job.requirement_edits)?;
    let stored_job = jobs::table
        .filter(jobs::organization_id.eq(job.organization_id.as_str()))
        .filter(jobs::id.eq(job.id.as_str()));
    diesel::update(stored_job)
        .set((
            (
                jobs::title.eq(&job.title),
                jobs::description.eq(&job.description),
                jobs::skills.eq(serde_json::to_string(&job.skills)?),
                jobs::department.eq(&job.department),
                jobs::location.eq(&job.location),
                jobs::employment_type.eq(&job.employment_type),
                jobs::employment_kind.eq(job.employment_kind.map(EmploymentKind::as_str)),
                jobs::place_key.eq(row::place_key(&job.title, department, location)),
                jobs::search_text.eq(row::search_text(&job.title, &job.description)),
                jobs::version.eq(job.version),
                jobs::updated_at.eq(stored(job.updated_at)),
            ),
            (
                jobs::status.eq(job.status.as_str()),
                jobs::status_reason.eq(&job.status_reason),
                jobs::status_changed_at.eq(job.status_changed_at.map(stored)),
                jobs::code.eq(&job.code),
                jobs::folded_code.eq(folded(&job.code)),
                jobs::external_id.eq(&job.external_id),
                jobs::attributes.eq(row::attributes_json(&job.attributes)?),
                jobs::details_text.eq(details.text()),
                jobs::blind.eq(job.blind),
                jobs::revision.eq(job.revision),
                jobs::requirement_edits.eq(edits),
                jobs::occupation.eq(occupation),
                jobs::reply_to.eq(job.reply_to.as_ref().map(EmailAddress::as_str)),
            ),
        ))
        .execute(conn)?;
    Ok(())
}
