//! The entries of a resume that can be corrected, for forms and programs.

use shortlist_domain::{
    CorrectedField, CorrectedResume, EducationEntry, Entry, EntryKind, Position,
};
use shortlist_persistence::StoredResume;

/// An entry of a resume with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectableEntry {
    /// The entry.
    pub entry: Entry,
    /// The resume's words for it: title and employer, the degree, or the skill.
    pub name: String,
    /// Whether the candidate states that there is no such entry.
    pub is_removed: bool,
    /// The values by field.
    pub values: Vec<CorrectableValue>,
}

/// A value that can be corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectableValue {
    /// The field.
    pub field: CorrectedField,
    /// The value that was read.
    pub parsed: Option<String>,
    /// The value that counts.
    pub current: Option<String>,
}

/// What is needed to list entries.
struct Listed<'a> {
    stored: &'a StoredResume,
    corrected: CorrectedResume,
}

/// Returns the entries of a resume that are shown to people: the place, positions, degrees, and skills.
pub(super) fn of(stored: &StoredResume) -> Vec<CorrectableEntry> {
    let listed = Listed {
        stored,
        corrected: stored.with_entries(),
    };
    let kinds = [
        EntryKind::Person,
        EntryKind::Position,
        EntryKind::Degree,
        EntryKind::Skill,
    ];
    let entries = kinds.into_iter().flat_map(|kind| listed.entries(kind));
    entries.collect()
}

impl Listed<'_> {
    fn entries(&self, kind: EntryKind) -> Vec<CorrectableEntry> {
        let entries = self.corrected.entries(kind).into_iter();
        let shown = entries.filter(|entry| self.is_shown(*entry));
        shown.map(|entry| self.entry(entry)).collect()
    }

    /// Returns whether people see the entry. An uncertain one is only text for them.
    fn is_shown(&self, entry: Entry) -> bool {
        match entry.kind {
            EntryKind::Position => self
                .corrected
                .position(entry.number)
                .is_some_and(Position::is_certain),
            EntryKind::Degree => self
                .corrected
                .degree(entry.number)
                .is_some_and(EducationEntry::is_certain),
            EntryKind::Skill | EntryKind::Person => true,
        }
    }

    fn entry(&self, entry: Entry) -> CorrectableEntry {
        let fields: &[CorrectedField] = match entry.kind {
            EntryKind::Position => &CorrectedField::OF_POSITION,
            EntryKind::Degree => &CorrectedField::OF_DEGREE,
            EntryKind::Skill => &[CorrectedField::Skill],
            EntryKind::Person => &[CorrectedField::Place],
        };
        let value = |field: &CorrectedField| CorrectableValue {
            field: *field,
            parsed: field.value_in(self.stored.parsed(), entry.number),
            current: self.corrected.value(*field, entry.number),
        };
        CorrectableEntry {
            entry,
            name: self.corrected.name(entry),
            is_removed: self.corrected.is_removed(entry),
            values: fields.iter().map(value).collect(),
        }
    }
}
