//! Reports about recruiting, by period and job: each has a chart, a table, and a CSV file of the same numbers.

mod chart;
mod sections;
mod table;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono::Days;
use shortlist_app::{App, AppError, Operation, RecruitingReport, ReportRequest};
use shortlist_domain::{JobFilters, JobListQuery, PageRequest, Principal, ReportDays};

use crate::form::Fields;
use crate::frame::Frame;
use crate::links;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer};
use sections::Section;

/// The page with all reports.
const PATH: &str = "/app/reports";
/// The most jobs in the list of the form, the newest first.
const MAX_LISTED_JOBS: i32 = 100;
/// The periods that one link chooses, in days.
const PERIODS: [(u64, &str); 4] = [
    (7, "Last 7 days"),
    (30, "Last 30 days"),
    (90, "Last 90 days"),
    (365, "Last 365 days"),
];

#[derive(Template)]
#[template(path = "reports.html")]
struct ReportsPage {
    frame: Frame,
    job: String,
    title: String,
    jobs: Vec<ListedJob>,
    from: String,
    to: String,
    periods: Vec<Period>,
    problem: Option<String>,
    sections: Vec<Section>,
    /// Whether there is nothing to report on these days.
    is_empty: bool,
}

/// A job of the form's list.
struct ListedJob {
    id: String,
    title: String,
    is_chosen: bool,
}

/// A period that a link chooses.
struct Period {
    label: &'static str,
    link: String,
    is_chosen: bool,
}

/// What the address asks for.
#[derive(Clone)]
struct Choice {
    job: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

impl Choice {
    fn of(fields: &Fields) -> Self {
        let given = |name: &str| fields.some(name).map(str::to_owned);
        Self {
            job: given("job"),
            from: given("from"),
            to: given("to"),
        }
    }

    /// Returns the same choice with the usual days.
    fn with_usual_days(&self) -> Self {
        Self {
            job: self.job.clone(),
            from: None,
            to: None,
        }
    }
}

/// Shows the reports.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let choice = Choice::of(&visit.address_fields());
        match load(&visit, &choice).await {
            Ok(report) => show(&visit, &report, StatusCode::OK, None).await,
            Err(error) => {
                let (status, problem) = error.about_input()?;
                let report = load(&visit, &choice.with_usual_days()).await?;
                show(&visit, &report, status, Some(problem)).await
            }
        }
    };
    answer(&request, shown).await
}

async fn load(visit: &Visit, choice: &Choice) -> Result<RecruitingReport, PageError> {
    let choice = choice.clone();
    let load = move |app: &App, principal: &Principal| {
        let request = ReportRequest {
            job_id: choice.job.as_deref(),
            from: choice.from.as_deref(),
            to: choice.to.as_deref(),
        };
        app.recruiting_reports().get(principal, request)
    };
    visit.run(Operation::GetRecruitingReport, load).await
}

async fn show(
    visit: &Visit,
    report: &RecruitingReport,
    status: StatusCode,
    problem: Option<String>,
) -> Result<HttpResponse, PageError> {
    let job = report.job.as_ref();
    let id = job.map(|job| job.id.as_str()).unwrap_or_default();
    let figures = &report.figures;
    let page = ReportsPage {
        frame: visit.frame(),
        job: id.to_owned(),
        title: job.map(|job| job.title.clone()).unwrap_or_default(),
        jobs: listed_jobs(visit, report).await?,
        from: report.days.first().to_string(),
        to: report.days.last().to_string(),
        periods: periods(visit, report, id),
        problem,
        sections: sections::all(report, |name| {
            address(&format!("{PATH}/{name}.csv"), id, report.days)
        }),
        is_empty: figures.days.is_empty()
            && figures.stays.is_empty()
            && figures.agreement.reviews == 0,
    };
    visit.page_with_status(status, page).await
}

fn address(path: &str, job: &str, days: ReportDays) -> String {
    let (from, to) = (days.first().to_string(), days.last().to_string());
    links::with_fields(path, &[("job", job), ("from", &from), ("to", &to)])
}

fn periods(visit: &Visit, report: &RecruitingReport, job: &str) -> Vec<Period> {
    let today = visit.now().date();
    let period = |(days, label): (u64, &'static str)| {
        let first = today.checked_sub_days(Days::new(days - 1)).unwrap_or(today);
        let (from, to) = (first.to_string(), today.to_string());
        Period {
            label,
            link: links::with_fields(PATH, &[("job", job), ("from", &from), ("to", &to)]),
            is_chosen: report.days.first() == first && report.days.last() == today,
        }
    };
    PERIODS.map(period).into()
}

/// Returns the newest jobs, and the chosen one if it is not among them.
async fn listed_jobs(
    visit: &Visit,
    report: &RecruitingReport,
) -> Result<Vec<ListedJob>, PageError> {
    let load = |app: &App, principal: &Principal| -> Result<_, AppError> {
        let query = JobListQuery {
            organization_id: principal.organization_id.clone(),
            filters: JobFilters::default(),
            page: PageRequest::parse(("page", 1), ("size", MAX_LISTED_JOBS))?,
            count: false,
        };
        app.jobs().list_all(principal, &query)
    };
    let newest = visit.run(Operation::ListJobs, load).await?.items;
    let chosen = report.job.iter().cloned();
    let others = newest
        .into_iter()
        .filter(|job| report.job.as_ref().is_none_or(|chosen| chosen.id != job.id));
    let numbered = chosen
        .map(|job| (job, true))
        .chain(others.map(|job| (job, false)));
    let listed = numbered.map(|(job, is_chosen)| ListedJob {
        title: format!("{} ({})", job.title, job.code),
        id: job.id.into_string(),
        is_chosen,
    });
    Ok(listed.collect())
}

/// Sends one report as CSV (RFC 4180). Invalid days are explained on the page.
pub(crate) async fn csv(request: HttpRequest) -> HttpResponse {
    let sent = async {
        let visit = Visit::begin(&request).await?;
        let name = request.match_info().get("name").unwrap_or_default();
        let name = name.strip_suffix(".csv").ok_or(PageError::NotFound)?;
        let choice = Choice::of(&visit.address_fields());
        let report = load(&visit, &choice).await?;
        let file = format!(
            "attachment; filename=\"{name}-{}-{}.csv\"",
            report.days.first(),
            report.days.last()
        );
        let name = name.to_owned();
        let table = visit.compute(move || csv_of(&report, &name)).await?;
        Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
            .insert_header((CONTENT_DISPOSITION, file))
            .body(table.ok_or(PageError::NotFound)?))
    };
    answer(&request, sent).await
}

/// Returns a section of a report as CSV, or `None` if it has no such section.
fn csv_of(report: &RecruitingReport, name: &str) -> Option<String> {
    let sections = sections::all(report, |_name| String::new());
    let found = sections.into_iter().find(|section| section.name == name);
    Some(found?.table.csv())
}
