//! A candidate without a file: the form for what is known of somebody.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, CreateCandidate, Operation};
use shortlist_domain::Principal;
use shortlist_domain::limits::{MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, MAX_SHORT_FIELD_CHARS};

use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::{JobHead, find_job};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

#[derive(Template)]
#[template(path = "new_candidate.html")]
struct NewCandidatePage {
    frame: Frame,
    job: JobHead,
    /// Why the job takes no candidate without a file. Then there is no form.
    refused: Option<String>,
    typed: Fields,
    most_name: usize,
    most_place: usize,
    most_chars: usize,
    problem: Option<String>,
}

/// Shows the form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin_for(&request, Operation::CreateCandidate).await?;
        show(&visit, StatusCode::OK, None, Fields::default()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    problem: Option<String>,
    typed: Fields,
) -> Result<HttpResponse, PageError> {
    let job = find_job(visit).await?;
    let refused = if job.blind {
        Some("The job is reviewed blind, and whoever adds a candidate knows who they are. Upload the resume instead.".to_owned())
    } else if job.status.accepts_resumes() {
        None
    } else {
        let state = job.status.as_str().to_lowercase();
        Some(format!(
            "The job accepts no candidates, because it is {state}."
        ))
    };
    let page = NewCandidatePage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        refused,
        typed,
        most_name: MAX_NAME_CHARS,
        most_place: MAX_SHORT_FIELD_CHARS,
        most_chars: MAX_DESCRIPTION_CHARS,
        problem,
    };
    visit.page_with_status(status, page).await
}

/// Creates the candidate, and shows it.
pub(crate) async fn create(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let typed = CreateCandidate {
            job_id: visit.id(),
            full_name: fields.get("name").to_owned(),
            email_address: fields.some("email").map(str::to_owned),
            phone_number: fields.some("phone").map(str::to_owned),
            location: fields.some("location").map(str::to_owned),
            text: fields.some("text").map(str::to_owned),
        };
        let create = move |app: &App, principal: &Principal| {
            app.uploads().create_candidate(principal, &typed)
        };
        match visit.run(Operation::CreateCandidate, create).await {
            Ok(candidate) => {
                let page = format!("/app/candidates/{}", links::segment(candidate.id.as_str()));
                Ok(respond::redirect(&format!("{page}?saved=created")))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, status, Some(problem), fields).await
            }
        }
    })
    .await
}
