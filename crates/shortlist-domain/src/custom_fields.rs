//! Fields that an organization defines for its candidates, and their values.

use chrono::{Datelike, NaiveDate};

use crate::{InvalidValue, plain_text, without_direction_marks};

/// The most fields of an organization that are not archived.
pub const MAX_CUSTOM_FIELDS: usize = 50;
/// The most fields of an organization, with the archived ones.
pub const MAX_STORED_CUSTOM_FIELDS: usize = 200;
/// The longest key, in characters.
const MAX_KEY_CHARS: usize = 40;
/// The longest label or option, in characters.
const MAX_LABEL_CHARS: usize = 100;
/// The most options of a choice.
const MAX_OPTIONS: usize = 100;
/// The longest text, in characters.
const MAX_TEXT_CHARS: usize = 500;
/// The longest text that a filter finds, in bytes of its plain letters. Longer texts do not fit into an index.
const MAX_INDEXED_BYTES: usize = 1_000;
/// The most digits of a number before the decimal point.
const MAX_WHOLE_DIGITS: usize = 12;
/// The most digits of a number after the decimal point.
const DECIMAL_PLACES: usize = 6;

/// What values a field has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CustomKind {
    /// A text.
    Text,
    /// An exact decimal number.
    Number,
    /// A day.
    Date,
    /// Yes or no.
    YesNo,
    /// One of these options.
    Choice(Vec<String>),
}

impl CustomKind {
    /// The names of all kinds.
    pub const NAMES: [&'static str; 5] = ["Text", "Number", "Date", "YesNo", "Choice"];

    /// Returns the kind's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::Number => "Number",
            Self::Date => "Date",
            Self::YesNo => "YesNo",
            Self::Choice(_) => "Choice",
        }
    }

    /// Returns the options of a choice.
    pub fn options(&self) -> &[String] {
        match self {
            Self::Choice(options) => options,
            _ => &[],
        }
    }

    /// Parses a kind with its options; letter case of the name does not matter.
    ///
    /// # Errors
    /// Returns an error if no kind has that name, if a choice has no options, too many or an invalid one, or if another kind
    /// has options.
    pub fn parse(name: &str, options: &[String]) -> Result<Self, InvalidValue> {
        let name = name.trim();
        let named = Self::NAMES
            .into_iter()
            .find(|one| one.eq_ignore_ascii_case(name));
        let kind = match named {
            Some("Text") => Self::Text,
            Some("Number") => Self::Number,
            Some("Date") => Self::Date,
            Some("YesNo") => Self::YesNo,
            Some(_choice) => return check_options(options).map(Self::Choice),
            None => {
                let names = Self::NAMES.join(", ");
                return Err(InvalidValue::new("type", format!("must be one of {names}")));
            }
        };
        match options {
            [] => Ok(kind),
            _ => Err(InvalidValue::new(
                "options",
                "only a field of the type Choice has options",
            )),
        }
    }
}

fn check_options(options: &[String]) -> Result<Vec<String>, InvalidValue> {
    if options.is_empty() || options.len() > MAX_OPTIONS {
        let text = format!("a field of the type Choice needs 1 to {MAX_OPTIONS} options");
        return Err(InvalidValue::new("options", text));
    }
    let mut checked: Vec<String> = Vec::with_capacity(options.len());
    for option in options {
        let option = check_label("options", option)?;
        if checked
            .iter()
            .any(|one| plain_text(one) == plain_text(&option))
        {
            let text = format!("the option {option} occurs twice; options must differ");
            return Err(InvalidValue::new("options", text));
        }
        checked.push(option);
    }
    Ok(checked)
}

/// A field that an organization defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomField {
    /// Its key, which never changes.
    pub key: String,
    /// Its name for people.
    pub label: String,
    /// What values it has.
    pub kind: CustomKind,
    /// Whether a candidate with custom fields must have a value.
    pub required: bool,
    /// Whether it is out of use. Its values are kept.
    pub archived: bool,
}

/// A field to define or to change, as given.
#[derive(Debug, Clone, Default)]
pub struct NewCustomField {
    /// Its key.
    pub key: String,
    /// Its name for people.
    pub label: String,
    /// The name of its kind.
    pub kind: String,
    /// The options of a choice.
    pub options: Vec<String>,
    /// Whether a candidate with custom fields must have a value.
    pub required: bool,
    /// Whether it is out of use.
    pub archived: bool,
}

