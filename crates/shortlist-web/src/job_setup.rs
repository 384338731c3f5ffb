//! The pages that set a job up: its hiring team, its stages, and the questions to applicants.

mod questions;
mod stages;
mod team;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_domain::Job;

use crate::form::Fields;
use crate::ranking::find_job;
use crate::refusal::Refusal;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

/// The paths of the pages.
pub(crate) const TEAM: &str = "/app/jobs/{id}/team";
pub(crate) const STAGES: &str = "/app/jobs/{id}/stages";
pub(crate) const QUESTIONS: &str = "/app/jobs/{id}/questions";

/// The last parts of the paths of the pages about what a job is, and their names in the menu.
pub(crate) const TABS: [(&str, &str); 5] = [
    ("edit", "Details"),
    ("requirements", "Requirements"),
    ("team", "Hiring team"),
    ("stages", "Stages"),
    ("questions", "Questions"),
];

/// Registers the pages.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    let page = web::resource::<&str>;
    config
        .service(crate::form(page(TEAM), team::page, team::change))
        .service(crate::form(page(STAGES), stages::page, stages::change))
        .service(crate::form(
            page(QUESTIONS),
            questions::page,
            questions::change,
        ));
}

/// Shows a page about the job in the address.
async fn page(
    request: HttpRequest,
    show: impl AsyncFnOnce(&Visit, Job, Refusal) -> Result<HttpResponse, PageError>,
) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let job = find_job(&visit).await?;
        show(&visit, job, Refusal::default()).await
    };
    answer(&request, shown).await
}

/// Stores the form of a part of the job in the address, such as `team`. If it is refused, the page is shown with what was typed.
async fn change(
    request: HttpRequest,
    payload: web::Payload,
    part: &'static str,
    store: impl AsyncFnOnce(&Visit, &Fields) -> Result<(), PageError>,
    show: impl AsyncFnOnce(&Visit, Job, Refusal) -> Result<HttpResponse, PageError>,
) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        match store(&visit, &fields).await {
            Ok(()) => {
                let job = links::segment(job.id.as_str());
                Ok(respond::redirect(&format!(
                    "/app/jobs/{job}/{part}?saved=1"
                )))
            }
            Err(error) => show(&visit, job, Refusal::of(error, fields)?).await,
        }
    })
    .await
}
