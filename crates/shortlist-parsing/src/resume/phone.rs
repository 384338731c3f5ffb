//! Finds telephone numbers: candidates by shape, validated by `phonenumber`.

mod countries;
mod number;
mod shape;

use shortlist_domain::{Found, SectionKind, Span};
use shortlist_vocabulary::PhraseList;

use super::ReadOptions;
use super::page::Page;
use super::sections::LineKind;
use super::words::ContactWords;
pub use countries::is_phone_region;
use countries::{Countries, as_written, countries, may_lack_zero};
use number::is_north_american;
use shape::{Candidate, MIN_DIGITS, candidates, digit_count};

/// The digits of a number that is certainly whole, whatever follows it.
const MIN_WHOLE_DIGITS: usize = 9;
/// The maximum number of candidates that are considered.
const MAX_CANDIDATES: usize = 60;
/// The number of characters before a number that may contain its label.
const LABEL_CHARS: usize = 24;
/// The minimum number of digits if neither a label nor the position supports the number.
const MIN_BARE_DIGITS: usize = 10;

/// Returns the person's number, as E.164 if its country is known.
pub(super) fn find_phone(
    page: &Page<'_>,
    kinds: &[LineKind],
    targets: &[String],
    options: &ReadOptions,
) -> Option<Found<String>> {
    let countries = countries(page, kinds, options);
    let mut best: Option<(i32, Found<String>)> = None;
    let all = candidates(page.text).into_iter().take(MAX_CANDIDATES);
    for (order, candidate) in (0..).zip(all) {
        let number = page.line_at(candidate.start);
        let kind = kinds.get(number).map(|kind| kind.kind);
        let rest = candidate.after_first_blank();
        let rest = rest.filter(|rest| countries.has_domestic(rest.text));
        let readings = [Some(candidate), rest].into_iter().flatten();
        let mut accepted = readings.filter_map(|one| judged(page, one, kind, &countries));
        let Some((points, found)) = accepted.next() else {
            continue;
        };
        let points = points - i32::min(order, 10);
        if best.as_ref().is_none_or(|(most, _)| points > *most) {
            best = Some((points, found));
        }
    }
    best.map(|(points, found)| Found {
        confidence: u8::try_from((60 + points / 2).clamp(0, 99)).unwrap_or(99),
        ..found
    })
    .or_else(|| linked(targets, &countries))
}

fn linked(targets: &[String], countries: &Countries) -> Option<Found<String>> {
    let number = targets.iter().find_map(|target| {
        let number = target.trim().strip_prefix("tel:")?.replace("%20", " ");
        countries
            .number(&number)
            .or_else(|| (digit_count(&number) >= MIN_DIGITS).then_some(number))
    })?;
    let found = Found::certain(number, None, "behind a link");
    Some(Found {
        confidence: 90,
        ..found
    })
}

/// The evidence for a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Evidence {
    /// A telephone label precedes it.
    phone_label: bool,
    /// A label of another kind of number precedes it.
    other_label: bool,
    /// It begins with a country code.
    country_code: bool,
    /// A label of a mobile phone precedes it.
    mobile: bool,
}

fn judged(
    page: &Page<'_>,
    candidate: Candidate<'_>,
    kind: Option<SectionKind>,
    countries: &Countries,
) -> Option<(i32, Found<String>)> {
    let before = text_before(page.text.get(..candidate.start)?);
    // Another person's number is worse than no number.
    if kind == Some(SectionKind::References) {
        return None;
    }
    let evidence = evidence(&before, candidate.text);
    let after_number = page.text.get(candidate.start + candidate.text.len()..)?;
    let is_called = || evidence.phone_label && countries.has_domestic(candidate.text);
    let dates = shape::is_dates(candidate.text) && !is_called()
        || before.ends_with(['$', '€', '£', '₹'])
        || before.ends_with('#') && !evidence.phone_label;
    if dates || is_glued(after_number, evidence.phone_label || before.contains("ph")) {
        return None;
    }
    let digits = digit_count(candidate.text);
    if shape::is_placeholder(candidate.text) {
        return None;
    }
    let in_contact = matches!(kind, Some(SectionKind::Contact | SectionKind::Personal));
    // Some numbers are valid in no country, such as fictional ones, but resumes contain them.
    let domestic = in_contact && candidate.text.starts_with('0') && (9..=13).contains(&digits);
    // Two zeros begin other long numbers, too.
    let has_code = evidence.country_code && (in_contact || !candidate.text.starts_with("00"));
    let supported = evidence.phone_label || has_code || domestic;
    let list = !evidence.country_code && shape::is_list(candidate.text);
    if is_bare_international(candidate.text, digits)
        && !evidence.phone_label
        && follows_words(&before)
        && !countries.has_code_of_one(candidate.text)
        && !countries.has_domestic(candidate.text)
    {
        return None;
    }
    // Validation costs most of the time, so the other conditions come first.
    if list || !(supported || in_contact || digits >= MIN_BARE_DIGITS) {
        return None;
    }
    let (written, number) = whole_number(candidate.text, after_number, countries)?;
    // Without its zero, almost any long number is one of Germany.
    let lacks_zero = || in_contact && may_lack_zero(candidate.text);
    if !supported && number.is_none() && !lacks_zero() {
        return None;
    }
    let place = match kind {
        Some(SectionKind::Contact) => 30,
        Some(SectionKind::Personal) => 20,
        Some(SectionKind::Experience | SectionKind::Projects | SectionKind::Education) => -20,
        _ => 0,
    };
    let points = place
        + if number.is_some() { 20 } else { 0 }
        + if evidence.phone_label { 25 } else { 0 }
        + if evidence.country_code { 15 } else { 0 }
        + if evidence.mobile { 6 } else { 0 }
        - if evidence.other_label { 80 } else { 0 };
    let reason = match (evidence.phone_label, number.is_some()) {
        (true, true) => "a valid number after a label",
        (true, false) => "after a label; valid in no known country",
        (false, true) => "a valid number without a label",
        (false, false) => "written like a number; valid in no known country",
    };
    let span = Span::new(candidate.start, candidate.start + written.len());
    let value = number.unwrap_or_else(|| as_written(&written));
    (points > -10).then(|| (points, Found::certain(value, span, reason)))
}

