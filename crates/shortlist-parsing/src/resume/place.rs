//! Finds where the person lives, from the contact data.

use shortlist_domain::{Found, SectionKind, Span};

use super::home::{home_anywhere, place_of_signature};
use super::page::{Page, without_bullet};
use super::places::{is_place, is_town};
use super::sections::LineKind;
use super::words::PlaceWords;
use crate::TextLine;

/// The maximum length of a place, in characters.
const MAX_CHARS: usize = 120;
/// The maximum number of words before the country. They may include a street.
const MAX_TOWN_WORDS: usize = 6;
/// The number of contact lines that may contain a place without a label.
const TOP_LINES: usize = 15;
/// The maximum number of lines of an address.
const MAX_ADDRESS_LINES: usize = 5;
/// The maximum number of digits in a line of an address. A telephone number has more.
const MAX_ADDRESS_DIGITS: usize = 10;
/// The maximum length of the rest of an address on a line of its own, in bytes.
const MAX_REST_BYTES: usize = 60;
/// The length of a label that is too short to be certain without a colon, in bytes: `Place`, `Add`.
const MAX_SHORT_LABEL: usize = 6;
/// The number of bytes after a place, such as a comma, that can be in its line.
const MAX_MARGIN_BYTES: usize = 2;

/// Returns the place after a label, or else a contact line in the shape of `City, Country`.
///
/// The line of the name is skipped, because `MD` in `Ada Lovelace, MD` is not a state.
pub(super) fn find_place(
    page: &Page<'_>,
    kinds: &[LineKind],
    name: Option<Span>,
) -> Option<Found<String>> {
    let contact = || {
        page.numbered().filter(|(number, _, _)| {
            let kind = kinds.get(*number).map(|kind| kind.kind);
            matches!(kind, Some(SectionKind::Contact | SectionKind::Personal))
        })
    };
    let after_labels = |is_wanted: fn(&str) -> bool| {
        contact().find_map(|(number, line, words)| {
            is_wanted(words).then_some(())?;
            let place = after_label(words);
            let below = || place_below_label(page, number);
            let (number, line, words, place) = match place {
                Some(place) => (number, line, words, place),
                None => below()?,
            };
            let found = found_place(place, line, words, 90, "after its label");
            Some((number, found))
        })
    };
    let labelled =
        after_labels(|words| !is_permanent(words)).or_else(|| after_labels(is_permanent));
    let labelled = labelled.or_else(|| home_anywhere(page, kinds));
    let top = |find: fn(&str) -> Option<&str>, confidence, reason| {
        let lines = contact().take(TOP_LINES);
        let mut lines = lines.filter(|(_, line, _)| name != Some(line.span));
        lines.find_map(|(number, line, words)| {
            let place = cells(words).find_map(find)?;
            let found = found_place(place, line, words, confidence, reason);
            Some((number, found))
        })
    };
    let reason = "in the contact's lines, and names a town, a state or a country";
    let (number, found) = labelled
        .or_else(|| top(town_with_country, 75, reason))
        .or_else(|| {
            top(
                postal_address,
                60,
                "in the contact's lines, and looks like an address",
            )
        })
        .or_else(|| {
            top(
                words_with_town,
                55,
                "in the contact's lines, and contains a town",
            )
        })
        .or_else(|| place_of_signature(page))?;
    Some(with_other_lines(page, number, found, name))
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

/// Returns the place on the line below a label that is alone on its line: its line, the line's words, and the place.
fn place_below_label<'a>(
    page: &Page<'a>,
    number: usize,
) -> Option<(usize, &'a TextLine, &'a str, &'a str)> {
    let label = without_bullet(page.line(number)).trim_end_matches([':', '：', '-', ' ', '\t']);
    let is_alone = is_label(label) && label.len() > MAX_SHORT_LABEL;
    let below = page.lines.get(number + 1).filter(|_| is_alone)?;
    let words = page.words(below);
    let place = cells(words).next()?;
    let fits = could_be_place(place) && !place.contains(':');
    fits.then_some((number + 1, below, words, place))
}

