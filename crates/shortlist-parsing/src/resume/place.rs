//! Finds where the person lives, from the contact data.

mod address;
mod shape;

use shortlist_domain::{Found, SectionKind, Span};

use super::home::{HomeLabel, before_next_label, labelled_home, place_of_signature};
use super::page::{Page, without_bullet};
use super::sections::LineKind;
use super::words::PlaceWords;
use crate::TextLine;
use address::{begins_like_address, is_address_line, is_open_address, with_other_lines};
use shape::{MAX_TOWN_WORDS, cells, postal_address, town_with_country, words_with_town};
pub(super) use shape::{could_be_place, is_address_word};

/// The number of contact lines that may contain a place without a label.
const TOP_LINES: usize = 15;
/// The length of a label that is too short to be certain without a colon, in bytes: `Place`, `Add`.
const MAX_SHORT_LABEL: usize = 6;
/// The kinds of sections at the head of a resume.
const HEAD_KINDS: [SectionKind; 4] = [
    SectionKind::Contact,
    SectionKind::Personal,
    SectionKind::Summary,
    SectionKind::Other,
];
/// The number of lines between a place and an e-mail address that belong together.
const EMAIL_DISTANCE: usize = 2;
/// The maximum length of the number of a house, in bytes: `5-143/A`.
const MAX_NUMBER_BYTES: usize = 12;

/// A place and the number of its line.
pub(super) type FoundPlace = Option<(usize, Found<String>)>;
/// Returns the part of a text that has the shape of a place.
type Shape = fn(&str) -> Option<&str>;

/// Returns the place after a label, or else a contact line in the shape of `City, Country`.
pub(super) fn find_place(
    page: &Page<'_>,
    kinds: &[LineKind],
    full_name: Option<&Found<String>>,
) -> Option<Found<String>> {
    let name = full_name.and_then(|found| found.span);
    let is_name = |found: &Found<String>| {
        full_name.is_some_and(|name| found.value.eq_ignore_ascii_case(&name.value))
    };
    if let Some(home) = labelled_place(page, kinds, name).filter(|home| !is_name(home)) {
        return Some(home);
    }
    // Where a person is from is less often where the person lives than what the head of the resume says.
    let in_head = in_contact_lines(page, kinds, name)
        .or_else(|| place_at_the_top(page, kinds, full_name))
        .or_else(|| place_beside_email(page, kinds));
    let (number, found) = in_head
        .or_else(|| permanent_place(page, kinds))
        .or_else(|| place_of_signature(page))?;
    // A person's name is no place, even if it is also the name of a town.
    (!is_name(&found)).then(|| with_other_lines(page, number, found, name))
}

/// Returns the lines of the contact data and the personal data.
fn contact_lines<'a>(
    page: &'a Page<'_>,
    kinds: &'a [LineKind],
) -> impl Iterator<Item = (usize, &'a TextLine, &'a str)> {
    page.numbered().filter(|(number, _, _)| {
        let kind = kinds.get(*number).map(|kind| kind.kind);
        matches!(kind, Some(SectionKind::Contact | SectionKind::Personal))
    })
}

/// Returns the home after a label, the most certain label first.
fn labelled_place(
    page: &Page<'_>,
    kinds: &[LineKind],
    name: Option<Span>,
) -> Option<Found<String>> {
    let homes: [&dyn Fn() -> FoundPlace; 3] = [
        &|| labelled_home(page, kinds, HomeLabel::Current),
        &|| after_labels(page, kinds, |words| !is_permanent(words)),
        &|| labelled_home(page, kinds, HomeLabel::Home),
    ];
    let found = homes.iter().filter_map(|find| find());
    let mut found = found.map(|(number, home)| with_other_lines(page, number, home, name));
    let first = found.next()?;
    // The first home may be a street only. A later one may name the town.
    let is_open = is_open_address(&first.value);
    let is_complete = |home: &Found<String>| is_open && !is_open_address(&home.value);
    let permanent = || permanent_place(page, kinds).map(|(_, home)| home);
    let complete = found
        .find(is_complete)
        .or_else(|| permanent().filter(is_complete));
    Some(complete.unwrap_or(first))
}

