//! The stages that new jobs get.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::Principal;

use super::{Tab, tabs};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;
use crate::stages::{StagesForm, TypedStages, check_unchanged};
use crate::visit::{Visit, answer, answer_form};

const PATH: &str = "/app/settings/stages";

#[derive(Template)]
#[template(path = "settings_stages.html")]
struct StagesPage {
    frame: Frame,
    tabs: Vec<Tab>,
    form: StagesForm,
    problem: String,
    is_saved: bool,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, None).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    refused: Option<(Fields, StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| app.jobs().stage_template(principal);
    let stored = visit.run(Operation::SetStageTemplate, load).await?;
    let (typed, status, problem) = match refused {
        Some((fields, status, problem)) => (Some(fields), status, problem),
        None => (None, StatusCode::OK, String::new()),
    };
    let form = StagesForm::of(&stored, typed.as_ref(), |_stage| 0);
    let page = StagesPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        form: StagesForm {
            was: typed.map_or(form.was, |fields| fields.get("was").to_owned()),
            ..form
        },
        problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(status, page).await
}

/// Stores the stages.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let typed = TypedStages::of(&fields);
        let set = move |app: &App, principal: &Principal| {
            app.if_unchanged(&principal.organization_id, |services| {
                let jobs = services.jobs();
                check_unchanged(&typed.was, &jobs.stage_template(principal)?)?;
                jobs.set_stage_template(principal, &typed.stages)
            })
        };
        match visit.run(Operation::SetStageTemplate, set).await {
            Ok(_stored) => Ok(respond::redirect(&format!("{PATH}?saved=1"))),
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, Some((fields, status, problem))).await
            }
        }
    })
    .await
}