/// Returns a cell that contains the name of a large town and also looks like an address: it has a comma, a bracket, a
/// dash or a number.
fn words_with_town(cell: &str) -> Option<&str> {
    let marked = cell.contains(|c: char| c.is_ascii_digit() || ",-–(".contains(c));
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let other = cell.contains("://") || cell.contains("www.") || cell.contains(':');
    let fits = could_be_place(cell) && digits <= MAX_ADDRESS_DIGITS && !other;
    (fits && marked && contains_town(cell)).then_some(cell)
}

/// Returns whether one to three words of a text are the name of a large town.
fn contains_town(text: &str) -> bool {
    let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, ' ' | '\'' | '’' | '.');
    let mut parts = text.split(is_mark);
    parts.any(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        (1..=3).any(|count| words.windows(count).any(|some| is_town(&some.join(" "))))
    })
}

/// Adds the other lines of an address.
fn with_other_lines(
    page: &Page<'_>,
    number: usize,
    found: Found<String>,
    name: Option<Span>,
) -> Found<String> {
    let Some(span) = found.span else {
        return found;
    };
    if let Some((below, end)) = cell_below(page, number, span) {
        return Found {
            value: format!("{}, {below}", found.value),
            span: Some(Span::new(span.start, end)),
            ..found
        };
    }
    let line_span = |number: usize| page.lines.get(number).map_or(span, |line| line.span);
    let first = first_line(page, number, name);
    // What follows the place in its line is not part of the address, and neither are the lines below.
    let ends_line = line_span(number).end <= span.end + MAX_MARGIN_BYTES;
    let last = if ends_line {
        last_line(page, number, name)
    } else {
        number
    };
    let start = if first < number {
        line_span(first).start
    } else {
        span.start
    };
    let end = if last > number {
        line_span(last).end
    } else {
        span.end
    };
    let lines = page.text.get(start..end).unwrap_or_default().lines();
    let lines = lines.map(|line| without_bullet(line).trim_end_matches([',', ' ']));
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    Found {
        value: lines.join(", "),
        span: Some(Span::new(start, end)),
        ..found
    }
}

/// Returns the first cell of the next line and its end, if an address without a town continues there. Other contacts are in
/// the second column.
fn cell_below<'a>(page: &Page<'a>, number: usize, span: Span) -> Option<(&'a str, usize)> {
    let (line, below) = (page.lines.get(number)?, page.lines.get(number + 1)?);
    let words = page.words(line);
    let first = words
        .split('\t')
        .next()
        .filter(|first| first.len() < words.len())?;
    let begins = line.span.start + first.len() >= span.end;
    let cell = page.words(below).split('\t').next()?;
    let is_open = begins && is_open_address(first.trim());
    let goes_on = is_address_line(cell) || is_near_place(cell) && could_be_place(cell);
    let cell = cell.trim().trim_end_matches(',');
    (is_open && goes_on).then_some((cell, below.span.start + cell.len()))
}

/// Returns the first line of an address. The lines before the given one belong to it if they end with a comma or a dash.
fn first_line(page: &Page<'_>, number: usize, name: Option<Span>) -> usize {
    (1..MAX_ADDRESS_LINES)
        .filter_map(|distance| number.checked_sub(distance))
        .take_while(|line| continues(page, *line) && is_part_of_address(page, *line, name))
        .last()
        .unwrap_or(number)
}

/// Returns the last line of an address. A line after the given one belongs to it if it is announced by a comma or a dash,
/// or looks like an address itself.
fn last_line(page: &Page<'_>, number: usize, name: Option<Span>) -> usize {
    (number + 1..number + MAX_ADDRESS_LINES)
        .take_while(|line| {
            let is_open = || (number..*line).all(|line| is_open_address(page.line(line)));
            let follows = continues(page, line - 1)
                || is_address_line(page.line(*line))
                || begins_like_address(page.line(*line));
            (follows || is_open() && is_near_place(page.line(*line)))
                && is_part_of_address(page, *line, name)
        })
        .last()
        .unwrap_or(number)
}

/// Returns whether a line ends with a mark after which an address continues.
fn continues(page: &Page<'_>, number: usize) -> bool {
    page.line(number).trim_end().ends_with([',', '-', '，'])
}

