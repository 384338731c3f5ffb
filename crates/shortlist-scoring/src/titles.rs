//! How much the title of a position has in common with the title of a job, word by word.
//!
//! Words such as "senior" and "manager", which say a rank or a form of work, count little, and never alone: two managers do
//! not do the same work because both are called manager.

use compact_str::CompactString;
use hashbrown::{HashMap, HashSet};
use shortlist_vocabulary::{PhraseList, word_lists};
use std::sync::LazyLock;

use crate::occupation::{Occupation, occupation_similarity};
use crate::ratio::{WHOLE, share};
use crate::stemming::{stem, stems_of};

word_lists! {
    /// Words of job titles that say little about the work.
    pub(crate) struct TitleWords in "../data/titles.txt" {
        /// Words for a rank or a form of employment.
        ranks: PhraseList,
        /// Words that titles of many professions share.
        general: PhraseList,
    }
}

/// What a word counts that says little about the work.
const GENERAL_WEIGHT: i64 = 350_000;
/// The overlap below which two titles have nothing in common.
const MIN_OVERLAP: i64 = 200_000;
/// The marks between a title and what follows it.
const MARKS: [char; 10] = [',', '(', ')', '|', '–', '—', ';', ':', '/', '\n'];

/// The distinct stems of one wording of a title, with what each counts.
#[derive(Debug, Clone, Default)]
struct Wording {
    stems: Vec<(CompactString, i64)>,
    sum: i64,
}

/// A title in its wordings: as a whole, and without what follows a comma or a bracket.
#[derive(Debug, Clone, Default)]
pub(crate) struct Title {
    wordings: Vec<Wording>,
    occupation: Occupation,
}

impl Wording {
    fn of(text: &str) -> Self {
        let mut wording = Self::default();
        for stem in stems_of(text) {
            if wording.stems.iter().all(|(known, _)| *known != stem) {
                let weight = weight(&stem);
                wording.sum += weight;
                wording.stems.push((stem, weight));
            }
        }
        wording
    }

    fn is_specific(&self) -> bool {
        self.stems.iter().any(|(_, weight)| *weight == WHOLE)
    }

    /// Returns twice the weight of the shared stems, divided by the weight of both wordings.
    fn overlap(&self, other: &Self) -> i64 {
        let theirs: HashMap<&str, i64> = other
            .stems
            .iter()
            .map(|(stem, weight)| (stem.as_str(), *weight))
            .collect();
        let shared = self
            .stems
            .iter()
            .filter_map(|(s, _)| theirs.get(s.as_str()));
        let (mut sum, mut is_specific) = (0, false);
        for weight in shared {
            sum += *weight;
            is_specific |= *weight == WHOLE;
        }
        if !is_specific && self.is_specific() {
            return 0;
        }
        share(2 * sum, self.sum + other.sum)
    }
}

impl Title {
    /// Reads a title.
    pub(crate) fn of(text: &str) -> Self {
        let text = shortened(text);
        let core = parts(text).next().unwrap_or("");
        Self::of_wordings([text, core].into_iter())
    }

    /// Reads a line that contains a title, such as `Nurse, Example Hospital, 2020`.
    pub(crate) fn of_line(text: &str) -> Self {
        let text = shortened(text);
        Self::of_wordings(std::iter::once(text).chain(parts(text)).take(MAX_WORDINGS))
    }

    fn of_wordings<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Self {
        let mut wordings: Vec<Wording> = Vec::new();
        for wording in texts.clone().map(Wording::of) {
            let is_known = wordings.iter().any(|known| known.stems == wording.stems);
            if wording.sum > 0 && !is_known {
                wordings.push(wording);
            }
        }
        Self {
            wordings,
            occupation: Occupation::of(texts),
        }
    }

    /// Returns how much the title of a position is like this one of a job, from 0 to 1 in millionths: by occupation or by
    /// words, whichever is more. If the occupation of one of them is unknown, the words alone decide.
    pub(crate) fn likeness(&self, position: &Self) -> i64 {
        let by_words = self.overlap(position);
        occupation_similarity(&self.occupation, &position.occupation)
            .map_or(by_words, |similarity| similarity.max(by_words))
    }

    /// Returns how much two titles have in common, from 0 to 1 in millionths.
    fn overlap(&self, other: &Self) -> i64 {
        let pairs = self
            .wordings
            .iter()
            .flat_map(|one| other.wordings.iter().map(|other| one.overlap(other)));
        pairs
            .max()
            .filter(|overlap| *overlap >= MIN_OVERLAP)
            .unwrap_or(0)
    }
}

/// The most wordings of a line.
const MAX_WORDINGS: usize = 5;
/// The part of a title that is read, in bytes. A longer one is a sentence.
const MAX_BYTES: usize = 160;

/// Returns the first words of a title.
fn shortened(text: &str) -> &str {
    let mut end = MAX_BYTES.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let first = text.get(..end).unwrap_or(text);
    match end < text.len() {
        true => first
            .rsplit_once(char::is_whitespace)
            .map_or(first, |(words, _)| words),
        false => first,
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> + Clone {
    let parts = text.split(MARKS).flat_map(|part| part.split(" - "));
    parts
        .flat_map(|part| part.split(" at "))
        .filter(|part| part.contains(char::is_alphabetic))
}

fn weight(word: &str) -> i64 {
    static GENERAL: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let words = TitleWords::get();
        let all = words.ranks.iter().chain(words.general.iter());
        all.map(stem).collect()
    });
    match GENERAL.contains(word) {
        true => GENERAL_WEIGHT,
        false => WHOLE,
    }
}
