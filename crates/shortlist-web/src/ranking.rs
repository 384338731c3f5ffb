//! The ranking of a job's candidates.

mod cursor;
mod row;

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::Operation;
use shortlist_domain::{
    CandidateStatus, Job, Leaderboard, LeaderboardFilter, LeaderboardKind, LeaderboardQuery,
    StatusFilter,
};

pub(crate) use row::{Bar, bars, is_shared_wording, requirements_met, tenths};

use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::status::{StatusChoice, choices};
use crate::visit::{Visit, answer};
use crate::{links, respond};
use row::CandidateRow;

/// The number of candidates on a page.
const PAGE_SIZE: u32 = 50;

#[derive(Template)]
#[template(path = "ranking.html")]
struct RankingPage {
    frame: Frame,
    job: JobHead,
    search: String,
    statuses: Vec<StatusChoice>,
    is_filtered: bool,
    rows: Vec<CandidateRow>,
    legend: Vec<Bar>,
    total: i64,
    first: Option<String>,
    next: Option<String>,
}

/// The heading of the pages of a job.
pub(crate) struct JobHead {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) code: String,
    pub(crate) place: String,
    pub(crate) is_draft: bool,
}

impl JobHead {
    pub(crate) fn of(job: &Job) -> Self {
        let place = [&job.department, &job.location, &job.employment_type];
        let place: Vec<&str> = place.into_iter().flatten().map(String::as_str).collect();
        Self {
            id: job.id.to_string(),
            title: job.title.clone(),
            code: job.code.clone(),
            place: place.join(", "),
            is_draft: job.is_draft(),
        }
    }
}

/// Shows the ranking.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    answer(&request, show(&request)).await
}

async fn show(request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let visit = Visit::begin(request).await?;
    let fields = visit.address_fields();
    let job = find_job(&visit).await?;
    let query = query(&visit, &job, &fields);
    let filter = filter(&fields);
    let board = visit
        .run(Operation::GetLeaderboard, move |app, principal| {
            app.scores()
                .filtered_leaderboard(principal, &query, &filter)
        })
        .await?;
    let next = next_address(&job, &fields, &board);
    let total = board.total_count.unwrap_or_default();
    let rows = visit
        .run(Operation::GetCandidates, move |app, principal| {
            row::load(app, &principal.organization_id, board)
        })
        .await?;
    let path = format!("/app/jobs/{}", job.id);
    let kept = [
        ("search", fields.get("search")),
        ("status", fields.get("status")),
    ];
    respond::page(&RankingPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        search: fields.get("search").to_owned(),
        statuses: choices(fields.get("status")),
        is_filtered: kept.iter().any(|(_, value)| !value.is_empty()),
        legend: rows.first().map(|row| row.bars.clone()).unwrap_or_default(),
        rows,
        total,
        first: fields
            .has("after")
            .then(|| links::with_fields(&path, &kept)),
        next,
    })
}

/// Returns the job of the address.
pub(crate) async fn find_job(visit: &Visit) -> Result<Job, PageError> {
    let id = visit.id();
    visit
        .run(Operation::GetJob, move |app, principal| {
            app.jobs().get(principal, &id)
        })
        .await
}

fn query(visit: &Visit, job: &Job, fields: &Fields) -> LeaderboardQuery {
    LeaderboardQuery {
        organization_id: visit.organization().clone(),
        job_id: job.id.clone(),
        kind: LeaderboardKind::Ai,
        limit: PAGE_SIZE,
        offset: 0,
        after: fields.some("after").and_then(cursor::read),
        count: true,
    }
}

fn filter(fields: &Fields) -> LeaderboardFilter {
    let status = CandidateStatus::parse("status", fields.get("status"));
    LeaderboardFilter {
        search: fields.some("search").map(str::to_owned),
        status: status.map_or(StatusFilter::Any, StatusFilter::Is),
        ..LeaderboardFilter::default()
    }
}

fn next_address(job: &Job, fields: &Fields, board: &Leaderboard) -> Option<String> {
    let end = board.end.as_ref().filter(|_| board.has_next_page)?;
    let cursor = cursor::write(end);
    let kept = [
        ("search", fields.get("search")),
        ("status", fields.get("status")),
        ("after", &cursor),
    ];
    Some(links::with_fields(&format!("/app/jobs/{}", job.id), &kept))
}
