//! Expressions that contain the name of a skill but mean something else, "on the payroll of a bank", and wishes.

use std::sync::LazyLock;

use shortlist_domain::Span;
use shortlist_vocabulary::{PhraseList, word_lists};

use crate::words::{NameTable, Word};

word_lists! {
    /// Expressions with words of skills.
    pub(crate) struct Idioms in "../data/idioms.txt" {
        /// The expressions.
        idioms: Vec<&'static str>,
        /// Openings of sentences that say what a person wishes to do.
        wishes: PhraseList,
        /// Words after which the rest of a sentence is a wish.
        wishes_inside: Vec<&'static str>,
    }
}

/// The words at the beginning of a sentence in which a wish is stated.
const WORDS_OF_OPENING: usize = 4;

/// Returns whether a sentence says what a person wishes to do, which shows no skill: "To become an accountant".
pub(crate) fn is_wish(words: &[Word]) -> bool {
    let opening = words.get(..WORDS_OF_OPENING).unwrap_or(words);
    Idioms::get().wishes.is_in(opening)
}

/// Returns where a sentence begins to say what a person wishes to do: "a nurse who wants to work in intensive care".
pub(crate) fn start_of_wish(words: &[Word]) -> Option<usize> {
    static TABLE: LazyLock<NameTable> =
        LazyLock::new(|| NameTable::of(Idioms::get().wishes_inside.iter().copied()));
    let mut first = None;
    TABLE.for_each_place(words, |_, place| {
        first = Some(first.map_or(place.start, |start: usize| start.min(place.start)));
    });
    first
}

/// Returns the places of the expressions among the words of a sentence.
pub(crate) fn idioms_of(words: &[Word]) -> Vec<Span> {
    static TABLE: LazyLock<NameTable> =
        LazyLock::new(|| NameTable::of(Idioms::get().idioms.iter().copied()));
    let mut places = Vec::new();
    TABLE.for_each_place(words, |_, place| places.push(place));
    places
}
