//! The sections of a resume.

use super::Span;
use crate::{ChoiceProblem, InvalidValue};

/// The subject of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// Name and contact data, at the top or in a sidebar.
    Contact,
    /// A profile, a summary or an objective.
    Summary,
    /// Work experience.
    Experience,
    /// Schools and degrees.
    Education,
    /// Skills, tools, technologies.
    Skills,
    /// Spoken languages.
    Languages,
    /// Certificates, licences, courses.
    Certificates,
    /// Projects.
    Projects,
    /// Awards and honours.
    Awards,
    /// Publications, patents, talks.
    Publications,
    /// Volunteering.
    Volunteering,
    /// Hobbies and interests.
    Interests,
    /// Date of birth, gender, nationality, marital status and similar data.
    Personal,
    /// References.
    References,
    /// Any other heading.
    Other,
}

impl SectionKind {
    /// Every kind.
    pub const ALL: [Self; 15] = [
        Self::Contact,
        Self::Summary,
        Self::Experience,
        Self::Education,
        Self::Skills,
        Self::Languages,
        Self::Certificates,
        Self::Projects,
        Self::Awards,
        Self::Publications,
        Self::Volunteering,
        Self::Interests,
        Self::Personal,
        Self::References,
        Self::Other,
    ];

    /// Returns the kind's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Summary => "summary",
            Self::Experience => "experience",
            Self::Education => "education",
            Self::Skills => "skills",
            Self::Languages => "languages",
            Self::Certificates => "certificates",
            Self::Projects => "projects",
            Self::Awards => "awards",
            Self::Publications => "publications",
            Self::Volunteering => "volunteering",
            Self::Interests => "interests",
            Self::Personal => "personal",
            Self::References => "references",
            Self::Other => "other",
        }
    }

    /// Parses a kind's name.
    ///
    /// # Errors
    /// Returns an error if no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::NotSectionKind))
    }
}

/// A section of a resume. Sections do not overlap and follow the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// Its subject.
    pub kind: SectionKind,
    /// Its position, including the heading.
    pub span: Span,
    /// The start of its body, after the heading.
    pub body_start: usize,
}
