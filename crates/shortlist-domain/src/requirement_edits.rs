//! What people change about what was read from a job: marks and alternatives of requirements, and the occupation.

use std::fmt;

use crate::{ChoiceProblem, Importance, InvalidValue, Occupation, Timestamp, UserId};

/// The largest number of requirements that people may change in a job.
pub const MAX_REQUIREMENT_EDITS: usize = 200;
/// The largest number of alternatives that a requirement may have.
pub const MAX_ALTERNATIVES: usize = 20;
/// The longest name of a requirement that the program reads, in characters, and so the longest that a caller may name.
pub const MAX_REQUIREMENT_CHARS: usize = 2_000;
/// The longest alternative, in characters.
pub const MAX_ALTERNATIVE_CHARS: usize = 200;

/// What a requirement is about. Only requirements of the same kind can be alternatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequirementKind {
    /// The time of experience that the whole job asks for.
    Experience,
    /// A degree and its fields.
    Education,
    /// A skill.
    Skill,
    /// A spoken language.
    Language,
    /// A certificate, registration or licence.
    Certificate,
}

impl RequirementKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Experience,
        Self::Education,
        Self::Skill,
        Self::Language,
        Self::Certificate,
    ];

    /// Returns the kind's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Experience => "experience",
            Self::Education => "education",
            Self::Skill => "skill",
            Self::Language => "language",
            Self::Certificate => "certificate",
        }
    }

    /// Parses a kind's name.
    ///
    /// # Errors
    /// Returns an error that lists all names if no kind has that one.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        let mut kinds = Self::ALL.into_iter();
        kinds.find(|kind| kind.as_str() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            InvalidValue::new(field, ChoiceProblem::not_one_of(names))
        })
    }

    /// Returns whether a resume can meet such a requirement in more than one way that a person names.
    pub fn has_alternatives(self) -> bool {
        matches!(self, Self::Skill | Self::Language | Self::Certificate)
    }
}

impl fmt::Display for RequirementKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// How a person marks a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequirementMark {
    /// It must be met.
    Required,
    /// It is nice to have.
    Preferred,
    /// It does not count.
    Ignored,
}

impl RequirementMark {
    /// All marks.
    pub const ALL: [Self; 3] = [Self::Required, Self::Preferred, Self::Ignored];

    /// Returns the mark's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Preferred => "preferred",
            Self::Ignored => "ignored",
        }
    }

    /// Parses a mark's name.
    ///
    /// # Errors
    /// Returns an error that lists all names if no mark has that one.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        let mut marks = Self::ALL.into_iter();
        marks.find(|mark| mark.as_str() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            InvalidValue::new(field, ChoiceProblem::not_one_of(names))
        })
    }
}

/// What a person wants to change about a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementChange {
    /// What it is about.
    pub kind: RequirementKind,
    /// Its name as it was read. Several requirements become alternatives of one.
    pub names: Vec<String>,
    /// Alternatives that the job does not name.
    pub alternatives: Vec<String>,
    /// Its new importance; `None` keeps what the posting says.
    pub mark: Option<RequirementMark>,
}

/// Who set a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementAuthor {
    /// Their identifier.
    pub user_id: UserId,
    /// Their name at that time.
    pub name: String,
    /// When.
    pub at: Timestamp,
}

/// A change of a requirement, and who made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementEdit {
    /// The change.
    pub change: RequirementChange,
    /// Who made it.
    pub author: RequirementAuthor,
}

/// What a person says is the occupation of a job, in place of what its title names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OccupationEdit {
    /// The occupation. `None` if the person says that it is unknown, so that titles are compared by their words.
    pub occupation: Option<Occupation>,
    /// Who said so.
    pub author: RequirementAuthor,
}

/// Everything that people set about what was read from a job.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequirementEdits {
    /// The changes of its requirements.
    pub requirements: Vec<RequirementEdit>,
    /// Its occupation. `None` if it is the one of the title.
    pub occupation: Option<OccupationEdit>,
}

/// A requirement of a job that a person set, for receipts and pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetRequirement {
    /// What it is about.
    pub kind: RequirementKind,
    /// The name of the requirement with its alternatives.
    pub name: String,
    /// Whether it no longer counts.
    pub is_ignored: bool,
    /// The name of the person who set it.
    pub set_by: String,
}

/// A requirement as it was read, with what a person changed about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementItem {
    /// What it is about.
    pub kind: RequirementKind,
    /// The names as they were read: several if a person made them alternatives.
    pub names: Vec<String>,
    /// What a resume may show: the names, and the alternatives.
    pub any_of: Vec<String>,
    /// The alternatives that a person added.
    pub alternatives: Vec<String>,
    /// The level of a language or a degree, and the fields of the degree.
    pub level: Option<String>,
    /// The time of experience that it asks for, in months.
    pub minimum_months: Option<u32>,
    /// How important the posting says that it is.
    pub posted: Importance,
    /// How a person marked it.
    pub mark: Option<RequirementMark>,
    /// The passages of the job that it was read from.
    pub quotes: Vec<String>,
    /// Who changed it; `None` if it is as it was read.
    pub author: Option<RequirementAuthor>,
}

impl RequirementItem {
    /// Returns its name with its alternatives: `SAP HCM or DATEV`.
    pub fn name(&self) -> String {
        self.any_of.join(" or ")
    }

    /// Returns how much it counts; `None` if a person said that it does not.
    pub fn importance(&self) -> Option<Importance> {
        match self.mark {
            None => Some(self.posted),
            Some(RequirementMark::Required) => Some(Importance::Required),
            Some(RequirementMark::Preferred) => Some(Importance::Preferred),
            Some(RequirementMark::Ignored) => None,
        }
    }

    /// Returns how much it counts, as a name of the API.
    pub fn importance_name(&self) -> &'static str {
        self.importance()
            .map_or(RequirementMark::Ignored.as_str(), Importance::as_str)
    }
}

/// A requirement that a person set and that the job no longer has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostRequirement {
    /// What it is about.
    pub kind: RequirementKind,
    /// Its name.
    pub name: String,
    /// Who had set it.
    pub author: RequirementAuthor,
}
