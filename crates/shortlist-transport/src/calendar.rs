//! `/interviews/{interviewId}/calendar.ics`: an interview as a calendar file.

use std::sync::Arc;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{InterviewCalendar, Operation};

use crate::admission::{admit, authorize_and_run};
use crate::error::{ApiError, blocking};
use crate::headers::Body;
use crate::state::WebState;

/// Returns the calendar file.
pub(crate) async fn calendar(
    request: HttpRequest,
    interview: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    match find(&request, interview.into_inner(), &state).await {
        Ok(file) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, InterviewCalendar::MEDIA_TYPE))
            .insert_header((
                CONTENT_DISPOSITION,
                format!("attachment; filename=\"{}\"", file.file_name),
            ))
            .body(file.text),
        Err(error) => error.to_response(),
    }
}

async fn find(
    request: &HttpRequest,
    interview: String,
    state: &web::Data<WebState>,
) -> Result<InterviewCalendar, ApiError> {
    let principal = admit(request, state, Body::None).await?;
    let (app, operation) = (Arc::clone(&state.app), Operation::GetInterviewCalendar);
    let work = move || {
        authorize_and_run(&app, &principal, operation, || {
            app.interviews().calendar(&principal, &interview)
        })
    };
    blocking(work).await?
}
