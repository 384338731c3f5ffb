//! What an entry of an experience section says: title, organization, place.

use shortlist_domain::Position;

use super::dates::DateRange;
use super::page::{Page, without_bullet};
use super::words::{ORGANIZATION_WORDS, TITLE_WORDS, holds};

/// A longer phrase is prose.
const MAX_PHRASE_CHARS: usize = 90;

/// Title, organization and place from the line of a date and its neighbours.
///
/// `bounds` are the first line that may belong to the entry and the line behind the last.
pub(super) fn describe(
    page: &Page<'_>,
    number: usize,
    bounds: (usize, usize),
    range: DateRange,
) -> Position {
    let mut phrases = own_line(page, number, range);
    let neighbours = [
        number.checked_sub(1),
        Some(number + 1),
        number.checked_sub(2),
    ];
    for neighbour in neighbours.into_iter().flatten() {
        if (bounds.0..bounds.1).contains(&neighbour) && phrases.len() < 4 {
            phrases.extend(of_neighbour(page, neighbour));
        }
    }
    let mut position = Position::default();
    for phrase in phrases {
        if position.title.is_none() && is_title(&phrase) {
            position.title = Some(phrase);
        } else if position.organization.is_none() && !is_place(&phrase) {
            position.organization = Some(phrase);
        } else if position.place.is_none() && is_place(&phrase) {
            position.place = Some(phrase);
        }
    }
    position
}

/// The phrases of the dated line without its date.
fn own_line(page: &Page<'_>, number: usize, range: DateRange) -> Vec<String> {
    let Some(line) = page.lines.get(number) else {
        return Vec::new();
    };
    let before = page
        .text
        .get(line.span.start..range.span.start.max(line.span.start))
        .unwrap_or("");
    let after = page
        .text
        .get(range.span.end.min(line.span.end)..line.span.end)
        .unwrap_or("");
    let mut found = phrases(before);
    found.extend(phrases(after));
    found
}

fn of_neighbour(page: &Page<'_>, number: usize) -> Vec<String> {
    let bulleted = page.lines.get(number).is_none_or(|line| line.list_item);
    let words = page.line(number);
    let prose = words.len() > MAX_PHRASE_CHARS || words.ends_with('.') || bulleted;
    if prose || words.len() != without_bullet(words).len() {
        return Vec::new();
    }
    phrases(words)
}

/// A line's phrases: parted by cells, bars, dashes, commas and `at`.
fn phrases(text: &str) -> Vec<String> {
    let mut parts = vec![text];
    for separator in [
        "\t", "|", " – ", " — ", " - ", " at ", " @ ", ", ", "; ", "•", " bei ", " chez ",
    ] {
        parts = parts
            .into_iter()
            .flat_map(|part| part.split(separator))
            .collect();
    }
    parts
        .into_iter()
        .map(|part| {
            part.trim_matches(|c: char| {
                c.is_whitespace()
                    || matches!(
                        c,
                        ',' | ':' | '-' | '–' | '—' | '(' | ')' | '|' | '.' | ';' | '•'
                    )
            })
        })
        .filter(|part| {
            part.chars().filter(|c| c.is_alphabetic()).count() >= 2
                && part.len() <= MAX_PHRASE_CHARS
        })
        .map(ToOwned::to_owned)
        .collect()
}

fn is_title(phrase: &str) -> bool {
    let words: Vec<String> = phrase
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
        .collect();
    let organization = words
        .last()
        .is_some_and(|word| holds(ORGANIZATION_WORDS, word));
    !organization && words.iter().any(|word| holds(TITLE_WORDS, word))
}

/// A short phrase with nothing but capitalised words and no word of an organization, behind others.
fn is_place(phrase: &str) -> bool {
    let country = super::words::COUNTRIES
        .iter()
        .any(|(name, _)| phrase.to_lowercase() == *name);
    let state = phrase.len() == 2 && phrase.chars().all(|c| c.is_ascii_uppercase());
    country || state || phrase.eq_ignore_ascii_case("remote")
}
