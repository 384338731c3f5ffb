//! A job that is prepared for scoring, once for all its candidates.

use std::collections::HashSet;

use compact_str::CompactString;
use shortlist_domain::{Importance, JobRequirements};
use shortlist_vocabulary::{SkillId, Vocabulary, idf_micros};

use crate::digest::requirements_digest;
use crate::job_text::JobText;
use crate::requirements::job_sentences::read_sentences;
use crate::stemming::{stems_of, stems_with_places};

/// A job with everything that can be computed without a resume.
#[derive(Debug, Clone)]
pub struct PreparedJob {
    pub(crate) requirements: JobRequirements,
    pub(crate) requirements_digest: String,
    pub(crate) skills: Vec<JobSkill>,
    pub(crate) terms: Vec<Term>,
    pub(crate) fields: Vec<StudyField>,
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
    pub(crate) known: Option<SkillId>,
    pub(crate) stems: Vec<CompactString>,
}

/// A word of the job, and how informative it is.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    pub(crate) stem: CompactString,
    /// The word as the job first spells it.
    pub(crate) word: String,
    pub(crate) idf: i64,
}

/// A field of study that the job names.
#[derive(Debug, Clone)]
pub(crate) struct StudyField {
    pub(crate) name: String,
    pub(crate) stems: Vec<CompactString>,
}

impl PreparedJob {
    /// Prepares a job, with the skills of a vocabulary.
    pub fn new(job: &JobText<'_>, requirements: &JobRequirements, vocabulary: &Vocabulary) -> Self {
        let skills = requirements.skills.iter().map(|skill| JobSkill {
            name: skill.name.clone(),
            importance: tenths(skill.importance),
            importance_kind: skill.importance,
            minimum_months: skill.minimum_months.filter(|months| *months > 0),
            known: vocabulary.find(&skill.name),
            stems: stems_of(&skill.name),
        });
        let fields = requirements.education_fields.iter().map(|name| StudyField {
            name: name.clone(),
            stems: stems_of(name),
        });
        Self {
            requirements: requirements.clone(),
            requirements_digest: requirements_digest(requirements),
            skills: skills.collect(),
            fields: fields.filter(|field| !field.stems.is_empty()).collect(),
            terms: terms(job),
        }
    }

    /// Returns what the job asks for.
    pub fn requirements(&self) -> &JobRequirements {
        &self.requirements
    }
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
    for text in std::iter::once(job.title).chain(described).chain(listed) {
        for found in stems_with_places(text) {
            if seen.insert(found.stem.clone()) {
                terms.push(Term {
                    idf: idf_micros(&found.stem),
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
