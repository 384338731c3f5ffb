//! Corrections of what was read from a resume, as the candidate states them.
//!
//! A correction is stored next to the parsed value and never replaces it. It belongs to one version of the resume.

use crate::{
    ChoiceProblem, EducationLevel, InvalidValue, PartialDate, Resume, TextProblem, Timestamp,
    UserId, check_short,
};

/// The text for a position that the person still holds.
pub const PRESENT: &str = "present";

/// What a correction is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CorrectedField {
    /// The title of a position.
    Title,
    /// The employer of a position.
    Employer,
    /// When a position began.
    Start,
    /// When a position ended.
    End,
    /// The level of a degree.
    Level,
    /// The school of a degree.
    School,
}

impl CorrectedField {
    /// Every field.
    pub const ALL: [Self; 6] = [
        Self::Title,
        Self::Employer,
        Self::Start,
        Self::End,
        Self::Level,
        Self::School,
    ];

    /// Returns the name of the field in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Employer => "employer",
            Self::Start => "start",
            Self::End => "end",
            Self::Level => "level",
            Self::School => "school",
        }
    }

    /// Parses a name.
    ///
    /// # Errors
    /// Returns an error if no field has that name.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        let mut all = Self::ALL.into_iter();
        all.find(|one| one.as_str() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            InvalidValue::new(field, ChoiceProblem::not_one_of(names))
        })
    }

    /// Returns whether the field belongs to a position. Otherwise, it belongs to a degree.
    pub fn is_of_position(self) -> bool {
        !matches!(self, Self::Level | Self::School)
    }

    /// Checks a corrected value, and returns it as it is stored.
    ///
    /// # Errors
    /// Returns an error if it is not a value of the field.
    pub fn check(self, field: &str, value: &str) -> Result<String, InvalidValue> {
        let value = check_short(field, value)?
            .ok_or_else(|| InvalidValue::new(field, TextProblem::Empty))?;
        match self {
            Self::Title | Self::Employer | Self::School => Ok(value),
            Self::End if value.eq_ignore_ascii_case(PRESENT) => Ok(PRESENT.to_owned()),
            Self::Start | Self::End => Ok(PartialDate::parse(field, &value)?.to_string()),
            Self::Level => {
                let names = EducationLevel::ALL.map(EducationLevel::as_str);
                match names.iter().find(|name| **name == value) {
                    Some(name) => Ok((*name).to_owned()),
                    None => Err(InvalidValue::new(field, ChoiceProblem::not_one_of(names))),
                }
            }
        }
    }

    /// Returns the value of the field in an entry of a resume; `None` if the resume has none, or no such entry.
    pub fn value_in(self, resume: &Resume, entry: usize) -> Option<String> {
        let position = resume.positions.get(entry);
        let degree = resume.education.get(entry);
        match self {
            Self::Title => position?.title.clone(),
            Self::Employer => position?.organization.clone(),
            Self::Start => position?.start.map(|start| start.to_string()),
            Self::End if position?.current => Some(PRESENT.to_owned()),
            Self::End => position?.end.map(|end| end.to_string()),
            Self::Level => degree?.level.map(|level| level.as_str().to_owned()),
            Self::School => degree?.institution.clone(),
        }
    }

    /// Returns whether a resume has such an entry.
    pub fn has_entry(self, resume: &Resume, entry: usize) -> bool {
        let count = if self.is_of_position() {
            resume.positions.len()
        } else {
            resume.education.len()
        };
        entry < count
    }
}

/// A correction of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The index of the position or degree in the resume, from 0.
    pub entry: usize,
    /// The field.
    pub field: CorrectedField,
    /// The value that was read; `None` if there was none.
    pub parsed: Option<String>,
    /// The value that the candidate states.
    pub stated: String,
    /// Who recorded it; `None` for the operator.
    pub user_id: Option<UserId>,
    /// When it was recorded.
    pub corrected_at: Timestamp,
}

impl Correction {
    /// Applies the correction to a resume. If the resume was read again and has other entries, the entry with the parsed value is
    /// corrected. Returns `false` if there is none.
    pub fn apply(&self, resume: &mut Resume) -> bool {
        let matches = |entry: usize| self.field.value_in(resume, entry) == self.parsed;
        let count = if self.field.is_of_position() {
            resume.positions.len()
        } else {
            resume.education.len()
        };
        let is_here = self.entry < count && matches(self.entry);
        let elsewhere = || (0..count).find(|entry| self.parsed.is_some() && matches(*entry));
        let Some(entry) = is_here.then_some(self.entry).or_else(elsewhere) else {
            return false;
        };
        self.set(resume, entry);
        true
    }

