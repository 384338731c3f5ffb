//! The experience that a job asks for with one skill: "2 years of Kafka", "SAP (3+ Jahre)".

use hashbrown::{HashMap, HashSet};
use shortlist_domain::{Importance, RequirementKind, RequirementSource, SkillRequirement};
use shortlist_vocabulary::{Vocabulary, fold_key};

use super::applicability::is_requirement;
use super::denials::denied_clauses;
use super::experience::MAX_REQUIRED_MONTHS;
use super::job_sentences::JobSentence;
use super::quoted;
use super::words::RequirementWords;
use crate::durations::{Duration, durations};
use crate::job_text::JobText;
use crate::stemming::stems_of;
use crate::words::{places_of, words};

/// The number of words after the unit that can contain the object of the experience.
const OBJECT_WORDS: usize = 10;
/// The number of words before a length of time in which its skill can begin.
const WORDS_BEFORE: usize = 40;
/// The years of each skill that were found so far.
#[derive(Debug, Default)]
pub(crate) struct SkillYears {
    found: Vec<(String, u32, String)>,
    /// The skills whose years were found.
    known: HashSet<String>,
}

impl SkillYears {
    /// Returns the years that the listed skills and the description ask for.
    pub(crate) fn of(
        job: &JobText<'_>,
        sentences: &[JobSentence<'_>],
        skills: &[SkillRequirement],
        vocabulary: &Vocabulary,
    ) -> Self {
        let mut years = Self::default();
        let keys: HashSet<String> = skills.iter().map(|skill| fold_key(&skill.name)).collect();
        for item in job.skills {
            let listed = JobSentence {
                text: item,
                words: words(item),
                importance: Some(Importance::Required),
                heading: false,
            };
            years.read(job, &listed, &keys, vocabulary);
        }
        let is_asked = |sentence: &&JobSentence<'_>| {
            is_requirement(sentence) && denied_clauses(sentence).is_empty()
        };
        for sentence in sentences.iter().filter(is_asked) {
            years.read(job, sentence, &keys, vocabulary);
        }
        years
    }

    fn read(
        &mut self,
        job: &JobText<'_>,
        sentence: &JobSentence<'_>,
        skills: &HashSet<String>,
        vocabulary: &Vocabulary,
    ) {
        let all = durations(sentence.text, &sentence.words);
        for (number, found) in all.iter().enumerate() {
            if found.months > MAX_REQUIRED_MONTHS {
                continue;
            }
            let next = all.get(number + 1);
            for name in skills_of_duration(sentence, found, next, job, vocabulary) {
                let key = fold_key(&name);
                if skills.contains(&key) && self.known.insert(key.clone()) {
                    self.found.push((key, found.months, quoted(sentence.text)));
                }
            }
        }
    }

    /// Writes the years to their skills, and returns the source of each.
    pub(crate) fn apply_to(self, skills: &mut [SkillRequirement]) -> Vec<RequirementSource> {
        let mut sources = Vec::new();
        let last_first = skills.iter().enumerate().rev();
        let numbers: HashMap<String, usize> = last_first
            .map(|(number, skill)| (fold_key(&skill.name), number))
            .collect();
        for (key, months, quote) in self.found {
            let number = numbers.get(&key).copied();
            if let Some(skill) = number.and_then(|number| skills.get_mut(number)) {
                skill.minimum_months = Some(months);
                sources.push(RequirementSource {
                    kind: RequirementKind::Skill,
                    name: skill.name.clone(),
                    level: None,
                    months: Some(months),
                    quote,
                });
            }
        }
        sources
    }
}

/// Returns the skills that a length of time is about, except the job itself. `next` is the next length of time in the
/// sentence.
pub(super) fn skills_of_duration(
    sentence: &JobSentence<'_>,
    found: &Duration,
    next: Option<&Duration>,
    job: &JobText<'_>,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let object = sentence
        .text
        .get(object_span(sentence, found, next))
        .unwrap_or("");
    let in_object = words(object);
    let mut skills: Vec<String> = Vec::new();
    if !RequirementWords::get().professions.is_in(&in_object) {
        let listed = job.skills.iter().map(String::as_str);
        let listed = listed.filter(|skill| !places_of(skill, &in_object).is_empty());
        skills.extend(known_in(object, vocabulary).map(|(name, _)| name));
        skills.extend(listed.map(str::to_owned));
    }
    if skills.is_empty() {
        skills.extend(skill_before(sentence, found, vocabulary));
    }
    let of_the_job = stems_of(job.title);
    skills.retain(|skill| !stems_of(skill).iter().any(|stem| of_the_job.contains(stem)));
    skills
}

/// Returns the skills that a text names unambiguously, with the end of each.
fn known_in(text: &str, vocabulary: &Vocabulary) -> impl Iterator<Item = (String, usize)> {
    vocabulary
        .scan(text)
        .into_iter()
        .filter(|hit| !vocabulary.is_soft(hit.skill) && (!hit.ambiguous || hit.exact_case))
        .map(|hit| (vocabulary.name(hit.skill).to_owned(), hit.span.end))
}

/// Returns the skill right before a length of time: `Kafka (2+ years)`, `Java: 5 years`.
fn skill_before(
    sentence: &JobSentence<'_>,
    found: &Duration,
    vocabulary: &Vocabulary,
) -> Option<String> {
    let number = sentence
        .words
        .partition_point(|word| word.span.start < found.span.start);
    let first = sentence.words.get(number.saturating_sub(WORDS_BEFORE))?;
    let before = sentence.text.get(first.span.start..found.span.start)?;
    let (name, end) = known_in(before, vocabulary).last()?;
    let between = before.get(end..)?;
    let marked = between.contains(['(', ':', '-', '–', '—', '[']);
    let fillers = &RequirementWords::get().before_a_number;
    let plain = words(between)
        .iter()
        .all(|word| fillers.contains(&word.lower));
    (marked && plain).then_some(name)
}

/// Returns the words after the number, up to the end of the clause or to the next length of time.
fn object_span(
    sentence: &JobSentence<'_>,
    found: &Duration,
    next: Option<&Duration>,
) -> std::ops::Range<usize> {
    let from = found.span.end;
    let last = sentence
        .words
        .get(found.unit + OBJECT_WORDS)
        .or(sentence.words.last());
    let to = last.map_or(from, |word| word.span.end).max(from);
    let next = next.map(|next| next.span.start);
    let to = next
        .filter(|next| *next >= from)
        .map_or(to, |next| to.min(next));
    let clause = sentence
        .text
        .get(from..to)
        .and_then(|rest| rest.find([',', ';', '(', ':']));
    from..clause.map_or(to, |at| from + at)
}
