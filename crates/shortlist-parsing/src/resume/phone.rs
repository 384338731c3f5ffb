//! Telephone numbers: candidates by shape, judged by `phonenumber`.

use phonenumber::country::Id;
use shortlist_domain::SectionKind;

use super::page::Page;
use super::sections::LineKind;
use super::words::{COUNTRIES, NOT_PHONE_CUES, PHONE_CUES};
use super::{ReadOptions, dates};

/// Countries tried in this order where nothing tells one.
const USUAL: [Id; 4] = [Id::US, Id::IN, Id::GB, Id::DE];
/// Candidates that are looked at.
const MAX_CANDIDATES: usize = 60;

struct Candidate<'a> {
    text: &'a str,
    start: usize,
}

/// The person's number, as E.164 where its country is known.
pub(super) fn find_phone(
    page: &Page<'_>,
    kinds: &[LineKind],
    targets: &[String],
    options: &ReadOptions,
) -> Option<String> {
    let regions = regions(page, options);
    let mut best: Option<(i32, String)> = None;
    for (order, candidate) in candidates(page.text)
        .into_iter()
        .take(MAX_CANDIDATES)
        .enumerate()
    {
        let number = page
            .lines
            .partition_point(|line| line.span.end <= candidate.start);
        let kind = kinds.get(number).map(|kind| kind.kind);
        let order = i32::try_from(order).unwrap_or(0);
        let Some((points, number)) = judged(page, &candidate, kind, &regions) else {
            continue;
        };
        let points = points - order.min(10);
        if best.as_ref().is_none_or(|(most, _)| points > *most) {
            best = Some((points, number));
        }
    }
    best.map(|(_, number)| number)
        .or_else(|| linked(targets, &regions))
}

fn linked(targets: &[String], regions: &[Id]) -> Option<String> {
    targets.iter().find_map(|target| {
        let number = target.trim().strip_prefix("tel:")?.replace("%20", " ");
        valid_number(&number, regions).or_else(|| (digit_count(&number) >= 7).then_some(number))
    })
}

fn digit_count(text: &str) -> usize {
    text.chars().filter(|c| c.is_numeric()).count()
}

fn candidates(text: &str) -> Vec<Candidate<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut previous = ' ';
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let begins = c.is_ascii_digit() || matches!(c, '+' | '(' | '＋');
        let free = !previous.is_ascii_digit() && !matches!(previous, '@' | '/' | '_' | '.' | '=');
        if begins && free {
            let candidate = shape(text, at);
            let digits = digit_count(candidate);
            if (7..=16).contains(&digits) {
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
        previous = c;
        at += c.len_utf8();
    }
    found
}

/// The longest stretch from a place that is written like a number.
fn shape(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or("");
    let mut end = 0;
    let mut blanks = 0;
    let mut digits = 0;
    for (at, c) in rest.char_indices() {
        if c.is_ascii_digit() {
            digits += 1;
            blanks = 0;
            end = at + 1;
        } else if c == '+' && digits > 0 {
            break;
        } else if matches!(
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
        ) {
            blanks += 1;
            // A second number on the same line is its own.
            if blanks > 3 || (digits >= 10 && (c == '/' || (blanks > 1 && c == ' '))) {
                break;
            }
        } else {
            break;
        }
        if digits > 15 {
            break;
        }
    }
    rest.get(..end).unwrap_or("")
}

