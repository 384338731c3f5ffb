//! Storing and deleting the recording of an interview.

use actix_web::http::header::ACCEPT;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use shortlist_app::{App, Operation};
use shortlist_domain::Principal;
use shortlist_transport::recording_from_page;

use super::report::finish;
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form, answer_upload};

/// Why a script's upload was refused.
#[derive(Serialize)]
struct Problem {
    problem: String,
}

/// Stores the recording of a form as it arrives. A script that asks for JSON gets the outcome alone.
pub(crate) async fn store(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let accepted = request.headers().get(ACCEPT);
    let wants_json = accepted.is_some_and(|accepted| accepted == "application/json");
    let stored = async {
        let visit = Visit::begin(&request).await?;
        let done = receive(&visit, payload).await;
        if wants_json {
            as_json(done)
        } else {
            finish(&visit, Fields::default(), "recording", done).await
        }
    };
    if wants_json {
        // A script cannot follow the redirect to the sign-in page, so it gets the status instead.
        return stored.await.unwrap_or_else(|error| error.respond(None));
    }
    answer_upload(&request, stored).await
}

async fn receive(visit: &Visit, payload: web::Payload) -> Result<(), PageError> {
    let principal = visit.principal().clone();
    let (request, state) = (&visit.request, &visit.state);
    recording_from_page(request, payload, state, principal, visit.id()).await?;
    Ok(())
}

fn as_json(done: Result<(), PageError>) -> Result<HttpResponse, PageError> {
    match done {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(error) => {
            let (status, problem) = error.about_input()?;
            Ok(HttpResponse::build(status).json(Problem { problem }))
        }
    }
}

/// Deletes the recording.
pub(crate) async fn remove(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let id = visit.id();
        let remove =
            move |app: &App, principal: &Principal| app.recordings().remove(principal, &id);
        let done = visit.run(Operation::DeleteRecording, remove).await;
        finish(&visit, fields, "no-recording", done).await
    })
    .await
}
