//! A resume with corrections.

use super::field::{CorrectedField, EntryKind, PRESENT};
use super::stated_text::{self, Added};
use super::{Correction, FIRST_ADDED_ENTRY};
use crate::{
    EducationEntry, EducationLevel, Found, FoundSkill, PartialDate, Position, Resume, SectionKind,
    Span,
};

/// Why a corrected value was chosen.
const STATED: &str = "stated by the candidate";

/// An entry of a resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The list that contains it.
    pub kind: EntryKind,
    /// Its number in the list, from 0. Added entries begin at [`FIRST_ADDED_ENTRY`].
    pub number: usize,
}

/// A resume with corrections, whose entries keep their numbers: removed ones are still listed.
#[derive(Debug, Clone)]
pub struct CorrectedResume {
    /// The resume with added entries at the end of their lists, and with those that are removed.
    resume: Resume,
    /// The resume without corrections.
    read: Resume,
    /// The entries that the candidate added, in their order.
    added: Vec<Entry>,
    /// The entries that do not count.
    removed: Vec<Entry>,
}

impl CorrectedResume {
    /// Applies corrections in their order. All refer to the values that were read.
    ///
    /// A later correction of the same field replaces an earlier one. If the resume was read again and has other entries, the entry with
    /// the parsed value is corrected.
    pub fn of(corrections: &[Correction], read: &Resume) -> Self {
        let mut corrected = Self {
            resume: read.clone(),
            read: read.clone(),
            added: Vec::new(),
            removed: Vec::new(),
        };
        for (place, correction) in corrections.iter().enumerate() {
            let same = |later: &Correction| {
                later.entry == correction.entry && later.field == correction.field
            };
            if !corrections.iter().skip(place + 1).any(same) {
                corrected.apply(correction);
            }
        }
        corrected
    }

    /// Returns the entries of a kind, those that the candidate added at the end.
    pub fn entries(&self, kind: EntryKind) -> Vec<Entry> {
        let entry = |number| Entry { kind, number };
        let read = (0..kind.count(&self.read)).map(entry);
        let added = self.added.iter().copied().filter(|one| one.kind == kind);
        read.chain(added).collect()
    }

    /// Returns whether an entry exists: it was read or added.
    pub fn has(&self, entry: Entry) -> bool {
        self.index_of(entry).is_some()
    }

    /// Returns whether the candidate states that there is no such entry.
    pub fn is_removed(&self, entry: Entry) -> bool {
        self.removed.contains(&entry)
    }

    /// Returns the number of the next entry that is added to a list.
    pub fn next_entry(&self, kind: EntryKind) -> Entry {
        let added = self.added.iter().filter(|one| one.kind == kind);
        let last = added.map(|one| one.number).max();
        let number = last.map_or(FIRST_ADDED_ENTRY, |last| last + 1);
        Entry { kind, number }
    }

    /// Returns the value that counts for a field of an entry. A removed entry keeps its values, but is none itself.
    pub fn value(&self, field: CorrectedField, number: usize) -> Option<String> {
        let kind = field.kind();
        let entry = Entry { kind, number };
        if field.is_whole_entry() && self.is_removed(entry) {
            return None;
        }
        field.value_in(&self.resume, self.index_of(entry)?)
    }

    /// Returns the words for an entry: title and employer, the degree, or the skill. Empty if it has none.
    pub fn name(&self, entry: Entry) -> String {
        let field = match entry.kind {
            EntryKind::Position => CorrectedField::Position,
            EntryKind::Degree => CorrectedField::Degree,
            EntryKind::Skill => CorrectedField::Skill,
            EntryKind::Person => CorrectedField::Place,
        };
        let index = self.index_of(entry);
        let name = index.and_then(|index| field.value_in(&self.resume, index));
        name.unwrap_or_default()
    }

    /// Returns a position that was read or added, with its corrections.
    pub fn position(&self, number: usize) -> Option<&Position> {
        let kind = EntryKind::Position;
        self.resume
            .positions
            .get(self.index_of(Entry { kind, number })?)
    }

    /// Returns a degree that was read or added, with its corrections.
    pub fn degree(&self, number: usize) -> Option<&EducationEntry> {
        let kind = EntryKind::Degree;
        self.resume
            .education
            .get(self.index_of(Entry { kind, number })?)
    }

    /// Returns the resume that counts: without removed entries, and with what the candidate added at the end of the text, so that it can
    /// be found and quoted there.
    pub fn into_resume(self) -> Resume {
        let added = Added {
            positions: self.count_added(EntryKind::Position),
            degrees: self.count_added(EntryKind::Degree),
            skills: self.count_added(EntryKind::Skill),
        };
        let [positions, degrees, skills] =
            [EntryKind::Position, EntryKind::Degree, EntryKind::Skill].map(|kind| self.kept(kind));
        let mut resume = self.resume;
        retain(&mut resume.positions, &positions);
        retain(&mut resume.education, &degrees);
        let disclaimed = retain(&mut resume.skills, &skills);
        let disclaimed = disclaimed.into_iter().map(|skill| skill.name);
        resume.disclaimed_skills.extend(disclaimed);
        stated_text::append(&mut resume, &added);
        resume
    }

    /// Returns how many added entries of a list count. They are its last ones.
    fn count_added(&self, kind: EntryKind) -> usize {
        let added = self.added.iter().filter(|one| one.kind == kind);
        added.filter(|one| !self.is_removed(**one)).count()
    }

