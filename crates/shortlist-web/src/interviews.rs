//! Interviews: the list by day and by person, scheduling, and the page of one interview.

mod calendar_file;
mod change;
mod edits;
mod interview;
mod list;
mod plan;
mod recording;
mod report;
mod schedule;
mod time_form;

use actix_web::web;
use shortlist_domain::{Candidate, InterviewStatus};

/// The paths of the pages and forms about one interview, and of scheduling one with a candidate.
pub(crate) const INTERVIEW: &str = "/app/interviews/{id}";
pub(crate) const CALENDAR: &str = "/app/interviews/{id}/calendar.ics";
pub(crate) const REPORT: &str = "/app/interviews/{id}/report";
pub(crate) const SCHEDULE: &str = "/app/candidates/{id}/interviews";

/// Registers the pages.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    let page = web::resource::<&str>;
    config
        .service(page("/app/interviews").route(web::get().to(list::page)))
        .service(crate::form(page(INTERVIEW), interview::page, change::store))
        .service(page(CALENDAR).route(web::get().to(calendar_file::calendar)))
        .service(crate::form(page(REPORT), interview::page, report::store))
        .service(page("/app/interviews/{id}/review").route(web::post().to(report::review)))
        .service(page("/app/interviews/{id}/recording").route(web::post().to(recording::store)))
        .service(
            page("/app/interviews/{id}/recording/delete").route(web::post().to(recording::remove)),
        )
        .service(crate::form(
            page(SCHEDULE),
            schedule::page,
            schedule::schedule,
        ));
}

/// Returns the name of a status for people.
pub(crate) fn label(status: InterviewStatus) -> &'static str {
    match status {
        InterviewStatus::InProgress => "In progress",
        InterviewStatus::NoShow => "No-show",
        other => other.as_str(),
    }
}

/// Returns the style of a status.
fn class(status: InterviewStatus) -> &'static str {
    match status {
        InterviewStatus::Completed => "active",
        InterviewStatus::Rescheduled | InterviewStatus::InProgress => "hold",
        InterviewStatus::Cancelled | InterviewStatus::NoShow => "rejected",
        InterviewStatus::Scheduled => "new",
    }
}

/// Returns the name of a candidate, or the code if the resume shows none.
pub(crate) fn name_of(candidate: &Candidate) -> String {
    match candidate.full_name.as_str() {
        "" => candidate.code.to_string(),
        name => name.to_owned(),
    }
}
