//! The start page: what is next for the user, by their role.

pub(crate) mod attention;
pub(crate) mod checklist;
pub(crate) mod overview;
pub(crate) mod tour;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    CandidateId, Interview, InterviewQuery, InterviewStatus, Job, JobFilters, JobId, JobListQuery,
    PageRequest, Period, Principal, UserType,
};

use crate::candidate::interview_time;
use crate::frame::Frame;
use crate::job_progress::JobProgress;
use crate::list_place::ListPlace;
use crate::naming::{class, label};
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::visit::{Visit, answer, shared};
use crate::{links, respond};
use overview::Overview;

/// The most interviews that the page shows.
const MAX_INTERVIEWS: i32 = 50;
/// The number of jobs on a page.
const PAGE_SIZE: i32 = 50;

#[derive(Template)]
#[template(path = "start_interviewer.html")]
struct InterviewerPage {
    frame: Frame,
    next: Vec<InterviewRow>,
    past: Vec<InterviewRow>,
    to_review: Vec<InterviewRow>,
}

/// An interview of the user.
#[derive(Clone)]
struct InterviewRow {
    id: String,
    candidate_id: String,
    name: String,
    code: String,
    job_title: String,
    at: String,
    status: &'static str,
    class: &'static str,
    place: String,
    has_report: bool,
    is_held: bool,
    is_next: bool,
    is_reviewed: bool,
}

#[derive(Template)]
#[template(path = "start_admin.html")]
struct AdminPage {
    frame: Frame,
    /// Whether there is a page with the mails that a sandbox does not send.
    has_sandbox_mails: bool,
    overview: Overview,
    place: ListPlace,
    jobs: Vec<JobRow>,
}

/// A job of the organization.
struct JobRow {
    id: String,
    title: String,
    code: String,
    place: String,
    owner: String,
    status: &'static str,
    accepts_resumes: bool,
    progress: JobProgress,
}

/// Shows the start page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        match visit.principal().user_type {
            UserType::Interviewer => interviews(&visit).await,
            UserType::Admin | UserType::HiringManager | UserType::ReadOnly => jobs(&visit).await,
            UserType::Recruiter => Ok(respond::redirect("/app/jobs")),
        }
    };
    answer(&request, shown).await
}

async fn interviews(visit: &Visit) -> Result<HttpResponse, PageError> {
    let rows = visit.run(Operation::GetInterviews, own_interviews).await?;
    let mut seen = HashSet::new();
    let mut to_review: Vec<InterviewRow> = rows
        .iter()
        .filter(|row| !row.is_reviewed && seen.insert(row.candidate_id.clone()))
        .cloned()
        .collect();
    to_review.reverse();
    let (mut next, past): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.is_next);
    next.reverse();
    let page = InterviewerPage {
        frame: visit.frame(),
        next,
        past,
        to_review,
    };
    visit.page(page).await
}

/// Loads the interviews of the caller, the latest first.
fn own_interviews(app: &App, principal: &Principal) -> Result<Vec<InterviewRow>, AppError> {
    let query = InterviewQuery {
        updated_since: None,
        organization_id: principal.organization_id.clone(),
        candidate_id: None,
        interviewer_id: Some(principal.user_id.clone()),
        job_id: None,
        status: None,
        period: Period::default(),
        page: PageRequest::parse(("page", 1), ("size", MAX_INTERVIEWS))?,
        count: false,
    };
    let found = app.interviews().list(principal, query)?.items;
    let ids: HashSet<&CandidateId> = found.iter().map(|one| &one.candidate_id).collect();
    let ids: Vec<CandidateId> = ids.into_iter().cloned().collect();
    let reviews = app.candidates().reviews_of(principal, &ids)?;
    let mut titles: HashMap<JobId, String> = HashMap::new();
    let mut rows = Vec::with_capacity(found.len());
    for interview in found {
        let id = &interview.candidate_id;
        let candidate = app.candidates().get(principal, id.as_str())?;
        let own = reviews.get(id).is_some_and(|reviews| {
            let mut reviewers = reviews.iter().map(|named| &named.review.reviewer_id);
            reviewers.any(|reviewer| *reviewer == principal.user_id)
        });
        let code = candidate.code.to_string();
        let name = Some(candidate.full_name).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| code.clone());
        let title = match titles.entry(interview.job_id.clone()) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(new) => {
                let job = app.jobs().get(principal, interview.job_id.as_str())?;
                new.insert(job.title).clone()
            }
        };
        let row = InterviewRow::of(interview, name, code, own);
        rows.push(InterviewRow {
            job_title: title,
            ..row
        });
    }
    Ok(rows)
}

impl InterviewRow {
    fn of(interview: Interview, name: String, code: String, is_reviewed: bool) -> Self {
        let is_next = matches!(
            interview.status,
            InterviewStatus::Scheduled | InterviewStatus::Rescheduled | InterviewStatus::InProgress
        );
        let details = &interview.details;
        let place = details.place.clone().or(details.meeting_link.clone());
        Self {
            name,
            code,
            job_title: String::new(),
            at: interview_time(&interview),
            status: label(interview.status),
            class: class(interview.status),
            is_held: interview.status == InterviewStatus::Completed,
            place: place.unwrap_or_default(),
            has_report: interview.has_report,
            is_next,
            is_reviewed,
            id: interview.id.into_string(),
            candidate_id: interview.candidate_id.into_string(),
        }
    }
}

async fn jobs(visit: &Visit) -> Result<HttpResponse, PageError> {
    let fields = visit.address_fields();
    let number = fields.get("page").parse::<i32>().unwrap_or(1).max(1);
    let page = PageRequest::parse(("page", number), ("size", PAGE_SIZE))?;
    let query = JobListQuery {
        organization_id: visit.organization().clone(),
        filters: JobFilters {
            search: fields.some("search").map(str::to_owned),
            ..JobFilters::default()
        },
        page,
        count: true,
    };
    let (found, counts) = visit
        .run(Operation::ListJobs, move |app, principal| {
            let found = app.jobs().list_all(principal, &query)?;
            let counts = JobProgress::counts(app, &query.organization_id, &found.items)?;
            Ok((found, counts))
        })
        .await?;
    let now = visit.now();
    let row = |job: Job| JobRow::of(JobProgress::of(&job, &counts, now), job);
    let search = fields.get("search");
    let address = |number: i32| {
        let fields = [("search", search), ("page", &number.to_string())];
        links::with_fields("/app", &fields)
    };
    let is_start = search.is_empty() && number == 1;
    let overview = if is_start && visit.frame().manages_jobs() {
        Overview::load(visit).await?
    } else {
        Overview::default()
    };
    let frame = visit.frame();
    let app = shared::<WebApp>(&visit.request)?;
    let page = AdminPage {
        has_sandbox_mails: frame.is_admin && app.sandbox_mails.is_some(),
        frame,
        overview,
        place: ListPlace::of(&found, search, number, address),
        jobs: found.items.into_iter().map(row).collect(),
    };
    visit.page(page).await
}

impl JobRow {
    fn of(progress: JobProgress, job: Job) -> Self {
        let place = [job.department, job.location];
        let place: Vec<String> = place.into_iter().flatten().collect();
        Self {
            owner: job.recruiter_name,
            status: job.status.as_str(),
            accepts_resumes: job.status.accepts_resumes(),
            id: job.id.into_string(),
            title: job.title,
            code: job.code,
            place: place.join(", "),
            progress,
        }
    }
}
