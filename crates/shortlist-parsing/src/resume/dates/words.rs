//! Defines the meaning of words in dates: months, seasons, the present, and words between two ends.

use std::collections::HashMap;
use std::sync::LazyLock;

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

struct Words {
    meanings: HashMap<String, Meaning>,
    /// The names of the months, for typing errors.
    months: Vec<(String, u8)>,
    presents: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words {
        meanings: HashMap::new(),
        months: Vec::new(),
        presents: Vec::new(),
    };
    let mut prefixes: HashMap<String, Option<u8>> = HashMap::new();
    for line in include_str!("dates.txt").lines() {
        let Some((subject, list)) = line.split_once('|') else {
            continue;
        };
        for (number, word) in (1_u8..).zip(list.split_whitespace()) {
            let meaning = match subject.trim() {
                "months" => {
                    record_prefixes(&mut prefixes, word, number);
                    words.months.push((word.to_owned(), number));
                    Meaning::Month(number)
                }
                "spring" => Meaning::Season(3),
                "summer" => Meaning::Season(6),
                "autumn" => Meaning::Season(9),
                "winter" => Meaning::Season(1),
                "present" => {
                    words.presents.push(word.to_owned());
                    Meaning::Present
                }
                "since" => Meaning::Since,
                _ => Meaning::To,
            };
            words.meanings.entry(word.to_owned()).or_insert(meaning);
        }
    }
    for (prefix, month) in prefixes {
        if let Some(month) = month {
            words
                .meanings
                .entry(prefix)
                .or_insert(Meaning::Month(month));
        }
    }
    words
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
    WORDS.meanings.get(word).copied()
}

/// Returns the month whose name differs from a word by one typing error: `Mach`, `Setpember`.
pub(super) fn misspelt_month(word: &str) -> Option<u8> {
    WORDS
        .months
        .iter()
        .find(|(name, _)| is_misspelling(word, name))
        .map(|(_, month)| *month)
}

/// Returns whether a word differs from a word for the present by one typing error: `Presnt`, `ajourd'hui`.
pub(super) fn is_misspelt_present(word: &str) -> bool {
    WORDS.presents.iter().any(|name| is_misspelling(word, name))
}

/// Returns whether a word differs from a name by one letter that is missing, added, changed, or swapped with the
/// next. The first letter must be the same.
fn is_misspelling(word: &str, name: &str) -> bool {
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
