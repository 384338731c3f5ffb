//! What the page of corrections shows.

use shortlist_app::{CorrectableEntry, CorrectableValue};
use shortlist_domain::{CorrectedField, Correction, EntryKind};

use crate::form::Fields;

/// The field of a form that says to which list an entry is added.
pub(super) const ADD: &str = "add";

/// The entries of one list, with a form that adds another.
pub(super) struct ListView {
    pub(super) id: &'static str,
    pub(super) heading: &'static str,
    pub(super) entries: Vec<EntryView>,
    /// The fields of a further entry; none if there can be none.
    pub(super) new: Vec<NewValueView>,
    /// What the form of a further entry is called.
    pub(super) add: &'static str,
}

/// A position, a degree, a skill or the place, with its values.
pub(super) struct EntryView {
    pub(super) number: usize,
    pub(super) name: String,
    /// The field that stands for the whole entry; empty if the entry cannot be removed.
    pub(super) whole: &'static str,
    pub(super) is_removed: bool,
    pub(super) values: Vec<ValueView>,
}

/// A value in its form.
pub(super) struct ValueView {
    /// The entry and the field, for the form.
    pub(super) entry: usize,
    pub(super) field: &'static str,
    pub(super) label: &'static str,
    pub(super) hint: &'static str,
    /// What was read; empty if nothing was.
    pub(super) parsed: String,
    pub(super) current: String,
    /// What the form shows: what was typed into it, or else the current value.
    pub(super) shown: String,
    pub(super) is_corrected: bool,
}

/// A value of a further entry.
pub(super) struct NewValueView {
    pub(super) field: &'static str,
    pub(super) label: &'static str,
    pub(super) hint: &'static str,
    pub(super) typed: String,
}

/// A correction in the history.
pub(super) struct CorrectionRow {
    pub(super) at: String,
    pub(super) field: &'static str,
    pub(super) parsed: String,
    pub(super) stated: String,
}

fn label(field: CorrectedField) -> &'static str {
    match field {
        CorrectedField::Title => "Title",
        CorrectedField::Employer => "Employer",
        CorrectedField::Start => "Start",
        CorrectedField::End => "End",
        CorrectedField::Level => "Level",
        CorrectedField::School => "School",
        CorrectedField::FieldOfStudy => "Field of study",
        CorrectedField::Position => "Position",
        CorrectedField::Degree => "Degree",
        CorrectedField::Skill => "Skill",
        CorrectedField::Place => "Place",
    }
}

fn hint(field: CorrectedField) -> &'static str {
    match field {
        CorrectedField::Start => "2021-05 or 2021",
        CorrectedField::End => "2021-05, 2021 or present",
        CorrectedField::Level => {
            "school, vocational, associate, bachelor, master, professional or doctorate"
        }
        _ => "",
    }
}

/// Returns the fields of a further entry of a list.
pub(super) fn new_fields(kind: EntryKind) -> &'static [CorrectedField] {
    match kind {
        EntryKind::Position => &CorrectedField::OF_POSITION,
        EntryKind::Degree => &CorrectedField::OF_DEGREE,
        EntryKind::Skill => &[CorrectedField::Skill],
        EntryKind::Person => &[],
    }
}

/// Returns the list that a form adds to.
pub(super) fn list_of(fields: &Fields) -> Option<EntryKind> {
    let kinds = [EntryKind::Position, EntryKind::Degree, EntryKind::Skill];
    kinds.into_iter().find(|kind| id(*kind) == fields.get(ADD))
}

fn id(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Person => "place",
        EntryKind::Position => "position",
        EntryKind::Degree => "degree",
        EntryKind::Skill => "skill",
    }
}

fn heading(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Person => "Where the candidate lives",
        EntryKind::Position => "Positions",
        EntryKind::Degree => "Education",
        EntryKind::Skill => "Skills",
    }
}

fn add(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Person => "",
        EntryKind::Position => "Add a position",
        EntryKind::Degree => "Add a degree",
        EntryKind::Skill => "Add a skill",
    }
}

/// Returns the lists of a page, with what was typed into a refused form.
pub(super) fn lists(entries: &[CorrectableEntry], refused: Option<&Fields>) -> Vec<ListView> {
    let kinds = [
        EntryKind::Person,
        EntryKind::Position,
        EntryKind::Degree,
        EntryKind::Skill,
    ];
    let list = |kind: EntryKind| {
        let of_kind = entries.iter().filter(|one| one.entry.kind == kind);
        ListView {
            id: id(kind),
            heading: heading(kind),
            entries: of_kind.map(|entry| EntryView::of(entry, refused)).collect(),
            new: new_values(kind, refused),
            add: add(kind),
        }
    };
    kinds.into_iter().map(list).collect()
}

fn new_values(kind: EntryKind, refused: Option<&Fields>) -> Vec<NewValueView> {
    let refused = refused.filter(|fields| list_of(fields) == Some(kind));
    let value = |field: &CorrectedField| NewValueView {
        field: field.as_str(),
        label: label(*field),
        hint: hint(*field),
        typed: refused.map_or(String::new(), |fields| {
            fields.get(field.as_str()).to_owned()
        }),
    };
    new_fields(kind).iter().map(value).collect()
}

/// Returns what the refused form of a value had.
fn typed_into<'a>(refused: Option<&'a Fields>, entry: usize, field: &str) -> Option<&'a str> {
    let fields = refused?;
    let is_same = fields.get("entry") == entry.to_string() && fields.get("field") == field;
    is_same.then(|| fields.get("value"))
}

impl EntryView {
    fn of(entry: &CorrectableEntry, refused: Option<&Fields>) -> Self {
        let kind = entry.entry.kind;
        let whole = match kind {
            EntryKind::Position => CorrectedField::Position.as_str(),
            EntryKind::Degree => CorrectedField::Degree.as_str(),
            EntryKind::Skill => CorrectedField::Skill.as_str(),
            EntryKind::Person => "",
        };
        let values = entry.values.iter();
        Self {
            number: entry.entry.number,
            name: entry.name.clone(),
            whole,
            is_removed: entry.is_removed,
            values: values
                .map(|value| ValueView::of(entry.entry.number, value, refused))
                .collect(),
        }
    }
}

impl ValueView {
    fn of(entry: usize, value: &CorrectableValue, refused: Option<&Fields>) -> Self {
        let current = value.current.clone().unwrap_or_default();
        let field = value.field.as_str();
        let typed = typed_into(refused, entry, field);
        Self {
            entry,
            field,
            label: label(value.field),
            hint: hint(value.field),
            parsed: value.parsed.clone().unwrap_or_default(),
            shown: typed.map_or_else(|| current.clone(), str::to_owned),
            is_corrected: value.parsed != value.current,
            current,
        }
    }
}

impl CorrectionRow {
    pub(super) fn of(correction: Correction) -> Self {
        Self {
            at: correction.corrected_at.date().to_string(),
            field: label(correction.field),
            parsed: correction.parsed.unwrap_or_default(),
            stated: correction.stated.unwrap_or_default(),
        }
    }
}
