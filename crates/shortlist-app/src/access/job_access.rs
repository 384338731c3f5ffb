//! Which jobs a caller has access to, and the records that belong to a job.
//!
//! An organization may limit its recruiters to the jobs of their hiring teams. Other jobs, and the candidates and
//! interviews of other jobs, are then not found, like those of another organization. Hiring managers are always limited this
//! way. Admins have access to every job, and Interviewers to the candidates assigned to them.

use shortlist_domain::{
    Candidate, CandidateId, Interview, InterviewId, Job, JobId, Principal, RecruiterAccess, User,
    UserId, UserType,
};
use shortlist_persistence::Store;

use crate::checks::{NO_CANDIDATE, NO_INTERVIEW, NO_JOB, existing_job};
use crate::error::AppError;

/// Returns the user to whose teams lists must be limited, if there is one.
pub(crate) fn team_scope<'a>(
    store: &Store,
    principal: &'a Principal,
) -> Result<Option<&'a UserId>, AppError> {
    let is_limited = match principal.user_type {
        UserType::Admin | UserType::Interviewer => false,
        UserType::HiringManager => true,
        UserType::Recruiter | UserType::ReadOnly => {
            let organizations = store.organizations();
            let access = organizations.recruiter_access(&principal.organization_id)?;
            access == RecruiterAccess::TeamJobs
        }
    };
    Ok(is_limited.then_some(&principal.user_id))
}

/// Returns whether a job is hidden from the caller.
fn is_hidden(store: &Store, principal: &Principal, job: &JobId) -> Result<bool, AppError> {
    let (organization, user) = (&principal.organization_id, &principal.user_id);
    Ok(match principal.user_type {
        UserType::Admin | UserType::Interviewer => false,
        UserType::HiringManager => !store.jobs().is_in_team(organization, job, user)?,
        UserType::Recruiter | UserType::ReadOnly => {
            store.jobs().is_hidden_from(organization, job, user)?
        }
    })
}

/// Returns whether a user sees the notes on the candidates of a job. Interviewers see none.
pub(crate) fn sees_notes(store: &Store, user: &User, job: &JobId) -> Result<bool, AppError> {
    let jobs = store.jobs();
    let organization = &user.organization_id;
    Ok(match user.user_type {
        UserType::Interviewer => false,
        UserType::HiringManager => jobs.is_in_team(organization, job, &user.id)?,
        UserType::Recruiter | UserType::ReadOnly => {
            !jobs.is_hidden_from(organization, job, &user.id)?
        }
        UserType::Admin => true,
    })
}

/// Returns an error if a job is hidden from the caller.
pub(crate) fn check_job_visible(
    store: &Store,
    principal: &Principal,
    job: &JobId,
) -> Result<(), AppError> {
    if is_hidden(store, principal, job)? {
        Err(NO_JOB)
    } else {
        Ok(())
    }
}

/// Returns a job that the caller has access to.
pub(crate) fn visible_job(
    store: &Store,
    principal: &Principal,
    id: &JobId,
) -> Result<Job, AppError> {
    let job = existing_job(store, &principal.organization_id, id)?;
    check_job_visible(store, principal, id)?;
    Ok(job)
}

/// Returns the candidate if it exists and the caller has access to its job.
pub(crate) fn visible(
    store: &Store,
    principal: &Principal,
    found: Option<Candidate>,
) -> Result<Candidate, AppError> {
    let candidate = found.ok_or(NO_CANDIDATE)?;
    if is_hidden(store, principal, &candidate.job_id)? {
        Err(NO_CANDIDATE)
    } else {
        Ok(candidate)
    }
}

/// Returns a candidate of a job that the caller has access to.
pub(crate) fn visible_candidate(
    store: &Store,
    principal: &Principal,
    id: &CandidateId,
) -> Result<Candidate, AppError> {
    let found = store.candidates().find(&principal.organization_id, id)?;
    visible(store, principal, found)
}

/// Returns an error if the caller has no access to one of the candidates.
pub(crate) fn check_candidates_visible(
    store: &Store,
    principal: &Principal,
    ids: &[CandidateId],
) -> Result<(), AppError> {
    if team_scope(store, principal)?.is_some() {
        for id in ids {
            visible_candidate(store, principal, id)?;
        }
    }
    Ok(())
}

/// Returns an interview for a job that the caller has access to.
pub(crate) fn visible_interview(
    store: &Store,
    principal: &Principal,
    id: &InterviewId,
) -> Result<Interview, AppError> {
    let found = store.interviews().find(&principal.organization_id, id)?;
    let interview = found.ok_or(NO_INTERVIEW)?;
    if is_hidden(store, principal, &interview.job_id)? {
        Err(NO_INTERVIEW)
    } else {
        Ok(interview)
    }
}
