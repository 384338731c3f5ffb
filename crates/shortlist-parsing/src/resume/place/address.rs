//! Adds the other lines of an address to a place.

use shortlist_domain::{Found, Span};

use super::super::headings::exact_kind;
use super::super::page::{Page, without_bullet};
use super::shape::{
    MAX_ADDRESS_DIGITS, MAX_REST_BYTES, contains_town, could_be_place, is_address_word,
    postal_address, title_case, town_with_country, words_with_town,
};
use super::{after_label, is_label};

/// The maximum number of lines of an address.
const MAX_ADDRESS_LINES: usize = 5;
/// The maximum number of lines below a label's address that no list of towns knows.
const MAX_UNKNOWN_LINES: usize = 2;
/// The number of bytes after a place, such as a comma, that can be in its line.
const MAX_MARGIN_BYTES: usize = 2;

/// Adds the other lines of an address.
pub(super) fn with_other_lines(
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
        .take_while(|line| !is_label(page.line(*line).trim_end_matches([':', '：', '-', ' '])))
        .last()
        .unwrap_or(number)
}

/// Returns the last line of an address. A line after the given one belongs to it if it is announced by a comma or a dash,
/// or looks like an address itself.
fn last_line(page: &Page<'_>, number: usize, name: Option<Span>) -> usize {
    let closing = closing_line(page, number, name).unwrap_or(number);
    (number + 1..number + MAX_ADDRESS_LINES)
        .take_while(|line| {
            if *line <= closing {
                return true;
            }
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

/// Returns the line that ends an address, because it contains a postal code, or a town that the address lacks.
fn closing_line(page: &Page<'_>, number: usize, name: Option<Span>) -> Option<usize> {
    let named = |number: usize| {
        let words = page.line(number);
        let words = after_label(words).unwrap_or(words);
        town_with_country(words).is_some() || contains_town(&title_case(words))
    };
    let could_go_on = |line: &usize| {
        is_part_of_address(page, *line, name)
            && !page.line(*line).contains([':', '：'])
            && page.line(*line).len() <= MAX_REST_BYTES
    };
    let lines = || (number + 1..number + MAX_ADDRESS_LINES).take_while(could_go_on);
    let coded = || {
        let is_whole = has_postal_code(page.line(number));
        let mut lines =
            lines().take_while(|line| *line == number + 1 || !begins_block(page, *line));
        lines.find(|line| !is_whole && has_postal_code(page.line(*line)))
    };
    let is_open = !named(number);
    let closes = |line: &usize| named(*line) || postal_address(page.line(*line)).is_some();
    let rest = || {
        let is_labelled = after_label(page.line(number)).is_some();
        let is_rest = |line: &usize| !begins_block(page, *line) && !is_heading(page.line(*line));
        let lines = lines().take_while(is_rest).take(MAX_UNKNOWN_LINES);
        lines.filter(|_| is_labelled && is_open).last()
    };
    coded()
        .or_else(|| lines().filter(|_| is_open).find(closes))
        .or_else(rest)
}

/// Returns whether a line contains a number of five or six digits that is no telephone number, such as `560001` or `560 001`.
fn has_postal_code(words: &str) -> bool {
    let is_code =
        |word: &str| matches!(word.len(), 5 | 6) && word.bytes().all(|byte| byte.is_ascii_digit());
    let digits = words.bytes().filter(u8::is_ascii_digit).count();
    let mut numbers = words.split(|c: char| !c.is_ascii_alphanumeric());
    digits <= MAX_ADDRESS_DIGITS && numbers.any(is_code)
}

fn is_heading(words: &str) -> bool {
    exact_kind(words).is_some()
}

/// Returns whether space above a line separates it from the address.
fn begins_block(page: &Page<'_>, number: usize) -> bool {
    page.lines.get(number).is_some_and(|line| line.gap_above)
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
pub(super) fn is_open_address(words: &str) -> bool {
    let words = after_label(words).unwrap_or(words);
    postal_address(words).is_some() && town_with_country(words).is_none() && !contains_town(words)
}

/// Returns whether a short line begins with a word of addresses: `Dist: Example`, `Post - Example`.
pub(super) fn begins_like_address(words: &str) -> bool {
    let is_address_word = |word: &str| word.len() > 1 && is_address_word(word);
    let ends_word = |c: char| !c.is_alphanumeric() && c != '.';
    let first = words.split(ends_word).next().unwrap_or("");
    let starts = [Some(first.trim_end_matches('.')), first.split('.').next()];
    words.len() <= MAX_REST_BYTES && starts.into_iter().flatten().any(is_address_word)
}

/// Returns whether a short line may be the rest of an address: it has a comma, or a state in brackets.
fn is_near_place(words: &str) -> bool {
    words.len() <= MAX_REST_BYTES && words.contains([',', '(']) && !words.contains(['@', ':'])
}

pub(super) fn is_address_line(words: &str) -> bool {
    town_with_country(words).is_some()
        || postal_address(words).is_some()
        || words_with_town(words).is_some()
}
