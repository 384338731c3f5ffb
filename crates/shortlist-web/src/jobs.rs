//! The list of jobs.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{DraftFilter, Job, JobQuery, PageRequest, Principal, UserType};

use crate::form::Fields;
use crate::frame::Frame;
use crate::job_progress::JobProgress;
use crate::links;
use crate::list_place::ListPlace;
use crate::ranking::JobHead;
use crate::respond;
use crate::respond::error::PageError;
use crate::start::overview::Overview;
use crate::visit::{Visit, answer};

/// The number of jobs on a page.
const PAGE_SIZE: i32 = 25;

#[derive(Template)]
#[template(path = "jobs.html")]
struct JobsPage {
    frame: Frame,
    overview: Overview,
    place: ListPlace,
    drafts: bool,
    jobs: Vec<JobRow>,
    /// What was done just before.
    done: &'static str,
}

struct JobRow {
    head: JobHead,
    progress: JobProgress,
}

/// Lists the jobs of the user.
pub(crate) async fn list(request: HttpRequest) -> HttpResponse {
    answer(&request, show(&request)).await
}

fn query_of(visit: &Visit, fields: &Fields, page: PageRequest) -> JobQuery {
    JobQuery {
        updated_since: None,
        organization_id: visit.organization().clone(),
        recruiter_id: visit.principal().user_id.clone(),
        search: fields.some("search").map(str::to_owned),
        drafts: match fields.get("drafts") {
            "hide" => DraftFilter::Published,
            _ => DraftFilter::All,
        },
        page,
        count: true,
    }
}

async fn show(request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let visit = Visit::begin(request).await?;
    if let UserType::HiringManager | UserType::ReadOnly = visit.principal().user_type {
        // They own no jobs. The start page lists those that they see.
        return Ok(respond::redirect("/app"));
    }
    let fields = visit.address_fields();
    let number = fields.get("page").parse::<i32>().unwrap_or(1).max(1);
    let page = PageRequest::parse(("page", number), ("size", PAGE_SIZE))?;
    let query = query_of(&visit, &fields, page);
    let hides_drafts = query.drafts == DraftFilter::Published;
    let now = visit.now();
    let list = move |app: &App, _: &Principal| {
        let found = app.jobs().list(&query)?;
        let counts = JobProgress::counts(app, &query.organization_id, &found.items)?;
        Ok((found, counts))
    };
    let (found, counts) = visit.run(Operation::GetJobs, list).await?;
    let row = |job: &Job| JobRow {
        head: JobHead::of(job),
        progress: JobProgress::of(job, &counts, now),
    };
    let search = fields.get("search");
    let address = |number: i32| {
        let (page, drafts) = (number.to_string(), fields.get("drafts"));
        let fields = [("search", search), ("drafts", drafts), ("page", &page)];
        links::with_fields("/app/jobs", &fields)
    };
    let is_start = search.is_empty() && number == 1;
    let overview = if is_start {
        Overview::load(&visit).await?
    } else {
        Overview::default()
    };
    let page = JobsPage {
        frame: visit.frame(),
        overview,
        drafts: !hides_drafts,
        place: ListPlace::of(&found, search, number, address),
        jobs: found.items.iter().map(row).collect(),
        done: match fields.get("done") {
            "deleted" => "The job is deleted.",
            _ => "",
        },
    };
    visit.page(page).await
}
