//! Validates a number in the plans of countries.

use std::sync::LazyLock;

use phonenumber::PhoneNumber;
use phonenumber::country::Id;
use phonenumber::metadata::{DATABASE, Database};

/// Countries whose domestic numbers are written with a zero. Digits without it are a number of another country, or none.
const WITH_ZERO: [Id; 12] = [
    Id::GB,
    Id::IE,
    Id::DE,
    Id::AT,
    Id::CH,
    Id::NL,
    Id::BE,
    Id::FR,
    Id::SE,
    Id::JP,
    Id::AU,
    Id::NZ,
];
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

/// Returns a number that is valid in its plan. `country` is that of a number without a code.
pub(super) fn parsed(country: Option<Id>, text: &str) -> Option<PhoneNumber> {
    let number = phonenumber::parse_with(&PLANS, country, text).ok()?;
    phonenumber::is_valid_with(&PLANS, &number).then_some(number)
}

fn e164(country: Option<Id>, text: &str) -> Option<String> {
    let number = parsed(country, text)?;
    Some(number.format().mode(phonenumber::Mode::E164).to_string())
}

pub(super) fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the number as E.164 if it is valid in one of the countries.
pub(super) fn valid_number(text: &str, regions: &[Id]) -> Option<String> {
    let digits = digits_of(text);
    let plus = text.trim_start_matches(['(', ' ']).starts_with(['+', '＋']);
    let written = if plus {
        format!("+{digits}")
    } else {
        digits.clone()
    };
    // In `+44 (0)20 …` and `0044 (0)20 …`, the zero is only for domestic calls.
    let undone = digits_of(&text.replace("(0)", ""));
    if plus {
        return e164(None, &written).or_else(|| e164(None, &format!("+{undone}")));
    }
    for written in [&digits, &undone] {
        if let Some(rest) = written.strip_prefix("00")
            && let Some(number) = e164(None, &format!("+{rest}"))
        {
            return Some(number);
        }
    }
    regions
        .iter()
        .find_map(|region| domestic_number(text, *region))
        .or_else(|| {
            (digits.len() >= 11 && !digits.starts_with('0'))
                .then(|| e164(None, &format!("+{digits}")))
                .flatten()
        })
}

/// Returns a number as E.164 if it is valid in a country as people there write it, without a code of the country.
pub(super) fn domestic_number(text: &str, region: Id) -> Option<String> {
    let digits = digits_of(text);
    let fits = if is_in_north_america(region) {
        is_north_american(text) || begins_with_area_code(text)
    } else {
        let has_zero = digits.starts_with('0') || !WITH_ZERO.contains(&region);
        has_zero && !is_north_american(text)
    };
    fits.then(|| e164(Some(region), &digits))?
}

/// Returns a domestic number that lacks its zero, such as `6 12 34 56 78` in France. Digits that are grouped as in North America may be
/// of any country.
pub(super) fn number_without_zero(text: &str, regions: &[Id]) -> Option<String> {
    let digits = digits_of(text);
    if !text.starts_with(|c: char| ('1'..='9').contains(&c)) || may_be_american(text) {
        return None;
    }
    let mut with_zero = regions.iter().filter(|region| WITH_ZERO.contains(region));
    with_zero.find_map(|region| e164(Some(*region), &digits))
}

/// Returns whether a number is grouped as only North America groups its numbers: `(555) 014-7731`.
pub(super) fn is_north_american(text: &str) -> bool {
    let shape: String = text
        .trim()
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .filter(|c| *c != ' ')
        .collect();
    shape == "(000)000-0000"
}

/// Returns whether a number may be one of North America by its groups of digits: `555-014-7731`, or all digits in one group.
fn may_be_american(text: &str) -> bool {
    let groups = text.split(|c: char| !c.is_ascii_digit());
    let groups: Vec<usize> = groups.map(str::len).filter(|length| *length > 0).collect();
    groups.len() == 1 || groups == [3, 3, 4]
}

/// Returns whether the first group of a number may begin with an area code of North America, which has three digits. `20 7946 0018`
/// has none. A group of six digits or more may contain the code.
fn begins_with_area_code(text: &str) -> bool {
    let groups = text.split(|c: char| !c.is_ascii_digit());
    let mut groups = groups.filter(|group| !group.is_empty() && *group != "1");
    !matches!(groups.next().map(str::len), Some(..=2 | 4..=5))
}

/// Returns whether a country shares the numbering plan of North America.
fn is_in_north_america(region: Id) -> bool {
    matches!(
        region,
        Id::US | Id::CA | Id::PR | Id::JM | Id::DO | Id::BS | Id::BB | Id::TT
    )
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
    fn a_domestic_zero_is_removed_after_two_zeros() {
        for text in [
            "0044 (0)20 7946 0018",
            "0044 20 7946 0018",
            "+44 20 7946 0018",
        ] {
            assert_eq!(
                valid_number(text, &[]).as_deref(),
                Some("+442079460018"),
                "{text}"
            );
        }
    }

    #[test]
    fn digits_without_a_zero_are_of_a_country_if_they_are_grouped_as_there() {
        for (text, number) in [
            ("6 12 34 56 78", Some("+33612345678")),
            ("612-345-6789", None),
            ("612345678", None),
        ] {
            assert_eq!(valid_number(text, &[Id::FR]), None, "{text}");
            let found = number_without_zero(text, &[Id::FR]);
            assert_eq!(found.as_deref(), number, "{text}");
        }
        assert_eq!(number_without_zero("138 0013 8000", &[Id::CN]), None);
    }

    #[test]
    fn a_number_of_north_america_is_of_no_other_country() {
        assert_eq!(
            valid_number("(555) 014-7731", &[Id::US, Id::IN, Id::GB, Id::DE]),
            None
        );
        assert_eq!(
            valid_number("(202) 555-0142", &[Id::GB, Id::US]).as_deref(),
            Some("+12025550142")
        );
    }
}
