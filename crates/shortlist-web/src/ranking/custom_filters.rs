//! The inputs of the filters by custom fields.

use shortlist_domain::{CustomField, CustomKind};
use shortlist_transport::{CUSTOM_FIELD, CUSTOM_FROM, CUSTOM_TO};

use super::address::Address;
use super::definitions::Definitions;

/// The inputs of one field.
pub(crate) struct CustomInputs {
    pub(crate) label: String,
    /// The name of its parameter; the names for a range begin with it.
    pub(crate) name: String,
    pub(crate) kind: InputKind,
    pub(crate) problem: Option<String>,
}

/// What the inputs are.
pub(crate) enum InputKind {
    /// Check boxes: values with their labels, and whether they are chosen.
    Choices(Vec<(String, String, bool)>),
    /// A text.
    Text(String),
    /// Two inputs of this type, with the values of the first and the last.
    Range(&'static str, String, String),
}

impl CustomInputs {
    /// Returns the inputs of the fields that are in use.
    pub(super) fn of(
        address: &Address,
        definitions: &Definitions,
        problem: impl Fn(&str) -> Option<String>,
    ) -> Vec<Self> {
        let fields = definitions.fields.iter().filter(|field| !field.archived);
        let inputs = |field: &CustomField| {
            let name = format!("{CUSTOM_FIELD}{}", field.key);
            Self {
                label: field.label.clone(),
                kind: kind(address, field, &name),
                problem: problem(&name),
                name,
            }
        };
        fields.map(inputs).collect()
    }
}

fn kind(address: &Address, field: &CustomField, name: &str) -> InputKind {
    let choice = |value: &str, label: &str| {
        let is_chosen = address
            .all(name)
            .any(|given| given.eq_ignore_ascii_case(value));
        (value.to_owned(), label.to_owned(), is_chosen)
    };
    let range = |kind| {
        let end = |end: &str| address.get(&format!("{name}{end}")).to_owned();
        InputKind::Range(kind, end(CUSTOM_FROM), end(CUSTOM_TO))
    };
    match &field.kind {
        CustomKind::Text => InputKind::Text(address.get(name).to_owned()),
        CustomKind::Number => range("text"),
        CustomKind::Date => range("date"),
        CustomKind::YesNo => InputKind::Choices(vec![choice("yes", "Yes"), choice("no", "No")]),
        CustomKind::Choice(options) => {
            let options = options.iter();
            InputKind::Choices(options.map(|option| choice(option, option)).collect())
        }
    }
}

/// Returns the name of an active filter by a custom field, given the rest of its parameter's name.
pub(super) fn label(definitions: &Definitions, rest: &str, value: &str) -> String {
    if let Some(key) = rest.strip_suffix(CUSTOM_FROM) {
        return format!("{} from {value}", definitions.field_label(key));
    }
    if let Some(key) = rest.strip_suffix(CUSTOM_TO) {
        return format!("{} up to {value}", definitions.field_label(key));
    }
    format!("{}: {value}", definitions.field_label(rest))
}
