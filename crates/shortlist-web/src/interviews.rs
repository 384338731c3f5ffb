//! Interviews: the list by day and by person, scheduling, and the page of one interview.

mod calendar_file;
mod change;
mod edits;
mod interview;
mod list;
mod panel;
mod plan;
mod recording;
mod report;
mod schedule;
mod time_form;

use actix_web::web;

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
        .service(page("/app/interviews/{id}/panel").route(web::post().to(panel::add)))
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
