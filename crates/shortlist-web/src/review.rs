//! The review queue: one candidate at a time, the best first, until somebody has decided about each.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation, UpdateCandidate};
use shortlist_domain::{
    Candidate, CandidateStatus, DecisionFilter, Leaderboard, LeaderboardFilter, LeaderboardKind,
    LeaderboardQuery, Principal, RejectionPolicy,
};

use crate::candidate::{Block, CandidateView, rejection_reasons};
use crate::form::Fields;
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
    progress: Progress,
    policy: RejectionPolicy,
    skip: u32,
    /// The decision that the reviewer has just made.
    done: Option<Decision>,
    problem: String,
    reason: String,
}

/// How many candidates of the job have been decided about.
struct Progress {
    waiting: i64,
    total: i64,
    /// The position of the shown candidate among all, starting at 1.
    position: i64,
}

/// A decision that can be undone.
struct Decision {
    candidate: String,
    /// The candidate as part of an address.
    link: String,
    name: String,
    status: &'static str,
    value: &'static str,
    /// The status before, which an undo restores.
    before: String,
}

/// Shows the next candidate.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin_for(&request, Operation::UpdateCandidate).await?;
        show(&visit, &visit.address_fields(), None).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    fields: &Fields,
    refused: Option<(StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let job = find_job(visit).await?;
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
    let (waiting, all) = boards(visit, query).await?;
    // After an undo or a refused form, the same candidate appears again, wherever they are in the queue.
    let first = waiting.rows.first().map(|row| row.candidate_id.to_string());
    let again = fields.some("candidate").map(str::to_owned);
    let view = match again.or(first) {
        None => None,
        Some(id) => Some(load(visit, id).await?),
    };
    let view = view.filter(|view| view.job_id == job.id.as_str());
    let (status, problem) = refused.unwrap_or((StatusCode::OK, String::new()));
    let page = ReviewPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        view,
        progress: Progress::of(&waiting, &all, skip),
        policy: rejection_reasons(visit).await?,
        skip,
        done: last_decision(visit, fields).await?,
        problem,
        reason: fields.get("reason").to_owned(),
    };
    visit.page_with_status(status, page).await
}

async fn load(visit: &Visit, id: String) -> Result<CandidateView, PageError> {
    visit
        .run(Operation::GetCandidate, move |app, principal| {
            CandidateView::load(app, principal, &id)
        })
        .await
}

/// Returns the candidates who wait for a decision, and the number of all candidates.
async fn boards(
    visit: &Visit,
    query: LeaderboardQuery,
) -> Result<(Leaderboard, Leaderboard), PageError> {
    let pending = LeaderboardFilter {
        decision: DecisionFilter::Pending,
        ..LeaderboardFilter::default()
    };
    visit
        .run(Operation::GetLeaderboard, move |app, principal| {
            let scores = app.scores();
            let waiting = scores.filtered_leaderboard(principal, &query, &pending)?;
            let everybody = LeaderboardQuery { offset: 0, ..query };
            let any = LeaderboardFilter::default();
            let all = scores.filtered_leaderboard(principal, &everybody, &any)?;
            Ok((waiting, all))
        })
        .await
}

impl Progress {
    fn of(waiting: &Leaderboard, all: &Leaderboard, skip: u32) -> Self {
        let waiting = waiting.total_count.unwrap_or_default();
        let total = all.total_count.unwrap_or_default().max(waiting);
        let position = total - waiting + i64::from(skip) + 1;
        Self {
            waiting,
            total,
            position: position.min(total),
        }
    }

    fn decided(&self) -> i64 {
        self.total - self.waiting
    }
}

/// Returns the decision that the address names. If the candidate does not exist any more, there is nothing to undo.
async fn last_decision(visit: &Visit, fields: &Fields) -> Result<Option<Decision>, PageError> {
    let Some(id) = fields.some("done").map(str::to_owned) else {
        return Ok(None);
    };
    let find = move |app: &App, principal: &Principal| {
        AppError::if_found(app.candidates().get(principal, &id))
    };
    let candidate = visit.run(Operation::GetCandidate, find).await?;
    Ok(candidate.and_then(|candidate| Decision::of(candidate, fields.get("before"))))
}

impl Decision {
    /// Returns the decision about a candidate, if there is one.
    fn of(candidate: Candidate, before: &str) -> Option<Self> {
        let status = candidate.status?;
        let name = match candidate.full_name.as_str() {
            "" => candidate.code.to_string(),
            name => name.to_owned(),
        };
        Some(Self {
            link: links::segment(candidate.id.as_str()),
            candidate: candidate.id.into_string(),
            name,
            status: status::label(Some(status)),
            value: status.as_str(),
            before: before.to_owned(),
        })
    }
}

/// Stores a decision and shows the next candidate, or undoes the last one.
pub(crate) async fn decide(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        let path = format!("/app/jobs/{}/review", job.id);
        let candidate = fields.get("candidate").to_owned();
        if fields.has("undo") {
            undo(&visit, &candidate, &fields).await?;
            let shown = [
                ("candidate", candidate.as_str()),
                ("skip", fields.get("skip")),
            ];
            return Ok(respond::redirect(&links::with_fields(&path, &shown)));
        }
        if fields.some("status").is_none() {
            let problem = "Choose Active, On hold or Reject. Nothing is decided yet.".to_owned();
            return show(&visit, &fields, Some((StatusCode::BAD_REQUEST, problem))).await;
        }
        match status::store(&visit, candidate.clone(), &fields).await {
            Ok(()) => {
                let kept = [
                    ("skip", fields.get("skip")),
                    ("done", &candidate),
                    ("before", fields.get("was")),
                ];
                Ok(respond::redirect(&links::with_fields(&path, &kept)))
            }
            Err(error) => {
                let refused = error.about_input()?;
                show(&visit, &fields, Some(refused)).await
            }
        }
    })
    .await
}

/// Gives a candidate the status before a decision, unless somebody has changed the status meanwhile.
async fn undo(visit: &Visit, candidate: &str, fields: &Fields) -> Result<(), PageError> {
    let change = UpdateCandidate {
        candidate_id: candidate.to_owned(),
        status: Some(fields.some("before").map(str::to_owned)),
        ..UpdateCandidate::default()
    };
    let decided = fields.some("undo").map(str::to_owned);
    let undo = move |app: &App, principal: &Principal| {
        app.if_unchanged(&principal.organization_id, |services| {
            let candidates = services.candidates();
            let now = candidates.get(principal, &change.candidate_id)?.status;
            if now.map(CandidateStatus::as_str) == decided.as_deref() {
                candidates.update(principal, change.clone())?;
            }
            Ok(())
        })
    };
    visit.run(Operation::UpdateCandidate, undo).await
}
