//! The vocabulary of skills: looks up a name, and finds names in a text.
//!
//! A text is folded and split into words. From left to right, the longest run of words that is a name wins. The folded bytes
//! of the run are the key in a table of names. This needs no automaton, so only the table has to be built.

mod build;
mod endings;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use hashbrown::HashMap;
use shortlist_domain::Span;

#[cfg(doc)]
use crate::additions::Additions;
use crate::fold::{Folded, Token, fold, fold_key, tokens};
use crate::skill_data::Trade;
use crate::steps;
use endings::{Ending, NEUTRAL_ENDINGS, without_endings, without_version_words};

/// A skill of a [`Vocabulary`]. It means nothing in another vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId(u32);

/// A skill found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillHit {
    /// The skill.
    pub skill: SkillId,
    /// The place in the text, in bytes.
    pub span: Span,
    /// Whether the text writes the name exactly like the vocabulary, including capitals.
    pub exact_case: bool,
    /// Whether these words are also common words. The hit then needs another skill or a cue.
    pub ambiguous: bool,
}

#[derive(Debug, Clone)]
struct Skill {
    name: String,
    trade: Trade,
    soft: bool,
    ambiguous: bool,
    implies: Vec<SkillId>,
}

/// The meaning of a folded name.
#[derive(Debug, Clone)]
struct Name {
    skill: SkillId,
    spelling: String,
    ambiguous: bool,
    /// Whether the name is two to four letters in capitals, which a text must write in the same way.
    acronym: bool,
}

/// Skills, their names and what they imply.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    skills: Vec<Skill>,
    names: HashMap<String, Name>,
    /// For each first word of a name, the number of words in the longest name that begins with it.
    longest: HashMap<String, usize>,
    /// The digest of the additions, if there are any.
    additions_digest: Option<String>,
}

