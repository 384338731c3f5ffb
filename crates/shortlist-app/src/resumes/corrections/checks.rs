//! Checks corrections against the resume and the corrections before them.

use shortlist_domain::{
    CandidateProblem, CorrectedField, CorrectedResume, Correction, Entry, InvalidValue,
    ListProblem, PartialDate, Principal, TimeProblem,
};
use shortlist_persistence::StoredResume;

use super::{CorrectResume, StatedValue};
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::scores::Scores;

impl Scores<'_> {
    /// Checks a correction against the resume.
    pub(super) fn check_correction(
        &self,
        principal: &Principal,
        request: &CorrectResume,
        stored: &StoredResume,
    ) -> Result<Correction, AppError> {
        let field = CorrectedField::parse("field", &request.stated.field)?;
        let number = usize::try_from(request.entry).unwrap_or(usize::MAX);
        let corrected = stored.with_entries();
        let kind = field.kind();
        let entry = Entry { kind, number };
        if !corrected.has(entry) {
            let problem = CandidateProblem::NoSuchEntry;
            return Err(InvalidValue::new("entry", problem).into());
        }
        let current = corrected.value(field, number);
        let counts = current.as_deref().unwrap_or_default();
        if request.seen.as_deref().is_some_and(|seen| seen != counts) {
            let changed = CandidateConflict::CorrectedMeanwhile(field);
            return Err(AppError::conflict(changed));
        }
        let value = field.check("value", &request.stated.value)?;
        let value = self.with_canonical_name(field, value);
        let refused = |problem: CandidateProblem| InvalidValue::new("value", problem);
        if current == value {
            return Err(refused(CandidateProblem::NothingToCorrect).into());
        }
        // A whole position or degree has no value to change.
        let is_restored = value
            .as_ref()
            .is_none_or(|value| *value == corrected.name(entry));
        if matches!(field, CorrectedField::Position | CorrectedField::Degree) && !is_restored {
            return Err(refused(CandidateProblem::NotNameOfEntry).into());
        }
        let correction = self.correction(principal, stored, field, number, value);
        check_order(stored, std::slice::from_ref(&correction))?;
        Ok(correction)
    }

    /// Checks the values of an entry that the resume lacks.
    pub(super) fn check_new_entry(
        &self,
        principal: &Principal,
        values: &[StatedValue],
        stored: &StoredResume,
    ) -> Result<Vec<Correction>, AppError> {
        let fields = new_fields(values)?;
        let next = |kind| stored.with_entries().next_entry(kind).number;
        let number = fields.first().map_or(0, |field| next(field.kind()));
        let mut corrections = Vec::new();
        for (field, value) in fields.into_iter().zip(values) {
            let stated = field.check_new(field.as_str(), &value.value)?;
            let value = self.with_canonical_name(field, Some(stated));
            corrections.push(self.correction(principal, stored, field, number, value));
        }
        check_order(stored, &corrections)?;
        Ok(corrections)
    }

    /// Returns the name that the vocabulary has for a skill; other values are as they were.
    fn with_canonical_name(&self, field: CorrectedField, stated: Option<String>) -> Option<String> {
        let stated = stated?;
        let known = self.vocabulary.find(&stated);
        let skill = known.filter(|_| field == CorrectedField::Skill);
        Some(skill.map_or(stated, |skill| self.vocabulary.name(skill).to_owned()))
    }

    fn correction(
        &self,
        principal: &Principal,
        stored: &StoredResume,
        field: CorrectedField,
        number: usize,
        stated: Option<String>,
    ) -> Correction {
        Correction {
            entry: number,
            field,
            parsed: field.value_in(stored.parsed(), number),
            stated,
            user_id: Some(principal.user_id.clone()),
            corrected_at: self.clock.now(),
        }
    }
}

/// Returns the fields of a new entry, which all belong to one position, to one degree, or are one skill.
fn new_fields(values: &[StatedValue]) -> Result<Vec<CorrectedField>, InvalidValue> {
    let refused = |problem: CandidateProblem| InvalidValue::new("values", problem);
    let mut fields: Vec<CorrectedField> = Vec::new();
    for value in values {
        let field = CorrectedField::parse("field", &value.field)?;
        let is_of_new = CorrectedField::OF_POSITION.contains(&field)
            || CorrectedField::OF_DEGREE.contains(&field)
            || field == CorrectedField::Skill;
        if !is_of_new {
            return Err(refused(CandidateProblem::NotOfNewEntry));
        }
        if fields.contains(&field) {
            let twice = ListProblem::NameTwice(value.field.clone());
            return Err(InvalidValue::new("values", twice));
        }
        fields.push(field);
    }
    match fields.first() {
        None => Err(refused(CandidateProblem::NotOfNewEntry)),
        Some(first) if fields.iter().any(|field| field.kind() != first.kind()) => {
            Err(refused(CandidateProblem::SeveralEntries))
        }
        Some(_) => Ok(fields),
    }
}

/// Refuses a position that would end before it begins.
fn check_order(stored: &StoredResume, new: &[Correction]) -> Result<(), InvalidValue> {
    let all = [stored.corrections.as_slice(), new].concat();
    let corrected = CorrectedResume::of(&all, stored.parsed());
    let is_date = |field| matches!(field, CorrectedField::Start | CorrectedField::End);
    let date = new.iter().find(|correction| is_date(correction.field));
    let Some(position) = date.and_then(|date| corrected.position(date.entry)) else {
        return Ok(());
    };
    let ends_before = match (position.start, position.end) {
        (Some(start), Some(end)) => is_before(end, start),
        _ => false,
    };
    if ends_before {
        let problem = TimeProblem::PositionEndsBeforeItBegins;
        Err(InvalidValue::new("value", problem))
    } else {
        Ok(())
    }
}

/// Returns whether a date is before another. Without both months, the years decide.
fn is_before(date: PartialDate, other: PartialDate) -> bool {
    match (date.month, other.month) {
        (Some(month), Some(of_other)) => (date.year, month) < (other.year, of_other),
        _ => date.year < other.year,
    }
}
