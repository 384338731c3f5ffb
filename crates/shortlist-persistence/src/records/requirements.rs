//! The stored form of a job's requirements.

use serde::Serialize;
use shortlist_domain::{
    CertificateRequirement, EducationLevel, JobRequirements, LanguageRequirement,
    RequirementSource, SkillRequirement,
};
use shortlist_records::VERSION;

/// What an engine read as a job's requirements. It is stored for later inspection, and no query reads it.
#[derive(Serialize)]
pub(crate) struct RequirementsRecord {
    version: u32,
    skills: Vec<SkillRecord>,
    minimum_months: Option<u32>,
    education_level: Option<&'static str>,
    education_fields: Vec<String>,
    equivalent_experience: bool,
    languages: Vec<LanguageRecord>,
    certificates: Vec<CertificateRecord>,
    sources: Vec<SourceRecord>,
}

#[derive(Serialize)]
struct SkillRecord {
    name: String,
    importance: &'static str,
    minimum_months: Option<u32>,
}

#[derive(Serialize)]
struct LanguageRecord {
    any_of: Vec<String>,
    level: Option<String>,
    importance: &'static str,
}

#[derive(Serialize)]
struct CertificateRecord {
    any_of: Vec<String>,
    importance: &'static str,
}

#[derive(Serialize)]
struct SourceRecord {
    /// The kind and the name.
    requirement: (&'static str, String),
    level: Option<String>,
    months: Option<u32>,
    quote: String,
}

impl RequirementsRecord {
    pub(crate) fn of(requirements: &JobRequirements) -> Self {
        Self {
            version: VERSION,
            skills: requirements.skills.iter().map(SkillRecord::of).collect(),
            minimum_months: requirements.minimum_months,
            education_level: requirements.education_level.map(EducationLevel::as_str),
            education_fields: requirements.education_fields.clone(),
            equivalent_experience: requirements.equivalent_experience,
            languages: requirements
                .languages
                .iter()
                .map(LanguageRecord::of)
                .collect(),
            certificates: requirements
                .certificates
                .iter()
                .map(CertificateRecord::of)
                .collect(),
            sources: requirements.sources.iter().map(SourceRecord::of).collect(),
        }
    }
}

impl SkillRecord {
    fn of(skill: &SkillRequirement) -> Self {
        Self {
            name: skill.name.clone(),
            importance: skill.importance.as_str(),
            minimum_months: skill.minimum_months,
        }
    }
}

impl LanguageRecord {
    fn of(language: &LanguageRequirement) -> Self {
        Self {
            any_of: language.any_of.clone(),
            level: language.level.clone(),
            importance: language.importance.as_str(),
        }
    }
}

impl CertificateRecord {
    fn of(certificate: &CertificateRequirement) -> Self {
        Self {
            any_of: certificate.any_of.clone(),
            importance: certificate.importance.as_str(),
        }
    }
}

impl SourceRecord {
    fn of(source: &RequirementSource) -> Self {
        Self {
            requirement: (source.kind.as_str(), source.name.clone()),
            level: source.level.clone(),
            months: source.months,
            quote: source.quote.clone(),
        }
    }
}
