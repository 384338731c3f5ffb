//! Defines the meaning of words in dates: months, seasons, the present, and words between two ends.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::super::words::DateWords;

/// The meaning of a word in a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A month.
    Month(u8),
    /// A season, as its first month.
    Season(u8),
    /// The present.
    Present,
    /// A word before a start.
    Since,
    /// A word before an end.
    To,
}

/// The minimum number of letters in a word for detecting a typing error.
const MIN_LETTERS_OF_MISSPELLING: usize = 4;

static MEANINGS: LazyLock<HashMap<String, Meaning>> = LazyLock::new(|| {
    let lists = DateWords::get();
    let months = lists.months.iter();
    let months = months.map(|(word, month)| (word, Meaning::Month(month)));
    let seasons = lists.seasons.iter();
    let seasons = seasons.map(|(word, month)| (word, Meaning::Season(month)));
    let others = [
        (&lists.present, Meaning::Present),
        (&lists.since, Meaning::Since),
        (&lists.to, Meaning::To),
    ];
    let others = others
        .into_iter()
        .flat_map(|(words, meaning)| words.iter().map(move |word| (word, meaning)));
    let mut meanings = HashMap::new();
    for (word, meaning) in months.chain(seasons).chain(others) {
        meanings.entry(word.to_owned()).or_insert(meaning);
    }
    let mut prefixes = HashMap::new();
    for (word, month) in lists.months.iter() {
        record_prefixes(&mut prefixes, word, month);
    }
    for (prefix, month) in prefixes {
        if let Some(month) = month {
            meanings.entry(prefix).or_insert(Meaning::Month(month));
        }
    }
    meanings
});

/// Records the prefixes of a month's name with at least three characters. A prefix that two months share is ambiguous
/// and means neither.
fn record_prefixes(prefixes: &mut HashMap<String, Option<u8>>, word: &str, month: u8) {
    for (at, _) in word.char_indices().skip(3) {
        let prefix = word.get(..at).unwrap_or(word).to_owned();
        prefixes
            .entry(prefix)
            .and_modify(|known| {
                if *known != Some(month) {
                    *known = None;
                }
            })
            .or_insert(Some(month));
    }
}

/// Returns the meaning of a word in lower case.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    MEANINGS.get(word).copied()
}

/// Returns the month whose name differs from a word by one typing error: `Mach`, `Setpember`.
pub(super) fn misspelt_month(word: &str) -> Option<u8> {
    let mut months = DateWords::get().months.iter();
    months
        .find(|(name, _)| is_misspelling(word, name))
        .map(|(_, month)| month)
}

/// Returns whether a word differs from a word for the present by one typing error: `Presnt`, `ajourd'hui`.
pub(super) fn is_misspelt_present(word: &str) -> bool {
    let mut words = DateWords::get().present.iter();
    words.any(|name| is_misspelling(word, name))
}

/// Returns whether a word differs from a name by one letter that is missing, added, changed, or swapped with the
/// next. The first letter must be the same.
pub(in crate::resume) fn is_misspelling(word: &str, name: &str) -> bool {
    if word.len().abs_diff(name.len()) > 2 || word.chars().next() != name.chars().next() {
        return false;
    }
    let (word, name): (Vec<char>, Vec<char>) = (word.chars().collect(), name.chars().collect());
    if word.len() < MIN_LETTERS_OF_MISSPELLING || name.len() <= MIN_LETTERS_OF_MISSPELLING {
        return false;
    }
    let same = word.iter().zip(&name).take_while(|(a, b)| a == b).count();
    let (word, name) = (word.get(same..), name.get(same..));
    match (word, name) {
        (Some([a, b, word @ ..]), Some([c, d, name @ ..])) if a == d && b == c => word == name,
        (Some([_, word @ ..]), Some([_, name @ ..])) if word == name => true,
        (Some(word), Some([_, name @ ..])) if word == name => true,
        (Some([_, word @ ..]), Some(name)) => word == name,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_typing_error_is_a_misspelling() {
        for word in ["mach", "marhc", "marchs", "marck", "marc"] {
            assert!(is_misspelling(word, "march"), "{word}");
        }
        assert!(is_misspelling("févreir", "février") && is_misspelling("fevrier", "février"));
        for word in ["march", "arch", "mrach2", "mar", "merhc", "marchen"] {
            assert!(!is_misspelling(word, "march"), "{word}");
        }
        assert!(!is_misspelling("julyy", "july"));
    }
}
