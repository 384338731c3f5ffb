//! A text as stems with their places.

use std::collections::HashMap;

use shortlist_domain::Span;
use shortlist_vocabulary::{fold, is_stop_word, stem};

/// A stem and the word of the source that it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StemAt {
    pub(crate) stem: String,
    pub(crate) span: Span,
}

/// The stems of a text's words, without words that say nothing by themselves and bare numbers: a number in a job or a
/// resume is a date, an address or an amount.
pub(crate) fn stems_with_places(text: &str) -> Vec<StemAt> {
    Stems::default().read(text)
}

/// Stems that were found before: a resume repeats its words, and stemming is what takes the time.
#[derive(Debug, Default)]
pub(crate) struct Stems(HashMap<String, Option<String>>);

impl Stems {
    /// The stem of a folded word; `None` for one that says nothing by itself.
    fn of(&mut self, word: &str) -> Option<String> {
        if let Some(known) = self.0.get(word) {
            return known.clone();
        }
        let found = tells_something(word).then(|| stem(word));
        self.0.insert(word.to_owned(), found.clone());
        found
    }

    /// As [`stems_with_places`].
    pub(crate) fn read(&mut self, text: &str) -> Vec<StemAt> {
        let folded = fold(text);
        let mut stems = Vec::with_capacity(text.len() / 7);
        let mut at = 0;
        for word in folded.text.split([' ', '\n']) {
            let range = at..at + word.len();
            at = range.end + 1;
            if let Some(stem) = self.of(word) {
                let span = folded.source_span(range);
                stems.push(StemAt { stem, span });
            }
        }
        stems
    }
}

/// The stems alone.
pub(crate) fn stems_of(text: &str) -> Vec<String> {
    stems_with_places(text)
        .into_iter()
        .map(|found| found.stem)
        .collect()
}

fn tells_something(word: &str) -> bool {
    word.contains(char::is_alphabetic) && !is_stop_word(word)
}
