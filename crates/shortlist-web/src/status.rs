//! Statuses of candidates, and changing them.

use shortlist_app::{App, Operation, UpdateCandidate};
use shortlist_domain::{CandidateStatus, Principal};

use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// A status that a form offers.
pub(crate) struct StatusChoice {
    pub(crate) value: &'static str,
    pub(crate) label: &'static str,
    pub(crate) is_selected: bool,
}

/// Returns the statuses for a form, of which one may be selected.
pub(crate) fn choices(selected: &str) -> Vec<StatusChoice> {
    let choice = |status: CandidateStatus| StatusChoice {
        value: status.as_str(),
        label: label(Some(status)),
        is_selected: status.as_str().eq_ignore_ascii_case(selected),
    };
    CandidateStatus::ALL.into_iter().map(choice).collect()
}

/// Returns the name of a status for people.
pub(crate) fn label(status: Option<CandidateStatus>) -> &'static str {
    match status {
        None => "New",
        Some(CandidateStatus::Active) => "Active",
        Some(CandidateStatus::OnHold) => "On hold",
        Some(CandidateStatus::Rejected) => "Rejected",
        Some(CandidateStatus::Hired) => "Hired",
        Some(CandidateStatus::Withdrawn) => "Withdrawn",
    }
}

/// Returns the style of a status.
pub(crate) fn class(status: Option<CandidateStatus>) -> &'static str {
    match status {
        None => "new",
        Some(CandidateStatus::Active) => "active",
        Some(CandidateStatus::OnHold) => "hold",
        Some(CandidateStatus::Rejected) => "rejected",
        Some(CandidateStatus::Hired) => "hired",
        Some(CandidateStatus::Withdrawn) => "withdrawn",
    }
}

/// Stores the status and the reason of a form, unless somebody has changed the status since the form was shown.
pub(crate) async fn store(
    visit: &Visit,
    candidate_id: String,
    fields: &Fields,
) -> Result<(), PageError> {
    let seen = fields.has("was").then(|| fields.get("was").to_owned());
    let change = UpdateCandidate {
        candidate_id,
        status: Some(fields.some("status").map(str::to_owned)),
        reason: fields.some("reason").map(str::to_owned),
        ..UpdateCandidate::default()
    };
    let update = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let candidates = services.candidates();
            let now = candidates.get(principal, &change.candidate_id)?.status;
            if let Some(seen) = &seen
                && seen != now.map_or("", CandidateStatus::as_str)
            {
                return Err(ChangedMeanwhile::Status(label(now)).into());
            }
            Ok(candidates.update(principal, change.clone())?)
        })
    };
    visit.run(Operation::UpdateCandidate, update).await??;
    Ok(())
}
