//! An interview as a calendar file.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};
use shortlist_app::{InterviewCalendar, Operation};

use crate::visit::{Visit, answer};

/// Returns the calendar file.
pub(crate) async fn calendar(request: HttpRequest) -> HttpResponse {
    let sent = async {
        let visit = Visit::begin(&request).await?;
        let id = visit.id();
        let file = visit
            .run(Operation::GetInterviewCalendar, move |app, principal| {
                app.interviews().calendar(principal, &id)
            })
            .await?;
        let name = format!("attachment; filename=\"{}\"", file.file_name);
        Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, InterviewCalendar::MEDIA_TYPE))
            .insert_header((CONTENT_DISPOSITION, name))
            .body(file.text))
    };
    answer(&request, sent).await
}
