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
    let countries = countries(page, options);
    let mut best: Option<(i32, Found<String>)> = None;
    let all = candidates(page.text).into_iter().take(MAX_CANDIDATES);
    for (order, candidate) in (0..).zip(all) {
        let number = page
            .lines
            .partition_point(|line| line.span.end <= candidate.start);
        let kind = kinds.get(number).map(|kind| kind.kind);
        let Some((points, found)) = judged(page, candidate, kind, &countries) else {
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
    let dates = shape::is_dates(candidate.text) || before.ends_with(['$', '€', '#', '£', '₹']);
    if dates || is_glued(after_number, evidence.phone_label || before.contains("ph")) {
        return None;
    }
    let digits = digit_count(candidate.text);
    let in_contact = matches!(kind, Some(SectionKind::Contact | SectionKind::Personal));
    // Some numbers are valid in no country, such as fictional ones, but resumes contain them.
    let domestic = in_contact && candidate.text.starts_with('0') && (9..=13).contains(&digits);
    let supported = evidence.phone_label || evidence.country_code || domestic;
    let list = !evidence.country_code && shape::is_list(candidate.text);
    if is_bare_international(candidate.text, digits)
        && !evidence.phone_label
        && follows_words(&before)
        && !countries.has_code_of_one(candidate.text)
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
    near.ends_with(char::is_alphabetic)
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
    let lists = ContactWords::get();
    let has = |words: &PhraseList| words.iter().any(|word| begins_in(near, word));
    let country_code = text.contains(['+', '＋']) || text.starts_with("00");
    Evidence {
        phone_label: has(&lists.phone_labels)
            || line_above.ends_with("phone")
            || line_above.ends_with("mobile"),
        other_label: has(&lists.other_number_labels)
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
mod tests {
    use crate::resume::tests::understood;

    fn number(text: &str) -> Option<String> {
        let resume = understood(text);
        resume.phone.map(|found| found.value.as_str().to_owned())
    }

    #[test]
    fn telephone_numbers_are_distinguished_from_other_digits() {
        for text in [
            "Ada Lovelace\nTX 75001 (202) 555-0142",
            "Ada Lovelace\nTX 75001 / 202-555-0142",
            "Ada Lovelace\n1 Main Street, TX 75001 / +1 202-555-0142",
            "Ada Lovelace\n(202) · 555 · 0142 | ada@example.org",
            "Ada Lovelace\nPhone\n202-555-0142\n#Experience\n1990-2000",
            "Ada Lovelace\nPortland, Oregon 202-555-0142",
            "Ada Lovelace\nBoise, ID (202) 555-0142",
        ] {
            assert_eq!(number(text).as_deref(), Some("+12025550142"), "{text}");
        }
        for text in [
            "Ada Lovelace\n#Skills\nWindows 95/98/00/03, Server 2000",
            "Ada Lovelace\n#Publications\nVol. 12, pp. 10.1-10.30, 1234.56-78.90",
            "Ada Lovelace\n#Contact\nada 123456789.example.org",
            "Ada Lovelace\n#Skills\nExcel, 89 1234 56789",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
        for text in [
            "Ada Lovelace\nEmployee no. 2019 0320 2104",
            "Ada Lovelace\nSteuer-ID 12 345 678 901, Sozialversicherungsnummer 65 170839 12 008",
            "Ada Lovelace\nPublished cases: 2 0345 6789 1234",
            "Ada Lovelace\nNational insurance number 020 7946 0018",
            "Ada Lovelace\nLondon\nMatrikel 2019 0320 2104",
            "Ada Lovelace\nLondon\n555-014-7731",
            "Ada Lovelace\nLondon\nPhone\n+44 20 7946\n00",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
        for text in [
            "Ada Lovelace\nTelefonnummer: 020 7946 0018\nLondon",
            "Ada Lovelace\nMobile no. 020 7946 0018\nLondon",
            "Ada Lovelace\nCont. no. 020 7946 0018\nLondon",
            "Ada Lovelace\nM. No. 020 7946 0018\nLondon",
            "Ada Lovelace\nLondon\n020 / 7946 0018",
            "Ada Lovelace\nLondon\nPhone\n+44 20 7946\n0018\nBerlin",
            "Ada Lovelace\nLondon\n0044 (0)20 7946 0018 | ada@example.org",
            "Ada Lovelace\nNo. +44 20 7946 0018\nLondon",
            "Ada Lovelace\nLondon\nNumber: 020 7946 0018",
            "Ada Lovelace\nRufnummer 020 7946 0018\nLondon",
            "Ada Lovelace\nLondon\nReach me at 442079460018",
        ] {
            assert_eq!(number(text).as_deref(), Some("+442079460018"), "{text}");
        }
    }

    #[test]
    fn no_country_is_guessed_for_a_number() {
        // A whole number is read, whatever is on the line below.
        assert_eq!(
            number("Ada Lovelace\nMobile 0111 222 3334\n90210\nLondon").as_deref(),
            Some("0111 222 3334")
        );
        // No country of Europe is guessed for a number without the zero of domestic calls.
        let guessed = number("Ada Lovelace\nPhone 138 0013 8000");
        assert_eq!(guessed.as_deref(), Some("138 0013 8000"));
        let guessed =
            number("Ada Lovelace\n89 1234 56789 | ada@example.org\n#Experience\n1990-2000");
        assert_eq!(guessed.as_deref(), Some("89 1234 56789"));
        // Nothing suggests the country in which this is valid.
        let elsewhere = number("Ada Lovelace\nMobile 98765 43210\nLondon");
        assert_eq!(elsewhere.as_deref(), Some("98765 43210"));
        assert_eq!(
            number("个人简历\n姓 名：李小四\n电\t话：13800138000").as_deref(),
            Some("+8613800138000")
        );
    }

    #[test]
    fn numbers_of_other_things_and_halves_are_no_telephone_numbers() {
        assert_eq!(
            number("Ada Lovelace\nMünster\nTel. +49 (0)251\n555 01 47\nBerlin").as_deref(),
            Some("+492515550147")
        );
        for text in [
            "Ada Lovelace\nNPI 1234567893",
            "Ada Lovelace\nSIRET 812 345 678 00019\nParis",
            "Ada Lovelace\nLondon\nPhone +44 20",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
        // No country is guessed for a number without its code.
        assert_eq!(
            number("Ada Lovelace\n06 39 98 01 47\nada@example.org").as_deref(),
            Some("06 39 98 01 47")
        );
    }
}
