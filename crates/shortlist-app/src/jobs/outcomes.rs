//! Why a job cannot be changed, or accepts no resumes, in words for the caller.

use shortlist_domain::{InvalidValue, Job, JobProblem, JobStatus, RefusedStatus};
use shortlist_persistence::{DuplicateBy, JobUpdate};

use crate::checks::NO_JOB;
use crate::conflict::JobConflict;
use crate::error::AppError;

/// Returns a changed job, or the reason why it was not changed.
pub(crate) fn updated_job(updated: JobUpdate) -> Result<Job, AppError> {
    let taken = |by, code| AppError::conflict(JobConflict::with_stored(by, code));
    match updated {
        JobUpdate::Updated(job) => Ok(*job),
        JobUpdate::NotFound => Err(NO_JOB),
        JobUpdate::Stale(job) => Err(AppError::FieldConflict(InvalidValue::new(
            "expectedRevision",
            JobProblem::Changed(i64::from(job.revision)),
        ))),
        JobUpdate::DuplicateCode { code } => Err(taken(DuplicateBy::Code, code)),
        JobUpdate::DuplicateExternalId { code } => Err(taken(DuplicateBy::ExternalId, code)),
        JobUpdate::HasCandidates => Err(AppError::FieldConflict(InvalidValue::new(
            "blind",
            JobProblem::BlindFixed,
        ))),
        JobUpdate::Refused(refused @ RefusedStatus::NoReason { .. }) => {
            Err(InvalidValue::from(refused).into())
        }
        JobUpdate::Refused(refused) => Err(AppError::FieldConflict(refused.into())),
    }
}

/// Returns an error if a job with this status accepts no resumes.
pub(crate) fn check_accepts_resumes(status: JobStatus) -> Result<(), InvalidValue> {
    if status.accepts_resumes() {
        return Ok(());
    }
    Err(InvalidValue::new(
        "jobId",
        JobProblem::AcceptsNoResumes(status.as_str()),
    ))
}