impl Vocabulary {
    /// Returns the built-in vocabulary, which is built on first use.
    pub fn built_in() -> &'static Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Vocabulary>> =
            LazyLock::new(|| Arc::new(Vocabulary::from_lists()));
        &BUILT_IN
    }

    /// Returns the [digest](Additions::digest) of what an operator added.
    ///
    /// It is `None` for the built-in vocabulary, which the engine's version identifies.
    pub fn additions_digest(&self) -> Option<&str> {
        self.additions_digest.as_deref()
    }

    fn skill(&self, id: SkillId) -> Option<&Skill> {
        self.skills.get(usize::try_from(id.0).ok()?)
    }

    fn skill_mut(&mut self, id: SkillId) -> Option<&mut Skill> {
        self.skills.get_mut(usize::try_from(id.0).ok()?)
    }

    /// Returns the number of skills.
    pub fn len(&self) -> usize {
        self.skills.len()
    }

    /// Returns whether there are no skills.
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty()
    }

    /// Returns every skill, in the order of the lists.
    pub fn ids(&self) -> impl Iterator<Item = SkillId> + '_ {
        (0..).map(SkillId).take(self.skills.len())
    }

    /// Returns the canonical name.
    pub fn name(&self, id: SkillId) -> &str {
        self.skill(id).map_or("", |skill| &skill.name)
    }

    /// Returns the trade whose list contains the skill.
    pub fn trade(&self, id: SkillId) -> Trade {
        self.skill(id).map_or(Trade::Added, |skill| skill.trade)
    }

    /// Returns whether the canonical name is also a common word, or has only one or two letters.
    pub fn is_ambiguous(&self, id: SkillId) -> bool {
        self.skill(id).is_some_and(|skill| skill.ambiguous)
    }

    /// Returns whether it is a soft skill, which counts for little outside a skills section.
    pub fn is_soft(&self, id: SkillId) -> bool {
        self.skill(id).is_some_and(|skill| skill.soft)
    }

    /// Returns the skills that a skill implies, without indirect ones: Spring Boot implies Spring and Java.
    pub fn implies(&self, id: SkillId) -> &[SkillId] {
        self.skill(id).map_or(&[], |skill| &skill.implies)
    }

    /// Returns the skill that a whole name means, ignoring case.
    ///
    /// An unknown name is tried again without a remark in brackets, a version, a plural `s`, `.js`, or an ending without
    /// meaning ("programming").
    pub fn find(&self, name: &str) -> Option<SkillId> {
        let key = fold_key(name);
        if let Some(id) = self.find_key(&key) {
            return Some(id);
        }
        let (before, _) = name.split_once(['(', '[', '（'])?;
        self.find_key(&fold_key(before))
    }

    /// Returns the skill of which this is one of the names, ignoring case. No shorter form is tried, so a version stays one.
    pub fn find_named(&self, name: &str) -> Option<SkillId> {
        self.names.get(&*fold_key(name)).map(|name| name.skill)
    }

    fn find_key(&self, key: &str) -> Option<SkillId> {
        self.find_spelling(key)
            .or_else(|| self.find_spelling(without_version_words(key)))
            .or_else(|| {
                let stem = NEUTRAL_ENDINGS
                    .iter()
                    .find_map(|ending| key.strip_suffix(ending))?;
                self.find_spelling(stem)
            })
            .map(|(name, _)| name.skill)
    }

    /// Returns the name that a folded spelling is, with or without an ending, and the number of the spelling's bytes that are
    /// the name.
    fn find_spelling(&self, spelling: &str) -> Option<(&Name, usize)> {
        if let Some(name) = self.names.get(spelling) {
            return Some((name, spelling.len()));
        }
        without_endings(spelling)
            .into_iter()
            .flatten()
            .find_map(|(ending, stem)| {
                let name = self.names.get(stem)?;
                // The plural "Words" is not Word, but "Word2019" is.
                let excluded = name.ambiguous && ending == Ending::Plural;
                (!excluded).then_some((name, stem.len()))
            })
    }

    /// Returns the skills that a text names: the longest names, from left to right, on word borders.
    pub fn scan(&self, text: &str) -> Vec<SkillHit> {
        self.scan_folded(text, &fold(text))
    }

    /// Does the same as [`Vocabulary::scan`] for a text that is already folded.
    pub fn scan_folded(&self, text: &str, folded: &Folded) -> Vec<SkillHit> {
        let words = tokens(&folded.text);
        let mut hits = Vec::new();
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let found = self.longest_at(&folded.text, rest, |range, name| {
                let span = folded.source_span(range);
                let source = text.get(span.start..span.end).unwrap_or("");
                let written = !name.acronym || !source.contains(char::is_lowercase);
                written.then(|| SkillHit {
                    skill: name.skill,
                    span,
                    exact_case: source == name.spelling,
                    ambiguous: name.ambiguous,
                })
            });
            match found {
                Some((count, hit)) => {
                    hits.push(hit);
                    at += count;
                }
                None => at += 1,
            }
        }
        hits
    }

    /// Returns the longest run of words that is an accepted name, and the number of its words.
    fn longest_at(
        &self,
        folded: &str,
        words: &[Token],
        accept: impl Fn(std::ops::Range<usize>, &Name) -> Option<SkillHit>,
    ) -> Option<(usize, SkillHit)> {
        let first = words.first()?;
        let first_word = folded.get(first.start..first.end)?;
        // A word that begins no name may still be a name with an ending.
        let most = self.longest.get(first_word).copied().unwrap_or(1);
        // Looks no further than the longest name, because a text without punctuation is one phrase.
        let near = words.iter().take(most).inspect(|_| steps::count(1));
        let phrase = near.take_while(|word| !word.phrase_ends).count() + 1;
        (1..=most.min(phrase).min(words.len()))
            .rev()
            .find_map(|count| {
                let last = words.get(count - 1)?;
                let (name, length) = self.find_spelling(folded.get(first.start..last.end)?)?;
                let hit = accept(first.start..first.start + length, name)?;
                Some((count, hit))
            })
    }
}
