//! Splits a text into stems with their places.

use std::ops::Range;
use std::sync::LazyLock;

use compact_str::CompactString;
use hashbrown::HashMap;
use shortlist_domain::Span;
use shortlist_vocabulary::{
    Folded, Pairs, fold, idf_micros, is_stop_word, stem as usual_stem, word_lists,
};

word_lists! {
    /// Words with stems of their own.
    pub(crate) struct OwnStems in "../data/own_stems.txt" {
        /// The words, each with its stem.
        stems: Pairs,
    }
}

/// Returns the stem of a word that shares its usual stem with a word of another meaning.
fn own_stem(word: &str) -> Option<&'static str> {
    static STEMS: LazyLock<HashMap<&str, &str>> =
        LazyLock::new(|| OwnStems::get().stems.iter().collect());
    STEMS.get(word).copied()
}

/// Returns the stem of a folded word.
pub(crate) fn stem(word: &str) -> String {
    own_stem(word).map_or_else(|| usual_stem(word), str::to_owned)
}

/// Returns the inverse document frequency of a stem, in millionths.
pub(crate) fn idf_of(stem: &str) -> i64 {
    // The list of common words has usual stems.
    match own_stem(stem) {
        Some(_) => idf_micros(&usual_stem(stem)),
        None => idf_micros(stem),
    }
}

/// A stem, and the place of its word in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StemAt {
    pub(crate) stem: CompactString,
    pub(crate) span: Span,
}

/// Returns the stems of a text's words, without stop words and bare numbers.
///
/// A number in a job or a resume is a date, an address or an amount.
pub(crate) fn stems_with_places(text: &str) -> Vec<StemAt> {
    let mut stems = StemCache::default();
    let mut found = Vec::new();
    stems.read(&fold(text), |stem, _, span| found.push((stem, span)));
    found
        .into_iter()
        .filter_map(|(id, span)| {
            let stem = stems.written.get(id.0)?.clone();
            Some(StemAt { stem, span })
        })
        .collect()
}

/// The index of a stem among those that were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StemId(pub(crate) usize);

/// A cache of stems. A resume repeats its words, and stemming takes most of the time.
#[derive(Debug, Clone, Default)]
pub(crate) struct StemCache {
    /// `None` for a stop word or a word without letters.
    of_words: HashMap<CompactString, Option<StemId>>,
    ids: HashMap<CompactString, StemId>,
    written: Vec<CompactString>,
}

impl StemCache {
    fn of(&mut self, word: &str) -> Option<StemId> {
        if let Some(known) = self.of_words.get(word) {
            return *known;
        }
        let found = is_meaningful(word).then(|| self.id_of(stem(word).into()));
        self.of_words.insert(word.into(), found);
        found
    }

    fn id_of(&mut self, stem: CompactString) -> StemId {
        let next = StemId(self.written.len());
        let id = *self.ids.entry(stem.clone()).or_insert(next);
        if id == next {
            self.written.push(stem);
        }
        id
    }

    /// Returns the id of a stem, if it was found before.
    pub(crate) fn find(&self, stem: &str) -> Option<StemId> {
        self.ids.get(stem).copied()
    }

    /// Calls `take` with every stem of a folded text, how it is written, and its place in the source.
    pub(crate) fn read(&mut self, folded: &Folded, mut take: impl FnMut(StemId, &str, Span)) {
        let mut at = 0;
        for word in folded.text.split([' ', '\n']) {
            let mut read = |unit: Range<usize>| {
                let Some(stem) = word.get(unit.clone()).and_then(|unit| self.of(unit)) else {
                    return;
                };
                let written = self.written.get(stem.0).map_or("", CompactString::as_str);
                take(
                    stem,
                    written,
                    folded.source_span(at + unit.start..at + unit.end),
                );
            };
            if word.contains(is_ideograph) {
                units(word).into_iter().for_each(read);
            } else {
                read(0..word.len());
            }
            at += word.len() + 1;
        }
    }
}

/// Returns the parts of a word that are stemmed.
///
/// In a run of ideographs, which has no spaces, they are all pairs of neighbours. Pairs are the usual unit of retrieval in
/// Chinese and Japanese.
fn units(word: &str) -> Vec<Range<usize>> {
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

/// Returns only the stems.
pub(crate) fn stems_of(text: &str) -> Vec<CompactString> {
    stems_with_places(text)
        .into_iter()
        .map(|found| found.stem)
        .collect()
}

fn is_meaningful(word: &str) -> bool {
    word.contains(char::is_alphabetic) && !is_stop_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_stop_words_have_no_stems() {
        assert_eq!(stems_of("the 2019 managers and C++"), ["manag", "c++"]);
        assert!(stems_of("12345 the").is_empty());
    }

    #[test]
    fn words_of_different_meaning_have_different_stems() {
        for (one, other) in [
            ("excel", "excellent"),
            ("meet", "meetings"),
            ("import", "important"),
            ("intern", "international"),
            ("product", "production"),
            ("office", "officer"),
            ("hospital", "hospitality"),
            ("animal", "animation"),
        ] {
            assert_ne!(stems_of(one), stems_of(other), "{one}");
        }
        assert_eq!(stems_of("meeting"), stems_of("Meetings"));
        assert!(idf_of("excellent") < idf_of("kubernetes"));
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
