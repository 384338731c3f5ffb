//! The vocabulary of skills: finding a name, and finding names in a text.
//!
//! A text is folded and cut into words, and the longest run of words that is a name wins, from left to right. A table
//! of names looked up by the run's own folded bytes does this without an automaton, so there is nothing to build beyond the table.

mod build;
mod endings;
#[cfg(test)]
mod tests;

use std::sync::{LazyLock, OnceLock};

use hashbrown::HashMap;
use shortlist_domain::Span;

#[cfg(doc)]
use crate::additions::Additions;
use crate::fold::{Folded, Token, fold, fold_key, tokens};
use crate::skill_data::Trade;
use crate::steps;
use endings::{EMPTY_ENDINGS, Ending, endings_cut, without_version_words};

/// A skill of a [`Vocabulary`]; it means nothing in another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId(u32);

/// A skill found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillHit {
    /// Which skill.
    pub skill: SkillId,
    /// The bytes of the text.
    pub span: Span,
    /// Whether the text writes the name as the vocabulary does, capitals included.
    pub exact_case: bool,
    /// Whether these words are also common words: the hit then needs company or a cue.
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

/// What a folded name stands for.
#[derive(Debug, Clone)]
struct Name {
    skill: SkillId,
    spelling: String,
    ambiguous: bool,
    /// Two to four letters in capitals: a text must write it so.
    acronym: bool,
}

/// Skills, their names and what they imply.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    skills: Vec<Skill>,
    names: HashMap<String, Name>,
    /// For each first word of a name, the most words that a name beginning with it has.
    longest: HashMap<String, usize>,
    /// What was added, where anything was.
    additions_digest: Option<String>,
}

/// The vocabulary in use was chosen before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the vocabulary of this process was chosen before")]
pub struct AlreadyInUse;

/// What this process uses instead of the built-in vocabulary.
static IN_USE: OnceLock<Option<Vocabulary>> = OnceLock::new();

impl Vocabulary {
    /// The vocabulary that the program brings with it, built when first asked for.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::from_lists);
        &BUILT_IN
    }

    /// The vocabulary that this process reads and scores with: the built-in one, if no other was put to use before.
    pub fn in_use() -> &'static Self {
        IN_USE
            .get_or_init(|| None)
            .as_ref()
            .unwrap_or_else(|| Self::built_in())
    }

    /// Puts this vocabulary to use in the whole process. It can be done once, before anything is read or scored, so that
    /// every result of a process comes from the same words.
    ///
    /// # Errors
    /// When another one, or the built-in one, is in use already.
    pub fn put_to_use(self) -> Result<(), AlreadyInUse> {
        IN_USE.set(Some(self)).map_err(|_rejected| AlreadyInUse)
    }

    /// The [digest](Additions::digest) of what an operator added; `None` for the built-in vocabulary, which the version tells.
    pub fn additions_digest(&self) -> Option<&str> {
        self.additions_digest.as_deref()
    }

    fn skill(&self, id: SkillId) -> Option<&Skill> {
        self.skills.get(usize::try_from(id.0).ok()?)
    }

    fn skill_mut(&mut self, id: SkillId) -> Option<&mut Skill> {
        self.skills.get_mut(usize::try_from(id.0).ok()?)
    }

    /// How many skills there are.
    pub fn len(&self) -> usize {
        self.skills.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty()
    }

    /// Every skill, in the order of the lists.
    pub fn ids(&self) -> impl Iterator<Item = SkillId> + '_ {
        (0..).map(SkillId).take(self.skills.len())
    }

    /// The canonical name.
    pub fn name(&self, id: SkillId) -> &str {
        self.skill(id).map_or("", |skill| &skill.name)
    }

    /// The trade whose list it stands in.
    pub fn trade(&self, id: SkillId) -> Trade {
        self.skill(id).map_or(Trade::Added, |skill| skill.trade)
    }

    /// Whether the canonical name is also a common word, or one or two letters.
    pub fn is_ambiguous(&self, id: SkillId) -> bool {
        self.skill(id).is_some_and(|skill| skill.ambiguous)
    }

    /// Whether it is a soft skill, which counts for little outside a skills section.
    pub fn is_soft(&self, id: SkillId) -> bool {
        self.skill(id).is_some_and(|skill| skill.soft)
    }

    /// The skills that having it shows too, directly listed ones only: Spring Boot implies Spring and Java.
    pub fn implies(&self, id: SkillId) -> &[SkillId] {
        self.skill(id).map_or(&[], |skill| &skill.implies)
    }

    /// The skill that a whole name stands for, in any case.
    ///
    /// A remark in brackets, a version, a plural `s`, `.js` and empty endings ("programming") are cut where the name is
    /// not known with them.
    pub fn find(&self, name: &str) -> Option<SkillId> {
        let key = fold_key(name);
        if let Some(id) = self.find_key(&key) {
            return Some(id);
        }
        let (before, _) = name.split_once(['(', '[', '（'])?;
        self.find_key(&fold_key(before))
    }

    fn find_key(&self, key: &str) -> Option<SkillId> {
        self.find_spelling(key)
            .or_else(|| self.find_spelling(without_version_words(key)))
            .or_else(|| {
                let stem = EMPTY_ENDINGS
                    .iter()
                    .find_map(|ending| key.strip_suffix(ending))?;
                self.find_spelling(stem)
            })
            .map(|(name, _)| name.skill)
    }

    /// The name that a folded spelling is, or is but for its ending, and the spelling's bytes that are the name.
    fn find_spelling(&self, spelling: &str) -> Option<(&Name, usize)> {
        if let Some(name) = self.names.get(spelling) {
            return Some((name, spelling.len()));
        }
        endings_cut(spelling)
            .into_iter()
            .flatten()
            .find_map(|(ending, stem)| {
                let name = self.names.get(stem)?;
                // "Words" is not Word, but "Word2019" is.
                let refused = name.ambiguous && ending == Ending::Plural;
                (!refused).then_some((name, stem.len()))
            })
    }

    /// The skills that a text names: the longest names, from left to right, on word borders.
    pub fn scan(&self, text: &str) -> Vec<SkillHit> {
        self.scan_folded(text, &fold(text))
    }

    /// As [`Vocabulary::scan`], of a text that is folded already.
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

    /// The longest run of the words that is an accepted name, and how many words it has.
    fn longest_at(
        &self,
        folded: &str,
        words: &[Token],
        accept: impl Fn(std::ops::Range<usize>, &Name) -> Option<SkillHit>,
    ) -> Option<(usize, SkillHit)> {
        let first = words.first()?;
        let first_word = folded.get(first.start..first.end)?;
        // A word that begins no name may still be one but for its ending.
        let most = self.longest.get(first_word).copied().unwrap_or(1);
        // No farther than the longest name: a text without punctuation is one phrase.
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
