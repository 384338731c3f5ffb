//! The page on which recruiters mark the requirements of a job, and say which of them are alternatives.

mod form;
mod occupation;
mod rows;

use std::collections::HashMap;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    App, EditedRequirements, Operation, UpdateJobRequirements, lost_requirement_text, notice_text,
};
use shortlist_domain::{Job, Principal, RequirementItem, RequirementKind, RequirementNotice};

use crate::edits::Edit;
use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::{JobHead, count_outdated};
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use form::FormRow;
use occupation::{OccupationForm, OccupationPart};
use rows::{Row, RowKey, row};

/// How many requirements the page lists. A job cannot have more that people set.
const LISTED: usize = shortlist_domain::MAX_REQUIREMENT_EDITS;

const CHANGED_MEANWHILE: &str = "Someone else changed these requirements while you were editing them. Your choices are still in \
    the form: compare them with these, and save again to replace them.";

/// Something about the posting that its author should know.
struct ReadingNotice {
    code: &'static str,
    text: String,
}

impl ReadingNotice {
    fn of(notice: &RequirementNotice) -> Self {
        Self {
            code: notice.code().as_str(),
            text: notice_text(notice),
        }
    }
}

#[derive(Template)]
#[template(path = "job_requirements.html")]
struct RequirementsPage {
    frame: Frame,
    job: JobHead,
    occupation: OccupationPart,
    groups: Vec<Group>,
    /// How many requirements the job has beyond those that the page lists.
    unlisted: usize,
    notices: Vec<String>,
    /// What could not be read from the posting.
    reading_notices: Vec<ReadingNotice>,
    problem: String,
    conflicts: Vec<Edit>,
    is_saved: bool,
    outdated: i64,
}

/// The requirements of one kind.
struct Group {
    kind: RequirementKind,
    rows: Vec<Row>,
}

impl Group {
    fn title(&self) -> &'static str {
        match self.kind {
            RequirementKind::Experience => "Experience",
            RequirementKind::Education => "Education",
            RequirementKind::Skill => "Skills",
            RequirementKind::Language => "Languages",
            RequirementKind::Certificate => "Certificates and licences",
        }
    }

    /// Returns the names that its fields for alternatives suggest.
    fn suggestions(&self) -> impl Iterator<Item = &str> {
        let rows = self.rows.iter().filter(|_| self.kind.has_alternatives());
        rows.map(|row| row.field_name.as_str())
    }
}

/// A job and its requirements.
struct Loaded {
    job: Job,
    edited: EditedRequirements,
}

/// What the page says about a form that was refused, and what the form had.
#[derive(Default)]
struct Refusal {
    problem: String,
    conflicts: Vec<Edit>,
    typed: Vec<FormRow>,
    occupation: Option<OccupationForm>,
}

async fn load(visit: &Visit) -> Result<Loaded, PageError> {
    let id = visit.id();
    let load = move |app: &App, principal: &Principal| {
        let job = app.jobs().get(principal, &id)?;
        let edited = app.jobs().requirement_items(&job);
        let edited = EditedRequirements::clone(&edited);
        Ok(Loaded { job, edited })
    };
    visit.run(Operation::GetJob, load).await
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin_for(&request, Operation::UpdateJobRequirements).await?;
        let loaded = load(&visit).await?;
        show(&visit, loaded, StatusCode::OK, Refusal::default()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    Loaded { job, edited }: Loaded,
    status: StatusCode,
    refusal: Refusal,
) -> Result<HttpResponse, PageError> {
    let outdated = count_outdated(visit).await?;
    let page = RequirementsPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        unlisted: edited.items.len().saturating_sub(LISTED),
        notices: edited.lost.iter().map(lost_requirement_text).collect(),
        reading_notices: edited
            .requirements
            .notices
            .iter()
            .map(ReadingNotice::of)
            .collect(),
        occupation: OccupationPart::of(&job, refusal.occupation.as_ref()),
        groups: groups(&edited.items, &refusal.typed),
        problem: refusal.problem,
        conflicts: refusal.conflicts,
        is_saved: visit.address_fields().has("saved") && status == StatusCode::OK,
        outdated,
    };
    visit.page_with_status(status, page).await
}

