//! Adding an interviewer to a panel.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{AddInterviewer, App, Operation};
use shortlist_domain::Principal;

use super::interview::{Notice, show};
use crate::form::Fields;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form};

/// Adds the chosen interviewer to the panel of the interview in the address.
pub(crate) async fn add(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        match store(&visit, &fields).await {
            Ok(()) => {
                let page = format!("/app/interviews/{}", visit.id());
                Ok(respond::redirect(&format!("{page}?saved=added")))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                let notice = Notice {
                    problem,
                    typed: fields,
                    ..Notice::default()
                };
                show(&visit, status, notice).await
            }
        }
    })
    .await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let request = AddInterviewer {
        interview_id: visit.id(),
        interviewer_id: fields.get("interviewer").to_owned(),
        allow_overlap: fields.has("overlap"),
    };
    let add = move |app: &App, principal: &Principal| {
        app.interviews().add_interviewer(principal, &request)
    };
    visit.run(Operation::AddInterviewer, add).await?;
    Ok(())
}
