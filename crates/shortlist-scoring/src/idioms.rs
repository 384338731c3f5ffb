//! Expressions that contain the name of a skill but mean something else: "on the payroll of a bank".

use std::sync::LazyLock;

use shortlist_domain::Span;
use shortlist_vocabulary::word_lists;

use crate::words::{NameTable, Word};

word_lists! {
    /// Expressions with words of skills.
    pub(crate) struct Idioms in "../data/idioms.txt" {
        /// The expressions.
        idioms: Vec<&'static str>,
    }
}

/// Returns the places of the expressions among the words of a sentence.
pub(crate) fn idioms_of(words: &[Word]) -> Vec<Span> {
    static TABLE: LazyLock<NameTable> =
        LazyLock::new(|| NameTable::of(Idioms::get().idioms.iter().copied()));
    let mut places = Vec::new();
    TABLE.for_each_place(words, |_, place| places.push(place));
    places
}
