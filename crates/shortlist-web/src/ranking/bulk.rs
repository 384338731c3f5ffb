//! Changing the selected candidates of the ranking at once.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, AppError, Operation, UpdateCandidates};
use shortlist_domain::{
    InvalidValue, Job, MAX_BULK_CANDIDATES, OrderedQuery, PageRequest, Principal, RejectionPolicy,
};
use shortlist_transport::ApiError;

use super::address::Address;
use super::definitions::Definitions;
use super::views::ViewsForm;
use super::weights::view_with;
use super::{find_job, select, show};
use crate::form::Fields;
use crate::respond;
use crate::respond::error::PageError;
use crate::status::{StatusChoice, choices};
use crate::visit::{Visit, answer_form};

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

/// Changes the selected candidates, all or none, and shows the ranking.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        let path = format!("/app/jobs/{}", job.id);
        let address = Address::read(path.clone(), fields.get("view"));
        let done = match all_of_view(&visit, &job, &address, &fields).await {
            Ok(query) => store(&visit, &fields, query).await,
            Err(error) => Err(error),
        };
        match done {
            Ok(changed) => {
                let changed = changed.to_string();
                Ok(respond::redirect(&view_with(
                    &path,
                    &fields,
                    ("changed", &changed),
                )))
            }
            Err(error) => {
                let (_, problem) = error.about_input()?;
                let bulk = BulkForm::of(&fields, problem);
                show(&visit, &job, &address, (bulk, ViewsForm::default())).await
            }
        }
    })
    .await
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
    let problem = "one filter of this view is not applied; remove it, and check who matches before you change all";
    Err(ApiError::from(AppError::from(InvalidValue::new("candidates", problem))).into())
}

/// Stores the change, and returns how many candidates it is about.
async fn store(
    visit: &Visit,
    fields: &Fields,
    all: Option<OrderedQuery>,
) -> Result<usize, PageError> {
    let mut request = UpdateCandidates {
        candidate_ids: selected(fields),
        status: fields.some("status").map(|status| Some(status.to_owned())),
        reason: fields.some("reason").map(str::to_owned),
        add_tags: tags(fields.get("addTags")),
        remove_tags: tags(fields.get("removeTags")),
        ..UpdateCandidates::default()
    };
    let updated = visit
        .run(Operation::UpdateCandidates, move |app, principal| {
            if let Some(query) = all {
                request.candidate_ids = all_of(app, principal, query)?;
            }
            check(&request)?;
            app.candidates().update_many(principal, request)
        })
        .await?;
    Ok(updated.len())
}

fn check(request: &UpdateCandidates) -> Result<(), InvalidValue> {
    if request.candidate_ids.is_empty() {
        return Err(InvalidValue::new("candidates", "select at least one"));
    }
    let is_empty =
        request.status.is_none() && request.add_tags.is_empty() && request.remove_tags.is_empty();
    match is_empty {
        true => Err(InvalidValue::new(
            "change",
            "choose a status or write a tag",
        )),
        false => Ok(()),
    }
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
        let problem = format!("at most {MAX_BULK_CANDIDATES} can be changed at once; add filters");
        return Err(InvalidValue::new("candidates", problem).into());
    }
    let ids = page.candidates.into_iter();
    Ok(ids
        .map(|(candidate, _)| candidate.id.into_string())
        .collect())
}

fn tags(text: &str) -> Vec<String> {
    let tags = text.split(',').map(str::trim);
    tags.filter(|tag| !tag.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the message about a change whose count is in the address.
pub(super) fn changed_message(count: &str) -> Option<String> {
    match count.parse::<u32>().ok()? {
        1 => Some("1 candidate was changed.".to_owned()),
        count => Some(format!("{count} candidates were changed.")),
    }
}