/// Returns a number as written and as E.164, with the digits of the next line if a narrow column broke it. Half of a number is worse
/// than none.
fn whole_number(
    text: &str,
    after: &str,
    countries: &Countries,
) -> Option<(String, Option<String>)> {
    let number = countries.number(text);
    let below = digits_below(after).filter(|_| number.is_none());
    let Some(below) = below else {
        let is_begun = number.is_none() && digit_count(text) < MIN_DIGITS;
        return (!is_begun).then(|| (text.to_owned(), number));
    };
    let whole = format!("{text} {below}");
    match countries.number(&whole) {
        Some(number) => Some((whole, Some(number))),
        None => (digit_count(text) >= MIN_WHOLE_DIGITS).then(|| (text.to_owned(), None)),
    }
}

/// Returns whether a number has so many digits that it can only begin with the code of a country, but no sign for that.
fn is_bare_international(text: &str, digits: usize) -> bool {
    digits > MIN_BARE_DIGITS && !text.starts_with(['+', '＋', '(', '0'])
}

/// Returns whether a text ends with a word that goes on before a number: `Matrikel 2019 0320 2104`.
fn follows_words(before: &str) -> bool {
    let near = before.trim_end_matches([' ', ':', '.', '#', '\u{a0}']);
    // A wider gap ends a column.
    let is_near = !before.ends_with("  ") && !before.ends_with('\t');
    is_near && near.ends_with(char::is_alphabetic)
}

/// Returns the line below a number at the end of its line, if it has only digits: a narrow column broke the number.
fn digits_below(after_number: &str) -> Option<&str> {
    let line = after_number.strip_prefix('\n')?.lines().next()?.trim();
    let is_rest = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '.' | '\u{a0}');
    let digits = digit_count(line);
    ((2..=8).contains(&digits) && line.chars().all(is_rest) && !shape::is_dates(line))
        .then_some(line)
}

/// Returns whether the text after the digits makes them part of something else.
fn is_glued(after_number: &str, labelled: bool) -> bool {
    let mut chars = after_number.chars();
    match (chars.next(), chars.next()) {
        (Some('@' | '%' | '_'), _) => !labelled,
        (Some('.'), Some(next)) => next.is_ascii_alphabetic(),
        (Some(next), _) => next.is_ascii_alphabetic() && !labelled,
        (None, _) => false,
    }
}

/// Returns the text before a number, in lower case. Labels of two spaced ideographs are joined.
fn text_before(before: &str) -> String {
    let start = before.char_indices().rev().take(LABEL_CHARS).last();
    let tail = start.and_then(|(start, _)| before.get(start..));
    let mut chars = tail.unwrap_or("").chars().peekable();
    let is_ideograph = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let mut text = String::new();
    while let Some(c) = chars.next() {
        let spread = (c == '\t' || c == ' ')
            && text.ends_with(is_ideograph)
            && chars.peek().copied().is_some_and(is_ideograph);
        if !spread {
            text.extend(c.to_lowercase());
        }
    }
    text
}

fn evidence(before: &str, text: &str) -> Evidence {
    let near = before.rsplit('\n').next().unwrap_or("");
    let line_above = before.trim_end();
    let own = near.rsplit(|c: char| c.is_ascii_digit() || c == '|').next();
    let own = own.unwrap_or("");
    let lists = ContactWords::get();
    let has = |words: &PhraseList| words.iter().any(|word| begins_in(near, word));
    let country_code = text.contains(['+', '＋']) || text.starts_with("00");
    Evidence {
        phone_label: has(&lists.phone_labels)
            || line_above.ends_with("phone")
            || line_above.ends_with("mobile"),
        // A label is that of the first number after it.
        other_label: lists
            .other_number_labels
            .iter()
            .any(|word| begins_in(own, word))
            || !country_code && !is_north_american(text) && is_numbering(near),
        country_code,
        mobile: has(&lists.mobile_labels),
    }
}

/// Returns whether a text ends with the name of a number that is not for calls: `employee no.`, `steuer-id`, `kundennummer`.
fn is_numbering(near: &str) -> bool {
    /// A shorter word is one only as a whole: `no` is not the end of `milano`, and `regon` not that of `oregon`.
    const SHORTEST_END: usize = 6;
    let lists = ContactWords::get();
    let name = near.trim_end_matches([' ', '\t', '\u{a0}', '#', '(', ':', '.', ')']);
    let word = name
        .rsplit(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or("");
    let ends_with = |names: &PhraseList| {
        names
            .iter()
            .any(|end| word == end || (end.len() >= SHORTEST_END && word.ends_with(end)))
    };
    // A bare `Number:` among the contacts is that of a telephone.
    let is_bare = lists.number_words.contains(name.trim_start());
    let names_number = ends_with(&lists.number_words) && !is_bare;
    (names_number || ends_with(&lists.code_words))
        && !lists
            .phone_labels
            .iter()
            .any(|label| begins_in(near, label))
}

/// Returns whether a word begins somewhere in a text. `cell` does not begin in `excellent`.
fn begins_in(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|c| c.is_ascii_alphanumeric() && word.is_ascii())
    })
}

#[cfg(test)]
mod tests;
