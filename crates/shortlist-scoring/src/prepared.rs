//! A job that is prepared for scoring, once for all its candidates.

use std::collections::HashSet;

use compact_str::CompactString;
use shortlist_domain::{Importance, JobRequirements, RequirementKind, SetRequirement};
use shortlist_vocabulary::{SkillId, Vocabulary};

use crate::certificates::certificates_of;
use crate::certificates::known::DRIVING_LICENCE;
use crate::conjunctions::is_alternative;
use crate::digest::{job_digest, requirements_digest};
use crate::job_text::JobText;
use crate::occupation::TitleOccupations;
use crate::posting_runs::PostingRuns;
use crate::ratio::share;
use crate::requirements::education_words::EducationWords;
use crate::requirements::items::{PostingItem, posting_items};
use crate::requirements::job_sentences::read_sentences;
use crate::stemming::{idf_of, stems_of, stems_with_places};
use crate::text_language::TextLanguage;
use crate::titles::Title;
use crate::words::words;

/// A job with everything that can be computed without a resume.
#[derive(Debug, Clone)]
pub struct PreparedJob {
    pub(crate) requirements: JobRequirements,
    pub(crate) requirements_digest: String,
    pub(crate) job_digest: String,
    pub(crate) posting_runs: PostingRuns,
    pub(crate) skills: Vec<JobSkill>,
    pub(crate) terms: Vec<Term>,
    pub(crate) fields: Vec<StudyField>,
    /// Phrases of the posting that are no known skill.
    pub(crate) items: Vec<PostingItem>,
    /// The language in which it is written.
    pub(crate) language: Option<TextLanguage>,
    pub(crate) title: Title,
    /// The title as the job writes it.
    pub(crate) title_text: String,
}

/// A skill that the job asks for.
#[derive(Debug, Clone)]
pub(crate) struct JobSkill {
    pub(crate) name: String,
    /// How much the skill counts, in tenths.
    pub(crate) importance: i64,
    pub(crate) importance_kind: Importance,
    /// The months of experience with the skill that the job asks for.
    pub(crate) minimum_months: Option<u32>,
    /// Whether it is a licence, which is held and not used at work.
    pub(crate) is_licence: bool,
    /// The name of the person who set the requirement.
    pub(crate) set_by: Option<String>,
    /// The skills of which one is enough; usually one.
    pub(crate) any_of: Vec<SkillName>,
}

/// A name of a skill.
#[derive(Debug, Clone)]
pub(crate) struct SkillName {
    pub(crate) name: String,
    pub(crate) known: Option<SkillId>,
    pub(crate) stems: Vec<CompactString>,
}

impl SkillName {
    /// Returns the names in a requirement: the skill itself, or several of which one is enough.
    fn all_of(requirement: &str, vocabulary: &Vocabulary) -> Vec<Self> {
        let of = |name: &str| Self {
            name: name.to_owned(),
            known: vocabulary.find(name),
            stems: stems_of(name),
        };
        let whole = of(requirement);
        let several = split_alternatives(requirement);
        if whole.known.is_some() || several.len() < 2 {
            vec![whole]
        } else {
            several.into_iter().map(of).collect()
        }
    }
}

/// A word of the job, and how informative it is.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    pub(crate) stem: CompactString,
    /// The word as the job first spells it.
    pub(crate) word: String,
    pub(crate) idf: i64,
    pub(crate) in_title: bool,
}

/// A field of study that the job names.
#[derive(Debug, Clone)]
pub(crate) struct StudyField {
    pub(crate) name: String,
    pub(crate) stems: Vec<CompactString>,
    /// The stems of the words that the names of other fields do not share.
    distinctive: Vec<CompactString>,
}

impl StudyField {
    fn of(name: &str) -> Self {
        let general = &EducationWords::get().general_fields;
        let of_words = words(name)
            .into_iter()
            .filter(|word| !general.contains(&word.lower));
        Self {
            name: name.to_owned(),
            distinctive: of_words.flat_map(|word| stems_of(&word.lower)).collect(),
            stems: stems_of(name),
        }
    }

    /// Returns the share of the stems that a field has, in millionths. It is 0 if the two share only general words: `Computer Science` and
    /// `Political Science`. A field with only general words, such as `Engineering`, is met as a whole.
    pub(crate) fn likeness(&self, studied: &[CompactString]) -> i64 {
        let is_shared = |stem: &&CompactString| studied.contains(stem);
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let is_like = if self.distinctive.is_empty() {
            self.stems.iter().all(|stem| is_shared(&stem))
        } else {
            self.distinctive.iter().any(|stem| is_shared(&stem))
        };
        if is_like {
            share(
                count(self.stems.iter().filter(is_shared).count()),
                count(self.stems.len()),
            )
        } else {
            0
        }
    }
}