impl CustomField {
    /// Parses a definition.
    ///
    /// # Errors
    /// Returns an error if a value is invalid.
    pub fn parse(new: &NewCustomField) -> Result<Self, InvalidValue> {
        Ok(Self {
            key: check_key(&new.key)?,
            label: check_label("label", &new.label)?,
            kind: CustomKind::parse(&new.kind, &new.options)?,
            required: new.required,
            archived: new.archived,
        })
    }

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

    fn expected(&self) -> String {
        let key = &self.key;
        match &self.kind {
            CustomKind::Text => {
                format!("the value of {key} must have 1 to {MAX_TEXT_CHARS} characters")
            }
            CustomKind::Number => format!(
                "the value of {key} must be a decimal number with at most {MAX_WHOLE_DIGITS} digits before the \
                 point and {DECIMAL_PLACES} after it, for example 12.5"
            ),
            CustomKind::Date => {
                format!("the value of {key} must be a date as YYYY-MM-DD, for example 2026-03-05")
            }
            CustomKind::YesNo => format!("the value of {key} must be yes or no"),
            CustomKind::Choice(options) => {
                format!("the value of {key} must be one of: {}", options.join("; "))
            }
        }
    }
}

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

fn check_key(key: &str) -> Result<String, InvalidValue> {
    let begins = key.starts_with(|c: char| c.is_ascii_lowercase());
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if begins && key.len() <= MAX_KEY_CHARS && key.chars().all(allowed) {
        return Ok(key.to_owned());
    }
    let text = format!(
        "must have at most {MAX_KEY_CHARS} letters, digits and '_', and begin with a lower-case letter, for \
         example noticePeriod"
    );
    Err(InvalidValue::new("key", text))
}

fn check_label(field: &str, label: &str) -> Result<String, InvalidValue> {
    let label = without_direction_marks(label);
    let label = label.trim();
    let fits = (1..=MAX_LABEL_CHARS).contains(&label.chars().count());
    if fits && !label.chars().any(char::is_control) {
        return Ok(label.to_owned());
    }
    let text = format!("must have 1 to {MAX_LABEL_CHARS} characters in one line");
    Err(InvalidValue::new(field, text))
}

/// Checks that a candidate with custom fields has a value for each required one.
///
/// # Errors
/// Returns an error that names the missing ones.
pub fn required_values(
    fields: &[CustomField],
    has_value: impl Fn(&str) -> bool,
) -> Result<(), InvalidValue> {
    let missing = fields
        .iter()
        .filter(|field| field.required && !field.archived && !has_value(&field.key));
    let missing: Vec<&str> = missing.map(|field| field.key.as_str()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let text = format!(
        "these fields are required and have no value: {}",
        missing.join(", ")
    );
    Err(InvalidValue::new("customFields", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn field(kind: &str, options: &[&str]) -> CustomField {
        let new = NewCustomField {
            key: "field".to_owned(),
            label: "Field".to_owned(),
            kind: kind.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            ..NewCustomField::default()
        };
        CustomField::parse(&new).unwrap()
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

    #[test]
    fn a_definition_with_a_mistake_is_refused() {
        let good = NewCustomField {
            key: "noticePeriod".to_owned(),
            label: "Notice period".to_owned(),
            kind: "Text".to_owned(),
            ..NewCustomField::default()
        };
        assert!(CustomField::parse(&good).is_ok());
        let options = |options: &[&str]| options.iter().map(|&o| o.to_owned()).collect::<Vec<_>>();
        for bad in [
            NewCustomField {
                key: "Notice".to_owned(),
                ..good.clone()
            },
            NewCustomField {
                key: "x".repeat(41),
                ..good.clone()
            },
            NewCustomField {
                key: "a b".to_owned(),
                ..good.clone()
            },
            NewCustomField {
                label: " ".to_owned(),
                ..good.clone()
            },
            NewCustomField {
                kind: "Colour".to_owned(),
                ..good.clone()
            },
            NewCustomField {
                options: options(&["a"]),
                ..good.clone()
            },
            NewCustomField {
                kind: "Choice".to_owned(),
                ..good.clone()
            },
            NewCustomField {
                kind: "Choice".to_owned(),
                options: options(&["a", "A"]),
                ..good.clone()
            },
        ] {
            assert!(CustomField::parse(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn required_fields_are_named_unless_archived() {
        let required = |key: &str, archived| CustomField {
            key: key.to_owned(),
            required: true,
            archived,
            ..field("Text", &[])
        };
        let fields = [
            required("a", false),
            required("b", true),
            required("c", false),
        ];
        let error = required_values(&fields, |key| key == "a").unwrap_err();
        assert!(error.problem.ends_with("no value: c"), "{error}");
        assert!(required_values(&fields, |_| true).is_ok());
    }
}
