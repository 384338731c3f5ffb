//! The experience that a job asks for as a whole.
//!
//! Years of one skill and years of the company's own history do not count.

use shortlist_domain::{Importance, RequirementKind, RequirementSource};
use shortlist_vocabulary::Vocabulary;

use super::applicability::describes_company;
use super::job_sentences::JobSentence;
use super::quoted;
use super::skill_years::skills_of_duration;
use super::words::RequirementWords;
use crate::durations::{Duration, durations, mentions_experience};
use crate::job_text::JobText;
use crate::words::{Word, words};

/// The experience that a job asks for, and the words that ask for it.
#[derive(Debug, Clone)]
pub(crate) struct ExperienceRequirement {
    pub(crate) months: u32,
    pub(crate) source: RequirementSource,
}

/// The longest experience that jobs ask for. A longer time is the age of the company.
pub(super) const MAX_REQUIRED_MONTHS: u32 = 15 * 12;

/// Words after which a length of experience is about a part of the work: "2 years of experience as a team lead".
const PART_OF_WORK: [&str; 15] = [
    "as", "in", "with", "leading", "managing", "als", "mit", "im", "bei", "como", "con", "en",
    "dans", "comme", "avec",
];

/// Returns the lengths of experience that a job asks for. The first one counts.
///
/// A later one is included if it applies to all of the work, because it then contradicts the first one.
pub(crate) fn read_all(
    job: &JobText<'_>,
    sentences: &[JobSentence<'_>],
    vocabulary: &Vocabulary,
) -> Vec<ExperienceRequirement> {
    let title = job.title;
    let in_title = words(title);
    let from_title = durations(title, &in_title)
        .into_iter()
        .next()
        .map(|found| experience_requirement(found.months, title));
    let sentences = sentences
        .iter()
        .filter(|sentence| !describes_company(sentence));
    let mut found: Vec<ExperienceRequirement> = Vec::new();
    for sentence in sentences {
        let is_another = found.is_empty() || is_about_all_work(sentence);
        if is_another && let Some(read) = read_sentence(job, sentence, vocabulary) {
            found.push(read);
        }
    }
    found.extend(from_title);
    found
}

/// Returns whether a sentence asks for experience as such.
fn is_about_all_work(sentence: &JobSentence<'_>) -> bool {
    let is_part = |word: &Word| PART_OF_WORK.contains(&word.lower.as_str());
    sentence.importance != Some(Importance::Preferred)
        && mentions_experience(&sentence.words)
        && !sentence.words.iter().any(is_part)
}

/// Returns the first length of experience in a sentence that applies to the whole job.
fn read_sentence(
    job: &JobText<'_>,
    sentence: &JobSentence<'_>,
    vocabulary: &Vocabulary,
) -> Option<ExperienceRequirement> {
    let all = durations(sentence.text, &sentence.words);
    let about_work = !all.is_empty() && mentions_experience(&sentence.words);
    let mut asking = all.iter().enumerate().filter(|(_, found)| {
        found.months <= MAX_REQUIRED_MONTHS
            && (about_work || is_implicit_requirement(sentence, found))
    });
    asking
        .find(|(number, found)| {
            skills_of_duration(sentence, found, all.get(number + 1), job, vocabulary).is_empty()
        })
        .map(|(_, found)| experience_requirement(found.months, sentence.text))
}

/// Returns whether a list item asks for years without the word experience: "3-5 years of project management".
fn is_implicit_requirement(sentence: &JobSentence<'_>, found: &Duration) -> bool {
    const MAX_WORDS_BEFORE: usize = 6;
    let next = sentence.words.get(found.unit + 1);
    found.unit <= MAX_WORDS_BEFORE
        && next.is_some_and(|next| RequirementWords::get().after_a_unit.contains(&next.lower))
}

fn experience_requirement(months: u32, quote: &str) -> ExperienceRequirement {
    ExperienceRequirement {
        months,
        source: RequirementSource {
            kind: RequirementKind::Experience,
            name: RequirementKind::Experience.to_string(),
            level: None,
            months: Some(months),
            quote: quoted(quote),
        },
    }
}