impl PreparedJob {
    /// Prepares a job, with the skills of a vocabulary.
    pub fn new(job: &JobText<'_>, requirements: &JobRequirements, vocabulary: &Vocabulary) -> Self {
        let skills = requirements.skills.iter().map(|skill| JobSkill {
            name: skill.name.clone(),
            importance: tenths(skill.importance),
            importance_kind: skill.importance,
            minimum_months: skill.minimum_months.filter(|months| *months > 0),
            is_licence: is_licence(&skill.name, vocabulary),
            set_by: requirements.set_by(RequirementKind::Skill, &skill.name),
            any_of: SkillName::all_of(&skill.name, vocabulary),
        });
        let fields = requirements.education_fields.iter();
        let fields = fields.map(|name| StudyField::of(name));
        let names = requirements.skills.iter().map(|skill| skill.name.as_str());
        // A skill that does not count is no phrase of the posting either.
        let is_ignored_skill =
            |set: &&SetRequirement| set.is_ignored && set.kind == RequirementKind::Skill;
        let ignored = requirements.set.iter().filter(is_ignored_skill);
        let names = names.chain(ignored.map(|set| set.name.as_str()));
        // Each alternative is a name of its own.
        let names = names.flat_map(|name| std::iter::once(name).chain(split_alternatives(name)));
        let names: Vec<&str> = names.collect();
        Self {
            requirements: requirements.clone(),
            requirements_digest: requirements_digest(requirements),
            job_digest: job_digest(job),
            posting_runs: PostingRuns::of(job.description),
            skills: skills.collect(),
            fields: fields.filter(|field| !field.stems.is_empty()).collect(),
            terms: terms(job),
            items: posting_items(job, &names, vocabulary),
            language: language(job),
            title: title(job, requirements),
            title_text: job.title.trim().to_owned(),
        }
    }

    /// Returns what the job asks for.
    pub fn requirements(&self) -> &JobRequirements {
        &self.requirements
    }
}

/// Returns the title of a job, with the occupation that a person set.
fn title(job: &JobText<'_>, requirements: &JobRequirements) -> Title {
    let title = Title::of(job.title);
    match &requirements.occupation {
        None => title,
        Some(set) => title.with_occupations(TitleOccupations::chosen(set.occupation.as_ref())),
    }
}

fn is_licence(name: &str, vocabulary: &Vocabulary) -> bool {
    let named = certificates_of(name, &words(name), vocabulary);
    let mut names = named.iter().flat_map(|named| &named.any_of);
    names.any(|name| name.starts_with(DRIVING_LICENCE))
}

fn language(job: &JobText<'_>) -> Option<TextLanguage> {
    let texts = [job.title, job.description].map(words);
    TextLanguage::of(texts.iter().flatten().map(|word| word.lower.as_str()))
}

/// Splits the name of a requirement at words for "or".
fn split_alternatives(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for word in words(name) {
        let is_inside = word.span.start > start && word.span.end < name.len();
        if is_inside && is_alternative(&word.lower) {
            parts.push(name.get(start..word.span.start).unwrap_or("").trim());
            start = word.span.end;
        }
    }
    parts.push(name.get(start..).unwrap_or("").trim());
    parts.retain(|part| part.contains(char::is_alphanumeric));
    parts
}

/// Returns how much a requirement counts, in tenths.
pub(crate) fn tenths(importance: Importance) -> i64 {
    match importance {
        Importance::Required => 10,
        Importance::Described => 7,
        Importance::Preferred => 5,
    }
}

/// Returns the distinct stems of the job's description of itself.
fn terms(job: &JobText<'_>) -> Vec<Term> {
    let mut seen = HashSet::new();
    let mut terms = Vec::new();
    let sentences = read_sentences(job.description);
    let described = sentences.iter().map(|sentence| sentence.text);
    let listed = job.skills.iter().map(String::as_str);
    let texts = std::iter::once(job.title).chain(described).chain(listed);
    for (number, text) in texts.enumerate() {
        for found in stems_with_places(text) {
            if seen.insert(found.stem.clone()) {
                terms.push(Term {
                    idf: idf_of(&found.stem),
                    in_title: number == 0,
                    word: text
                        .get(found.span.start..found.span.end)
                        .unwrap_or("")
                        .to_owned(),
                    stem: found.stem,
                });
            }
        }
    }
    terms
}
