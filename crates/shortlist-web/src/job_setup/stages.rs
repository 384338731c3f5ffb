//! The stages of a job.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation, SetJobStages};
use shortlist_domain::{Job, Principal};

use crate::changed_meanwhile::if_unchanged;
use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::JobHead;
use crate::refusal::Refusal;
use crate::respond::error::PageError;
use crate::stages::{StagesForm, TypedStages};
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "job_stages.html")]
struct JobStagesPage {
    frame: Frame,
    job: JobHead,
    form: StagesForm,
    /// Why candidates of removed stages are moved.
    reason: String,
    reasons: Vec<String>,
    problem: String,
    is_saved: bool,
}

/// Shows the stages of the job in the address.
pub(super) async fn page(request: HttpRequest) -> HttpResponse {
    super::page(request, show).await
}

async fn show(visit: &Visit, job: Job, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let id = job.id.clone();
    let load = move |app: &App, principal: &Principal| {
        let organization = &principal.organization_id;
        let mut lists = app
            .jobs()
            .stage_lists(organization, std::slice::from_ref(&id))?;
        let counts = app.jobs().stage_counts(organization, &id)?;
        let policy = app.candidates().rejection_policy(organization)?;
        Ok((
            lists.remove(&id).unwrap_or_default(),
            counts,
            policy.reasons,
        ))
    };
    let (stored, counts, reasons) = visit.run(Operation::SetJobStages, load).await?;
    let typed = refusal.typed.as_ref();
    let page = JobStagesPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        form: StagesForm::of(&stored, Some(&counts), typed),
        reason: typed.map_or("", |fields| fields.get("reason")).to_owned(),
        reasons,
        problem: refusal.problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(refusal.status, page).await
}

/// Stores the stages of the job in the address.
pub(super) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    super::change(request, payload, "stages", store, show).await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (id, fields) = (visit.id(), fields.clone());
    let set = move |app: &App, principal: &Principal| {
        let typed = TypedStages::of(&fields)?;
        let request = SetJobStages {
            stages: typed.stages.clone(),
            moves: typed.moves.clone(),
            reason: fields.some("reason").map(str::to_owned),
        };
        if_unchanged(app, principal, |services| {
            let jobs = services.jobs();
            let job = jobs.get(principal, &id)?.id;
            let ids = std::slice::from_ref(&job);
            let stored = jobs.stage_lists(&principal.organization_id, ids)?;
            typed.check_unchanged(&stored.get(&job).cloned().unwrap_or_default())?;
            Ok(jobs.set_stages(principal, &id, &request)?)
        })
    };
    visit.run(Operation::SetJobStages, set).await??;
    Ok(())
}