fn groups(items: &[RequirementItem], typed: &[FormRow]) -> Vec<Group> {
    let typed: HashMap<RowKey, &FormRow> = typed.iter().map(|row| (row.key(), row)).collect();
    let mut groups: Vec<Group> = Vec::new();
    for (number, item) in items.iter().take(LISTED).enumerate() {
        let row = row(number, item, &typed);
        match groups.last_mut() {
            Some(group) if group.kind == item.kind => group.rows.push(row),
            _ => groups.push(Group {
                kind: item.kind,
                rows: vec![row],
            }),
        }
    }
    groups
}

/// What the form says.
struct Typed {
    rows: Vec<FormRow>,
    occupation: Option<OccupationForm>,
}

impl Typed {
    fn of(fields: &Fields) -> Self {
        Self {
            rows: form::rows_of(fields),
            occupation: OccupationForm::of(fields),
        }
    }

    fn conflicts(&self, loaded: &Loaded) -> Vec<Edit> {
        let occupation = self.occupation.as_ref();
        let occupation = occupation.and_then(|typed| typed.conflict(&loaded.job));
        let rows = form::conflicts(&loaded.edited.items, &self.rows);
        occupation.into_iter().chain(rows).collect()
    }

    fn change(&self, loaded: &Loaded) -> UpdateJobRequirements {
        let occupation = self.occupation.as_ref();
        UpdateJobRequirements {
            occupation: occupation.and_then(OccupationForm::choice),
            ..form::request(&loaded.job, &loaded.edited.items, &self.rows)
        }
    }

    /// Returns what the page shows of it again, with what is wrong.
    fn refused(self, problem: String, conflicts: Vec<Edit>) -> Refusal {
        Refusal {
            problem,
            conflicts,
            typed: self.rows,
            occupation: self.occupation,
        }
    }
}

/// Stores what the form says. If somebody else changed a requirement meanwhile, nothing is stored, and the page says what. A search for
/// an occupation stores nothing either, and keeps what was typed.
pub(crate) async fn save(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let typed = Typed::of(&fields);
        let loaded = load(&visit).await?;
        let is_search = typed
            .occupation
            .as_ref()
            .is_some_and(OccupationForm::is_search);
        if is_search {
            let shown = typed.refused(String::new(), Vec::new());
            return show(&visit, loaded, StatusCode::OK, shown).await;
        }
        let conflicts = typed.conflicts(&loaded);
        if !conflicts.is_empty() {
            return changed_meanwhile(&visit, loaded, typed, conflicts).await;
        }
        let change = typed.change(&loaded);
        let job = loaded.job.id.clone();
        let update = move |app: &App, principal: &Principal| {
            app.jobs()
                .update_requirements(principal, job.as_str(), change)
        };
        match visit.run(Operation::UpdateJobRequirements, update).await {
            Ok(job) => Ok(respond::redirect(&format!(
                "/app/jobs/{}/requirements?saved=1",
                job.id
            ))),
            // Somebody saved the job between the comparison and this change.
            Err(error) if error.is_changed_meanwhile() => {
                let loaded = load(&visit).await?;
                let conflicts = typed.conflicts(&loaded);
                changed_meanwhile(&visit, loaded, typed, conflicts).await
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                let refusal = typed.refused(problem, Vec::new());
                show(&visit, loaded, status, refusal).await
            }
        }
    })
    .await
}

/// Shows the form with what was chosen, and what somebody else changed. Nothing is stored.
async fn changed_meanwhile(
    visit: &Visit,
    loaded: Loaded,
    typed: Typed,
    conflicts: Vec<Edit>,
) -> Result<HttpResponse, PageError> {
    let refusal = typed.refused(CHANGED_MEANWHILE.to_owned(), conflicts);
    show(visit, loaded, StatusCode::CONFLICT, refusal).await
}