    fn set(&self, resume: &mut Resume, entry: usize) {
        let date = || PartialDate::parse("stated", &self.stated).ok();
        let stated = || Some(self.stated.clone());
        if let Some(position) = resume
            .positions
            .get_mut(entry)
            .filter(|_| self.field.is_of_position())
        {
            match self.field {
                CorrectedField::Title => {
                    position.title = stated();
                    position.confidence.title = 100;
                }
                CorrectedField::Employer => {
                    position.organization = stated();
                    position.confidence.organization = 100;
                }
                CorrectedField::Start => position.start = date(),
                CorrectedField::End => {
                    position.current = self.stated == PRESENT;
                    position.end = date();
                }
                CorrectedField::Level | CorrectedField::School => {}
            }
        }
        if let Some(degree) = resume.education.get_mut(entry) {
            match self.field {
                CorrectedField::Level => {
                    let mut levels = EducationLevel::ALL.into_iter();
                    degree.level = levels.find(|level| level.as_str() == self.stated);
                }
                CorrectedField::School => degree.institution = stated(),
                _ => {}
            }
        }
    }
}

/// Applies corrections in their order. All refer to the values that were read.
///
/// A later correction of the same field replaces an earlier one.
pub fn apply_corrections(corrections: &[Correction], parsed: &Resume) -> Resume {
    let mut corrected = parsed.clone();
    for (place, correction) in corrections.iter().enumerate() {
        let same =
            |later: &Correction| later.entry == correction.entry && later.field == correction.field;
        let is_replaced = corrections.iter().skip(place + 1).any(same);
        if !is_replaced {
            correction.apply(&mut corrected);
        }
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MediaKind, Position, ResumeText};

    fn resume() -> Resume {
        let position = |employer: &str, start: &str| Position {
            organization: Some(employer.to_owned()),
            start: PartialDate::parse("start", start).ok(),
            end: PartialDate::parse("end", "2021-12").ok(),
            ..Position::default()
        };
        Resume {
            positions: vec![
                position("Meadow", "2020-01"),
                position("Orchard", "2018-02"),
            ],
            ..Resume::of_text(MediaKind::Pdf, ResumeText::default())
        }
    }

    fn correction(entry: usize, field: CorrectedField, stated: &str) -> Correction {
        Correction {
            entry,
            field,
            parsed: field.value_in(&resume(), entry),
            stated: stated.to_owned(),
            user_id: None,
            corrected_at: Timestamp::from_unix_millis(0).unwrap(),
        }
    }

    #[test]
    fn corrections_change_what_they_name_and_nothing_else() {
        let corrections = [
            correction(1, CorrectedField::Start, "2015-03"),
            correction(0, CorrectedField::End, PRESENT),
            correction(0, CorrectedField::Employer, "Meadow Systems"),
            correction(1, CorrectedField::Start, "2016-05"),
        ];
        let parsed = resume();
        let corrected = apply_corrections(&corrections, &parsed);
        let [first, second] = &corrected.positions[..] else {
            panic!("two positions");
        };
        assert_eq!(first.organization.as_deref(), Some("Meadow Systems"));
        assert!(first.current && first.end.is_none());
        assert_eq!(second.start.unwrap().to_string(), "2016-05");
        assert_eq!(second.organization, parsed.positions[1].organization);
        assert_eq!(parsed, resume());
    }

    #[test]
    fn a_resume_that_is_read_differently_is_corrected_where_the_value_is() {
        let correction = correction(1, CorrectedField::Start, "2016-05");
        let mut other = resume();
        other.positions.swap(0, 1);
        assert!(correction.apply(&mut other));
        assert_eq!(other.positions[0].start.unwrap().to_string(), "2016-05");
        other.positions.clear();
        assert!(!correction.apply(&mut other));
    }

    #[test]
    fn values_are_checked_by_field() {
        let check = |field: CorrectedField, value| field.check("value", value);
        assert_eq!(check(CorrectedField::End, "Present").unwrap(), "present");
        assert_eq!(check(CorrectedField::Start, "2020-3").unwrap(), "2020-03");
        assert_eq!(check(CorrectedField::Level, "master").unwrap(), "master");
        for (field, value) in [
            (CorrectedField::Start, "present"),
            (CorrectedField::Start, "2020-13"),
            (CorrectedField::Level, "guru"),
            (CorrectedField::Employer, " "),
        ] {
            assert!(check(field, value).is_err(), "{value}");
        }
    }
}