/// Returns whether a line can be a part of an address: it is not the name, has one cell and no telephone number.
fn is_part_of_address(page: &Page<'_>, number: usize, name: Option<Span>) -> bool {
    let line = page.lines.get(number);
    let words = page.line(number);
    let digits = words.chars().filter(char::is_ascii_digit).count();
    line.is_some_and(|line| name != Some(line.span))
        && could_be_place(words)
        && digits <= MAX_ADDRESS_DIGITS
        && !words.contains(['\t', '|'])
}

/// Returns whether a line names a street or a house but no town, so the address goes on below.
fn is_open_address(words: &str) -> bool {
    let words = after_label(words).unwrap_or(words);
    postal_address(words).is_some() && town_with_country(words).is_none() && !contains_town(words)
}

/// Returns whether a short line begins with a word of addresses: `Dist: Example`, `Post - Example`.
fn begins_like_address(words: &str) -> bool {
    let first = words
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("");
    words.len() <= MAX_REST_BYTES
        && first.len() > 1
        && PlaceWords::get()
            .address_words
            .contains(&first.to_lowercase())
}

/// Returns whether a short line may be the rest of an address: it has a comma, or a state in brackets.
fn is_near_place(words: &str) -> bool {
    words.len() <= MAX_REST_BYTES && words.contains([',', '(']) && !words.contains(['@', ':'])
}

fn is_address_line(words: &str) -> bool {
    town_with_country(words).is_some()
        || postal_address(words).is_some()
        || words_with_town(words).is_some()
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

fn cells(words: &str) -> impl Iterator<Item = &str> {
    words
        .split(ends_cell)
        .map(|cell| without_bullet(cell).trim_end_matches([',', '.', ' ']))
}

/// Returns whether a character is between two contacts: a mark, or an icon, which fonts store as a private-use character.
fn ends_cell(c: char) -> bool {
    let marks = ['\t', '|', '•', '●', '▪', '◆', '∙', '·', '⋄', ';'];
    marks.contains(&c) || ('\u{e000}'..='\u{f8ff}').contains(&c)
}

/// Returns whether a text is short enough for a place, and has letters.
pub(super) fn could_be_place(cell: &str) -> bool {
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 2 && cell.chars().count() <= MAX_CHARS && !cell.contains('@')
}

/// Returns a cell that names a town, a state or a country after a comma, or that is a town: `Springfield, IL 62701`,
/// `12 High Street, Graz`, `Lisbon, Portugal (remote)`.
fn town_with_country(cell: &str) -> Option<&str> {
    let cell = cell.split('(').next()?.trim();
    if !could_be_place(cell) {
        return None;
    }
    let Some((town, last)) = cell.rsplit_once([',', '،', '，']) else {
        return is_town(cell).then_some(cell);
    };
    let has_digit = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    // A postal code follows the state.
    let words: Vec<&str> = last
        .split_whitespace()
        .filter(|word| !has_digit(word))
        .collect();
    let known = is_place(&words.join(" ")) && town.split_whitespace().count() <= MAX_TOWN_WORDS;
    let mut parts = cell.split([',', '،', '，']);
    (known || parts.any(is_town)).then_some(cell)
}

/// Returns a cell in the shape of a postal address: words with a postal code, or with a number and a word such as `Street`.
fn postal_address(cell: &str) -> Option<&str> {
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    let is_margin = |c: char| !c.is_alphanumeric();
    let words = || {
        cell.split(|c: char| c.is_whitespace() || ",-–/".contains(c))
            .map(|word| word.trim_matches(is_margin))
    };
    let is_postal_code = |word: &str| {
        (5..=6).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let lists = PlaceWords::get();
    let is_address_word = |word: &str| lists.address_words.contains(&word.to_lowercase());
    let named = words().filter(|word| is_address_word(word)).take(2).count();
    let has_code = words().any(is_postal_code);
    let is_worded = letters >= 4 && letters > digits || has_code && digits == 6 && letters >= 4;
    let fits = digits <= 12 && is_worded && could_be_place(cell);
    let fits = fits && (digits > 0 || named == 2 && cell.len() <= MAX_REST_BYTES);
    let is_address = words().any(is_postal_code) || words().any(is_address_word);
    let other = cell.contains("://") || cell.contains("www.") || cell.starts_with('+');
    (fits && is_address && !other).then_some(cell)
}

#[cfg(test)]
mod tests;
