//! Normalizes how a name is written: spaced letters, joined words, titles before it, and qualifications after it.

use super::super::page::is_all_capitals;
use super::super::words::NameWords;

/// The minimum number of letters in a part of a name that is written as one word.
const MIN_GLUED: usize = 3;

/// How the words of a name are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// With spaces between them.
    Separate,
    /// As one word.
    Joined,
}

/// Returns the words of a name. Spaced letters are joined, and joined words are separated.
pub(super) fn words_of(text: &str) -> Option<(Vec<String>, Written)> {
    let joined = joined_letters(text);
    let words: Vec<String> = joined.split_whitespace().flat_map(split_initials).collect();
    let is_camel_case = |word: &&String| camel_case_parts(word).is_some();
    match (words.as_slice(), words.iter().filter(is_camel_case).count()) {
        ([], _) => None,
        (_, 0) => Some((words, Written::Separate)),
        (all, _) if all.iter().filter(|word| word.chars().count() > 2).count() == 1 => {
            let apart = all
                .iter()
                .flat_map(|word| camel_case_parts(word).unwrap_or_else(|| vec![word.clone()]));
            Some((apart.collect(), Written::Joined))
        }
        _ => Some((words, Written::Separate)),
    }
}

/// Splits `R.Ada` into `R.` and `Ada`, but keeps `Ph.D.` and `A.B.`.
fn split_initials(word: &str) -> Vec<String> {
    let parts: Vec<&str> = word.split('.').collect();
    let letters = |part: &&str| part.chars().count();
    let full = parts.iter().map(letters).filter(|count| *count > 2).count();
    if parts.len() < 2 || full == 0 {
        return vec![word.to_owned()];
    }
    let last = parts.len() - 1;
    let parts = parts
        .iter()
        .enumerate()
        .filter(|(_, part)| !part.is_empty());
    parts
        .map(|(at, part)| {
            let dotted = at < last && part.chars().count() <= 2;
            format!("{part}{}", if dotted { "." } else { "" })
        })
        .collect()
}

/// Splits `AdaLovelace` at its capitals, unless the name is normally written that way (`MacDonald`).
fn camel_case_parts(word: &str) -> Option<Vec<String>> {
    let mut parts: Vec<String> = Vec::new();
    let mut previous = ' ';
    for c in word.chars() {
        if c.is_uppercase() && previous.is_lowercase() {
            parts.push(String::new());
        }
        if parts.is_empty() {
            parts.push(String::new());
        }
        parts.last_mut()?.push(c);
        previous = c;
    }
    let first = parts.first()?.to_lowercase();
    let long = parts.iter().all(|part| part.chars().count() >= MIN_GLUED);
    (parts.len() > 1 && long && !NameWords::get().particles.contains(&first)).then_some(parts)
}

/// Joins `A D A  L O V E L A C E` to words, if every word is one letter.
fn joined_letters(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() < 6 || !words.iter().all(|word| word.chars().count() == 1) {
        return text.to_owned();
    }
    let parts: Vec<String> = text
        .split("  ")
        .map(|part| part.split_whitespace().collect::<String>())
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// Removes qualifications such as `, PhD, PMP`.
pub(super) fn without_qualifications(text: &str) -> &str {
    let Some((name, letters)) = text.split_once([',', '(', '،', '，', '、']) else {
        return text;
    };
    let all = letters
        .split(|c: char| matches!(c, ',' | ')' | '،' | '，' | '、') || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .all(|word| {
            let bare: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
            NameWords::get().honorifics.contains(&bare.to_lowercase())
                || (bare.len() <= 5 && is_all_capitals(&bare) && name.contains(' '))
        });
    if all { name.trim() } else { text }
}

pub(super) fn without_honorifics<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let is_title = |word: &&&str| {
        let bare: String = word
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        NameWords::get().honorifics.contains(&bare)
    };
    let from = words
        .iter()
        .take_while(|word| is_title(word) && word.chars().count() > 1)
        .count();
    let trailing = words
        .iter()
        .rev()
        .take_while(|word| is_title(word) && is_all_capitals(word))
        .count();
    let to = if words.len() - trailing >= from + 2 {
        words.len() - trailing
    } else {
        words.len()
    };
    words.get(from..to).unwrap_or_default().to_vec()
}
