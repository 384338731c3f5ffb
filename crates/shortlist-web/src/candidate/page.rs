//! The page of a candidate: the resume next to the evidence for its score, and everything recorded about the person.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{CandidateId, Principal};
use shortlist_transport::{send_document, send_original_file};

use super::custom::FieldKind;
use super::records::Records;
use super::what_if::WhatIf;
use super::{Block, CandidateView};
use crate::form::Fields;
use crate::frame::Frame;
use crate::packet::Due;
use crate::respond::error::PageError;
use crate::status::{StatusChoice, choices, label};
use crate::visit::{Visit, answer};

#[derive(Template)]
#[template(path = "candidate.html")]
struct CandidatePage {
    frame: Frame,
    view: CandidateView,
    records: Records,
    what_if: Option<WhatIf>,
    /// The statuses that have no button of their own.
    others: Vec<StatusChoice>,
    notice: Notice,
    /// The explanation of a rejection.
    due: Option<Due>,
}

/// What the page says about the form that was sent.
#[derive(Default)]
pub(super) struct Notice {
    /// What was saved.
    pub(super) saved: &'static str,
    /// Why nothing was saved.
    pub(super) problem: String,
    /// What was typed, so that it can be corrected.
    pub(super) typed: Fields,
}

impl Notice {
    /// Returns the notice that an address names.
    fn of_address(fields: &Fields) -> Self {
        let saved = match fields.get("saved") {
            "status" => "The status is saved.",
            "tags" => "The tags are saved.",
            "fields" => "The fields are saved.",
            "offer" => "The offer is saved.",
            "note" => "The note is saved.",
            "no-note" => "The note is deleted.",
            "mail" => "The mail waits again, and is sent as soon as it can be.",
            "review" => "Your review is saved.",
            "considered" => {
                "The same resume is now considered for this job, with a score of its own. The earlier application stays as it is."
            }
            "created" => "The candidate is added, and scored on what you entered.",
            "resume" => "The resume that counts is chosen.",
            "reveal" => "The candidate is revealed to you. The audit log keeps your reason.",
            "hold" => "The legal hold is in force. Nobody can erase this candidate.",
            "no-hold" => "The legal hold is lifted.",
            _ => "",
        };
        Self {
            saved,
            ..Self::default()
        }
    }

    /// Returns what was typed into a field; what is stored if the form was not sent.
    fn shown<'a>(&'a self, name: &str, stored: &'a str) -> &'a str {
        if self.typed.has(name) {
            self.typed.get(name)
        } else {
            stored
        }
    }

    /// Returns what was typed into a field.
    fn typed(&self, name: &str) -> &str {
        self.typed.get(name)
    }
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let notice = Notice::of_address(&visit.address_fields());
        show(&visit, StatusCode::OK, notice).await
    };
    answer(&request, shown).await
}

/// Shows the page of the candidate in the address.
pub(super) async fn show(
    visit: &Visit,
    status: StatusCode,
    notice: Notice,
) -> Result<HttpResponse, PageError> {
    let id = visit.id();
    let view = visit
        .run(Operation::GetCandidate, move |app, principal| {
            CandidateView::load(app, principal, &id)
        })
        .await?;
    let records = Records::load(visit, &view).await?;
    let what_if = WhatIf::load(visit, &view).await?;
    let due = due(visit, &view).await?;
    let page = CandidatePage {
        frame: visit.frame(),
        others: others(view.status_value),
        view,
        records,
        what_if,
        notice,
        due,
    };
    visit.page_with_status(status, page).await
}

/// Returns the statuses that have no button of their own. New, the status before any decision, comes first.
fn others(status: &str) -> Vec<StatusChoice> {
    let new = StatusChoice {
        value: "",
        label: label(None),
        is_selected: status.is_empty(),
    };
    let is_other =
        |choice: &StatusChoice| !matches!(choice.value, "Active" | "OnHold" | "Rejected");
    let others = choices(status).into_iter().filter(is_other);
    [new].into_iter().chain(others).collect()
}

/// Returns the state of the explanation of a rejection. Interviewers do not see it.
async fn due(visit: &Visit, view: &CandidateView) -> Result<Option<Due>, PageError> {
    if !visit.frame().is_recruiter {
        return Ok(None);
    }
    let id = view.id.clone();
    let now = visit.now();
    let load = move |app: &App, principal: &Principal| {
        let id = CandidateId::parse("candidateId", &id)?;
        app.packets().adverse_decision(principal, &id)
    };
    let decision = visit.run(Operation::ListDueExplanations, load).await?;
    Ok(decision.and_then(|decision| Due::of_decision(&decision, now)))
}

/// Returns a further document.
pub(crate) async fn document(request: HttpRequest) -> HttpResponse {
    let sent = async {
        let visit = Visit::begin(&request).await?;
        let principal = visit.principal().clone();
        let document = request.match_info().query("document").to_owned();
        let app = visit.state.app();
        Ok(send_document(&request, app, principal, visit.id(), document).await?)
    };
    answer(&request, sent).await
}

/// Returns the file as it was uploaded.
pub(crate) async fn original_file(request: HttpRequest) -> HttpResponse {
    let sent = async {
        let visit = Visit::begin(&request).await?;
        let principal = visit.principal().clone();
        let app = visit.state.app();
        Ok(send_original_file(&request, app, principal, visit.id()).await?)
    };
    answer(&request, sent).await
}
