//! Shows numbers as their cells do, where that says more than the number: `00417`, `REQ-0092`, `42,000 EUR`, `80%`.

use std::collections::HashMap;

use calamine::Style;
use ssfmt::{FormatOptions, NumberFormat};

/// The maximum length of a format code (Excel's own).
const MAX_CODE_BYTES: usize = 255;

/// The parsed formats of a workbook by style.
#[derive(Default)]
pub(super) struct NumberFormats {
    parsed: HashMap<usize, Option<NumberFormat>>,
}

impl NumberFormats {
    /// Returns a number as its cell shows it, or `None` if the number itself says as much: a format that only rounds or groups
    /// digits would lose some.
    pub(super) fn show(&mut self, number: f64, style: usize, styles: &[Style]) -> Option<String> {
        let format = self
            .parsed
            .entry(style)
            .or_insert_with(|| parse(styles.get(style)?))
            .as_ref()?;
        let shown = format.format(number, &FormatOptions::default());
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        says_more(&shown).then_some(shown)
    }
}

fn parse(style: &Style) -> Option<NumberFormat> {
    let code = style.number_format.as_ref()?.format_code.as_str();
    if code.len() > MAX_CODE_BYTES || code.eq_ignore_ascii_case("general") || code == "@" {
        return None;
    }
    NumberFormat::parse(code).ok()
}

/// Whether a shown number has leading zeros, hyphens between its digits, or anything else than digits and their separators. An
/// exponent is a way to write a number, too.
fn says_more(shown: &str) -> bool {
    let is_number = |letter: char| letter.is_ascii_digit() || ".,-+ ()E".contains(letter);
    let is_digit = |letter: char| letter.is_ascii_digit();
    let leading_zero = shown
        .strip_prefix('0')
        .is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()));
    let has_hyphen = shown
        .split('-')
        .skip(1)
        .zip(shown.split('-'))
        .any(|(after, before)| before.ends_with(is_digit) && after.starts_with(is_digit));
    let has_digit = shown.contains(|letter: char| letter.is_ascii_digit());
    has_digit && (leading_zero || has_hyphen || !shown.chars().all(is_number))
}