/// Returns the place where a person comes from.
fn permanent_place(page: &Page<'_>, kinds: &[LineKind]) -> FoundPlace {
    after_labels(page, kinds, is_permanent)
        .or_else(|| labelled_home(page, kinds, HomeLabel::Permanent))
}

/// Returns the place after the first label of the contact data that is wanted.
fn after_labels(page: &Page<'_>, kinds: &[LineKind], is_wanted: fn(&str) -> bool) -> FoundPlace {
    contact_lines(page, kinds).find_map(|(number, line, words)| {
        is_wanted(words).then_some(())?;
        let here = after_label(words).map(|place| (number, line, words, place));
        let below = || place_below_label(page, kinds, number, is_label);
        let (number, line, words, place) = here.or_else(below)?;
        let found = found_place(place, line, words, 90, "after its label");
        Some((number, found))
    })
}

/// Returns the place in one of the first contact lines, by its shape. The line of the name is skipped, because `MD` in
/// `Ada Lovelace, MD` is not a state.
fn in_contact_lines(page: &Page<'_>, kinds: &[LineKind], name: Option<Span>) -> FoundPlace {
    let shapes: [(Shape, u8, &str); 3] = [
        (
            town_with_country,
            75,
            "in the contact's lines, and names a town, a state or a country",
        ),
        (
            postal_address,
            60,
            "in the contact's lines, and looks like an address",
        ),
        (
            words_with_town,
            55,
            "in the contact's lines, and contains a town",
        ),
    ];
    shapes.into_iter().find_map(|(find, confidence, reason)| {
        let lines = contact_lines(page, kinds).take(TOP_LINES);
        let mut lines = lines.filter(|(_, line, _)| name != Some(line.span));
        lines.find_map(|(number, line, words)| {
            let place = cells(words).find_map(find)?;
            let found = found_place(place, line, words, confidence, reason);
            Some((number, found))
        })
    })
}

/// Returns whether a line begins with the label of an earlier or a second home.
fn is_permanent(words: &str) -> bool {
    let label = without_bullet(words)
        .split([':', '：', '\t'])
        .next()
        .unwrap_or("");
    let label = label.trim_end_matches(['-', ' ']).to_lowercase();
    PlaceWords::get().permanent_labels.contains(&label)
}

/// Returns the place on the line below a label without a place: its line, the line's words, and the place. The label may be followed
/// by the number of a house.
pub(super) fn place_below_label<'a>(
    page: &Page<'a>,
    kinds: &[LineKind],
    number: usize,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<(usize, &'a TextLine, &'a str, &'a str)> {
    let is_margin = |c: char| matches!(c, ':' | '：' | '-' | ' ' | '\t');
    let line = without_bullet(page.line(number)).trim_end_matches(is_margin);
    let label = line.split([':', '：', '\t']).next()?;
    let label = label.trim_end_matches(is_margin);
    let value = line.get(label.len()..)?.trim_start_matches(is_margin);
    let is_number =
        value.starts_with(|c: char| c.is_ascii_digit()) && value.len() <= MAX_NUMBER_BYTES;
    let is_open = value.is_empty() || is_number;
    let is_alone = is_open && is_wanted(label) && label.len() > MAX_SHORT_LABEL;
    let below = page.lines.get(number + 1).filter(|_| is_alone)?;
    let words = page.words(below);
    let place = cells(words).next()?;
    let kind = kinds.get(number + 1);
    let is_heading = kind.is_some_and(|kind| kind.body.start == kind.body.end);
    let (_, after) = words.split_once(place)?;
    let before_value = after.trim_start().starts_with([':', '：']);
    let inside = place.contains(':') && !begins_like_address(place);
    let has_label = is_label(place) || before_value || inside;
    let fits = could_be_place(place) && !is_heading && !has_label;
    fits.then_some((number + 1, below, words, place))
}

