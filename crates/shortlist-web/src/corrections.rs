//! Corrections by the candidate of what was read from the resume.

mod view;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    AddResumeEntry, App, AppError, CandidateConflict, Conflict, CorrectResume, CorrectableEntry,
    CorrectableValue, CorrectedScore, Operation, StatedValue,
};
use shortlist_domain::{
    Candidate, CorrectedField, Correction, EntryKind, InvalidValue, NumberProblem, Principal,
};

use self::view::{CorrectionRow, ListView};
use crate::changed_meanwhile::ChangedMeanwhile;
use crate::form::Fields;
use crate::frame::Frame;
use crate::naming::name_of;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

#[derive(Template)]
#[template(path = "corrections.html")]
struct CorrectionsPage {
    frame: Frame,
    id: String,
    name: String,
    score: String,
    lists: Vec<ListView>,
    corrections: Vec<CorrectionRow>,
    problem: String,
    saved: String,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let fields = visit.address_fields();
        let saved = match (fields.get("before"), fields.get("after")) {
            ("", _) | (_, "") => String::new(),
            (before, after) => format!(
                "The correction is stored. The score was {before} and is {after} now. Both receipts are kept."
            ),
        };
        show(&visit, saved, None).await
    };
    answer(&request, shown).await
}

/// A candidate with what can be corrected, and what was.
type Loaded = (Candidate, Vec<CorrectableEntry>, Vec<Correction>);

/// The status and the message of a refused form, and the form.
type Refused<'a> = (StatusCode, String, &'a Fields);

async fn show(
    visit: &Visit,
    saved: String,
    refused: Option<Refused<'_>>,
) -> Result<HttpResponse, PageError> {
    let id = visit.id();
    let load = move |app: &App, principal: &Principal| -> Result<Loaded, AppError> {
        let (candidate, entries) = app.scores().correctable_entries(principal, &id)?;
        let corrections = app.scores().corrections(principal, &id)?;
        Ok((candidate, entries, corrections))
    };
    let (candidate, entries, corrections) = visit.run(Operation::ListCorrections, load).await?;
    let form = refused.as_ref().map(|(_, _, fields)| *fields);
    let (status, problem) = refused
        .map_or((StatusCode::OK, String::new()), |(status, problem, _)| {
            (status, problem)
        });
    let page = CorrectionsPage {
        frame: visit.frame(),
        name: name_of(&candidate),
        score: candidate
            .score
            .map_or(String::new(), |score| score.to_string()),
        id: candidate.id.into_string(),
        lists: view::lists(&entries, form),
        corrections: corrections.into_iter().map(CorrectionRow::of).collect(),
        problem,
        saved,
    };
    visit.page_with_status(status, page).await
}

/// Stores a correction, and scores the candidate again.
pub(crate) async fn correct(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        match store(&visit, &fields).await {
            Ok(scores) => {
                let path = format!(
                    "/app/candidates/{}/corrections",
                    links::segment(&visit.id())
                );
                let (before, after) = scores;
                let fields = [("before", before.as_str()), ("after", after.as_str())];
                Ok(respond::redirect(&links::with_fields(&path, &fields)))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, String::new(), Some((status, problem, &fields))).await
            }
        }
    })
    .await
}

/// Returns what somebody else has corrected since the form was shown.
fn changed(
    app: &App,
    principal: &Principal,
    request: &CorrectResume,
    field: CorrectedField,
) -> Result<ChangedMeanwhile, AppError> {
    let (_, entries) = app
        .scores()
        .correctable_entries(principal, &request.candidate_id)?;
    let has_field = |value: &&CorrectableValue| value.field == field;
    let is_entry = |one: &&CorrectableEntry| {
        one.entry.kind == field.kind() && i32::try_from(one.entry.number) == Ok(request.entry)
    };
    let values = entries.iter().filter(is_entry).flat_map(|one| &one.values);
    let now = values.filter(has_field).find_map(|one| one.current.clone());
    Ok(ChangedMeanwhile::Correction {
        field: field.as_str(),
        now: now.unwrap_or_default(),
        typed: request.stated.value.clone(),
    })
}

/// Stores what a form states, and returns the scores before and after.
async fn store(visit: &Visit, fields: &Fields) -> Result<(String, String), PageError> {
    let corrected = match view::list_of(fields) {
        Some(kind) => add(visit, fields, kind).await?,
        None => correct_value(visit, fields).await?,
    };
    let (before, after) = (corrected.before.score, corrected.after.score);
    Ok((before.to_string(), after.to_string()))
}

/// Adds an entry of the filled-in fields.
async fn add(visit: &Visit, fields: &Fields, kind: EntryKind) -> Result<CorrectedScore, PageError> {
    let value = |field: &CorrectedField| {
        let field = field.as_str();
        let value = fields.some(field)?.to_owned();
        Some(StatedValue {
            field: field.to_owned(),
            value,
        })
    };
    let request = AddResumeEntry {
        candidate_id: visit.id(),
        values: view::new_fields(kind).iter().filter_map(value).collect(),
    };
    let add = move |app: &App, principal: &Principal| app.scores().add_entry(principal, &request);
    visit.run(Operation::AddResumeEntry, add).await
}

async fn correct_value(visit: &Visit, fields: &Fields) -> Result<CorrectedScore, PageError> {
    let entry = fields.get("entry").parse::<i32>();
    let id = visit.id();
    let [field, value] = ["field", "value"].map(|name| fields.get(name).to_owned());
    let seen = fields.has("was").then(|| fields.get("was").to_owned());
    let correct = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let refused = |_error| InvalidValue::new("entry", NumberProblem::NotWholeNumber);
        let request = CorrectResume {
            candidate_id: id,
            entry: entry.map_err(refused)?,
            stated: StatedValue { field, value },
            seen,
        };
        match app.scores().correct(principal, &request) {
            Err(AppError::Conflict(Conflict::Candidate(
                CandidateConflict::CorrectedMeanwhile(field),
            ))) => Ok(Err(changed(app, principal, &request, field)?)),
            corrected => Ok(Ok(corrected?)),
        }
    };
    Ok(visit.run(Operation::CorrectResume, correct).await??)
}
