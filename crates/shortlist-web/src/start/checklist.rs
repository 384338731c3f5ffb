//! The first steps of a new organization. What is stored says which of them are done, so no flag can be wrong.

use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    JobFilters, JobId, JobListQuery, PageRequest, Principal, StageList, UserType,
};
use shortlist_transport::read_people_selection;

use crate::links;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The steps, until all of them are done.
pub(crate) struct Checklist {
    pub(crate) steps: Vec<Step>,
}

/// A step with the page on which it is taken.
pub(crate) struct Step {
    pub(crate) link: String,
    pub(crate) title: &'static str,
    pub(crate) hint: &'static str,
    pub(crate) is_done: bool,
}

impl Checklist {
    /// Loads the steps of an Admin or a Recruiter. Returns `None` once all are done.
    pub(crate) async fn load(visit: &Visit) -> Result<Option<Self>, PageError> {
        let job = visit.run(Operation::ListJobs, newest_job).await?;
        let has_candidates = visit.run(Operation::SearchPeople, has_candidates).await?;
        let mut steps = Vec::new();
        if visit.principal().user_type == UserType::Admin {
            steps.push(users(visit).await?);
            steps.push(stages(visit, has_candidates).await?);
        }
        steps.push(Step {
            link: "/app/jobs/new".to_owned(),
            title: "Create the first job",
            hint: "Paste the posting. The page shows which requirements it finds.",
            is_done: job.is_some(),
        });
        steps.push(Step {
            link: job.map_or("/app/jobs/new".to_owned(), |job| {
                format!("/app/jobs/{}/upload", links::segment(job.as_str()))
            }),
            title: "Upload the first resumes",
            hint: "Drop files or a folder. Candidates appear in the ranking, best match first.",
            is_done: has_candidates,
        });
        let is_done = steps.iter().all(|step| step.is_done);
        Ok((!is_done).then_some(Self { steps }))
    }

    /// Returns the number of steps that are done.
    pub(crate) fn done(&self) -> usize {
        self.steps.iter().filter(|step| step.is_done).count()
    }
}

/// Returns the newest job that the user has access to.
fn newest_job(app: &App, principal: &Principal) -> Result<Option<JobId>, AppError> {
    let query = JobListQuery {
        organization_id: principal.organization_id.clone(),
        filters: JobFilters::default(),
        page: PageRequest::parse(("page", 1), ("size", 1))?,
        count: false,
    };
    let found = app.jobs().list_all(principal, &query)?;
    Ok(found.items.into_iter().next().map(|job| job.id))
}

/// Returns whether anybody has applied for a job that the user has access to, blind jobs included.
fn has_candidates(app: &App, principal: &Principal) -> Result<bool, AppError> {
    let page = PageRequest::parse(("page", 1), ("size", 1))?;
    let query = read_people_selection(&[], principal, page).query;
    let found = app.candidates().list(principal, &query)?;
    Ok(!found.items.is_empty())
}

async fn users(visit: &Visit) -> Result<Step, PageError> {
    let list = |app: &App, principal: &Principal| app.accounts().list_interviewers(principal);
    let users = visit.run(Operation::ListInterviewers, list).await?;
    let own = &visit.principal().user_id;
    Ok(Step {
        link: "/app/settings/users".to_owned(),
        title: "Add your colleagues",
        hint: "Recruiters manage jobs and candidates, interviewers see only their interviews.",
        is_done: users.iter().any(|user| user.id != *own),
    })
}

/// Returns the step about stages. An organization whose candidates already go through the usual ones needs no others.
async fn stages(visit: &Visit, has_candidates: bool) -> Result<Step, PageError> {
    let load = |app: &App, principal: &Principal| app.jobs().stage_template(principal);
    let template = visit.run(Operation::GetStageTemplate, load).await?;
    Ok(Step {
        link: "/app/settings/stages".to_owned(),
        title: "Name the stages of your pipeline",
        hint: "Every new job begins with them, for example Screening, Interview and Offer.",
        is_done: has_candidates || template != StageList::default(),
    })
}
