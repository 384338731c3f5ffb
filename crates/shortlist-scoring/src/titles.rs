//! How much the title of a position has in common with the title of a job, word by word.
//!
//! Words such as "senior" and "manager", which say a rank or a form of work, count little, and never alone: two managers do
//! not do the same work because both are called manager. Frequent words of titles in German, French and Spanish are compared by
//! their English, and so are the two parts of a German compound.

use compact_str::CompactString;
use hashbrown::{HashMap, HashSet};
use shortlist_vocabulary::{Pairs, PhraseList, push_plain, word_lists};
use std::sync::LazyLock;

use crate::occupation::{TitleOccupations, occupation_similarity};
use crate::ratio::{WHOLE, share};
use crate::stemming::{stem, stems_of};
use crate::words::words;

word_lists! {
    /// Words of job titles that say little about the work.
    pub(crate) struct TitleWords in "../data/titles.txt" {
        /// Words for a rank or a form of employment.
        ranks: PhraseList,
        /// Words that titles of many professions share.
        general: PhraseList,
        /// Words in other languages, and their English.
        translations: Pairs,
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
    occupations: TitleOccupations,
}

impl Wording {
    fn of(text: &str) -> Self {
        let mut wording = Self::default();
        for stem in words(text).iter().flat_map(|word| in_english(&word.lower)) {
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
        let occupations = TitleOccupations::of(texts.clone()).unwrap_or_else(|| {
            let english: Vec<String> = texts.filter_map(text_in_english).collect();
            TitleOccupations::of(english.iter().map(String::as_str)).unwrap_or_default()
        });
        Self {
            wordings,
            occupations,
        }
    }

    /// Returns the title with the occupations that a person chose for it.
    pub(crate) fn with_occupations(self, occupations: TitleOccupations) -> Self {
        Self {
            occupations,
            ..self
        }
    }

    /// Returns the occupations that the title names.
    pub(crate) fn occupations(&self) -> &TitleOccupations {
        &self.occupations
    }

    /// Returns how much the title of a position is like this one of a job, from 0 to 1 in millionths: by occupation or by
    /// words, whichever is more. If the occupation of one of them is unknown, the words alone decide.
    pub(crate) fn likeness(&self, position: &Self) -> i64 {
        let by_words = self.overlap(position);
        occupation_similarity(&self.occupations, &position.occupations)
            .map_or(by_words, |similarity| similarity.max(by_words))
    }

    /// Returns how much two titles have in common, from 0 to 1 in millionths.
    pub(crate) fn overlap(&self, other: &Self) -> i64 {
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

/// Returns a title without its words for a rank, or the whole title if nothing else is left.
pub(crate) fn without_ranks(title: &str) -> String {
    let ranks = &TitleWords::get().ranks;
    let is_rank = |word: &&str| {
        let plain = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        ranks.contains(&plain.to_lowercase())
    };
    let kept: Vec<&str> = title
        .split_whitespace()
        .filter(|word| !is_rank(word))
        .collect();
    let kept = kept.join(" ");
    if Wording::of(&kept).is_specific() {
        kept
    } else {
        title.to_owned()
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
    if end < text.len() {
        first
            .rsplit_once(char::is_whitespace)
            .map_or(first, |(words, _)| words)
    } else {
        first
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> + Clone {
    let parts = text.split(MARKS).flat_map(|part| part.split(" - "));
    parts
        .flat_map(|part| part.split(" at "))
        .filter(|part| part.contains(char::is_alphabetic))
}

/// The shortest first part of a compound, in bytes.
const MIN_FIRST_PART: usize = 3;

/// The English stems of words in other languages.
#[derive(Default)]
struct Translations {
    by_stem: HashMap<String, Vec<CompactString>>,
    /// The same by the word without diacritics, for the first parts of compounds.
    by_word: HashMap<String, Vec<CompactString>>,
    /// The English words by the word without diacritics.
    english: HashMap<String, &'static str>,
}

impl Translations {
    fn get() -> &'static Self {
        static TABLE: LazyLock<Translations> = LazyLock::new(|| {
            let mut table = Translations::default();
            for (word, english) in TitleWords::get().translations.iter() {
                table.english.insert(plain(word), english);
                table.by_word.insert(plain(word), stems_of(english));
                table.by_stem.insert(stem(word), stems_of(english));
            }
            table
        });
        &TABLE
    }

    /// Returns the stems of a compound whose parts are both known: `lagermitarbeit` has those of warehouse and worker.
    fn of_compound(&self, compound: &str) -> Option<Vec<CompactString>> {
        let ends = MIN_FIRST_PART..compound.len();
        ends.rev().find_map(|end| {
            let first = self.by_word.get(compound.get(..end)?)?;
            let rest = compound.get(end..)?;
            let second = self.by_stem.get(rest).cloned().or_else(|| {
                let is_general = weight(rest) == GENERAL_WEIGHT;
                is_general.then(|| vec![CompactString::from(rest)])
            })?;
            Some(first.iter().cloned().chain(second).collect())
        })
    }
}

/// Returns a word in lower case without diacritics.
fn plain(word: &str) -> String {
    let mut plain = String::new();
    word.chars()
        .for_each(|letter| push_plain(&mut plain, letter));
    plain
}

/// Returns a title with its known words in English, or `None` if it has none.
fn text_in_english(text: &str) -> Option<String> {
    let known = &Translations::get().english;
    let words: Vec<String> = words(text).iter().map(|word| plain(&word.lower)).collect();
    let translated: Vec<&str> = words
        .iter()
        .map(|word| known.get(word).copied().unwrap_or(word))
        .collect();
    words
        .iter()
        .any(|word| known.contains_key(word))
        .then(|| translated.join(" "))
}

/// Returns the English stems of a word in another language, and the stems of any other word. Only whole words are compared: the stem of
/// `equipo` is also that of `equipment`.
fn in_english(word: &str) -> Vec<CompactString> {
    let known = Translations::get();
    if let Some(english) = known.by_word.get(&plain(word)) {
        return english.clone();
    }
    let stems = stems_of(word).into_iter();
    stems
        .flat_map(|stem| known.of_compound(&stem).unwrap_or_else(|| vec![stem]))
        .collect()
}

fn weight(word: &str) -> i64 {
    static GENERAL: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let words = TitleWords::get();
        let all = words.ranks.iter().chain(words.general.iter());
        all.map(stem).collect()
    });
    if GENERAL.contains(word) {
        GENERAL_WEIGHT
    } else {
        WHOLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_compared_across_languages() {
        for (job, title) in [
            ("Warehouse Worker", "Lagermitarbeiterin"),
            ("Warehouse Worker", "Mozo de almacén"),
            ("Delivery Driver", "Chauffeur-livreur"),
            ("Kitchen Assistant", "Küchenhilfe"),
            ("Infirmière", "Krankenpfleger"),
        ] {
            let likeness = Title::of(job).overlap(&Title::of(title));
            assert!(likeness > WHOLE / 2, "{job} and {title}: {likeness}");
        }
        for (job, title) in [
            ("Warehouse Worker", "Lagerfeuer"),
            ("Nurse", "Pflasterer"),
            // `equipo` is Spanish for a team, and `conductor` for a driver.
            ("Equipment Cleaner", "Team Coach"),
            ("Orchestra Conductor", "Delivery Driver"),
        ] {
            assert_eq!(
                Title::of(job).overlap(&Title::of(title)),
                0,
                "{job} and {title}"
            );
        }
    }

    #[test]
    fn a_title_without_ranks_names_the_occupation() {
        for (title, expected) in [
            ("Senior Backend Engineer", "Backend Engineer"),
            ("Lead Nurse", "Nurse"),
            ("Junior Accountant (Payroll)", "Accountant (Payroll)"),
            ("Chief of Staff", "Chief of Staff"),
            ("Senior", "Senior"),
            ("", ""),
        ] {
            assert_eq!(without_ranks(title), expected);
        }
    }
}
