//! A list of phrases with an index, so that a word is compared with few phrases even if the list is long.

use std::ops::Range;

use hashbrown::{HashMap, HashSet};

use crate::steps;
use crate::word_lists::{FromEntries, WordListError};

/// A list of phrases in lower case. `*` at the end of a word matches any continuation of that word.
#[derive(Debug, Clone, Default)]
pub struct PhraseList {
    phrases: Vec<&'static str>,
    whole: HashSet<&'static str>,
    first_words: FirstWords,
    /// The phrases by their first words, without their first words.
    by_first_word: HashMap<&'static str, Vec<&'static str>>,
    /// The phrases whose first word may continue, by the first byte: the word's start and the rest.
    by_first_byte: HashMap<u8, Vec<(&'static str, &'static str)>>,
}

impl PhraseList {
    /// Returns the phrases in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.phrases.iter().copied()
    }

    /// Returns whether a text is exactly one of the phrases. `*` has no meaning here.
    pub fn contains(&self, text: &str) -> bool {
        self.whole.contains(text)
    }

    /// Returns whether words contain any of the phrases.
    pub fn is_in<W: AsRef<str>>(&self, words: &[W]) -> bool {
        steps::count(words.len());
        (0..words.len()).any(|at| self.has_phrase_at(words, at))
    }

    /// Returns the place of the phrase that comes first in the list, among those that words contain.
    pub fn first_in<W: AsRef<str>>(&self, words: &[W]) -> Option<Range<usize>> {
        self.iter().find_map(|phrase| {
            steps::count(words.len());
            (0..words.len()).find_map(|at| {
                let count = words_of_phrase(words.get(at..)?, phrase)?;
                Some(at..at + count)
            })
        })
    }

    /// Returns whether any of the phrases begins with the word at an index.
    fn has_phrase_at<W: AsRef<str>>(&self, words: &[W], at: usize) -> bool {
        let words = words.get(at..).and_then(<[W]>::split_first);
        let words = words.filter(|(word, _)| self.first_words.may_contain(word.as_ref()));
        words.is_some_and(|(word, following)| {
            let mut rests = self.rests_after(word.as_ref());
            rests.any(|rest| rest.is_empty() || words_of_phrase(following, rest).is_some())
        })
    }

    /// Returns the rest of each phrase whose first word matches a word.
    fn rests_after(&self, word: &str) -> impl Iterator<Item = &'static str> {
        let exact = self.by_first_word.get(word).into_iter().flatten();
        let byte = word.bytes().next();
        let open = byte.and_then(|byte| self.by_first_byte.get(&byte));
        let open = open.into_iter().flatten();
        let open = open.filter(move |(start, _)| word.starts_with(start));
        exact.copied().chain(open.map(|(_, rest)| *rest))
    }
}

/// The first bytes and lengths of the first words of phrases. They rule out most words without a look-up.
#[derive(Debug, Clone, Default)]
struct FirstWords {
    /// A bit for each length in bytes, by the first byte. The last bit is for all longer words.
    lengths: Vec<u32>,
}

impl FirstWords {
    fn bit_of(word: &str) -> u32 {
        1 << word.len().min(31)
    }

    /// Adds a first word, which may end in `*`.
    fn add(&mut self, word: &str) {
        let start = word.strip_suffix('*').unwrap_or(word);
        let bit = Self::bit_of(start);
        let and_longer = bit.wrapping_neg();
        self.lengths.resize(256, 0);
        let byte = start.bytes().next().map(usize::from);
        if let Some(lengths) = byte.and_then(|byte| self.lengths.get_mut(byte)) {
            *lengths |= if start == word { bit } else { and_longer };
        }
    }

    fn may_contain(&self, word: &str) -> bool {
        let byte = word.bytes().next().map(usize::from);
        let lengths = byte.and_then(|byte| self.lengths.get(byte));
        lengths.is_some_and(|lengths| lengths & Self::bit_of(word) != 0)
    }
}

/// Returns the number of words of a phrase if `words` begin with all of them.
fn words_of_phrase<W: AsRef<str>>(words: &[W], phrase: &str) -> Option<usize> {
    let mut count = 0;
    for part in phrase.split(' ') {
        matches_word(words.get(count)?.as_ref(), part).then_some(())?;
        count += 1;
    }
    Some(count)
}

/// Returns whether a word matches a word of a phrase, which may end in `*`.
pub fn matches_word(word: &str, part: &str) -> bool {
    match part.strip_suffix('*') {
        Some(start) => word.starts_with(start),
        None => word == part,
    }
}

impl FromEntries for PhraseList {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let mut list = Self::default();
        for entry in entries {
            check_phrase(entry)?;
            let (first, rest) = entry.split_once(' ').unwrap_or((entry, ""));
            match (first.strip_suffix('*'), first.bytes().next()) {
                (Some(start), Some(byte)) => {
                    let open = list.by_first_byte.entry(byte).or_default();
                    open.push((start, rest));
                }
                _ => list.by_first_word.entry(first).or_default().push(rest),
            }
            list.first_words.add(first);
            list.whole.insert(entry);
            list.phrases.push(entry);
        }
        Ok(list)
    }
}

fn check_phrase(entry: &'static str) -> Result<(), WordListError> {
    let misplaced = |word: &str| word.strip_suffix('*').unwrap_or(word).contains('*');
    let problem = if entry.chars().any(char::is_uppercase) {
        "must be in lower case"
    } else if entry.split(' ').any(|word| misplaced(word) || word == "*") {
        "may have `*` only at the end of a word"
    } else {
        return Ok(());
    };
    Err(WordListError::Entry { entry, problem })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> PhraseList {
        PhraseList::from_entries(vec![
            "head of",
            "head",
            "manag*",
            "on tim* now",
            "von vorteil",
        ])
        .unwrap()
    }

    fn words(text: &str) -> Vec<&str> {
        text.split(' ').collect()
    }

    #[test]
    fn phrases_are_found_among_words() {
        for text in [
            "she is head",
            "we managed it",
            "on time now",
            "ist von vorteil",
        ] {
            assert!(list().is_in(&words(text)), "{text}");
        }
        for text in ["ahead of us", "on time then", "vorteil", "man", ""] {
            assert!(!list().is_in(&words(text)), "{text}");
        }
    }

    #[test]
    fn the_order_of_the_list_decides_which_phrase_is_first() {
        assert_eq!(list().first_in(&words("managing the head")), Some(2..3));
        assert_eq!(list().first_in(&words("head the head of")), Some(2..4));
        assert_eq!(list().first_in(&words("on the way")), None);
    }

    #[test]
    fn a_whole_entry_is_compared_as_it_is_written() {
        assert!(list().contains("head of"));
        assert!(!list().contains("of"));
        assert!(!list().contains("manager"));
    }
}
