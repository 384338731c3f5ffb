//! Data protection: export, legal hold and erasure of a candidate, each after a confirmation.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{Candidate, Principal, UserType};

use super::erased;
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

#[derive(Template)]
#[template(path = "protection.html")]
struct ProtectionPage {
    frame: Frame,
    id: String,
    name: String,
    is_held: bool,
    /// Whether the viewer may set and lift legal holds.
    may_hold: bool,
    problem: String,
    /// What a refused form contained.
    typed: Fields,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, StatusCode::OK, String::new(), Fields::default()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    problem: String,
    typed: Fields,
) -> Result<HttpResponse, PageError> {
    let id = visit.id();
    let load = move |app: &App, principal: &Principal| {
        let candidate = app.candidates().get(principal, &id)?;
        let is_held = app
            .erasures()
            .is_held(&principal.organization_id, &candidate.id)?;
        Ok((candidate, is_held))
    };
    // Whoever may not export may do nothing else here.
    let (candidate, is_held) = visit.run(Operation::ExportCandidate, load).await?;
    let page = ProtectionPage {
        frame: visit.frame(),
        name: name_of(&candidate),
        id: candidate.id.into_string(),
        is_held,
        may_hold: visit.principal().user_type == UserType::Admin,
        problem,
        typed,
    };
    visit.page_with_status(status, page).await
}

fn name_of(candidate: &Candidate) -> String {
    match candidate.full_name.as_str() {
        "" => candidate.code.to_string(),
        name => name.to_owned(),
    }
}

/// Returns everything stored about the candidate as a file.
pub(crate) async fn export(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, _fields| async move {
        let id = visit.id();
        let export = move |app: &App, principal: &Principal| {
            let exported = app.candidates().export_for(principal, &id)?;
            Ok(exported.to_string())
        };
        let exported = visit.run(Operation::ExportCandidate, export).await?;
        let name = "attachment; filename=\"candidate.json\"";
        Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "application/json"))
            .insert_header((CONTENT_DISPOSITION, name))
            .body(exported))
    })
    .await
}

/// Sets or lifts the legal hold.
pub(crate) async fn hold(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let lifts = fields.has("lift");
        if !lifts && fields.some("hold").is_none() {
            let problem = "Enter the reason for the legal hold.".to_owned();
            return show(&visit, StatusCode::BAD_REQUEST, problem, fields).await;
        }
        let reason = fields.some("hold").filter(|_| !lifts).map(str::to_owned);
        let id = visit.id();
        let set = move |app: &App, principal: &Principal| {
            let erasures = app.erasures();
            erasures.set_legal_hold(principal, &id, reason.as_deref())
        };
        match visit.run(Operation::SetLegalHold, set).await {
            Ok(_candidate) => {
                let saved = if lifts { "no-hold" } else { "hold" };
                let page = format!("/app/candidates/{}", links::segment(&visit.id()));
                Ok(respond::redirect(&format!("{page}?saved={saved}")))
            }
            Err(error) => again(&visit, error, &fields).await,
        }
    })
    .await
}

/// Erases the candidate if the form confirms it.
pub(crate) async fn erase(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        if !fields.has("confirmed") {
            let problem = "Tick the box to confirm that the data will be erased permanently.";
            return show(&visit, StatusCode::BAD_REQUEST, problem.to_owned(), fields).await;
        }
        let (id, reason) = (visit.id(), fields.get("reason").to_owned());
        let erase =
            move |app: &App, principal: &Principal| app.erasures().erase(principal, &id, &reason);
        match visit.run(Operation::EraseCandidate, erase).await {
            Ok(erasure) => {
                let page = erased::address(erasure.candidate_id.as_str());
                Ok(respond::redirect(&page))
            }
            Err(error) => again(&visit, error, &fields).await,
        }
    })
    .await
}

/// Shows the page again with the problem of a form.
async fn again(
    visit: &Visit,
    error: PageError,
    fields: &Fields,
) -> Result<HttpResponse, PageError> {
    let (status, problem) = error.about_input()?;
    show(visit, status, problem, fields.clone()).await
}
