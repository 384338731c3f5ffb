//! The review queue: one candidate at a time, the best first, until somebody has decided about each.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::Operation;
use shortlist_domain::{DecisionFilter, LeaderboardFilter, LeaderboardKind, LeaderboardQuery};

use crate::candidate::CandidateView;
use crate::frame::Frame;
use crate::ranking::{JobHead, find_job};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond, status};

/// The most candidates that a reviewer can skip.
const MAX_SKIPPED: u32 = 10_000;

#[derive(Template)]
#[template(path = "review.html")]
struct ReviewPage {
    frame: Frame,
    job: JobHead,
    view: Option<CandidateView>,
    waiting: i64,
    skip: u32,
    /// The candidate about whom the reviewer has just decided, as part of an address.
    done: String,
}

/// Shows the next candidate.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    answer(&request, show(&request)).await
}

async fn show(request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let visit = Visit::begin(request).await?;
    let fields = visit.address_fields();
    let job = find_job(&visit).await?;
    let skip = fields.get("skip").parse().unwrap_or(0).min(MAX_SKIPPED);
    let query = LeaderboardQuery {
        organization_id: visit.organization().clone(),
        job_id: job.id.clone(),
        kind: LeaderboardKind::Ai,
        limit: 1,
        offset: skip,
        after: None,
        count: true,
    };
    let filter = LeaderboardFilter {
        decision: DecisionFilter::Pending,
        ..LeaderboardFilter::default()
    };
    let board = visit
        .run(Operation::GetLeaderboard, move |app, principal| {
            app.scores()
                .filtered_leaderboard(principal, &query, &filter)
        })
        .await?;
    let view = match board.rows.first() {
        None => None,
        Some(row) => {
            let id = row.candidate_id.to_string();
            let load = visit.run(Operation::GetCandidate, move |app, principal| {
                CandidateView::load(app, principal, &id)
            });
            Some(load.await?)
        }
    };
    respond::page(&ReviewPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        view,
        waiting: board.total_count.unwrap_or_default(),
        skip,
        done: links::segment(fields.get("done")),
    })
}

/// Stores a decision, and shows the next candidate.
pub(crate) async fn decide(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        let candidate = fields.get("candidate").to_owned();
        status::store(&visit, candidate.clone(), &fields).await?;
        let path = format!("/app/jobs/{}/review", job.id);
        let kept = [("skip", fields.get("skip")), ("done", &candidate)];
        Ok(respond::redirect(&links::with_fields(&path, &kept)))
    })
    .await
}