fn judged(
    page: &Page<'_>,
    candidate: &Candidate<'_>,
    kind: Option<SectionKind>,
    regions: &[Id],
) -> Option<(i32, String)> {
    let before = page.text.get(..candidate.start)?;
    let before: String = before
        .chars()
        .rev()
        .take(24)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect::<String>()
        .to_lowercase();
    let near = before.rsplit('\n').next().unwrap_or("");
    let cue = PHONE_CUES.split('|').any(|word| near.contains(word))
        || before.trim_end().ends_with("phone")
        || before.trim_end().ends_with("mobile");
    let refused = NOT_PHONE_CUES.split('|').any(|word| near.contains(word));
    let behind = page.text.get(candidate.start + candidate.text.len()..)?;
    if behind.starts_with(|c: char| {
        matches!(c, '@' | '%' | '_') || c.is_ascii_alphabetic() && !near.contains("ph")
    }) && !cue
    {
        return None;
    }
    if is_dates(candidate.text) || before.ends_with(['$', '€', '#', '£', '₹']) {
        return None;
    }
    let number = valid_number(candidate.text, regions);
    let plus = candidate.text.contains(['+', '＋']);
    if number.is_none() && !cue && !plus {
        return None;
    }
    let digits = digit_count(candidate.text);
    if number.is_none() && digits < 8 && !plus && !cue {
        return None;
    }
    let place = match kind {
        Some(SectionKind::Contact) => 30,
        Some(SectionKind::Personal) => 20,
        Some(SectionKind::References) => -60,
        Some(SectionKind::Experience | SectionKind::Projects | SectionKind::Education) => -20,
        _ => 0,
    };
    let mobile = [
        "mobile", "mob", "cell", "handy", "mobil", "móvil", "celular", "手机",
    ]
    .iter()
    .any(|word| near.contains(word));
    let points = place
        + if number.is_some() { 20 } else { 0 }
        + if cue { 25 } else { 0 }
        + if plus { 15 } else { 0 }
        + if mobile { 6 } else { 0 }
        - if refused { 80 } else { 0 };
    let written = candidate
        .text
        .trim()
        .replace(['\u{a0}', '‑', '–', '‐', '−', '\u{2009}', '\u{202f}'], " ")
        .replace('＋', "+");
    (points > -10).then(|| (points, number.unwrap_or(written)))
}

/// `2015 - 2019` and `12/2015 - 03` are no number.
fn is_dates(text: &str) -> bool {
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

/// The number as E.164 if it is valid in one of the countries.
fn valid_number(text: &str, regions: &[Id]) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let plus = text.trim_start_matches(['(', ' ']).starts_with(['+', '＋']);
    let written = if plus {
        format!("+{digits}")
    } else {
        digits.clone()
    };
    let e164 = |country: Option<Id>, text: &str| {
        let number = phonenumber::parse(country, text)
            .ok()
            .filter(phonenumber::is_valid)?;
        Some(number.format().mode(phonenumber::Mode::E164).to_string())
    };
    if plus {
        return e164(None, &written).or_else(|| {
            // `+44 (0)20 …`: the zero is dialled only at home.
            let undone = text.replace("(0)", "");
            e164(
                None,
                &undone
                    .chars()
                    .filter(|c| c.is_ascii_digit() || *c == '+')
                    .collect::<String>(),
            )
        });
    }
    if let Some(rest) = digits.strip_prefix("00")
        && let Some(number) = e164(None, &format!("+{rest}"))
    {
        return Some(number);
    }
    regions
        .iter()
        .find_map(|region| e164(Some(*region), &digits))
        .or_else(|| {
            (digits.len() >= 11 && !digits.starts_with('0'))
                .then(|| e164(None, &format!("+{digits}")))
                .flatten()
        })
}

/// The countries to try, the likeliest first.
fn regions(page: &Page<'_>, options: &ReadOptions) -> Vec<Id> {
    let top: String = page
        .text
        .chars()
        .take(1500)
        .collect::<String>()
        .to_lowercase();
    let mut counts: Vec<(Id, usize)> = Vec::new();
    for word in top.split(|c: char| !c.is_alphanumeric()) {
        if let Some(id) = COUNTRIES
            .iter()
            .find(|(name, _)| *name == word)
            .and_then(|(_, code)| code.parse::<Id>().ok())
        {
            match counts.iter_mut().find(|(known, _)| *known == id) {
                Some((_, count)) => *count += 1,
                None => counts.push((id, 1)),
            }
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let configured = options
        .region
        .as_deref()
        .and_then(|code| code.to_uppercase().parse::<Id>().ok());
    let mut regions: Vec<Id> = Vec::new();
    for id in counts
        .into_iter()
        .map(|(id, _)| id)
        .chain(configured)
        .chain(USUAL)
    {
        if !regions.contains(&id) {
            regions.push(id);
        }
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_dates() {
        assert!(is_dates("2015 - 2019"));
        assert!(is_dates("01.03.2019"));
        assert!(!is_dates("030 23125 004"));
        assert_eq!(
            valid_number("+44 (0)20 7946 0018", &[]).as_deref(),
            Some("+442079460018")
        );
        let found = candidates("Tel 030 23125 004, 2015");
        assert_eq!(found.first().map(|found| found.text), Some("030 23125 004"));
    }
}
