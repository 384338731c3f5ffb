//! What a job requires, read from its title, skills and description.

use crate::{
    EducationLevel, Importance, OccupationEdit, RequirementKind, RequirementNotice, SetRequirement,
};

/// A skill that a job requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillRequirement {
    /// The canonical name if the vocabulary contains the skill, otherwise the job's own wording.
    pub name: String,
    /// How important it is.
    pub importance: Importance,
    /// The required experience with this skill, in months.
    pub minimum_months: Option<u32>,
}

/// A spoken language that a job requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageRequirement {
    /// English names of the language, or of several languages of which one suffices.
    pub any_of: Vec<String>,
    /// The level, in the job's own wording (`fluent`, `C1`).
    pub level: Option<String>,
    /// How important it is.
    pub importance: Importance,
}

/// A certificate or licence that a job requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateRequirement {
    /// Names of the certificate, or of several certificates of which one suffices.
    pub any_of: Vec<String>,
    /// How important it is.
    pub importance: Importance,
}

/// A requirement and the words it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementSource {
    /// What the requirement is about.
    pub kind: RequirementKind,
    /// The requirement's name, as in [`RequirementItem`](crate::RequirementItem).
    pub name: String,
    /// The level of a language or of education, if the source is about one. That of a language has the words of the job.
    pub level: Option<String>,
    /// The time in months, if the source is about one.
    pub months: Option<u32>,
    /// The job's own wording.
    pub quote: String,
}

/// The requirements of a job, read from its title, skills and description.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JobRequirements {
    /// Skills, without duplicates.
    pub skills: Vec<SkillRequirement>,
    /// The required experience for the whole job, in months.
    pub minimum_months: Option<u32>,
    /// The required level of education.
    pub education_level: Option<EducationLevel>,
    /// The accepted fields of study; one of them suffices.
    pub education_fields: Vec<String>,
    /// Whether experience may replace education.
    pub equivalent_experience: bool,
    /// Spoken languages.
    pub languages: Vec<LanguageRequirement>,
    /// Certificates and licences.
    pub certificates: Vec<CertificateRequirement>,
    /// The words that each requirement was read from.
    pub sources: Vec<RequirementSource>,
    /// The requirements that people set.
    pub set: Vec<SetRequirement>,
    /// The occupation that a person set. Without it, the title names the occupation.
    pub occupation: Option<OccupationEdit>,
    /// What could not be read from the posting, or contradicts itself.
    pub notices: Vec<RequirementNotice>,
}

impl JobRequirements {
    /// Returns the name of the person who set a requirement; `None` if it is as it was read.
    pub fn set_by(&self, kind: RequirementKind, name: &str) -> Option<String> {
        let mut set = self.set.iter();
        let found = set.find(|set| set.kind == kind && set.name == name)?;
        Some(found.set_by.clone())
    }
}
