//! The form that considers a candidate for another job.

use shortlist_app::{App, AppError, ConsiderForJob, Operation};
use shortlist_domain::{
    Candidate, InvalidValue, Job, JobFilters, JobListQuery, JobStatus, PageFormProblem,
    PageRequest, Principal,
};

use crate::form::Fields;
use crate::links;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The most jobs that the form suggests. Others are named by their code.
const MAX_SUGGESTED: i32 = 50;

/// A job that the form suggests.
pub(crate) struct SuggestedJob {
    pub(crate) code: String,
    pub(crate) title: String,
}

/// Returns the newest jobs for which the candidate can be considered.
pub(super) fn suggested(
    app: &App,
    principal: &Principal,
    candidate: &Candidate,
) -> Result<Vec<SuggestedJob>, AppError> {
    let jobs = open_jobs(app, principal, None)?.into_iter();
    let others = jobs.filter(|job| job.id != candidate.job_id && !job.blind);
    let suggested = |job: Job| SuggestedJob {
        code: job.code,
        title: job.title,
    };
    Ok(others.map(suggested).collect())
}

fn open_jobs(app: &App, principal: &Principal, search: Option<&str>) -> Result<Vec<Job>, AppError> {
    let query = JobListQuery {
        organization_id: principal.organization_id.clone(),
        filters: JobFilters {
            statuses: vec![JobStatus::Open],
            search: search.map(str::to_owned),
            ..JobFilters::default()
        },
        page: PageRequest::parse(("page", 1), ("size", MAX_SUGGESTED))?,
        count: false,
    };
    Ok(app.jobs().list_all(principal, &query)?.items)
}

/// Considers a candidate for the job that a form names. Returns the new candidate.
pub(super) async fn store(visit: &Visit, fields: &Fields) -> Result<Candidate, PageError> {
    let (id, named) = (visit.id(), fields.get("job").to_owned());
    let consider = move |app: &App, principal: &Principal| {
        let request = ConsiderForJob {
            candidate_id: id,
            job_id: job_named(app, principal, &named)?,
        };
        app.uploads().consider_for_job(principal, &request)
    };
    visit.run(Operation::ConsiderForJob, consider).await
}

/// Returns the identifier of a job that is named by code, identifier or address.
fn job_named(app: &App, principal: &Principal, given: &str) -> Result<String, AppError> {
    let named = links::last_segment(given);
    if let Some(job) = AppError::if_found(app.jobs().get(principal, named))? {
        return Ok(job.id.into_string());
    }
    let unknown = || {
        let problem = PageFormProblem::NoOpenJob;
        AppError::from(InvalidValue::new("job", problem))
    };
    if named.is_empty() {
        return Err(unknown());
    }
    let mut found = open_jobs(app, principal, Some(named))?.into_iter();
    let job = found.find(|job| job.code.eq_ignore_ascii_case(named));
    Ok(job.ok_or_else(unknown)?.id.into_string())
}
