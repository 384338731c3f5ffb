//! The values of custom fields.

use chrono::{Datelike, NaiveDate};

use crate::{
    CustomField, CustomFieldProblem, CustomKind, InvalidValue, plain_text, without_direction_marks,
};

/// The longest text, in characters.
const MAX_TEXT_CHARS: usize = 500;
/// The longest text that a filter finds, in bytes of its plain letters. Longer texts do not fit into an index.
const MAX_INDEXED_BYTES: usize = 1_000;
/// The most digits of a number before the decimal point.
const MAX_WHOLE_DIGITS: usize = 12;
/// The most digits of a number after the decimal point.
const DECIMAL_PLACES: usize = 6;

/// A new value of a candidate's field, as given; `None` clears it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomFieldChange {
    /// The field's key.
    pub key: String,
    /// The value.
    pub value: Option<String>,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomValue {
    /// The value as it is shown.
    pub text: String,
    /// A text or an option in plain letters, by which filters find it.
    pub folded: Option<String>,
    /// A number, date, or yes or no, by which filters find it: millionths, days, or 1 and 0.
    pub number: Option<i64>,
}

/// What the value of a custom field must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomCondition {
    /// The field's key.
    pub key: String,
    /// The test of its value.
    pub test: CustomTest,
}

/// A test of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CustomTest {
    /// One of these texts or options, in plain letters.
    Texts(Vec<String>),
    /// One of these numbers, as [`CustomValue`] stores them.
    Numbers(Vec<i64>),
    /// Within a range, whose ends belong to it.
    Range(i64, i64),
}

impl CustomField {
    /// Parses a value.
    ///
    /// # Errors
    /// Returns an error if it does not have the field's kind.
    pub fn value(&self, text: &str) -> Result<CustomValue, InvalidValue> {
        let text = text.trim();
        let parsed = match &self.kind {
            CustomKind::Text => text_value(text),
            CustomKind::Number => number_value(text),
            CustomKind::Date => date_value(text),
            CustomKind::YesNo => yes_no_value(text),
            CustomKind::Choice(options) => choice_value(options, text),
        };
        parsed.ok_or_else(|| InvalidValue::new("customFields", self.expected()))
    }

    fn expected(&self) -> CustomFieldProblem {
        let key = self.key.clone();
        match &self.kind {
            CustomKind::Text => CustomFieldProblem::NotText {
                key,
                most: MAX_TEXT_CHARS,
            },
            CustomKind::Number => CustomFieldProblem::NotNumber {
                key,
                whole_digits: MAX_WHOLE_DIGITS,
                places: DECIMAL_PLACES,
            },
            CustomKind::Date => CustomFieldProblem::NotDate(key),
            CustomKind::YesNo => CustomFieldProblem::NotYesNo(key),
            CustomKind::Choice(options) => CustomFieldProblem::NotOption {
                key,
                options: options.clone(),
            },
        }
    }
}

fn text_value(text: &str) -> Option<CustomValue> {
    let text = without_direction_marks(text);
    let fits = (1..=MAX_TEXT_CHARS).contains(&text.chars().count());
    let is_text = !text.chars().any(|c| c.is_control() && c != '\n');
    (fits && is_text).then(|| CustomValue {
        folded: Some(plain_text(&text)).filter(|folded| folded.len() <= MAX_INDEXED_BYTES),
        number: None,
        text: text.to_string(),
    })
}

fn number_value(text: &str) -> Option<CustomValue> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = [whole, fraction]
        .iter()
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let fraction = fraction.trim_end_matches('0');
    if !is_number || whole.len() > MAX_WHOLE_DIGITS || fraction.len() > DECIMAL_PLACES {
        return None;
    }
    let number: i64 = format!("{sign}{whole}{fraction:0<DECIMAL_PLACES$}")
        .parse()
        .ok()?;
    let sign = if number == 0 { "" } else { sign };
    let text = match fraction {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    };
    Some(CustomValue {
        text,
        folded: None,
        number: Some(number),
    })
}

fn date_value(text: &str) -> Option<CustomValue> {
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    let text = date.format("%Y-%m-%d").to_string();
    (1..=9_999).contains(&date.year()).then(|| CustomValue {
        text,
        folded: None,
        number: Some(i64::from(date.num_days_from_ce())),
    })
}

fn yes_no_value(text: &str) -> Option<CustomValue> {
    let is = |words: [&str; 2]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    let (text, number) = match () {
        () if is(["yes", "true"]) => ("yes", 1),
        () if is(["no", "false"]) => ("no", 0),
        () => return None,
    };
    Some(CustomValue {
        text: text.to_owned(),
        folded: None,
        number: Some(number),
    })
}

fn choice_value(options: &[String], text: &str) -> Option<CustomValue> {
    let folded = plain_text(text);
    let option = options.iter().find(|option| plain_text(option) == folded)?;
    Some(CustomValue {
        text: option.clone(),
        folded: Some(folded),
        number: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(kind: &str, options: &[&str]) -> CustomField {
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        CustomField::parse("field", "Field", kind, &options).unwrap()
    }

    #[test]
    fn a_value_is_read_by_its_kind() {
        for (kind, given, text, number) in [
            ("Text", " Two\nlines ", "Two\nlines", None),
            ("number", "007.50", "7.5", Some(7_500_000)),
            ("Number", "-0.000001", "-0.000001", Some(-1)),
            ("Number", "-0", "0", Some(0)),
            (
                "Number",
                "999999999999",
                "999999999999",
                Some(999_999_999_999_000_000),
            ),
            ("Date", "2026-3-5", "2026-03-05", Some(739_680)),
            ("YesNo", "TRUE", "yes", Some(1)),
            ("YesNo", "no", "no", Some(0)),
        ] {
            let value = field(kind, &[]).value(given).unwrap();
            assert_eq!(
                (value.text.as_str(), value.number),
                (text, number),
                "{given}"
            );
        }
        let choice = field("Choice", &["Zürich", "Genève"]);
        assert_eq!(choice.value("zurich").unwrap().text, "Zürich");
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        for (kind, given) in [
            ("Text", ""),
            ("Text", "a\u{7}"),
            ("Number", "twelve"),
            ("Number", "1."),
            ("Number", "1e3"),
            ("Number", "1000000000000"),
            ("Number", "0.0000001"),
            ("Number", ""),
            ("Date", "05.03.2026"),
            ("Date", "2026-02-30"),
            ("Date", "+12026-01-01"),
            ("YesNo", "perhaps"),
        ] {
            let message = field(kind, &[]).value(given).unwrap_err().to_string();
            assert!(message.contains("the value of field must"), "{message}");
        }
        assert!(field("Text", &[]).value(&"x".repeat(501)).is_err());
        assert!(field("Choice", &["Red"]).value("Blue").is_err());
    }

    #[test]
    fn a_long_text_is_stored_without_an_index_entry() {
        let long = field("Text", &[]).value(&"\u{fdfa}".repeat(500)).unwrap();
        assert_eq!(long.folded, None);
        assert!(
            field("Text", &[])
                .value(&"x".repeat(500))
                .unwrap()
                .folded
                .is_some()
        );
    }
}
