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
        /// Words after which a clause is a wish.
        wishes_inside: PhraseList,
    }
}

/// The words at the beginning of a sentence in which a wish is stated.
const WORDS_OF_OPENING: usize = 4;

/// Returns whether a sentence says what a person wishes to do, which shows no skill: "To become an accountant".
pub(crate) fn is_wish(words: &[Word]) -> bool {
    let opening = words.get(..WORDS_OF_OPENING).unwrap_or(words);
    let idioms = Idioms::get();
    idioms.wishes.is_in(opening) || idioms.wishes_inside.is_in(opening)
}

/// Returns the clauses of a sentence that say what a person wishes to do: "a nurse who wants to work in intensive care".
pub(crate) fn wishes_of(text: &str, words: &[Word]) -> Vec<Span> {
    static TABLE: LazyLock<NameTable> =
        LazyLock::new(|| NameTable::of(Idioms::get().wishes_inside.iter()));
    let mut clauses = Vec::new();
    TABLE.for_each_place(words, |_, place| {
        let rest = text.get(place.end..).unwrap_or("");
        let length = rest.find([',', ';']).unwrap_or(rest.len());
        clauses.push(Span::new(place.start, place.end + length));
    });
    clauses
}

/// Returns the places of the expressions among the words of a sentence.
pub(crate) fn idioms_of(words: &[Word]) -> Vec<Span> {
    static TABLE: LazyLock<NameTable> =
        LazyLock::new(|| NameTable::of(Idioms::get().idioms.iter().copied()));
    let mut places = Vec::new();
    TABLE.for_each_place(words, |_, place| places.push(place));
    places
}
