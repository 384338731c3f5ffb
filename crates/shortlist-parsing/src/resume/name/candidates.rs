//! Finds the parts of lines that may be the name.

use shortlist_vocabulary::Vocabulary;

use super::super::page::{Page, without_bullet};
use super::super::words::NameWords;
use super::shape::{self, Doubt, Shaped};
use crate::TextLine;

/// The maximum length of a line that may contain a name, in bytes.
const MAX_LINE: usize = 200;
/// The maximum number of words of a name before a job title.
const MAX_BEFORE_TITLE: usize = 3;

/// A part of a line that may be the name.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The text, if it has the shape of a name.
    pub(super) shaped: Shaped,
    /// Whether it is the whole line.
    pub(super) whole: bool,
}

impl Candidate {
    fn whole(shaped: Shaped) -> Self {
        Self {
            shaped,
            whole: true,
        }
    }

    fn part(shaped: Shaped) -> Self {
        Self {
            shaped,
            whole: false,
        }
    }
}

/// Returns the parts of a line that may be a name.
pub(super) fn candidates(page: &Page<'_>, line: &TextLine) -> Vec<Candidate> {
    let words = page.words(line);
    if words.len() > MAX_LINE {
        return Vec::new();
    }
    let words = without_title_of_document(without_bullet(words));
    let vocabulary = page.vocabulary;
    let whole = shape::free(words, vocabulary);
    if let Some(shaped) = name_on_two_lines(page, line, words) {
        return vec![Candidate::whole(shaped)];
    }
    if let Some(shaped) = whole.clone().filter(|shaped| shaped.doubt == Doubt::None) {
        return vec![Candidate::whole(shaped)];
    }
    let mut found: Vec<Candidate> = whole.clone().map(Candidate::whole).into_iter().collect();
    for cell in words.split(['\t', '|', '•', '·', ';', '/']).map(str::trim) {
        let before_comma = cell
            .split([',', '(', '（', '–', '—', ':', '：'])
            .next()
            .unwrap_or(cell);
        let before_dash = before_comma.split(" - ").next().unwrap_or(before_comma);
        let cell = Some(cell).filter(|cell| *cell != before_dash);
        let parts = cell.into_iter().chain([before_dash]);
        let parts = parts.filter_map(|part| {
            if part == words {
                whole.clone()
            } else {
                shape::free(part, vocabulary)
            }
        });
        found.extend(parts.min_by_key(|part| part.doubt).map(Candidate::part));
    }
    found.extend(before_job_title(words, vocabulary).map(Candidate::part));
    found.extend(before_contact(words, vocabulary).map(Candidate::part));
    found
}

/// Returns the name in `ADA LOVELACE Software Engineer`.
fn before_job_title(words: &str, vocabulary: &Vocabulary) -> Option<Shaped> {
    let all: Vec<&str> = words.split_whitespace().collect();
    let count = all
        .iter()
        .take_while(|word| shape::is_plain_word(word) && !is_trade_word(word, vocabulary))
        .count();
    let (name, title) = all.split_at_checked(count)?;
    let names_trade = title.iter().take(5).any(|word| shape::is_title_word(word));
    if !names_trade || !(2..=MAX_BEFORE_TITLE).contains(&count) {
        return None;
    }
    shape::free(&name.join(" "), vocabulary).filter(|shaped| shaped.doubt == Doubt::None)
}

/// Returns the name in `Ada Lovelace ada@example.org`.
fn before_contact(words: &str, vocabulary: &Vocabulary) -> Option<Shaped> {
    let all: Vec<&str> = words.split_whitespace().collect();
    let count = all
        .iter()
        .take_while(|word| shape::is_plain_word(word))
        .count();
    let (name, rest) = all.split_at_checked(count)?;
    let is_contact = |word: &&str| {
        word.contains(['@', '+', '('])
            || word.contains(|c: char| c.is_ascii_digit())
            || word.ends_with(':')
    };
    if !(2..=MAX_BEFORE_TITLE).contains(&count) || !rest.first().is_some_and(is_contact) {
        return None;
    }
    shape::free(&name.join(" "), vocabulary).filter(|shaped| shaped.doubt == Doubt::None)
}

/// Returns whether a word is a skill or qualifies a job title.
fn is_trade_word(word: &str, vocabulary: &Vocabulary) -> bool {
    let lower = word.to_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    // A single letter is an initial, although there are languages with such names.
    let is_initial = bare.chars().count() < 2;
    !is_initial && (NameWords::get().trade_words.contains(bare) || vocabulary.find(word).is_some())
}

/// Removes a document title before the name, as in `Curriculum Vitae of X` and `Resume - X`.
fn without_title_of_document(words: &str) -> &str {
    let lower = words.to_lowercase();
    let lists = NameWords::get();
    let is_title = |title: &&str| {
        let after = lower.strip_prefix(*title);
        after.is_some_and(|after| !after.starts_with(char::is_alphabetic))
    };
    let title = lists
        .document_titles
        .iter()
        .find(is_title)
        .filter(|_| lower.len() == words.len());
    let Some(title) = title else {
        return without_trailing_title(words, &lower);
    };
    let rest = words
        .get(title.len()..)
        .unwrap_or("")
        .trim_start_matches([' ', ':', '-', '–', '—', '|', '\t']);
    match rest.split_once(' ') {
        Some((word, name)) if lists.after_document_title.contains(word) => name,
        _ => rest,
    }
}

/// Removes a document title after the name, as in `Ada Lovelace - Resume`.
fn without_trailing_title<'a>(words: &'a str, lower: &str) -> &'a str {
    let name_end = NameWords::get().document_titles.iter().find_map(|title| {
        let name = lower.strip_suffix(title)?;
        name.ends_with([' ', '-', '\t', '|']).then_some(name.len())
    });
    let name = name_end.filter(|_| lower.len() == words.len());
    let words = name.and_then(|end| words.get(..end)).unwrap_or(words);
    words.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | ':' | ',' | '|'))
}

/// Returns a name on two lines of the same style, with one or two words on each.
fn name_on_two_lines(page: &Page<'_>, line: &TextLine, words: &str) -> Option<Shaped> {
    let below = page
        .lines
        .partition_point(|other| other.span.start <= line.span.start);
    let next = page.lines.get(below)?;
    let same_style =
        (line.size - next.size).abs() < 0.6 && line.region == next.region && line.page == next.page;
    let below = page.words(next);
    let is_part = |words: &str| (1..=2).contains(&shape::full_words(words));
    if !same_style || line.size < page.body_size + 2.0 || !is_part(words) || !is_part(below) {
        return None;
    }
    shape::free(&format!("{words} {below}"), page.vocabulary)
        .filter(|shaped| shaped.doubt == Doubt::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_title_after_the_name_is_cut_off() {
        let name =
            |text: &str| before_job_title(text, Vocabulary::built_in()).map(|shaped| shaped.name);
        for text in [
            "GRACE HOPPER Java Developer",
            "Grace Hopper Senior Civil Engineer with 9+ years",
        ] {
            assert_eq!(name(text).unwrap().to_lowercase(), "grace hopper", "{text}");
        }
        for text in [
            "Full Stack Developer",
            "Supply Chain Manager",
            "Grace Hopper",
            "Principal Engineer",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn the_document_title_is_not_part_of_the_name() {
        for text in [
            "Curriculum Vitae of Ada",
            "RESUME - Ada",
            "Ada RESUME",
            "CV: Ada",
            "Ada",
        ] {
            assert_eq!(without_title_of_document(text), "Ada");
        }
        assert_eq!(without_title_of_document("Cvetana"), "Cvetana");
    }
}
