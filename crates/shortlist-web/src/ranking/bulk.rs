//! Changing the selected candidates of the ranking at once, after a confirmation, and taking the change back.

mod confirm;
mod mails;
mod reject;
mod selection;
mod shown;
mod undo;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_domain::{Candidate, Job, MAX_BULK_CANDIDATES, RejectionPolicy};

pub(super) use confirm::Row;
pub(super) use undo::{not_restored, undone_message};

use super::address::Address;
use super::views::ViewsForm;
use super::weights::view_with;
use super::{find_job, show};
use crate::form::Fields;
use crate::status::{StatusChoice, choices};
use crate::visit::answer_form;
use selection::{ALL, BELOW, FIRST, LAST, chosen, selected, without_unseen_confirmation};

/// The field of the button that rejects.
const REJECT: &str = "reject";
/// What the name of a checkbox begins with; the candidate's identifier follows.
const SELECTED: &str = "c.";

/// The form for the selected candidates.
#[derive(Default)]
pub(crate) struct BulkForm {
    pub(crate) problem: Option<String>,
    pub(crate) selected: Vec<String>,
    pub(crate) statuses: Vec<StatusChoice>,
    pub(crate) reason: String,
    pub(crate) add_tags: String,
    pub(crate) remove_tags: String,
    /// The reasons that the organization offers for rejections.
    pub(crate) reasons: Vec<String>,
    /// The choice of all candidates of the view, if they can be changed at once.
    pub(crate) all: Option<String>,
    pub(crate) is_all: bool,
    /// The first of the positions that were typed.
    pub(crate) first: String,
    /// The last of them.
    pub(crate) last: String,
    /// The score that was typed, below which everybody is meant.
    pub(crate) below: String,
    /// The most candidates that can be changed at once.
    pub(crate) most: usize,
}

impl BulkForm {
    fn of(fields: &Fields, problem: String) -> Self {
        Self {
            problem: Some(problem),
            selected: selected(fields),
            statuses: choices(fields.get("status")),
            reason: fields.get("reason").to_owned(),
            add_tags: fields.get("addTags").to_owned(),
            remove_tags: fields.get("removeTags").to_owned(),
            is_all: fields.has(ALL),
            first: fields.get(FIRST).to_owned(),
            last: fields.get(LAST).to_owned(),
            below: fields.get(BELOW).to_owned(),
            ..Self::default()
        }
    }

    /// Adds what the organization and the view offer.
    pub(super) fn offer(&mut self, policy: &RejectionPolicy, all: Option<String>) {
        self.reasons.clone_from(&policy.reasons);
        self.all = all;
        self.most = MAX_BULK_CANDIDATES;
        if self.statuses.is_empty() {
            self.statuses = choices("");
        }
    }

    /// Returns whether a candidate is selected.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.selected.iter().any(|selected| selected == id)
    }

    /// Returns whether positions or a score were typed.
    pub(crate) fn has_range(&self) -> bool {
        [&self.first, &self.last, &self.below]
            .iter()
            .any(|typed| !typed.is_empty())
    }
}

/// Shows what would be changed, changes it once it is confirmed, or takes a change back.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        let address = Address::read(format!("/app/jobs/{}", job.id), fields.get("view"));
        if fields.has("undo") {
            return undo::answer(&visit, &job, &address, &fields).await;
        }
        let fields = without_unseen_confirmation(fields);
        let is_rejection = fields.has(REJECT);
        match chosen(&visit, &job, &address, &fields).await {
            Ok(chosen) if is_rejection => {
                reject::answer(&visit, &job, &address, &fields, chosen).await
            }
            Ok(chosen) => confirm::answer(&visit, &job, &address, &fields, chosen.found).await,
            // Without candidates there is nothing to confirm, so the ranking says why.
            Err(error) => {
                let (_, problem) = error.about_input()?;
                let bulk = BulkForm::of(&fields, problem);
                show(&visit, &job, &address, bulk, ViewsForm::default()).await
            }
        }
    })
    .await
}

/// A change that the ranking reports, and how to take it back.
pub(crate) struct Done {
    pub(crate) message: String,
    /// When the change happened; empty if it cannot be taken back.
    pub(crate) undo: String,
}

/// Returns what was done just before, as the address says.
pub(super) fn done(address: &Address) -> Option<Done> {
    let changed = changed_message(address.get("changed"), "changed");
    let rejected = || changed_message(address.get("rejected"), "rejected");
    let undo = address.get("undo").to_owned();
    let message = changed.or_else(rejected)?;
    Some(Done { message, undo })
}

/// Returns the message about a change whose count is in the address.
fn changed_message(count: &str, change: &str) -> Option<String> {
    match count.parse::<u32>().ok()? {
        1 => Some(format!("1 candidate was {change}.")),
        count => Some(format!("{count} candidates were {change}.")),
    }
}

/// Returns the address of the ranking that reports a change, and offers to take it back.
fn address_of_change(job: &Job, fields: &Fields, name: &str, changed: &[Candidate]) -> String {
    let path = format!("/app/jobs/{}", job.id);
    let address = view_with(&path, fields, name, &changed.len().to_string());
    let first = changed.first().map(|candidate| candidate.updated_at);
    let undo = first.map(|at| at.as_datetime().timestamp_micros());
    let undo = undo.map_or(String::new(), |at| format!("&undo={at}"));
    format!("{address}{undo}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_counts_make_a_message() {
        assert_eq!(changed_message("<b>", "changed"), None);
        let message = changed_message("2", "rejected").unwrap();
        assert_eq!(message, "2 candidates were rejected.");
    }
}
