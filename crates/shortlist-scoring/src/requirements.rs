//! What a job asks for, read from its title, its listed skills and its description, with the source of each requirement.

mod applicability;
pub(crate) mod certificates;
pub(crate) mod cues;
mod denials;
mod edits;
pub(crate) mod education;
pub(crate) mod education_words;
mod experience;
pub(crate) mod items;
pub(crate) mod job_sentences;
pub(crate) mod languages;
mod notices;
pub(crate) mod skill_years;
mod skills;
mod unknown_names;
pub(crate) mod words;

use shortlist_domain::{
    CertificateRequirement, Importance, JobRequirements, RequirementKind, RequirementSource,
    SkillRequirement,
};
use shortlist_vocabulary::Vocabulary;

use crate::certificates::certificates_of;
use crate::english::alternatives;
use crate::excerpt::MAX_QUOTE_CHARS;
use crate::job_text::JobText;
use certificates::CertificateRequirements;
use education::EducationRequirements;
use languages::LanguageRequirements;
use notices::{Contradictions, notices_of};
use skill_years::SkillYears;
use skills::SkillRequirements;

pub use edits::{EditedRequirements, check_requirement_changes, edit_requirements};

/// Reads what a job asks for, with the skills of a vocabulary.
pub fn read_requirements(job: &JobText<'_>, vocabulary: &Vocabulary) -> JobRequirements {
    let sentences = job_sentences::read_sentences(job.description);
    let mut skills = SkillRequirements::new(vocabulary);
    skills.read_listed(job.skills);
    skills.read_title(job.title);
    let mut languages = LanguageRequirements::default();
    languages.read_listed(job.skills);
    languages.read_title(job.title);
    let mut certificates = CertificateRequirements::new(vocabulary);
    certificates.read_listed(job.skills);
    certificates.read_title(job.title);
    let mut education = EducationRequirements::default();
    for sentence in &sentences {
        skills.read_sentence(sentence);
        education.read_sentence(sentence);
        languages.read_sentence(sentence);
        certificates.read_sentence(sentence);
    }
    let all_experience = experience::read_all(job, &sentences, vocabulary);
    let experience = all_experience.first();
    let (mut skills, mut sources) = skills.finish();
    let years = SkillYears::of(job, &sentences, &skills, vocabulary);
    sources.extend(experience.iter().map(|read| read.source.clone()));
    sources.extend(years.apply_to(&mut skills));
    sources.extend(education.sources);
    let levels = languages.take_conflicts();
    let (languages, of_languages) = languages.finish();
    let (certificates, of_certificates) = certificates.finish();
    let required = |name: &str| is_required_certificate(name, &certificates, vocabulary);
    skills.retain(|skill| !required(&skill.name));
    sources.retain(|source| source.kind != RequirementKind::Skill || !required(&source.name));
    sources.extend(of_languages);
    sources.extend(of_certificates);
    let mut read = JobRequirements {
        skills,
        minimum_months: experience.map(|read| read.months),
        education_level: education.level,
        education_fields: education.fields,
        equivalent_experience: education.equivalent_experience,
        languages,
        certificates,
        sources,
        ..JobRequirements::default()
    };
    let contradictions = Contradictions {
        experience: all_experience,
        levels,
    };
    read.notices = notices_of(job, &sentences, &read, &contradictions, vocabulary);
    read
}

/// Returns the source of a skill, a language or a certificate.
pub(crate) fn source(
    kind: RequirementKind,
    any_of: &[String],
    level: Option<&str>,
    quote: String,
) -> RequirementSource {
    RequirementSource {
        kind,
        name: alternatives(any_of),
        level: level.map(str::to_owned),
        months: None,
        quote,
    }
}

/// Returns whether a name is that of a required certificate, which counts as one and not as a skill as well.
fn is_required_certificate(
    name: &str,
    certificates: &[CertificateRequirement],
    vocabulary: &Vocabulary,
) -> bool {
    let mut required = certificates
        .iter()
        .filter(|certificate| certificate.importance == Importance::Required);
    let named = certificates_of(name, &crate::words::words(name), vocabulary);
    required.any(|certificate| match certificate.any_of.as_slice() {
        [only] => named.iter().any(|named| {
            let [plain] = named.any_of.as_slice() else {
                return false;
            };
            only.strip_prefix(plain.as_str())
                .is_some_and(|class| class.is_empty() || class.starts_with(" class "))
        }),
        _ => false,
    })
}

/// Sorts the skills by importance, the most important first, and otherwise keeps their order.
fn strongest_first(skills: &mut [SkillRequirement]) {
    skills.sort_by_key(|skill| skill.importance);
}

/// Returns a job's words as a source quotes them.
fn quoted(text: &str) -> String {
    let text = text.trim();
    let end = text
        .char_indices()
        .nth(MAX_QUOTE_CHARS)
        .map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text).trim_end().to_owned()
}
