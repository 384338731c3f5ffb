//! The list of jobs.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::Operation;
use shortlist_domain::{DraftFilter, Job, JobQuery, PageRequest};

use crate::frame::Frame;
use crate::links;
use crate::naming::badge;
use crate::respond::error::PageError;
use crate::start::attention::Attention;
use crate::start::checklist::Checklist;
use crate::visit::{Visit, answer};

/// The number of jobs on a page.
const PAGE_SIZE: i32 = 25;

#[derive(Template)]
#[template(path = "jobs.html")]
struct JobsPage {
    frame: Frame,
    checklist: Option<Checklist>,
    attention: Option<Attention>,
    search: String,
    drafts: bool,
    jobs: Vec<JobRow>,
    total: i64,
    previous: Option<String>,
    next: Option<String>,
    /// What was done just before.
    done: &'static str,
}

struct JobRow {
    id: String,
    title: String,
    code: String,
    place: String,
    /// The name and the style of a status other than open.
    badge: Option<(&'static str, &'static str)>,
    created: String,
}

impl JobRow {
    fn of(job: Job) -> Self {
        let place = [job.department, job.location];
        let place: Vec<String> = place.into_iter().flatten().collect();
        Self {
            badge: badge(job.status),
            id: job.id.into_string(),
            title: job.title,
            code: job.code,
            place: place.join(", "),
            created: job.created_at.date().to_string(),
        }
    }
}

/// Lists the jobs of the user.
pub(crate) async fn list(request: HttpRequest) -> HttpResponse {
    answer(&request, show(&request)).await
}

async fn show(request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let visit = Visit::begin(request).await?;
    let fields = visit.address_fields();
    let number = fields.get("page").parse::<i32>().unwrap_or(1).max(1);
    let page = PageRequest::parse(("page", number), ("size", PAGE_SIZE))?;
    let hides_drafts = fields.get("drafts") == "hide";
    let query = JobQuery {
        updated_since: None,
        organization_id: visit.organization().clone(),
        recruiter_id: visit.principal().user_id.clone(),
        search: fields.some("search").map(str::to_owned),
        drafts: if hides_drafts {
            DraftFilter::Published
        } else {
            DraftFilter::All
        },
        page,
        count: true,
    };
    let found = visit
        .run(Operation::GetJobs, move |app, _| app.jobs().list(&query))
        .await?;
    let search = fields.get("search");
    let address = |number: i32| {
        let (page, drafts) = (number.to_string(), fields.get("drafts"));
        let fields = [("search", search), ("drafts", drafts), ("page", &page)];
        links::with_fields("/app/jobs", &fields)
    };
    let is_start = search.is_empty() && number == 1;
    let (checklist, attention) = if is_start {
        (
            Checklist::load(&visit).await?,
            Some(Attention::load(&visit).await?),
        )
    } else {
        (None, None)
    };
    let page = JobsPage {
        frame: visit.frame(),
        checklist,
        attention,
        search: search.to_owned(),
        drafts: !hides_drafts,
        total: found.total_count().unwrap_or_default(),
        previous: (number > 1).then(|| address(number - 1)),
        next: found
            .has_next_page
            .then(|| address(number.saturating_add(1))),
        jobs: found.items.into_iter().map(JobRow::of).collect(),
        done: match fields.get("done") {
            "deleted" => "The job is deleted.",
            _ => "",
        },
    };
    visit.page(page).await
}
