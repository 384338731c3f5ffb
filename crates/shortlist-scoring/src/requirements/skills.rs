//! The skills that a job asks for.

use hashbrown::HashMap;
use shortlist_domain::{Importance, RequirementSource, SkillRequirement};
use shortlist_vocabulary::{SkillHit, SkillId, Vocabulary, fold_key};

use super::job_sentences::JobSentence;
use super::words::RequirementWords;
use super::{quoted, strongest_first};
use crate::durations::durations;
use crate::words::words;

/// The most words of a skill's name. A longer listed skill that the vocabulary does not know is read as a sentence.
const MAX_NAME_WORDS: usize = 4;

/// The skills found so far, each once.
#[derive(Debug)]
pub(crate) struct SkillRequirements<'a> {
    vocabulary: &'a Vocabulary,
    skills: Vec<SkillRequirement>,
    sources: Vec<RequirementSource>,
    /// The number of each skill, by its key.
    numbers: HashMap<String, usize>,
    /// Whether the words that a skill was read from name its importance.
    explicit: Vec<bool>,
}

impl<'a> SkillRequirements<'a> {
    /// Creates the reader for a vocabulary.
    pub(crate) fn new(vocabulary: &'a Vocabulary) -> Self {
        Self {
            vocabulary,
            skills: Vec::new(),
            sources: Vec::new(),
            numbers: HashMap::new(),
            explicit: Vec::new(),
        }
    }

    /// Adds a skill. An explicit importance of a known skill replaces an implicit or weaker one.
    fn add(&mut self, name: &str, importance: Importance, explicit: bool, quote: &str) {
        let key = fold_key(name);
        if key.is_empty() {
            return;
        }
        let Some(known) = self.numbers.get(&key).copied() else {
            self.numbers.insert(key, self.skills.len());
            self.explicit.push(explicit);
            self.skills.push(SkillRequirement {
                name: name.to_owned(),
                importance,
                minimum_months: None,
            });
            self.sources.push(RequirementSource {
                requirement: name.to_owned(),
                quote: quoted(quote),
            });
            return;
        };
        let (Some(skill), Some(was_explicit)) =
            (self.skills.get_mut(known), self.explicit.get_mut(known))
        else {
            return;
        };
        let replaces = match (explicit, *was_explicit) {
            (true, true) => importance < skill.importance,
            (is_explicit, was_explicit) => is_explicit && !was_explicit,
        };
        if replaces {
            skill.importance = importance;
            *was_explicit = true;
            if let Some(source) = self.sources.get_mut(known) {
                source.quote = quoted(quote);
            }
        }
    }

    /// Returns the skills, the most important first, and the source of each.
    pub(crate) fn finish(mut self) -> (Vec<SkillRequirement>, Vec<RequirementSource>) {
        strongest_first(&mut self.skills);
        (self.skills, self.sources)
    }

    /// Reads the job's listed skills.
    pub(crate) fn read_listed(&mut self, listed: &[String]) {
        for item in listed {
            let optional = RequirementWords::get().preferred_listed.is_in(&words(item));
            let importance = if optional {
                Importance::Preferred
            } else {
                Importance::Required
            };
            for name in names_of(item, self.vocabulary) {
                self.add(&name, importance, true, item);
            }
        }
    }

    /// Reads the skills that a job's title names. They describe the job, and need not be shown.
    pub(crate) fn read_title(&mut self, title: &str) {
        let vocabulary = self.vocabulary;
        for hit in vocabulary.scan(title) {
            if (!hit.ambiguous || hit.exact_case) && !vocabulary.is_soft(hit.skill) {
                let name = vocabulary.name(hit.skill);
                self.add(name, Importance::Described, false, title);
            }
        }
    }

    /// Reads the skills that a sentence of the description names.
    ///
    /// It ignores soft skills, because every advertisement and every resume names them. Soft skills count if the job lists
    /// them.
    pub(crate) fn read_sentence(&mut self, sentence: &JobSentence<'_>) {
        let vocabulary = self.vocabulary;
        let hits = vocabulary.scan(sentence.text);
        let in_company = hits
            .iter()
            .any(|hit| !hit.ambiguous && !vocabulary.is_soft(hit.skill));
        // Years also show that a skill is meant: "3 years with Angular".
        let beyond_doubt = in_company
            || sentence.importance.is_some()
            || !durations(sentence.text, &sentence.words).is_empty();
        let meant = |hit: &&SkillHit| {
            !vocabulary.is_soft(hit.skill) && (!hit.ambiguous || (hit.exact_case && beyond_doubt))
        };
        for hit in hits.iter().filter(meant) {
            let importance = sentence.importance.unwrap_or(Importance::Described);
            let name = vocabulary.name(hit.skill);
            self.add(
                name,
                importance,
                sentence.importance.is_some(),
                sentence.text,
            );
        }
    }
}

/// Returns the skills that a listed item names: its canonical name, the skills within a longer wording, or else its own
/// words.
fn names_of(item: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let bare = item.split('(').next().map_or(item, str::trim);
    if let Some(known) = vocabulary.find(item).or_else(|| vocabulary.find(bare)) {
        return vec![vocabulary.name(known).to_owned()];
    }
    let mut named: Vec<SkillId> = Vec::new();
    for hit in vocabulary.scan(item) {
        if !named.contains(&hit.skill) {
            named.push(hit.skill);
        }
    }
    let several = item.contains([',', '/', ';', '|']);
    let long = item.split_whitespace().count() > MAX_NAME_WORDS;
    if named.is_empty() || !(several || long) {
        return vec![item.trim().to_owned()];
    }
    named
        .into_iter()
        .map(|skill| vocabulary.name(skill).to_owned())
        .collect()
}
