//! The spoken languages that a job asks for.

use hashbrown::HashMap;
use shortlist_domain::{Importance, LanguageRequirement, RequirementKind, RequirementSource};

use super::applicability::is_requirement;
use super::denials::asked_words;
use super::job_sentences::JobSentence;
use super::words::RequirementWords;
use super::{quoted, source};
use crate::language_levels::Level;
use crate::spoken_languages::{Place, SpokenLanguage, languages_of};
use crate::words::words;

/// The languages found so far, each once.
#[derive(Debug, Default)]
pub(crate) struct LanguageRequirements {
    languages: Vec<LanguageRequirement>,
    sources: Vec<RequirementSource>,
    /// The number of each language, by its names.
    numbers: HashMap<Vec<String>, usize>,
    /// Levels that differ from the one that was read first.
    conflicts: Vec<LevelConflict>,
    /// Whether the last heading that was read is one for languages.
    under_heading: bool,
}

/// A second level of a language.
#[derive(Debug, Clone)]
pub(crate) struct LevelConflict {
    pub(crate) name: String,
    pub(crate) level: String,
    pub(crate) other: String,
    /// The passage with the other level.
    pub(crate) quote: String,
}

impl LanguageRequirements {
    /// Reads languages that are listed among the skills.
    pub(crate) fn read_listed(&mut self, listed: &[String]) {
        for item in listed {
            for spoken in languages_of(item, &words(item), Place::Prose) {
                self.add(item, &spoken, Importance::Required);
            }
        }
    }

    /// Reads languages in the title.
    pub(crate) fn read_title(&mut self, title: &str) {
        for spoken in languages_of(title, &words(title), Place::Title) {
            self.add(title, &spoken, Importance::Described);
        }
    }

    /// Reads languages in a sentence of the description.
    pub(crate) fn read_sentence(&mut self, sentence: &JobSentence<'_>) {
        if sentence.heading {
            let headings = &RequirementWords::get().language_headings;
            self.under_heading = headings.is_in(&sentence.words);
        }
        if !is_requirement(sentence) {
            return;
        }
        let place = if self.under_heading && !sentence.heading {
            Place::List
        } else {
            Place::Prose
        };
        let words = asked_words(sentence);
        for spoken in languages_of(sentence.text, &words, place) {
            let importance = sentence.importance.unwrap_or(Importance::Described);
            self.add(sentence.text, &spoken, importance);
        }
    }

    fn add(&mut self, text: &str, spoken: &SpokenLanguage, importance: Importance) {
        let level = spoken
            .level
            .and_then(|level| text.get(level.start..level.end));
        let any_of: Vec<String> = spoken.any_of.iter().map(|&name| name.to_owned()).collect();
        let next = self.languages.len();
        let number = *self.numbers.entry(any_of.clone()).or_insert(next);
        if let Some(known) = self.languages.get_mut(number) {
            if let (Some(first), Some(other)) = (&known.level, level)
                && are_different(first, other)
            {
                self.conflicts.push(LevelConflict {
                    name: known.any_of.join(" or "),
                    level: first.clone(),
                    other: other.to_owned(),
                    quote: quoted(text),
                });
            }
            known.importance = known.importance.min(importance);
            known.level = known.level.take().or(level.map(str::to_owned));
            return;
        }
        let requirement = LanguageRequirement {
            any_of,
            level: level.map(str::to_owned),
            importance,
        };
        let kind = RequirementKind::Language;
        let source = source(kind, &requirement.any_of, level, quoted(text));
        self.sources.push(source);
        self.languages.push(requirement);
    }

    /// Takes the levels that differ from the first one of their language.
    pub(crate) fn take_conflicts(&mut self) -> Vec<LevelConflict> {
        std::mem::take(&mut self.conflicts)
    }

    /// Returns the languages, the most important first, and the source of each.
    pub(crate) fn finish(mut self) -> (Vec<LanguageRequirement>, Vec<RequirementSource>) {
        self.languages
            .sort_by_key(|requirement| requirement.importance);
        (self.languages, self.sources)
    }
}

/// Returns whether two wordings of a level mean different ones. A level that is not understood is not different.
fn are_different(one: &str, other: &str) -> bool {
    let levels = Level::of(one).zip(Level::of(other));
    levels.is_some_and(|(one, other)| one != other)
}
