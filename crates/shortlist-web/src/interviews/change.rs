//! Moving an interview, and changing its status.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, Operation, UpdateInterview};
use shortlist_domain::Principal;

use super::edits::{Seen, about_form, has_other_status};
use super::interview::{Notice, find, show};
use super::time_form::TimeForm;
use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form};

/// Stores the change. If somebody else changed the interview meanwhile, the page says what, and keeps what was typed.
pub(crate) async fn store(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        match update(&visit, &fields).await {
            Ok(()) => {
                let saved = if fields.has("status") {
                    "status"
                } else {
                    "time"
                };
                let page = format!("/app/interviews/{}", visit.id());
                Ok(respond::redirect(&format!("{page}?saved={saved}")))
            }
            Err(error) => {
                let (status, problem) = about_form(error)?;
                let notice = refusal(&visit, fields, status, problem).await?;
                show(&visit, status, notice).await
            }
        }
    })
    .await
}

/// Returns what the page says about a refused change.
async fn refusal(
    visit: &Visit,
    fields: Fields,
    status: StatusCode,
    problem: String,
) -> Result<Notice, PageError> {
    let interview = find(visit).await?;
    let now = Seen::of_interview(&interview);
    let is_changed =
        fields.get("sequence") != now.sequence || has_other_status(&interview, &fields);
    let is_stale = status == StatusCode::CONFLICT && is_changed;
    let edits = if is_stale {
        now.edits_since(&fields)
    } else {
        Vec::new()
    };
    Ok(Notice {
        problem: if is_stale {
            "Someone else changed this interview while you were editing it. Your changes are still in the form: compare them with these, and save again if you still want them.".to_owned()
        } else {
            problem
        },
        edits,
        typed: fields,
        ..Notice::default()
    })
}

async fn update(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (id, seen, fields) = (visit.id(), fields.clone(), fields.clone());
    let update = move |app: &App, principal: &Principal| {
        let request = match fields.some("status") {
            Some(status) => UpdateInterview {
                status: Some(Some(status.to_owned())),
                only_this: fields.has("only"),
                ..unchanged(id, &fields)
            },
            None => {
                let form = TimeForm::of_fields(&fields);
                let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
                UpdateInterview {
                    date_and_time: Some(Some(form.at()?.to_string())),
                    duration_minutes: Some(Some(form.duration()?)),
                    place: Some(some(&form.place)),
                    meeting_link: Some(some(&form.link)),
                    time_zone: Some(Some(form.time_zone()?.name().to_owned())),
                    ..unchanged(id, &fields)
                }
            }
        };
        if_unchanged(app, principal, |services| {
            let interviews = services.interviews();
            let now = interviews.get(principal, &request.interview_id)?;
            if has_other_status(&now, &seen) {
                return Err(ChangedMeanwhile::Interview.into());
            }
            Ok(interviews.update(principal, request.clone())?)
        })
    };
    visit.run(Operation::UpdateInterview, update).await??;
    Ok(())
}

fn unchanged(interview_id: String, fields: &Fields) -> UpdateInterview {
    UpdateInterview {
        interview_id,
        status: None,
        date_and_time: None,
        duration_minutes: None,
        place: None,
        meeting_link: None,
        time_zone: None,
        interviewer_id: None,
        only_this: false,
        allow_overlap: fields.has("overlap"),
        if_sequence: fields.get("sequence").parse().ok(),
    }
}