/// Returns a short place with its country in one of the first lines, even if a title or a slogan is above it.
/// In the line of the name, it comes after the name.
fn place_at_the_top(
    page: &Page<'_>,
    kinds: &[LineKind],
    name: Option<&Found<String>>,
) -> FoundPlace {
    let is_head = |(number, _, _): &(usize, &TextLine, &str)| {
        let kind = kinds.get(*number).map(|kind| kind.kind);
        kind.is_some_and(|kind| HEAD_KINDS.contains(&kind))
    };
    let is_by_email = |number: usize| {
        let near = number.saturating_sub(EMAIL_DISTANCE)..=number + EMAIL_DISTANCE;
        near.into_iter().any(|line| page.line(line).contains('@'))
    };
    let mut lines = page.numbered().take(TOP_LINES).take_while(is_head);
    lines.find_map(|(number, line, words)| {
        let name = name.and_then(|name| words.split_once(name.value.as_str()));
        let words_after = name.map_or(words, |(_, after)| after);
        let words_after = words_after.trim_start_matches([',', ' ']);
        let mut cells = cells(words_after).map(before_next_label);
        let place = cells.find_map(|cell| {
            let short = cell.split_whitespace().count() <= MAX_TOWN_WORDS;
            let named = town_with_country(cell).filter(|_| short && cell.contains(','));
            named.or_else(|| words_with_town(cell).filter(|_| is_by_email(number)))
        })?;
        let reason = "in the first lines, and names a town, a state or a country";
        Some((number, found_place(place, line, words, 50, reason)))
    })
}

/// Returns the place in a line with an e-mail address, as in the footer of a page.
fn place_beside_email(page: &Page<'_>, kinds: &[LineKind]) -> FoundPlace {
    let mut lines = page.numbered().filter(|(number, _, words)| {
        let kind = kinds.get(*number).map(|kind| kind.kind);
        words.contains('@') && kind != Some(SectionKind::References)
    });
    lines.find_map(|(number, line, words)| {
        let mut cells = cells(words).map(before_next_label);
        let place =
            cells.find_map(|cell| town_with_country(cell).or_else(|| words_with_town(cell)))?;
        let reason = "in the line of the e-mail address";
        Some((number, found_place(place, line, words, 50, reason)))
    })
}

/// Returns a place with its position in its line.
pub(super) fn found_place(
    place: &str,
    line: &TextLine,
    words: &str,
    confidence: u8,
    reason: &'static str,
) -> Found<String> {
    let start = line.span.start + words.find(place).unwrap_or(0);
    Found {
        confidence,
        ..Found::certain(
            place.to_owned(),
            Span::new(start, start + place.len()),
            reason,
        )
    }
}

/// Returns the text after the label of a place at the start of a line.
pub(super) fn after_label(words: &str) -> Option<&str> {
    let words = without_bullet(words);
    let at = words.find([':', '：']).or_else(|| words.find('\t'))?;
    let label = words.get(..at)?.trim_end_matches(['-', ' ']);
    if !is_label(label) {
        return None;
    }
    let rest = words
        .get(at..)?
        .trim_start_matches([':', '：', '\t', ' ', '-']);
    let first = cells(rest).next().filter(|cell| could_be_place(cell))?;
    // A tab may break an address.
    let second = rest.split('\t').nth(1).filter(|it| is_address_line(it));
    let end = second.map(|second| rest.find(second).unwrap_or(0) + second.len());
    let start = rest.find(first)?;
    let whole = end.and_then(|end| rest.get(start..end));
    Some(whole.filter(|it| could_be_place(it)).unwrap_or(first))
}

/// Returns whether a text is a label of a place. The letters of Chinese labels may be spaced: `地 址`.
fn is_label(text: &str) -> bool {
    let spaces = if text.is_ascii() { " " } else { "" };
    let words: Vec<&str> = text.split_whitespace().collect();
    let labels = &PlaceWords::get().labels;
    let lower = words.join(" ").to_lowercase();
    labels.contains(&lower) || labels.contains(&words.join(spaces).to_lowercase())
}

#[cfg(test)]
mod tests;
