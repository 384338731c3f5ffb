//! Deleting a job.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, Operation};
use shortlist_domain::Principal;

use super::{EditedJob, Notice, Values, show};
use crate::ranking::find_job;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form};

const UNCONFIRMED: &str = "Tick the box to confirm that the job is deleted permanently.";
const HAS_CANDIDATES: &str = "The job has candidates, so it cannot be deleted. Archive it instead.";

/// Deletes the job in the address if the form confirms it.
pub(crate) async fn delete(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        if !fields.has("confirmed") {
            return again(&visit, StatusCode::BAD_REQUEST, UNCONFIRMED.to_owned()).await;
        }
        let id = visit.id();
        let delete = move |app: &App, principal: &Principal| app.jobs().delete(principal, &id);
        match visit.run(Operation::DeleteJob, delete).await {
            Ok(_id) => Ok(respond::redirect("/app/jobs?done=deleted")),
            Err(error) => {
                let (status, problem) = error.about_input()?;
                let problem = match status {
                    StatusCode::CONFLICT => HAS_CANDIDATES.to_owned(),
                    _ => problem,
                };
                again(&visit, status, problem).await
            }
        }
    })
    .await
}

/// Shows the job again with the problem.
async fn again(
    visit: &Visit,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let job = find_job(visit).await?;
    let edited = EditedJob::of(&job);
    let notice = Notice {
        problem,
        ..Notice::default()
    };
    show(
        visit,
        Some(edited),
        Values::of_job(job).into(),
        status,
        notice,
    )
    .await
}
