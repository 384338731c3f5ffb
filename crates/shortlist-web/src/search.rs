//! The search box of every page: jobs by title, and people by name or e-mail address.

use std::collections::{HashMap, HashSet};

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{Candidate, JobFilters, JobId, JobListQuery, PageRequest, Principal};
use shortlist_transport::read_people_selection;

use crate::frame::Frame;
use crate::links;
use crate::naming::name_of;
use crate::ranking::JobHead;
use crate::respond::error::PageError;
use crate::status;
use crate::visit::{Visit, answer};

/// The most results of each kind that the page shows.
const MAX_RESULTS: i32 = 10;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    frame: Frame,
    jobs: Vec<JobHead>,
    people: Vec<PersonResult>,
    /// Whether more jobs match.
    has_more_jobs: bool,
    /// The page with all jobs of the organization that match, which only Admins have.
    all_jobs: String,
    /// The page with all people who match, if there are more.
    more_people: Option<String>,
}

/// An application that matches.
struct PersonResult {
    id: String,
    name: String,
    code: String,
    email: String,
    job_id: String,
    job: String,
    status: &'static str,
    class: &'static str,
}

/// What a page shows, and whether there is more of each kind.
#[derive(Default)]
struct Found {
    jobs: Vec<JobHead>,
    people: Vec<PersonResult>,
    has_more_jobs: bool,
    has_more_people: bool,
}

/// Shows what matches the text in the address.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit) -> Result<HttpResponse, PageError> {
    let text = visit.address_fields().get("q").to_owned();
    let found = find(visit, &text).await?;
    let more = |path: &str| links::with_fields(path, &[("search", &text)]);
    let page = SearchPage {
        has_more_jobs: found.has_more_jobs,
        all_jobs: more("/app"),
        more_people: found.has_more_people.then(|| more("/app/people")),
        jobs: found.jobs,
        people: found.people,
        frame: visit.frame().with_search(&text),
    };
    visit.page(page).await
}

async fn find(visit: &Visit, text: &str) -> Result<Found, PageError> {
    let size = PageRequest::parse(("page", 1), ("size", MAX_RESULTS))?;
    let query = JobListQuery {
        organization_id: visit.organization().clone(),
        filters: JobFilters {
            search: Some(text.to_owned()),
            ..JobFilters::default()
        },
        page: size.clone(),
        count: false,
    };
    let fields = [("search".to_owned(), text.to_owned())];
    let selection = read_people_selection(&fields, visit.principal(), size);
    let is_empty = text.is_empty() || !selection.problems.is_empty();
    let list = move |app: &App, principal: &Principal| {
        if is_empty {
            return Ok(None);
        }
        app.jobs().list_all(principal, &query).map(Some)
    };
    let Some(jobs) = visit.run(Operation::ListJobs, list).await? else {
        return Ok(Found::default());
    };
    let load = move |app: &App, principal: &Principal| {
        let page = app.people().search(principal, &selection.query)?;
        let jobs: HashSet<JobId> = page.items.iter().map(|one| one.job_id.clone()).collect();
        let jobs: Vec<JobId> = jobs.into_iter().collect();
        let titles = app.jobs().titles(principal, &jobs)?;
        let result = |candidate| PersonResult::of(candidate, &titles);
        let people: Vec<PersonResult> = page.items.into_iter().map(result).collect();
        Ok((people, page.has_next_page))
    };
    let (people, has_more_people) = visit.run(Operation::SearchPeople, load).await?;
    Ok(Found {
        has_more_jobs: jobs.has_next_page,
        jobs: jobs.items.iter().map(JobHead::of).collect(),
        people,
        has_more_people,
    })
}

impl PersonResult {
    fn of(candidate: Candidate, titles: &HashMap<JobId, String>) -> Self {
        Self {
            name: name_of(&candidate),
            code: candidate.code.to_string(),
            email: candidate
                .email
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            job: titles.get(&candidate.job_id).cloned().unwrap_or_default(),
            status: status::label(candidate.status),
            class: status::class(candidate.status),
            job_id: candidate.job_id.into_string(),
            id: candidate.id.into_string(),
        }
    }
}
