//! A text as stems with their places.

use std::collections::HashMap;
use std::ops::Range;

use shortlist_domain::Span;
use shortlist_vocabulary::{Folded, fold, is_stop_word, stem};

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
        self.read_folded(&fold(text))
    }

    /// The same of a text that is folded already.
    pub(crate) fn read_folded(&mut self, folded: &Folded) -> Vec<StemAt> {
        let mut stems = Vec::with_capacity(folded.text.len() / 7);
        let mut at = 0;
        for word in folded.text.split([' ', '\n']) {
            for range in units(word) {
                if let Some(stem) = word.get(range.clone()).and_then(|unit| self.of(unit)) {
                    let span = folded.source_span(at + range.start..at + range.end);
                    stems.push(StemAt { stem, span });
                }
            }
            at += word.len() + 1;
        }
        stems
    }
}

/// A word itself; of a run of ideographs, which is written without blanks, each two neighbours, the usual unit of
/// retrieval in Chinese and Japanese.
fn units(word: &str) -> Vec<Range<usize>> {
    if !word.contains(is_ideograph) {
        return std::iter::once(0..word.len()).collect();
    }
    let mut runs: Vec<(bool, Vec<Range<usize>>)> = Vec::new();
    for (at, letter) in word.char_indices() {
        let place = at..at + letter.len_utf8();
        let ideograph = is_ideograph(letter);
        match runs.last_mut().filter(|(same, _)| *same == ideograph) {
            Some((_, run)) => run.push(place),
            None => runs.push((ideograph, vec![place])),
        }
    }
    runs.iter()
        .flat_map(|(ideographs, run)| units_of_run(*ideographs, run))
        .collect()
}

fn units_of_run(ideographs: bool, run: &[Range<usize>]) -> Vec<Range<usize>> {
    let size = if ideographs {
        run.len().min(2)
    } else {
        run.len()
    };
    run.windows(size.max(1))
        .filter_map(|unit| Some(unit.first()?.start..unit.last()?.end))
        .collect()
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_empty_words_are_no_stems() {
        assert_eq!(stems_of("the 2019 managers and C++"), ["manag", "c++"]);
        assert!(stems_of("12345 the").is_empty());
    }

    #[test]
    fn ideographs_are_read_in_pairs() {
        assert_eq!(
            stems_of("负责项目管理"),
            ["负责", "责项", "项目", "目管", "管理"]
        );
        assert_eq!(stems_of("熟悉Java"), ["熟悉", "java"]);
        let found = stems_with_places("熟悉 Java");
        assert_eq!(found[1].span, Span::new(7, 11));
    }
}
