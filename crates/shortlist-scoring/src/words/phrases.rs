//! Lists of phrases as tables, so that a word is compared with few phrases even if the list is long.

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use shortlist_vocabulary::steps;

use super::{Word, continues_with, first_and_rest};

thread_local! {
    /// The tables of the lists used so far, by their addresses. Each sentence is compared with most of the lists.
    static TABLES: RefCell<HashMap<(*const &'static str, usize), Rc<PhraseTable>>> = RefCell::default();
}

/// A phrase, split after its first word.
struct Phrase {
    first: &'static str,
    /// Whether the first word may continue.
    is_open: bool,
    rest: Option<&'static str>,
}

impl Phrase {
    fn new(phrase: &'static str) -> Self {
        let (first, rest) = first_and_rest(phrase);
        let start = first.strip_suffix('*');
        Self {
            first: start.unwrap_or(first),
            is_open: start.is_some(),
            rest,
        }
    }

    fn begins_with(&self, word: &Word) -> bool {
        if self.is_open {
            word.lower.starts_with(self.first)
        } else {
            word.lower == self.first
        }
    }
}

/// A list of phrases by their first bytes. For most words, the first byte rules out all phrases.
pub(super) struct PhraseTable {
    by_first_byte: Vec<Vec<Phrase>>,
}

impl PhraseTable {
    /// Returns the table of a list, which is built on first use.
    pub(super) fn of(phrases: &'static [&'static str]) -> Rc<Self> {
        TABLES.with_borrow_mut(|tables| {
            let table = tables.entry((phrases.as_ptr(), phrases.len()));
            Rc::clone(table.or_insert_with(|| Rc::new(Self::new(phrases))))
        })
    }

    fn new(phrases: &'static [&'static str]) -> Self {
        let mut by_first_byte: Vec<Vec<Phrase>> = Vec::new();
        by_first_byte.resize_with(usize::from(u8::MAX) + 1, Vec::new);
        for phrase in phrases.iter().copied().map(Phrase::new) {
            let byte = phrase.first.bytes().next().unwrap_or_default();
            if let Some(candidates) = by_first_byte.get_mut(usize::from(byte)) {
                candidates.push(phrase);
            }
        }
        Self { by_first_byte }
    }

    /// Returns whether the words contain any of the phrases.
    pub(super) fn has_any_in(&self, words: &[Word]) -> bool {
        steps::count(words.len());
        words.iter().enumerate().any(|(at, word)| {
            let following = || words.get(at + 1..).unwrap_or(&[]);
            self.candidates(word).iter().any(|phrase| {
                phrase.begins_with(word)
                    && phrase
                        .rest
                        .is_none_or(|rest| continues_with(following(), rest))
            })
        })
    }

    /// Returns the phrases that begin with the same byte as a word.
    fn candidates(&self, word: &Word) -> &[Phrase] {
        let byte = word.lower.bytes().next().map(usize::from);
        let candidates = byte.and_then(|byte| self.by_first_byte.get(byte));
        candidates.map_or(&[], Vec::as_slice)
    }
}
