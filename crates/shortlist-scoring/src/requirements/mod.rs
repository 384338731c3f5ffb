//! What a job asks for, read from its title, its listed skills and its description, with the words each was read from.

pub(crate) mod cues;
mod education;
mod education_words;
mod experience;
pub(crate) mod reading;
mod skills;
pub(crate) mod years;

use shortlist_domain::{JobRequirements, SkillRequirement};

use crate::excerpt::MAX_QUOTE_CHARS;
use crate::prepared::JobText;
use education::AskedEducation;
use skills::AskedSkills;

/// Reads what a job asks for.
pub fn read_requirements(job: &JobText<'_>) -> JobRequirements {
    let said = reading::read_sentences(job.description);
    let mut skills = AskedSkills::default();
    skills.read_listed(job.skills);
    skills.read_title(job.title);
    let mut education = AskedEducation::default();
    for sentence in &said {
        skills.read_sentence(sentence);
        education.read_sentence(sentence);
    }
    let experience = experience::read(job, &said);
    let (skills, mut sources) = skills.finish();
    sources.extend(experience.iter().map(|asked| asked.source.clone()));
    sources.extend(education.sources);
    JobRequirements {
        skills,
        minimum_months: experience.map(|asked| asked.months),
        education_level: education.level,
        education_fields: education.fields,
        equivalent_experience: education.equivalent_experience,
        sources,
    }
}

/// The most important first, otherwise in the order read.
fn strongest_first(skills: &mut [SkillRequirement]) {
    skills.sort_by_key(|skill| skill.importance);
}

/// A job's words as a source quotes them.
fn quoted(text: &str) -> String {
    let text = text.trim();
    let end = text
        .char_indices()
        .nth(MAX_QUOTE_CHARS)
        .map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text).trim_end().to_owned()
}
