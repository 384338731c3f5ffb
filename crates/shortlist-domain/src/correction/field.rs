//! What a correction is about.

use crate::{
    ChoiceProblem, EducationLevel, InvalidValue, PartialDate, Resume, TextProblem, check_short,
};

/// The text for a position that the person still holds.
pub const PRESENT: &str = "present";

/// A list of a resume. Its entries are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// The positions.
    Position,
    /// The degrees.
    Degree,
    /// The skills.
    Skill,
    /// What there is once: the only entry is 0.
    Person,
}

impl EntryKind {
    /// Returns how many entries a resume has.
    pub(super) fn count(self, resume: &Resume) -> usize {
        match self {
            Self::Position => resume.positions.len(),
            Self::Degree => resume.education.len(),
            Self::Skill => resume.skills.len(),
            Self::Person => 1,
        }
    }
}

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
    /// The field of study of a degree.
    FieldOfStudy,
    /// Whether an entry is a position at all.
    Position,
    /// Whether an entry is a degree at all.
    Degree,
    /// A skill.
    Skill,
    /// Where the person lives.
    Place,
}

impl CorrectedField {
    /// Every field.
    pub const ALL: [Self; 11] = [
        Self::Title,
        Self::Employer,
        Self::Start,
        Self::End,
        Self::Level,
        Self::School,
        Self::FieldOfStudy,
        Self::Position,
        Self::Degree,
        Self::Skill,
        Self::Place,
    ];
    /// The fields of a position that have a value.
    pub const OF_POSITION: [Self; 4] = [Self::Title, Self::Employer, Self::Start, Self::End];
    /// The fields of a degree that have a value.
    pub const OF_DEGREE: [Self; 3] = [Self::Level, Self::FieldOfStudy, Self::School];

    /// Returns the name of the field in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Employer => "employer",
            Self::Start => "start",
            Self::End => "end",
            Self::Level => "level",
            Self::School => "school",
            Self::FieldOfStudy => "fieldOfStudy",
            Self::Position => "position",
            Self::Degree => "degree",
            Self::Skill => "skill",
            Self::Place => "place",
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

    /// Returns the list whose entries have the field.
    pub fn kind(self) -> EntryKind {
        match self {
            Self::Title | Self::Employer | Self::Start | Self::End | Self::Position => {
                EntryKind::Position
            }
            Self::Level | Self::School | Self::FieldOfStudy | Self::Degree => EntryKind::Degree,
            Self::Skill => EntryKind::Skill,
            Self::Place => EntryKind::Person,
        }
    }

    /// Returns whether the field is the entry itself: nothing stated for it removes the entry.
    pub fn is_whole_entry(self) -> bool {
        matches!(self, Self::Position | Self::Degree | Self::Skill)
    }

    /// Checks a corrected value, and returns it as it is stored; `None` if the candidate states that there is no value.
    ///
    /// # Errors
    /// Returns an error if it is not a value of the field.
    pub fn check(self, field: &str, value: &str) -> Result<Option<String>, InvalidValue> {
        let Some(value) = check_short(field, value)? else {
            return Ok(None);
        };
        let checked = match self {
            Self::End if value.eq_ignore_ascii_case(PRESENT) => PRESENT.to_owned(),
            Self::Start | Self::End => PartialDate::parse(field, &value)?.to_string(),
            Self::Level => EducationLevel::parse(field, &value)?.as_str().to_owned(),
            _ => value,
        };
        Ok(Some(checked))
    }

    /// Checks the value of a new entry.
    ///
    /// # Errors
    /// Returns an error if it is missing, or not a value of the field.
    pub fn check_new(self, field: &str, value: &str) -> Result<String, InvalidValue> {
        let stated = self.check(field, value)?;
        stated.ok_or_else(|| InvalidValue::new(field, TextProblem::Empty))
    }

    /// Returns the value of the field at an index of a resume's list; `None` if the resume has none, or no such entry.
    pub fn value_in(self, resume: &Resume, index: usize) -> Option<String> {
        let position = resume.positions.get(index);
        let degree = resume.education.get(index);
        match self {
            Self::Title => position?.title.clone(),
            Self::Employer => position?.organization.clone(),
            Self::Start => position?.start.map(|start| start.to_string()),
            Self::End if position?.current => Some(PRESENT.to_owned()),
            Self::End => position?.end.map(|end| end.to_string()),
            Self::Level => degree?.level.map(|level| level.as_str().to_owned()),
            Self::School => degree?.institution.clone(),
            Self::FieldOfStudy => degree?.field.clone(),
            Self::Position => Some(position?.name()),
            Self::Degree => Some(degree?.degree.clone()),
            Self::Skill => Some(resume.skills.get(index)?.name.clone()),
            Self::Place => resume.place.as_ref().map(|place| place.value.clone()),
        }
    }
}