    /// Returns for each entry of a list whether it counts.
    fn kept(&self, kind: EntryKind) -> Vec<bool> {
        let entries = self.entries(kind).into_iter();
        entries.map(|entry| !self.is_removed(entry)).collect()
    }

    /// Returns the index of an entry in its list.
    fn index_of(&self, entry: Entry) -> Option<usize> {
        let read = entry.kind.count(&self.read);
        if entry.number < read {
            return Some(entry.number);
        }
        let mut added = self.added.iter().filter(|one| one.kind == entry.kind);
        added
            .position(|one| *one == entry)
            .map(|place| read + place)
    }

    /// Returns the number of the read entry that a correction is about.
    fn corrected_entry(&self, correction: &Correction) -> Option<usize> {
        let field = correction.field;
        let count = field.kind().count(&self.read);
        let matches = |entry: usize| field.value_in(&self.read, entry) == correction.parsed;
        let is_here = correction.entry < count && matches(correction.entry);
        let elsewhere = || (0..count).find(|entry| correction.parsed.is_some() && matches(*entry));
        is_here.then_some(correction.entry).or_else(elsewhere)
    }

    fn apply(&mut self, correction: &Correction) {
        let (entry, stated) = (correction.of_entry(), correction.stated.as_deref());
        let is_added = entry.number >= FIRST_ADDED_ENTRY;
        // Of an added skill that is removed, nothing is left to restore.
        if is_added && entry.kind == EntryKind::Skill && stated.is_none() {
            return;
        }
        let number = if is_added {
            self.add(entry);
            Some(entry.number)
        } else {
            self.corrected_entry(correction)
        };
        let Some(number) = number else { return };
        let entry = Entry { number, ..entry };
        if stated.is_none() && correction.field.is_whole_entry() {
            self.removed.push(entry);
        } else if let Some(index) = self.index_of(entry) {
            self.set(correction.field, index, stated);
        }
    }

    /// Adds an empty entry, unless it exists.
    fn add(&mut self, entry: Entry) {
        if self.has(entry) {
            return;
        }
        self.added.push(entry);
        match entry.kind {
            EntryKind::Position => self.resume.positions.push(Position::default()),
            EntryKind::Degree => self.resume.education.push(EducationEntry::default()),
            EntryKind::Skill => self.resume.skills.push(FoundSkill {
                name: String::new(),
                span: Span::default(),
                section: SectionKind::Skills,
            }),
            EntryKind::Person => {}
        }
    }

    fn set(&mut self, field: CorrectedField, index: usize, stated: Option<&str>) {
        let resume = &mut self.resume;
        let text = || stated.map(str::to_owned);
        match field.kind() {
            EntryKind::Position => {
                if let Some(position) = resume.positions.get_mut(index) {
                    set_in_position(position, field, stated);
                }
            }
            EntryKind::Degree => {
                if let Some(degree) = resume.education.get_mut(index) {
                    set_in_degree(degree, field, stated);
                }
            }
            EntryKind::Skill => {
                if let Some(skill) = resume.skills.get_mut(index) {
                    let name = std::mem::replace(&mut skill.name, text().unwrap_or_default());
                    let is_other = !name.is_empty() && name != skill.name;
                    resume.disclaimed_skills.extend(is_other.then_some(name));
                }
            }
            EntryKind::Person => {
                resume.place = text().map(|place| Found::certain(place, None, STATED));
            }
        }
    }
}

fn set_in_position(position: &mut Position, field: CorrectedField, stated: Option<&str>) {
    let date = || PartialDate::parse("stated", stated?).ok();
    let confidence = if stated.is_some() { 100 } else { 0 };
    match field {
        CorrectedField::Title => {
            position.title = stated.map(str::to_owned);
            position.confidence.title = confidence;
        }
        CorrectedField::Employer => {
            position.organization = stated.map(str::to_owned);
            position.confidence.organization = confidence;
        }
        CorrectedField::Start => position.start = date(),
        CorrectedField::End => {
            position.current = stated == Some(PRESENT);
            position.end = date();
        }
        _ => {}
    }
}

fn set_in_degree(degree: &mut EducationEntry, field: CorrectedField, stated: Option<&str>) {
    match field {
        CorrectedField::Level => {
            degree.level = stated.and_then(|level| EducationLevel::parse("stated", level).ok());
        }
        CorrectedField::School => {
            degree.institution = stated.map(str::to_owned);
            degree.confidence.institution = if stated.is_some() { 100 } else { 0 };
        }
        CorrectedField::FieldOfStudy => degree.field = stated.map(str::to_owned),
        _ => {}
    }
}

/// Keeps some entries of a list, and returns the others. What has no entry in `kept` stays.
fn retain<T>(list: &mut Vec<T>, kept: &[bool]) -> Vec<T> {
    let mut others = Vec::new();
    let all = std::mem::take(list);
    for (index, entry) in all.into_iter().enumerate() {
        if kept.get(index).copied().unwrap_or(true) {
            list.push(entry);
        } else {
            others.push(entry);
        }
    }
    others
}

/// Returns what was read with corrections.
pub fn apply_corrections(corrections: &[Correction], read: &Resume) -> Resume {
    CorrectedResume::of(corrections, read).into_resume()
}
