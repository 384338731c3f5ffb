//! Changing the selected candidates of the ranking at once, after a confirmation, and taking the change back.

mod confirm;
mod reject;
mod shown;
mod undo;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    Candidate, CandidateId, InvalidValue, Job, ListProblem, MAX_BULK_CANDIDATES, OrderedQuery,
    PageFormProblem, PageRequest, Principal, RejectionPolicy,
};

pub(super) use confirm::Row;
pub(super) use undo::{not_restored, undone_message};

use super::address::Address;
use super::definitions::Definitions;
use super::views::ViewsForm;
use super::weights::view_with;
use super::{find_job, select, show};
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::status::{StatusChoice, choices};
use crate::visit::{Visit, answer_form};

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
    /// The number of all candidates of the view, if they can be changed at once.
    pub(crate) all: Option<i64>,
    pub(crate) is_all: bool,
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
            is_all: fields.has("all"),
            ..Self::default()
        }
    }

    /// Adds what the organization and the view offer. Without a total, the view has too many candidates to count.
    pub(super) fn offer(&mut self, policy: &RejectionPolicy, total: Option<i64>) {
        self.reasons.clone_from(&policy.reasons);
        let fits = |total: &i64| usize::try_from(*total).is_ok_and(|it| it <= MAX_BULK_CANDIDATES);
        self.all = total.filter(fits);
        if self.statuses.is_empty() {
            self.statuses = choices("");
        }
    }

    /// Returns whether a candidate is selected.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.selected.iter().any(|selected| selected == id)
    }
}

fn selected(fields: &Fields) -> Vec<String> {
    let all = fields.sorted().into_iter();
    all.filter_map(|(name, _)| Some(name.strip_prefix(SELECTED)?.to_owned()))
        .collect()
}

/// Shows what would be changed, changes it once it is confirmed, or takes a change back.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        let address = Address::read(format!("/app/jobs/{}", job.id), fields.get("view"));
        if fields.has("undo") {
            return undo::answer(&visit, &job, &address, &fields).await;
        }
        let chosen = match all_of_view(&visit, &job, &address, &fields).await {
            Ok(query) => chosen(&visit, &job, &fields, query).await,
            Err(error) => Err(error),
        };
        let is_rejection = fields.has(REJECT);
        match chosen {
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

/// The candidates that a form is about.
struct Chosen {
    found: Vec<Candidate>,
    /// How many of them do not exist any more, or belong to another job now.
    missing: usize,
}

/// Loads the candidates that the form is about. Only a rejection leaves out those who do not exist any more.
async fn chosen(
    visit: &Visit,
    job: &Job,
    fields: &Fields,
    all: Option<OrderedQuery>,
) -> Result<Chosen, PageError> {
    let (named, job) = (selected(fields), job.id.clone());
    let may_miss = fields.has(REJECT);
    let load = move |app: &App, principal: &Principal| -> Result<Chosen, AppError> {
        let ids = match all {
            Some(query) => all_of(app, principal, query)?,
            None => named,
        };
        if ids.is_empty() {
            return Err(InvalidValue::new("candidates", PageFormProblem::NobodyChosen).into());
        }
        let parsed = ids.iter().map(|id| CandidateId::parse("candidateIds", id));
        let parsed: Vec<CandidateId> = parsed.collect::<Result<_, _>>()?;
        let mut found = app.candidates().load_many(principal, &parsed)?;
        // The viewer has access to this job, and perhaps to no other.
        found.retain(|_, candidate| candidate.job_id == job);
        let found: Vec<Candidate> = parsed.iter().filter_map(|id| found.remove(id)).collect();
        let missing = parsed.len().saturating_sub(found.len());
        if missing == 0 || (may_miss && !found.is_empty()) {
            Ok(Chosen { found, missing })
        } else {
            let problem = PageFormProblem::SomeGone;
            Err(InvalidValue::new("candidates", problem).into())
        }
    };
    visit.run(Operation::UpdateCandidates, load).await
}

/// Returns the query of all candidates of the view, if the form is about all. Without an invalid filter, it would be about
/// more candidates than meant.
async fn all_of_view(
    visit: &Visit,
    job: &Job,
    address: &Address,
    fields: &Fields,
) -> Result<Option<OrderedQuery>, PageError> {
    if !fields.has("all") {
        return Ok(None);
    }
    let definitions = Definitions::load(visit, job).await?;
    let selection = select(visit, job, &definitions, address);
    if selection.problems.is_empty() {
        return Ok(Some(selection.query));
    }
    Err(InvalidValue::new("candidates", PageFormProblem::FilterNotApplied).into())
}

/// Returns the identifiers of all candidates of a view.
fn all_of(
    app: &App,
    principal: &Principal,
    mut query: OrderedQuery,
) -> Result<Vec<String>, AppError> {
    query.candidates.page = PageRequest::batch();
    query.after = None;
    let page = app.candidates().list_ordered(principal, &query)?;
    if page.has_next_page {
        let problem = ListProblem::TooManyChanged(MAX_BULK_CANDIDATES);
        return Err(InvalidValue::new("candidates", problem).into());
    }
    let ids = page.candidates.into_iter();
    Ok(ids
        .map(|(candidate, _)| candidate.id.into_string())
        .collect())
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
