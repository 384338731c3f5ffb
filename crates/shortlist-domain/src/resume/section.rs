//! The parts of a resume.

use super::Span;
use crate::InvalidValue;

/// What a part of a resume is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// Name and contact data, at the top or in a sidebar.
    Contact,
    /// A profile, a summary or an objective.
    Summary,
    /// Work.
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
    /// Birth date, gender, nationality, marital status and the like.
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

    /// The kind's name.
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

    /// Takes a name back.
    ///
    /// # Errors
    /// When no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, "is not a kind of section"))
    }
}

/// A part of a resume; sections do not overlap and stand in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub kind: SectionKind,
    /// Its place, the heading included.
    pub span: Span,
    /// Where its body starts, behind the heading.
    pub body_start: usize,
}
