//! The years of experience that a sentence mentions.
//!
//! It reads English, German, French and Spanish, with numbers in digits or, up to twenty, in words. The lower end of a range
//! counts.

use shortlist_domain::Span;
use shortlist_vocabulary::{Pairs, PhraseList, word_lists};

use crate::words::Word;

word_lists! {
    /// The words of lengths of time.
    pub(crate) struct DurationWords in "../data/durations.txt" {
        /// Numbers in words, and their values.
        numbers: Pairs,
        year_units: PhraseList,
        month_units: PhraseList,
        /// Words that may come between the number and its unit: "3 or more full years".
        fillers: PhraseList,
        /// Words that join the two ends of a range: "three to five".
        range_words: PhraseList,
        /// Words that show that a length of time is about work.
        experience_cues: PhraseList,
    }
}

/// A length of time in a sentence, and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Duration {
    /// The length in months. For a range, it is the lower end.
    pub(crate) months: u32,
    /// The place from the number to the unit.
    pub(crate) span: Span,
    /// The index of the unit among the words.
    pub(crate) unit: usize,
}

/// The longest working life.
const MAX_MONTHS: u32 = 60 * 12;

/// Returns the number that a word means.
fn number(word: &str) -> Option<u32> {
    if word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit()) {
        return word.parse().ok();
    }
    let mut in_words = DurationWords::get().numbers.iter();
    let (_, value) = in_words.find(|(name, _)| *name == word)?;
    value.parse().ok()
}

/// Returns the number of months in the unit that a word names. `3-jährige` and `dreijährige` are units of years.
fn unit_months(word: &str) -> Option<u32> {
    let known = DurationWords::get();
    if known.year_units.contains(word) || word.starts_with("jährig") {
        return Some(12);
    }
    known.month_units.contains(word).then_some(1)
}

/// Returns every length of time in the words of a sentence.
pub(crate) fn durations(sentence: &str, words: &[Word]) -> Vec<Duration> {
    (0..words.len())
        .filter_map(|unit| duration_at(sentence, words, unit))
        .filter(|found| (1..=MAX_MONTHS).contains(&found.months))
        .collect()
}

fn duration_at(sentence: &str, words: &[Word], unit: usize) -> Option<Duration> {
    let named = words.get(unit)?;
    if let Some(count) = compound_number(&named.lower) {
        let months = count.checked_mul(12)?;
        let span = named.span;
        return Some(Duration { months, span, unit });
    }
    let per_unit = unit_months(&named.lower)?;
    let mut at = unit.checked_sub(1)?;
    let fillers = &DurationWords::get().fillers;
    while fillers.contains(&words.get(at)?.lower) {
        at = at.checked_sub(1)?;
    }
    let upper = number(&words.get(at)?.lower)?;
    let (first, months) = match lower_end(sentence, words, at) {
        Some((first, lower)) if lower < upper => (first, lower.checked_mul(per_unit)?),
        _ => match decimal(sentence, words, at) {
            Some((first, tenths)) => (first, tenths.checked_mul(per_unit)? / 10),
            None => (at, upper.checked_mul(per_unit)?),
        },
    };
    let span = Span::new(words.get(first)?.span.start, named.span.end);
    Some(Duration { months, span, unit })
}

/// Returns the number in a word such as `dreijährige`.
fn compound_number(word: &str) -> Option<u32> {
    let (count, _) = word.split_once("jährig")?;
    number(count)
}

/// Returns the lower end of a range whose upper end is the word at `at`.
fn lower_end(sentence: &str, words: &[Word], at: usize) -> Option<(usize, u32)> {
    let before = at.checked_sub(1)?;
    let neighbour = words.get(before)?;
    let joins = &DurationWords::get().range_words;
    if joins.contains(&neighbour.lower) {
        let first = before.checked_sub(1)?;
        return Some((first, number(&words.get(first)?.lower)?));
    }
    let between = sentence.get(neighbour.span.end..words.get(at)?.span.start)?;
    // Markdown escapes both marks.
    let dash = between.trim_matches(['\\', '+', ' ']);
    matches!(dash, "-" | "–" | "—" | "‑" | "~")
        .then(|| number(&neighbour.lower))
        .flatten()
        .map(|lower| (before, lower))
}

/// Returns a number such as `2.5` in tenths, if the word at `at` is its last digit.
fn decimal(sentence: &str, words: &[Word], at: usize) -> Option<(usize, u32)> {
    let before = at.checked_sub(1)?;
    let (whole, tenth) = (words.get(before)?, words.get(at)?);
    let point = sentence.get(whole.span.end..tenth.span.start)?;
    if !matches!(point, "." | ",") || tenth.lower.len() != 1 {
        return None;
    }
    Some((before, number(&whole.lower)? * 10 + number(&tenth.lower)?))
}

/// Returns whether the words mention work experience.
pub(crate) fn mentions_experience(words: &[Word]) -> bool {
    DurationWords::get().experience_cues.is_in(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn months(sentence: &str) -> Vec<u32> {
        durations(sentence, &words(sentence))
            .iter()
            .map(|found| found.months)
            .collect()
    }

    #[test]
    fn years_are_read_in_four_languages() {
        for (sentence, expected) in [
            ("3+ years of experience", 36),
            ("at least five years' experience", 60),
            ("three to five Jahre Erfahrung", 36),
            ("mindestens 3 Jahre Berufserfahrung", 36),
            ("mindestens dreijährige Berufserfahrung", 36),
            ("eine 3-jährige Berufserfahrung", 36),
            ("3 ans d'expérience minimum", 36),
            ("5 años de experiencia", 60),
            ("entre 3 y 5 años", 36),
            ("3 - 5 yrs exp.", 36),
            ("5–7+ years", 60),
            ("three (3) or more years", 36),
            ("2.5 years", 30),
            ("18 Monate", 18),
            ("between 2 and 4 years", 24),
        ] {
            assert_eq!(months(sentence), [expected], "{sentence}");
        }
    }

    #[test]
    fn every_number_in_words_has_a_value() {
        let mut numbers = DurationWords::get().numbers.iter();
        assert!(numbers.all(|(_, value)| value.parse::<u32>().is_ok()));
    }

    #[test]
    fn other_times_are_ignored() {
        for sentence in [
            "founded 150 years ago",
            "in the year 2019",
            "several years",
            "Tag 3",
        ] {
            assert!(months(sentence).is_empty(), "{sentence}");
        }
        assert!(mentions_experience(&words("Praxiserfahrung")));
        assert!(!mentions_experience(&words("3 years ago")));
    }
}
