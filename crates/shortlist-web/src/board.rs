//! The candidates of a job in columns, one for each stage.

mod card;
mod columns;
mod load;
mod moving;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::Principal;

use crate::form::Fields;
use crate::frame::Frame;
use crate::links;
use crate::naming::name_of;
use crate::ranking::{JobHead, count_outdated, find_job};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer};
use columns::{Choice, Column, Part};
use load::{BoardQuery, load};
pub(crate) use moving::move_candidate;

#[derive(Template)]
#[template(path = "board.html")]
struct BoardPage {
    frame: Frame,
    job: JobHead,
    parts: Vec<Part>,
    stages: Vec<Choice>,
    reasons: Vec<String>,
    /// Whether only one stage is shown.
    is_one: bool,
    /// Whether the job has no candidates, so that the page says how to add some.
    is_empty: bool,
    /// The addresses of the pages before and after, of a page with one column.
    previous: Option<String>,
    next: Option<String>,
    notice: Notice,
    /// How many candidates were scored with an earlier text of the job.
    outdated: i64,
}

/// What the page says about the form that was sent.
#[derive(Default)]
struct Notice {
    saved: String,
    problem: String,
    typed: Fields,
}

impl Notice {
    fn typed(&self, name: &str) -> &str {
        self.typed.get(name)
    }

    /// Returns whether the form moved this candidate to this stage.
    fn is_typed(&self, candidate: &str, stage: &str) -> bool {
        self.typed("candidate") == candidate && self.typed("to") == stage
    }
}

/// Shows the board, or one of its columns.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let fields = visit.address_fields();
        let moved = moved(&visit, &fields).await;
        let notice = Notice {
            saved: moved,
            ..Notice::default()
        };
        show(&visit, StatusCode::OK, &fields, notice).await
    };
    answer(&request, shown).await
}

/// Returns the message about the candidate who was moved just before.
async fn moved(visit: &Visit, fields: &Fields) -> String {
    let Some(id) = fields.some("moved").map(str::to_owned) else {
        return String::new();
    };
    let find = move |app: &App, principal: &Principal| app.candidates().get(principal, &id);
    let found = visit.run(Operation::GetCandidate, find).await;
    found.map_or(String::new(), |candidate| {
        format!("{} is moved.", name_of(&candidate))
    })
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    fields: &Fields,
    notice: Notice,
) -> Result<HttpResponse, PageError> {
    let job = find_job(visit).await?;
    let only = fields.some("stage").map(str::to_owned);
    let number = fields.get("page").parse::<i32>().unwrap_or(1).max(1);
    let query = BoardQuery {
        job: job.id.clone(),
        only: only.clone(),
        number,
    };
    let load = move |app: &App, principal: &Principal| load(app, principal, &query);
    let loaded = visit.run(Operation::GetCandidates, load).await?;
    let path = format!("/app/jobs/{}/board", job.id);
    let has_next = loaded.columns.iter().any(|column| column.has_next);
    let address = |stage: &str, number: i32| {
        let number = number.to_string();
        let number = if number == "1" { "" } else { &number };
        links::with_fields(&path, &[("stage", stage), ("page", number)])
    };
    let one = only.as_deref();
    let now = visit.now();
    let page = BoardPage {
        outdated: count_outdated(visit).await?,
        frame: visit.frame(),
        job: JobHead::of(&job),
        previous: one
            .filter(|_| number > 1)
            .map(|stage| address(stage, number - 1)),
        next: one
            .filter(|_| has_next)
            .map(|stage| address(stage, number.saturating_add(1))),
        is_one: one.is_some(),
        is_empty: one.is_none() && loaded.columns.iter().all(|column| column.total == 0),
        stages: loaded
            .stages
            .stages()
            .iter()
            .map(|stage| Choice::of(stage, loaded.needs_reason))
            .collect(),
        parts: Part::all(loaded.columns, |column| {
            Column::of(column, |stage| address(stage, 1), &loaded.facts, now)
        }),
        reasons: loaded.reasons,
        notice,
    };
    visit.page_with_status(status, page).await
}
