//! Decides which words make a line a heading.

use std::collections::HashMap;
use std::sync::LazyLock;

use shortlist_domain::SectionKind;
use shortlist_vocabulary::steps;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum number of words in a heading.
const MAX_WORDS: usize = 6;

struct Table {
    phrases: HashMap<String, SectionKind>,
    endings: HashMap<String, SectionKind>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        phrases: HashMap::new(),
        endings: HashMap::new(),
    };
    for line in include_str!("headings.txt").lines() {
        let Some((kind, phrases)) = line.split_once('|') else {
            continue;
        };
        let Ok(kind) = SectionKind::parse("kind", kind.trim()) else {
            continue;
        };
        for phrase in phrases.split(',').map(str::trim) {
            if let Some(ending) = phrase.strip_prefix('*') {
                table.endings.entry(heading_key(ending)).or_insert(kind);
            }
            table.phrases.entry(heading_key(phrase)).or_insert(kind);
        }
    }
    table
});

/// Returns the words of a heading without case, accents, numbering and ornaments. Spaced letters are joined to words.
pub(super) fn heading_key(text: &str) -> String {
    steps::count(text.len());
    let mut key = String::with_capacity(text.len());
    for c in text.nfd().filter(|c| !is_combining_mark(*c)) {
        if c.is_alphabetic() {
            key.extend(c.to_lowercase());
        } else if c == '&' || c == '+' {
            key.push_str(" and ");
        } else if !matches!(c, '\'' | '’') {
            key.push(' ');
        }
    }
    let words: Vec<_> = key.split_whitespace().collect();
    if words.len() >= 4 && words.iter().all(|word| word.chars().count() == 1) {
        return words.concat().nfc().collect();
    }
    let from = usize::from(
        words.len() > 1
            && words
                .first()
                .is_some_and(|word| matches!(*word, "i" | "ii" | "iii" | "iv" | "v" | "vi" | "my")),
    );
    words
        .get(from..)
        .unwrap_or_default()
        .join(" ")
        .nfc()
        .collect()
}

/// Returns the kind of a heading whose words are exactly in the table.
pub(super) fn exact_kind(text: &str) -> Option<SectionKind> {
    if text.len() > 120 {
        return None;
    }
    let key = heading_key(text);
    if key.is_empty() {
        return None;
    }
    let find = |key: &str| TABLE.phrases.get(key).copied();
    find(&key)
        .or_else(|| {
            // In a heading that names two things, or the same thing twice, the first one decides.
            let (first, second) = key.split_once(" and ")?;
            let last = second.rsplit(' ').next()?;
            find(second)
                .or_else(|| TABLE.endings.get(last).copied())
                .and(find(first))
        })
        .or_else(|| spaced_kind(&key))
}

/// Returns the kind of a heading that letter spacing split, such as `S KILLS` or `EXPERIEN CE`.
fn spaced_kind(key: &str) -> Option<SectionKind> {
    let torn = key.split(' ').any(|word| word.chars().count() == 1) && key.contains(' ');
    if !torn {
        return None;
    }
    let joined = key.replace(' ', "");
    if joined.len() < 5 {
        return None;
    }
    TABLE
        .phrases
        .iter()
        .find(|(phrase, _)| {
            phrase.len() >= joined.len() && phrase.chars().filter(|c| *c != ' ').eq(joined.chars())
        })
        .map(|(_, kind)| *kind)
}

/// Returns the kind of a line whose last words make it a heading, if its style is also that of a heading.
pub(super) fn ending_kind(text: &str) -> Option<SectionKind> {
    if text.len() > 120 || text.trim_end().ends_with(['.', ',', ';']) {
        return None;
    }
    let key = heading_key(text);
    let words: Vec<_> = key.split(' ').collect();
    if words.len() > MAX_WORDS {
        return None;
    }
    (0..words.len()).find_map(|from| TABLE.endings.get(&words.get(from..)?.join(" ")).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_of_two_things_is_of_the_first_kind() {
        for text in [
            "Experience and participated projects",
            "Experience & Education",
            "WORK EXPERIENCE",
        ] {
            assert_eq!(exact_kind(text), Some(SectionKind::Experience), "{text}");
        }
        assert_eq!(exact_kind("Experience and joy"), None);
    }
}
