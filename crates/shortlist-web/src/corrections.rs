//! Corrections by the candidate of what was read from the resume.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    App, AppError, CandidateConflict, Conflict, CorrectResume, CorrectableEntry, CorrectableValue,
    Operation,
};
use shortlist_domain::{
    Candidate, CorrectedField, Correction, InvalidValue, NumberProblem, Principal,
};

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
    entries: Vec<EntryView>,
    corrections: Vec<CorrectionRow>,
    problem: String,
    saved: String,
}

/// A position or a degree with its values.
struct EntryView {
    name: String,
    values: Vec<ValueView>,
}

/// A value in its form.
struct ValueView {
    /// The entry and the field, for the form.
    entry: usize,
    field: &'static str,
    label: &'static str,
    hint: &'static str,
    /// What was read; empty if nothing was.
    parsed: String,
    current: String,
    /// What the form shows: what was typed into it, or else the current value.
    shown: String,
    is_corrected: bool,
}

/// A correction in the history.
struct CorrectionRow {
    at: String,
    field: &'static str,
    parsed: String,
    stated: String,
}

fn label(field: CorrectedField) -> (&'static str, &'static str) {
    match field {
        CorrectedField::Title => ("Title", ""),
        CorrectedField::Employer => ("Employer", ""),
        CorrectedField::Start => ("Start", "2021-05 or 2021"),
        CorrectedField::End => ("End", "2021-05, 2021 or present"),
        CorrectedField::Level => (
            "Level",
            "school, vocational, associate, bachelor, master, professional or doctorate",
        ),
        CorrectedField::School => ("School", ""),
    }
}

/// Returns what the refused form of a value had.
fn typed_into<'a>(refused: Option<&'a Fields>, entry: usize, field: &str) -> Option<&'a str> {
    let fields = refused?;
    let is_same = fields.get("entry") == entry.to_string() && fields.get("field") == field;
    is_same.then(|| fields.get("value"))
}

impl EntryView {
    fn of(entry: CorrectableEntry, refused: Option<&Fields>) -> Self {
        let number = entry.entry;
        let value = |value: CorrectableValue| {
            let (label, hint) = label(value.field);
            let current = value.current.clone().unwrap_or_default();
            let typed = typed_into(refused, number, value.field.as_str());
            ValueView {
                entry: number,
                field: value.field.as_str(),
                label,
                hint,
                is_corrected: value.parsed != value.current,
                parsed: value.parsed.unwrap_or_default(),
                shown: typed.map_or_else(|| current.clone(), str::to_owned),
                current,
            }
        };
        Self {
            values: entry.values.into_iter().map(value).collect(),
            name: match (entry.name.as_str(), entry.is_position) {
                ("", true) => "Position".to_owned(),
                ("", false) => "Degree".to_owned(),
                (name, _) => name.to_owned(),
            },
        }
    }
}

impl CorrectionRow {
    fn of(correction: Correction) -> Self {
        Self {
            at: correction.corrected_at.date().to_string(),
            field: label(correction.field).0,
            parsed: correction.parsed.unwrap_or_default(),
            stated: correction.stated,
        }
    }
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
    let entries = entries
        .into_iter()
        .map(|entry| EntryView::of(entry, form))
        .collect();
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
        entries,
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
    let is_entry = |one: &&CorrectableEntry| i32::try_from(one.entry) == Ok(request.entry);
    let values = entries.iter().filter(is_entry).flat_map(|one| &one.values);
    let now = values.filter(has_field).find_map(|one| one.current.clone());
    Ok(ChangedMeanwhile::Correction {
        field: field.as_str(),
        now: now.unwrap_or_default(),
        typed: request.value.clone(),
    })
}

/// Returns the scores before and after the correction of a form.
async fn store(visit: &Visit, fields: &Fields) -> Result<(String, String), PageError> {
    let entry = fields.get("entry").parse::<i32>();
    let id = visit.id();
    let [field, value] = ["field", "value"].map(|name| fields.get(name).to_owned());
    let seen = fields.has("was").then(|| fields.get("was").to_owned());
    let correct = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let refused = |_error| InvalidValue::new("entry", NumberProblem::NotWholeNumber);
        let request = CorrectResume {
            candidate_id: id,
            entry: entry.map_err(refused)?,
            field,
            value,
            seen,
        };
        match app.scores().correct(principal, &request) {
            Err(AppError::Conflict(Conflict::Candidate(
                CandidateConflict::CorrectedMeanwhile(field),
            ))) => Ok(Err(changed(app, principal, &request, field)?)),
            corrected => Ok(Ok(corrected?)),
        }
    };
    let corrected = visit.run(Operation::CorrectResume, correct).await??;
    let (before, after) = (corrected.before.score, corrected.after.score);
    Ok((before.to_string(), after.to_string()))
}
