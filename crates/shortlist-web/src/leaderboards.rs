//! Both leaderboards of a job, and how the model's scores agree with those of the reviewers.

mod scatter;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    CandidateFilters, CandidateOrder, CandidateQuery, Leaderboard, LeaderboardKind,
    LeaderboardQuery, LeaderboardRow, OrderedQuery, OrganizationId, PageRequest, Principal,
    SortKey, StatusFilter,
};

use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::{JobHead, count_outdated, find_job};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer};
use crate::{links, status};
use scatter::{Pair, Scatter};

/// The number of rows of a leaderboard on a page.
const ROWS: u32 = 25;
/// The most rows that can be skipped.
const MAX_SKIPPED: u32 = 1_000_000;

#[derive(Template)]
#[template(path = "leaderboards.html")]
struct LeaderboardsPage {
    frame: Frame,
    job: JobHead,
    boards: Vec<Board>,
    scatter: Option<Scatter>,
    /// Whether more candidates are reviewed than the chart shows.
    is_cut: bool,
    /// How many candidates the reviewers' list leaves out, because the viewer interviews them and has not scored them yet.
    hidden: i64,
    /// How many candidates were scored with an earlier text of the job.
    outdated: i64,
}

/// A section of a leaderboard.
struct Board {
    id: &'static str,
    title: &'static str,
    hint: &'static str,
    empty: &'static str,
    value: &'static str,
    total: i64,
    rows: Vec<Row>,
    previous: Option<String>,
    next: Option<String>,
}

/// A candidate of a leaderboard.
struct Row {
    rank: u32,
    id: String,
    name: String,
    code: String,
    value: String,
    status: &'static str,
    status_class: &'static str,
}

/// Shows both leaderboards.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit) -> Result<HttpResponse, PageError> {
    let job = find_job(visit).await?;
    let fields = visit.address_fields();
    let (id, given) = (job.id.clone(), fields.clone());
    let load = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let board = |kind: LeaderboardKind| {
            let query = LeaderboardQuery {
                organization_id: principal.organization_id.clone(),
                job_id: id.clone(),
                kind,
                limit: ROWS,
                offset: skipped(&given, kind),
                after: None,
                count: true,
            };
            app.scores().leaderboard(principal, &query)
        };
        Ok((board(LeaderboardKind::Ai)?, board(LeaderboardKind::Manual)?))
    };
    let (model, reviewers) = visit.run(Operation::GetLeaderboard, load).await?;
    let query = reviewed(visit.organization(), &job.id);
    let load = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        app.candidates().list_ordered(principal, &query)
    };
    let page = visit.run(Operation::GetCandidates, load).await?;
    let outdated = count_outdated(visit).await?;
    let hidden = reviewers.hidden;
    let (frame, head) = (visit.frame(), JobHead::of(&job));
    let path = format!("/app/jobs/{}/leaderboards", job.id);
    let build = move || {
        let pairs: Vec<Pair> = page.candidates.into_iter().filter_map(Pair::of).collect();
        let shown = LeaderboardsPage {
            outdated,
            frame,
            job: head,
            boards: vec![
                Board::of(LeaderboardKind::Ai, model, &path, &fields),
                Board::of(LeaderboardKind::Manual, reviewers, &path, &fields),
            ],
            scatter: (!pairs.is_empty()).then(|| Scatter::of(&pairs)),
            is_cut: page.has_next_page,
            hidden,
        };
        Ok((StatusCode::OK, shown))
    };
    visit.built(build).await
}

/// Returns the name of the parameter with the number of rows that a leaderboard skips.
fn parameter(kind: LeaderboardKind) -> &'static str {
    match kind {
        LeaderboardKind::Ai => "model",
        LeaderboardKind::Manual => "reviewers",
    }
}

fn skipped(fields: &Fields, kind: LeaderboardKind) -> u32 {
    let skipped = fields.get(parameter(kind)).parse().unwrap_or(0);
    skipped.min(MAX_SKIPPED)
}

/// Returns the query for the candidates that somebody has reviewed.
fn reviewed(organization: &OrganizationId, job: &shortlist_domain::JobId) -> OrderedQuery {
    OrderedQuery {
        candidates: CandidateQuery {
            organization_id: organization.clone(),
            job_id: Some(job.clone()),
            search: None,
            status: StatusFilter::Any,
            filters: CandidateFilters::default(),
            page: PageRequest::batch(),
            count: false,
        },
        order: CandidateOrder::of(SortKey::Reviews),
        after: None,
        hides_reviews_from: None,
    }
}

impl Board {
    fn of(kind: LeaderboardKind, board: Leaderboard, path: &str, fields: &Fields) -> Self {
        let other = match kind {
            LeaderboardKind::Ai => LeaderboardKind::Manual,
            LeaderboardKind::Manual => LeaderboardKind::Ai,
        };
        let (offset, kept) = (skipped(fields, kind), skipped(fields, other));
        let address = |offset: u32| {
            let text = |number: u32| match number {
                0 => String::new(),
                number => number.to_string(),
            };
            let (own, kept) = (text(offset), text(kept));
            let fields = [(parameter(kind), own.as_str()), (parameter(other), &kept)];
            links::with_fields(path, &fields)
        };
        let (title, hint, empty, value) = words(kind);
        Self {
            id: parameter(kind),
            title,
            hint,
            empty,
            value,
            total: board.total_count.unwrap_or_default(),
            previous: (offset > 0).then(|| address(offset.saturating_sub(ROWS))),
            next: board
                .has_next_page
                .then(|| address(offset.saturating_add(ROWS))),
            rows: board.rows.into_iter().map(Row::of).collect(),
        }
    }
}

/// Returns the title, the explanation, the text for an empty list, and the name of the value.
fn words(kind: LeaderboardKind) -> (&'static str, &'static str, &'static str, &'static str) {
    match kind {
        LeaderboardKind::Ai => (
            "By resume",
            "The score of the resume, computed by the service.",
            "No candidates yet.",
            "Score",
        ),
        LeaderboardKind::Manual => (
            "By reviewers",
            "The mean of the reviewers' scores. Candidates without a review are not listed.",
            "Nobody has reviewed a candidate yet. Open a candidate, and submit a review there.",
            "Mean",
        ),
    }
}

impl Row {
    fn of(row: LeaderboardRow) -> Self {
        Self {
            rank: row.rank,
            id: row.candidate_id.into_string(),
            name: row.name,
            code: row.code.to_string(),
            value: row.value.to_string(),
            status: status::label(row.status),
            status_class: status::class(row.status),
        }
    }
}
