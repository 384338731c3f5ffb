//! Parses amounts such as `1,234.50`, `€ 45.000`, `20k` and `3`.

use shortlist_vocabulary::{PhraseList, word_lists};

word_lists! {
    /// Words and signs around amounts.
    pub(crate) struct AmountWords in "../data/amounts.txt" {
        /// Currencies and per cent.
        units: PhraseList,
        thousand: PhraseList,
        million: PhraseList,
    }
}

/// The number of decimals that are compared.
const DECIMALS: usize = 4;

/// The maximum number of digits of an amount.
const MAX_DIGITS: usize = 18;

/// Returns an amount in ten-thousandths, or `None` if the text is anything other than one amount.
///
/// A single separator before exactly three digits separates thousands: `40,000` and `40.000` are both forty thousand.
pub(crate) fn amount(text: &str) -> Option<i128> {
    let lower = text.trim().to_lowercase();
    let from = lower.find(|c: char| c.is_ascii_digit())?;
    let to = lower.rfind(|c: char| c.is_ascii_digit())? + 1;
    let digits = lower.get(from..to)?;
    let before = lower.get(..from)?.trim();
    let (negative, before) = match before.strip_suffix(['-', '−']) {
        Some(before) => (true, before.trim()),
        None => (false, before.strip_suffix('+').unwrap_or(before).trim()),
    };
    if !(before.is_empty() || AmountWords::get().units.contains(before)) {
        return None;
    }
    let value = plain(digits)?.checked_mul(factor(lower.get(to..)?)?)?;
    Some(if negative { -value } else { value })
}

/// Returns what the words after the digits multiply by: `k` by a thousand, a currency by one.
fn factor(text: &str) -> Option<i128> {
    let words = AmountWords::get();
    let mut factor = 1;
    let mut rest = text.trim();
    for (list, times) in [(&words.million, 1_000_000), (&words.thousand, 1_000)] {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let name = word.trim_end_matches(['.', '€', '$', '£']);
        if !list.contains(name) {
            continue;
        }
        let dot = word
            .get(name.len()..)
            .is_some_and(|rest| rest.starts_with('.'));
        let length = name.len() + usize::from(dot);
        factor = times;
        rest = rest.get(length..)?.trim();
        break;
    }
    let is_unit = rest.is_empty() || words.units.contains(rest.trim_end_matches('.'));
    is_unit.then_some(factor)
}

/// Parses digits with separators.
fn plain(digits: &str) -> Option<i128> {
    let is_space = |c: char| c.is_whitespace() || matches!(c, '\'' | '’' | '_');
    let marks: Vec<(usize, char)> = digits
        .char_indices()
        .filter(|(_, c)| !c.is_ascii_digit())
        .collect();
    if marks
        .iter()
        .any(|(_, c)| !is_space(*c) && !matches!(c, '.' | ','))
    {
        return None;
    }
    let decimal = decimal_mark(digits, &marks);
    let (whole, decimals) = match decimal {
        Some(at) => (digits.get(..at)?, digits.get(at + 1..)?),
        None => (digits, ""),
    };
    if !groups_are_thousands(whole) || !decimals.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    if whole.len() > MAX_DIGITS {
        return None;
    }
    let mut decimals: String = decimals.chars().take(DECIMALS).collect();
    while decimals.len() < DECIMALS {
        decimals.push('0');
    }
    format!("{whole}{decimals}").parse().ok()
}

/// Returns the offset of the decimal mark, if there is one.
fn decimal_mark(digits: &str, marks: &[(usize, char)]) -> Option<usize> {
    let points: Vec<&(usize, char)> = marks
        .iter()
        .filter(|(_, c)| matches!(c, '.' | ','))
        .collect();
    let (at, last) = points.last()?;
    let same = points.iter().filter(|(_, c)| c == last).count();
    let others = points.len() > same;
    let after = digits.len() - at - 1;
    let is_thousands = !others && (same > 1 || (after == 3 && !digits.starts_with('0')));
    (!is_thousands).then_some(*at)
}

/// Returns whether every group of digits after a separator has three digits.
fn groups_are_thousands(whole: &str) -> bool {
    let mut groups = whole.split(|c: char| !c.is_ascii_digit());
    let first = groups.next().unwrap_or_default();
    !first.is_empty() && groups.all(|group| group.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, expected) in [
            ("3", 30_000),
            ("-2", -20_000),
            ("40,000", 400_000_000),
            ("40.000", 400_000_000),
            ("1,234.50", 12_345_000),
            ("1.234,50 €", 12_345_000),
            ("1 234,5", 12_345_000),
            ("12'500 CHF", 125_000_000),
            ("2.5", 25_000),
            ("0.125", 1_250),
            ("1,234,567", 12_345_670_000),
            ("$20k", 200_000_000),
            ("45k€", 450_000_000),
            ("1.2m", 12_000_000_000),
            ("€45,000", 450_000_000),
            ("EUR 50 tsd.", 500_000_000),
            ("80 %", 800_000),
        ] {
            assert_eq!(amount(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_amounts() {
        for text in [
            "",
            "ten",
            "2026-01-15",
            "15.01.2026",
            "30,000 - 40,000",
            "12 rooms",
            "room 12",
            "1,23,4.5.6",
            "99999999999999999999",
        ] {
            assert_eq!(amount(text), None, "{text}");
        }
    }
}
