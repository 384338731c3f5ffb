//! Validates a number and finds its country.

use std::sync::LazyLock;

use phonenumber::country::Id;
use phonenumber::metadata::{DATABASE, Database};

use super::super::ReadOptions;
use super::super::page::Page;
use super::super::words::PlaceWords;

/// Countries to try, in this order, after those that the resume suggests.
const USUAL: [Id; 4] = [Id::US, Id::IN, Id::GB, Id::DE];
/// The number of characters of the text that are searched for countries.
const TOP_CHARS: usize = 1500;

/// The number of patterns that are kept. The default is smaller than the patterns of the usual countries, so each number would
/// compile them again.
const MAX_PATTERNS: usize = 400;

/// The numbering plans of all countries.
static PLANS: LazyLock<&Database> = LazyLock::new(|| {
    if let Ok(mut patterns) = DATABASE.cache().lock() {
        patterns.set_capacity(MAX_PATTERNS);
    }
    &DATABASE
});

/// Returns the number as E.164 if it is valid in one of the countries.
pub(super) fn valid_number(text: &str, regions: &[Id]) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let plus = text.trim_start_matches(['(', ' ']).starts_with(['+', '＋']);
    let written = if plus {
        format!("+{digits}")
    } else {
        digits.clone()
    };
    let e164 = |country: Option<Id>, text: &str| {
        let number = phonenumber::parse_with(&PLANS, country, text)
            .ok()
            .filter(|number| phonenumber::is_valid_with(&PLANS, number))?;
        Some(number.format().mode(phonenumber::Mode::E164).to_string())
    };
    if plus {
        return e164(None, &written).or_else(|| {
            // In `+44 (0)20 …`, the zero is only for domestic calls.
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

/// Returns the countries to try, the most likely one first.
pub(super) fn regions(page: &Page<'_>, options: &ReadOptions) -> Vec<Id> {
    let top: String = page
        .text
        .chars()
        .take(TOP_CHARS)
        .collect::<String>()
        .to_lowercase();
    let mut counts: Vec<(Id, usize)> = Vec::new();
    for (name, code) in PlaceWords::get().regions.iter() {
        let mentions = mentions(&top, name);
        if let Some(id) = code.parse::<Id>().ok().filter(|_| mentions > 0) {
            match counts.iter_mut().find(|(known, _)| *known == id) {
                Some((_, count)) => *count += mentions,
                None => counts.push((id, mentions)),
            }
        }
    }
    counts.extend(region_of_script(&top).map(|id| (id, 1)));
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

/// Returns how often a text contains a name. A name in letters must not continue on either side.
fn mentions(text: &str, name: &str) -> usize {
    let continues = |c: Option<char>| name.is_ascii() && c.is_some_and(char::is_alphanumeric);
    let is_whole = |at: usize| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + name.len()..);
        !continues(before) && !continues(after.and_then(|text| text.chars().next()))
    };
    let found = text.match_indices(name);
    found.filter(|(at, _)| is_whole(*at)).count()
}

/// Returns the country where most users of a script live.
fn region_of_script(text: &str) -> Option<Id> {
    let share = |range: std::ops::RangeInclusive<char>| {
        let letters = text.chars().filter(|c| c.is_alphabetic());
        let (mut of_script, mut all) = (0_usize, 0_usize);
        letters.for_each(|c| {
            of_script += usize::from(range.contains(&c));
            all += 1;
        });
        of_script * 3 > all
    };
    [
        ('\u{3040}'..='\u{30ff}', Id::JP),
        ('\u{4e00}'..='\u{9fff}', Id::CN),
        ('\u{ac00}'..='\u{d7a3}', Id::KR),
        ('\u{0400}'..='\u{04ff}', Id::RU),
        ('\u{0370}'..='\u{03ff}', Id::GR),
        ('\u{0590}'..='\u{05ff}', Id::IL),
    ]
    .into_iter()
    .find_map(|(range, id)| share(range).then_some(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domestic_zero_is_removed() {
        assert_eq!(
            valid_number("+44 (0)20 7946 0018", &[]).as_deref(),
            Some("+442079460018")
        );
    }

    #[test]
    fn countries_of_several_words_are_found() {
        assert_eq!(mentions("kowloon, hong kong / indiana", "hong kong"), 1);
        assert_eq!(mentions("indiana", "india"), 0);
        assert_eq!(mentions("現居台灣台北", "台灣"), 1);
    }

    #[test]
    fn a_script_suggests_a_country() {
        assert_eq!(region_of_script("个人简历 Java"), Some(Id::CN));
        assert_eq!(region_of_script("Резюме"), Some(Id::RU));
        assert_eq!(region_of_script("Resume"), None);
    }
}
