//! The field of study after a degree.

use super::{DegreeWords, read_degree};

/// The most words of a field.
const MAX_FIELD_WORDS: usize = 8;
/// The maximum length of a degree's abbreviation, in bytes.
const MAX_ABBREVIATION: usize = 8;

/// Returns the field of study in the text after a degree.
///
/// Examples are `in Computer Science, …`, `(Physics)`, `: Law` and `Mechanical Engineering from …`.
pub fn read_field(text_after_degree: &str) -> Option<String> {
    let is_margin = |c: char| {
        c.is_whitespace() || matches!(c, '.' | ',' | ':' | '(' | '-' | '–' | '—' | '/' | '"' | '|')
    };
    let line = text_after_degree.trim_start_matches(is_margin);
    let line = line.split(['\n', '\t']).next()?;
    let line = without_honours(line).trim_start_matches(is_margin);
    let lists = DegreeWords::get();
    let opener = lists
        .field_openers
        .iter()
        .find_map(|opener| strip_folded(line, opener)?.strip_prefix(' '));
    let line = opener.unwrap_or(line);
    let mut parts = line
        .split([',', ';', '|', '(', ')', '•', '·', '[', '–', '—', ':'])
        .flat_map(|part| part.split(" - "));
    let first = parts.next()?;
    let field = if is_degree_again(first) {
        parts.find(|part| !part.trim().is_empty() && !is_degree_again(part))?
    } else {
        first
    };
    let field = words_of_field(field);
    let folded = field.to_lowercase();
    let named = field.starts_with(char::is_alphabetic)
        && (opener.is_some() || field.starts_with(|c: char| !c.is_lowercase()))
        && field.chars().nth(1).is_some()
        && !lists
            .school_words
            .iter()
            .any(|school| folded.contains(school));
    named.then_some(field)
}

/// Returns whether a part only repeats the degree, as in `Bachelor of Science - BS, Physics`, or says who reads for it.
fn is_degree_again(part: &str) -> bool {
    const READERS: [&str; 2] = ["candidate", "student"];
    let part = part.trim();
    let is_short = part.len() <= MAX_ABBREVIATION && !part.is_empty();
    let names_degree = || read_degree(part).is_some_and(|found| found.name.len() == part.len());
    READERS.contains(&part.to_lowercase().as_str()) || is_short && names_degree()
}

/// Returns the text after `(Hons)`, which is a grade and not a field.
fn without_honours(line: &str) -> &str {
    let mut honours = DegreeWords::get().honours.iter();
    honours
        .find_map(|honours| strip_folded(line, honours))
        .unwrap_or(line)
}

/// Returns the text after a prefix, which is given in lower case.
fn strip_folded<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    let head = line.get(..prefix.len())?;
    (head.to_lowercase() == prefix)
        .then(|| line.get(prefix.len()..))
        .flatten()
}

/// Returns the words up to a year, to a preposition before a school, or to the limit.
fn words_of_field(field: &str) -> String {
    let lists = DegreeWords::get();
    let is_end = |word: &&str| {
        !lists.after_field.contains(word) && !word.starts_with(|c: char| c.is_ascii_digit())
    };
    let words: Vec<_> = field
        .split_whitespace()
        .take_while(is_end)
        .take(MAX_FIELD_WORDS)
        .collect();
    words.join(" ").trim_end_matches(['.', '-', ' ']).to_owned()
}
