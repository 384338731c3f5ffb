//! Moving a candidate to another stage.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, MoveCandidates, Operation};
use shortlist_domain::{InvalidValue, PageFormProblem, Principal};
use shortlist_transport::UNDECIDED;

use super::{Notice, show};
use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::naming::name_of;
use crate::ranking::find_job;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form};
use crate::{links, respond};

/// Moves a candidate to another stage, unless somebody has moved the candidate since the board was shown.
pub(crate) async fn move_candidate(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let address = visit.address_fields();
        let only = address.get("stage").to_owned();
        let path = format!("/app/jobs/{}/board", links::segment(&visit.id()));
        find_job(&visit).await?;
        let candidate = fields.get("candidate").to_owned();
        match store(&visit, &fields).await {
            Ok(()) => {
                let shown = [("stage", only.as_str()), ("moved", &candidate)];
                Ok(respond::redirect(&links::with_fields(&path, &shown)))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                let notice = Notice {
                    problem,
                    typed: fields,
                    ..Notice::default()
                };
                show(&visit, status, &address, notice).await
            }
        }
    })
    .await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let fields = fields.clone();
    let change = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let candidates = services.candidates();
            let candidate = candidates.get(principal, fields.get("candidate"))?;
            if fields.some("to").is_none() {
                return Err(InvalidValue::new("stage", PageFormProblem::NoStage).into());
            }
            let is_there = |from: &str| match from {
                UNDECIDED => candidate.status.is_none(),
                // The column of active candidates has nobody without a decision.
                from => {
                    let is_left_out = fields.has("decided") && candidate.status.is_none();
                    from == candidate.stage_id.as_str() && !is_left_out
                }
            };
            if fields.some("from").is_some_and(|from| !is_there(from)) {
                let candidate = name_of(&candidate);
                return Err(ChangedMeanwhile::Stage { candidate }.into());
            }
            let request = MoveCandidates {
                candidate_ids: vec![candidate.id.to_string()],
                stage_id: fields.get("to").to_owned(),
                reason: fields.some("reason").map(str::to_owned),
            };
            Ok(candidates.move_to_stage(principal, &request)?)
        })
    };
    visit.run(Operation::MoveCandidates, change).await??;
    Ok(())
}
