//! Finds text that is written like a telephone number.

use super::super::dates;

/// The minimum number of digits of a number.
pub(super) const MIN_DIGITS: usize = 7;
/// The minimum number of digits of the first half of a number with the code of its country.
const MIN_BEGUN_DIGITS: usize = 4;
/// How many digits a number after a postal code or the number of a house has. Fewer may continue an area code.
const WHOLE_DIGITS: std::ops::RangeInclusive<usize> = 10..=12;

/// A range of digits and the characters between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'a> {
    /// The text as written.
    pub(super) text: &'a str,
    /// Its offset in the text.
    pub(super) start: usize,
}

impl<'a> Candidate<'a> {
    /// Returns what follows the first blank, if that may be a whole number: the number of a house precedes it.
    pub(super) fn after_first_blank(self) -> Option<Self> {
        let (first, rest) = self.text.split_once(' ')?;
        let text = rest.trim_start();
        let start = self.start + self.text.len() - text.len();
        let is_short = digit_count(first) < MIN_BEGUN_DIGITS && !first.starts_with(['+', '(']);
        (is_short && begins_with_number(text)).then_some(Self { text, start })
    }
}

/// Returns the number of digits in a text.
pub(super) fn digit_count(text: &str) -> usize {
    text.chars().filter(|c| c.is_numeric()).count()
}

/// Returns the parts of a text that may be telephone numbers.
pub(super) fn candidates(text: &str) -> Vec<Candidate<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let (mut before, mut previous) = (' ', ' ');
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let begins = c.is_ascii_digit() || matches!(c, '+' | '(' | '＋');
        // `Phone No.2025550142` has no blank, and `1.2025550142` is no number.
        let free = !previous.is_ascii_digit()
            && !matches!(previous, '@' | '/' | '_' | '=')
            && (previous != '.' || before.is_alphabetic());
        if begins && free {
            let candidate = number_like_text(text, at);
            let digits = digit_count(candidate);
            let after = text.get(at + candidate.len()..).unwrap_or("");
            // A narrow column breaks `+49 (0)251` from its rest.
            let is_begun = candidate.starts_with('+') && after.starts_with('\n');
            let fewest = if is_begun {
                MIN_BEGUN_DIGITS
            } else {
                MIN_DIGITS
            };
            if (fewest..=16).contains(&digits) {
                found.push(Candidate {
                    text: candidate,
                    start: at,
                });
            }
            if digits > 0 {
                at += candidate.len().max(c.len_utf8());
                previous = candidate.chars().next_back().unwrap_or(c);
                continue;
            }
        }
        (before, previous) = (previous, c);
        at += c.len_utf8();
    }
    found
}

/// Returns the longest text from an offset that is written like a telephone number.
fn number_like_text(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or("");
    let leads = rest.starts_with(['(', '+']);
    let (mut end, mut blanks, mut digits) = (0, 0, 0);
    for (at, c) in rest.char_indices() {
        if c.is_ascii_digit() {
            digits += 1;
            blanks = 0;
            end = at + 1;
            if digits > 15 {
                break;
            }
            continue;
        }
        let opens = matches!(c, '+' | '＋') && digits > 0 || (c == '(' && digits > 4);
        if opens || !(is_between(c) || (c == '·' && leads)) {
            break;
        }
        blanks += usize::from(c != '·');
        // A postal code or the number of a house is no part of the number after it.
        let is_one_group = end == digits && (4..=6).contains(&digits);
        let is_column = c == ' ' && blanks > 1 && digits < MIN_DIGITS;
        if (is_one_group || is_column)
            && !leads
            && !rest.starts_with("00")
            && begins_with_number(rest.get(at + 1..).unwrap_or(""))
        {
            break;
        }
        // A second number on the same line is separate. A short group after a hyphen is an extension.
        let second = c == '/' || (blanks > 1 && c == ' ');
        if blanks > 3 || (digits >= 10 && second && !is_extension(rest.get(end..).unwrap_or(""))) {
            break;
        }
    }
    rest.get(..end).unwrap_or("")
}

/// Returns whether a text begins with a whole number that ends at a slash or a wider gap.
fn begins_with_number(text: &str) -> bool {
    let (mut digits, mut blanks) = (0, 0);
    for c in text.trim_start().chars() {
        blanks = if c == ' ' { blanks + 1 } else { 0 };
        if c == '/' || blanks > 1 || !(c.is_ascii_digit() || is_between(c)) {
            break;
        }
        digits += usize::from(c.is_ascii_digit());
        if digits > *WHOLE_DIGITS.end() {
            return false;
        }
    }
    WHOLE_DIGITS.contains(&digits)
}

