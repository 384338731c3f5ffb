//! The custom fields on the page of a candidate.

use shortlist_app::{App, AppError, CandidateField, Operation, UpdateCandidates};
use shortlist_domain::{CandidateId, CustomField, CustomFieldChange, CustomKind, Principal};

use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// What the name of an input begins with; the field's key follows.
const FIELD: &str = "field.";

/// The input of a field, with the value of the candidate.
pub(crate) struct FieldInput {
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) kind: FieldKind,
    pub(crate) required: bool,
}

/// What the input is.
pub(crate) enum FieldKind {
    /// An input of this type.
    Line(&'static str),
    /// A list of values with their labels.
    Options(Vec<(String, String)>),
}

impl FieldInput {
    fn of(field: CustomField, values: &[CandidateField]) -> Self {
        let stored = values.iter().find(|one| one.field.key == field.key);
        Self {
            name: format!("{FIELD}{}", field.key),
            value: stored.map_or(String::new(), |one| one.value.clone()),
            kind: kind(&field.kind),
            required: field.required,
            label: field.label,
            key: field.key,
        }
    }
}

fn kind(kind: &CustomKind) -> FieldKind {
    let same = |option: &String| (option.clone(), option.clone());
    let answer = |value: &str, label: &str| (value.to_owned(), label.to_owned());
    match kind {
        CustomKind::Text => FieldKind::Line("text"),
        CustomKind::Number => FieldKind::Line("number"),
        CustomKind::Date => FieldKind::Line("date"),
        CustomKind::YesNo => FieldKind::Options(vec![answer("yes", "Yes"), answer("no", "No")]),
        CustomKind::Choice(options) => FieldKind::Options(options.iter().map(same).collect()),
    }
}

/// Returns the inputs of the fields in use.
pub(super) fn inputs(
    app: &App,
    principal: &Principal,
    id: &CandidateId,
) -> Result<Vec<FieldInput>, AppError> {
    let fields = app.candidates().custom_fields(principal)?;
    let mut values = app
        .candidates()
        .custom_values(principal, std::slice::from_ref(id))?;
    let values = values.remove(id).unwrap_or_default();
    let used = fields.into_iter().filter(|field| !field.archived);
    Ok(used.map(|field| FieldInput::of(field, &values)).collect())
}

/// Stores the values that differ from those that the form was filled with, so that it undoes no other change. A value that somebody
/// else has changed since is not replaced.
pub(super) async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let was = |key: &str| fields.get(&format!("was.{key}")).to_owned();
    let change = |key: String| {
        let typed = fields.get(&format!("{FIELD}{key}"));
        let was = was(&key);
        (typed != was).then(|| {
            let value = Some(typed.to_owned()).filter(|value| !value.is_empty());
            (CustomFieldChange { key, value }, was)
        })
    };
    let changes: Vec<(CustomFieldChange, String)> = fields
        .names_after(FIELD)
        .into_iter()
        .filter_map(change)
        .collect();
    if changes.is_empty() {
        return Ok(());
    }
    let id = visit.id();
    let update = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let candidates = services.candidates();
            let id = candidates.resolve_id(&principal.organization_id, &id)?;
            let stored = candidates
                .custom_values(principal, std::slice::from_ref(&id))?
                .remove(&id)
                .unwrap_or_default();
            for (change, was) in &changes {
                check_seen(&stored, change, was)?;
            }
            let request = UpdateCandidates {
                candidate_ids: vec![id.to_string()],
                custom_fields: changes.iter().map(|(change, _)| change.clone()).collect(),
                ..UpdateCandidates::default()
            };
            Ok(candidates.update_many(principal, request)?)
        })
    };
    visit.run(Operation::UpdateCandidates, update).await??;
    Ok(())
}

/// Returns an error that names both values if somebody has changed the value that the form showed.
fn check_seen(
    stored: &[CandidateField],
    change: &CustomFieldChange,
    was: &str,
) -> Result<(), ChangedMeanwhile> {
    let found = stored.iter().find(|one| one.field.key == change.key);
    let now = found.map_or("", |one| one.value.as_str());
    if now == was {
        return Ok(());
    }
    let label = found.map_or(change.key.as_str(), |one| one.field.label.as_str());
    Err(ChangedMeanwhile::CustomValue {
        label: label.to_owned(),
        now: now.to_owned(),
        typed: change.value.clone().unwrap_or_default(),
    })
}
