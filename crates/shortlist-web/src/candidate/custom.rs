//! The custom fields on the page of a candidate.

use shortlist_app::{App, AppError, CandidateField, Operation, UpdateCandidates};
use shortlist_domain::{CandidateId, CustomField, CustomFieldChange, CustomKind, Principal};

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

/// Stores the values that differ from those that the form was filled with, so that it undoes no other change.
pub(super) async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let change = |key: String| {
        let typed = fields.get(&format!("{FIELD}{key}"));
        let is_changed = typed != fields.get(&format!("was.{key}"));
        is_changed.then(|| CustomFieldChange {
            value: Some(typed.to_owned()).filter(|value| !value.is_empty()),
            key,
        })
    };
    let changes: Vec<CustomFieldChange> = fields
        .names_after(FIELD)
        .into_iter()
        .filter_map(change)
        .collect();
    if changes.is_empty() {
        return Ok(());
    }
    let request = UpdateCandidates {
        candidate_ids: vec![visit.id()],
        custom_fields: changes,
        ..UpdateCandidates::default()
    };
    let update =
        move |app: &App, principal: &Principal| app.candidates().update_many(principal, request);
    visit.run(Operation::UpdateCandidates, update).await?;
    Ok(())
}
