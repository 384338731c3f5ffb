//! The stages that new jobs get.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::Principal;

use super::{Tab, tabs};
use crate::changed_meanwhile::if_unchanged;
use crate::frame::Frame;
use crate::refusal::Refusal;
use crate::respond;
use crate::respond::error::PageError;
use crate::stages::{StagesForm, TypedStages};
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
        show(&visit, Refusal::default()).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| app.jobs().stage_template(principal);
    let stored = visit.run(Operation::SetStageTemplate, load).await?;
    let page = StagesPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        form: StagesForm::of(&stored, None, refusal.typed.as_ref()),
        problem: refusal.problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(refusal.status, page).await
}

/// Stores the stages.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let typed = fields.clone();
        let set = move |app: &App, principal: &Principal| {
            let typed = TypedStages::of(&typed)?;
            if_unchanged(app, principal, |services| {
                let jobs = services.jobs();
                typed.check_unchanged(&jobs.stage_template(principal)?)?;
                Ok(jobs.set_stage_template(principal, &typed.stages)?)
            })
        };
        let set = visit.run(Operation::SetStageTemplate, set).await;
        match set.and_then(|saved| Ok(saved?)) {
            Ok(_stored) => Ok(respond::redirect(&format!("{PATH}?saved=1"))),
            Err(error) => show(&visit, Refusal::of(error, fields)?).await,
        }
    })
    .await
}
