//! Texts without what differs between any two services: identifiers, digests and tokens.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Identifiers, codes, and texts that are long enough to be random.
static RANDOM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[a-z]+_[0-9A-Z]{26}|CAN-[0-9A-Z]{6}|[A-Za-z0-9_=-]{24,}").unwrap()
});
/// The address of the service, and the sizes of compressed files.
static OTHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"127\.0\.0\.1:\d+|"(endCursor|shownPrefix|secret|key|token|accessToken|lastUsedAt)":"[^"]*"|"(storedBytes|databaseBytes)":[0-9.]+|"(date|etag|last-modified)": "[^"]*""#).unwrap()
});

/// Returns a text with the known identifiers replaced by what they are, and the others by their kind.
pub(crate) fn neutral(text: &str, roles: &BTreeMap<String, &'static str>) -> String {
    let named = RANDOM.replace_all(text, |found: &Captures<'_>| {
        let word = &found[0];
        match (roles.get(word), word.split_once('_')) {
            (Some(role), _) => format!("<{role}>"),
            (None, Some((kind, _))) if kind.len() <= 4 => format!("<{kind}>"),
            _ => "<random>".to_owned(),
        }
    });
    OTHER.replace_all(&named, "<varies>").into_owned()
}

/// Returns the surroundings of the first difference of two texts.
pub(crate) fn first_difference(one: &str, other: &str) -> Option<String> {
    if one == other {
        return None;
    }
    let at = one
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let around =
        |text: &str| -> String { text.chars().skip(at.saturating_sub(90)).take(200).collect() };
    Some(format!("{}\n    {}", around(one), around(other)))
}
