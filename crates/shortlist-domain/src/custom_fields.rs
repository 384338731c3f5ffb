//! Fields that an organization defines for its candidates, and their values.

use crate::{
    ChoiceProblem, CustomFieldProblem, InvalidValue, TextProblem, plain_text,
    without_direction_marks,
};

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

/// Why a field cannot be defined, although its values are valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CustomFieldConflict {
    /// The organization has as many fields as are possible.
    TooMany {
        /// How many are possible.
        most: usize,
    },
    /// The organization has as many fields as are possible, with the archived ones.
    TooManyStored {
        /// How many are possible.
        most: usize,
    },
    /// Candidates have a value, so the type stays as it is.
    TypeInUse {
        /// The key of the field.
        key: String,
        /// The name of its type.
        kind: &'static str,
        /// The number of candidates.
        candidates: i64,
    },
    /// Candidates have a value that would no longer be an option.
    OptionInUse {
        /// The key of the field.
        key: String,
        /// The option.
        option: String,
        /// The number of candidates.
        candidates: i64,
    },
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
                let problem = ChoiceProblem::not_one_of(Self::NAMES);
                return Err(InvalidValue::new("type", problem));
            }
        };
        match options {
            [] => Ok(kind),
            _ => Err(InvalidValue::new(
                "options",
                CustomFieldProblem::OptionsOfOtherKind,
            )),
        }
    }
}

fn check_options(options: &[String]) -> Result<Vec<String>, InvalidValue> {
    if options.is_empty() || options.len() > MAX_OPTIONS {
        let problem = CustomFieldProblem::OptionsOutOfRange(MAX_OPTIONS);
        return Err(InvalidValue::new("options", problem));
    }
    let mut checked: Vec<String> = Vec::with_capacity(options.len());
    for option in options {
        let option = check_label("options", option)?;
        if checked
            .iter()
            .any(|one| plain_text(one) == plain_text(&option))
        {
            let problem = CustomFieldProblem::OptionTwice(option);
            return Err(InvalidValue::new("options", problem));
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

impl CustomField {
    /// Parses the definition of a field that is neither required nor archived. `kind` is the name of its kind, and a choice has
    /// options.
    ///
    /// # Errors
    /// Returns an error if a value is invalid.
    pub fn parse(
        key: &str,
        label: &str,
        kind: &str,
        options: &[String],
    ) -> Result<Self, InvalidValue> {
        Ok(Self {
            key: check_key(key)?,
            label: check_label("label", label)?,
            kind: CustomKind::parse(kind, options)?,
            required: false,
            archived: false,
        })
    }
}

fn check_key(key: &str) -> Result<String, InvalidValue> {
    let begins = key.starts_with(|c: char| c.is_ascii_lowercase());
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if begins && key.len() <= MAX_KEY_CHARS && key.chars().all(allowed) {
        return Ok(key.to_owned());
    }
    let problem = TextProblem::NotFieldKey(MAX_KEY_CHARS);
    Err(InvalidValue::new("key", problem))
}

fn check_label(field: &str, label: &str) -> Result<String, InvalidValue> {
    let label = without_direction_marks(label);
    let label = label.trim();
    let fits = (1..=MAX_LABEL_CHARS).contains(&label.chars().count());
    if fits && !label.chars().any(char::is_control) {
        return Ok(label.to_owned());
    }
    let problem = TextProblem::NotOneLine(MAX_LABEL_CHARS);
    Err(InvalidValue::new(field, problem))
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
    let missing: Vec<String> = missing.map(|field| field.key.clone()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let problem = CustomFieldProblem::ValuesMissing(missing);
    Err(InvalidValue::new("customFields", problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(options: &[&str]) -> Vec<String> {
        options.iter().map(|&option| option.to_owned()).collect()
    }

    pub(crate) fn field(kind: &str, options: &[&str]) -> CustomField {
        CustomField::parse("field", "Field", kind, &owned(options)).unwrap()
    }

    #[test]
    fn a_definition_with_a_mistake_is_refused() {
        let is_valid = |key: &str, label: &str, kind: &str, options: &[&str]| {
            CustomField::parse(key, label, kind, &owned(options)).is_ok()
        };
        let (key, label) = ("noticePeriod", "Notice period");
        assert!(is_valid(key, label, "Text", &[]));
        for bad in ["Notice", "a b", &"x".repeat(41)] {
            assert!(!is_valid(bad, label, "Text", &[]), "{bad}");
        }
        assert!(!is_valid(key, " ", "Text", &[]));
        assert!(!is_valid(key, label, "Colour", &[]));
        assert!(!is_valid(key, label, "Text", &["a"]));
        assert!(!is_valid(key, label, "Choice", &[]));
        assert!(!is_valid(key, label, "Choice", &["a", "A"]));
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
        assert!(error.to_string().ends_with("no value: c"), "{error}");
        assert!(required_values(&fields, |_| true).is_ok());
    }
}
