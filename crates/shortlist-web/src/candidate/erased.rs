//! What an erasure did: what is gone, when, by whom and why. The page has no name, because nobody knows it any more.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, ErasedApplication, Operation};
use shortlist_domain::Principal;

use crate::frame::Frame;
use crate::links;
use crate::trail::{Names, time};
use crate::visit::{Visit, answer};

#[derive(Template)]
#[template(path = "erased.html")]
struct ErasedPage {
    frame: Frame,
    at: String,
    who: String,
    reason: String,
    is_complete: bool,
    applications: Vec<ApplicationRow>,
}

/// An application that was erased.
struct ApplicationRow {
    id: String,
    /// What was erased, such as `2 interviews`.
    records: Vec<String>,
    /// The number of the record in the audit log.
    number: i64,
}

/// Returns the address of the page about an erased application, and about all that were erased with it.
pub(crate) fn address(id: &str) -> String {
    format!("/app/candidates/{}/erased", links::segment(id))
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let id = visit.id();
        let load = move |app: &App, principal: &Principal| app.erasures().proof(principal, &id);
        let proof = visit.run(Operation::ListErasures, load).await?;
        let names = Names::load(&visit).await?;
        let applications = proof.applications.into_iter().map(ApplicationRow::of);
        let page = ErasedPage {
            frame: visit.frame(),
            at: time(proof.erased_at),
            who: names.of_actor(&proof.actor),
            reason: proof.reason.unwrap_or_default(),
            is_complete: proof.is_complete,
            applications: applications.collect(),
        };
        visit.page(page).await
    };
    answer(&request, shown).await
}

impl ApplicationRow {
    fn of(erased: ErasedApplication) -> Self {
        // The page names the resume anyway.
        let records = erased.records.iter().filter(|(kind, _)| kind != "resumes");
        let records = records.map(|(kind, count)| counted(kind, count)).collect();
        Self {
            id: erased.candidate_id.into_string(),
            records,
            number: erased.number,
        }
    }
}

/// Returns how many records of a kind there were, such as `1 interview`.
fn counted(kind: &str, count: &str) -> String {
    let kind = if count == "1" {
        kind.trim_end_matches('s')
    } else {
        kind
    };
    format!("{count} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_record_is_named_in_the_singular() {
        assert_eq!(counted("interviews", "1"), "1 interview");
        assert_eq!(counted("notes", "2"), "2 notes");
    }
}