/// Returns whether all digits of a text are the same: `00-00-0000` in a form that nobody filled in.
pub(super) fn is_placeholder(text: &str) -> bool {
    let mut digits = text.chars().filter(char::is_ascii_digit);
    let first = digits.next();
    digits.all(|digit| Some(digit) == first)
}

/// Returns whether a text continues like ` - 123`.
fn is_extension(rest: &str) -> bool {
    let group = rest.trim_start_matches([' ', '\u{a0}', '-', '–', '‐', '‑']);
    let between = rest.get(..rest.len() - group.len()).unwrap_or("");
    let digits = group.bytes().take_while(u8::is_ascii_digit).count();
    between.contains(['-', '–', '‐', '‑']) && (1..=4).contains(&digits)
}

fn is_between(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{a0}'
            | '-'
            | '.'
            | '('
            | ')'
            | '+'
            | '‑'
            | '–'
            | '/'
            | '‐'
            | '−'
            | '＋'
            | '\u{2009}'
            | '\u{202f}'
    )
}

/// Returns whether a text is a date, such as `2015 - 2019` or `12/2015 - 03`.
pub(super) fn is_dates(text: &str) -> bool {
    if text.starts_with(['+', '(']) {
        return false;
    }
    if !dates::find_ranges(text, 0).is_empty() {
        return true;
    }
    let groups: Vec<_> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    let year =
        |group: &str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
    (groups.len() <= 3
        && groups.iter().copied().any(year)
        && groups.iter().map(|group| group.len()).sum::<usize>() <= 8)
        || groups.into_iter().filter(|group| year(group)).count() > 1
}

/// Returns whether a text is a list of versions or pages, such as `95/98/2000` or `9.1-12.30`. Telephone numbers do
/// not use such separators.
pub(super) fn is_list(text: &str) -> bool {
    let count = |sign: char| text.chars().filter(|c| *c == sign).count();
    if text.starts_with(['+', '(', '＋']) || text.starts_with("00") {
        return false;
    }
    let groups: Vec<usize> = text
        .split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .filter(|length| *length > 0)
        .collect();
    let short = groups.iter().skip(1).any(|length| *length < 2);
    let pairs = groups.len() > 6;
    let mixed = count('.') > 0 && (count('-') > 0 || count('–') > 0 || count('/') > 0);
    count('/') > 1 || short || pairs || mixed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        candidates(text).iter().map(|found| found.text).collect()
    }

    #[test]
    fn a_number_ends_where_another_begins() {
        assert_eq!(texts("Tel 030 23125 004, 2015"), ["030 23125 004"]);
        assert_eq!(texts("TX 75001 (202) 555-0142"), ["(202) 555-0142"]);
        let extension = "+49 (0)30 / 23125 - 369";
        assert_eq!(texts(&format!("{extension}, Köln")), [extension]);
        assert_eq!(texts("(202) · 555 · 0142"), ["(202) · 555 · 0142"]);
        assert_eq!(texts("+44 (0)20 7946 0018"), ["+44 (0)20 7946 0018"]);
        assert_eq!(texts("0049 (0) 30 23125 004"), ["0049 (0) 30 23125 004"]);
        assert_eq!(
            texts("2025550142 / 2025550143"),
            ["2025550142", "2025550143"]
        );
    }

    #[test]
    fn a_postal_code_is_no_part_of_the_number_after_it() {
        assert_eq!(texts("75001 / 020 7946 0018"), ["020 7946 0018"]);
        assert_eq!(texts("08912 / 34567"), ["08912 / 34567"]);
        for (text, number) in [
            ("Portland, OR 97201 503-555-0142", "503-555-0142"),
            ("Portland, OR 97201   503. 555. 0142", "503. 555. 0142"),
            ("Bengaluru 560001 98765 43210", "98765 43210"),
            ("Seoul 1   010-1234-5678", "010-1234-5678"),
        ] {
            assert_eq!(texts(text), [number]);
        }
        for text in [
            "0171 5550123",
            "98765 43210",
            "020   7946 0018",
            "0049  171 5550123",
        ] {
            assert_eq!(texts(text), [text]);
        }
        // Each group may be a postal code before all the others.
        let many = "12345 /".repeat(100_000);
        assert!(texts(&many).iter().all(|text| *text == "12345 /12345"));
    }

    #[test]
    fn dates_versions_and_pages_are_not_telephone_numbers() {
        assert!(is_dates("2015 - 2019"));
        assert!(is_dates("01.03.2019"));
        assert!(!is_dates("030 23125 004"));
        for text in [
            "95/98/2000",
            "12.1-12.30",
            "9.1.2.3.4.55",
            "10 11 12 13 14 15 16",
        ] {
            assert!(is_list(text), "{text}");
        }
        for text in [
            "0211/2312500",
            "030-23125-004",
            "202.555.0142",
            "1-202-555-0142",
        ] {
            assert!(!is_list(text), "{text}");
        }
    }
}
