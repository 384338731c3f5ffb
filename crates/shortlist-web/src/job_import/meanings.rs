//! The meanings of columns that a user chooses from lists. Each choice becomes a sentence of the prompt.

use shortlist_app::Field;
use shortlist_app::limits::MAX_PROMPT_CHARS;

use crate::form::Fields;

/// The meanings that the lists offer.
const MEANINGS: [Field; 12] = [
    Field::Title,
    Field::Code,
    Field::Description,
    Field::Skills,
    Field::Department,
    Field::Location,
    Field::City,
    Field::Country,
    Field::EmploymentType,
    Field::Status,
    Field::Salary,
    Field::Openings,
];
/// The most columns whose meaning can be chosen.
pub(super) const MAX_COLUMNS: usize = 100;

/// A meaning in a list.
pub(super) struct Meaning {
    pub(super) value: &'static str,
    pub(super) label: &'static str,
    pub(super) is_chosen: bool,
}

/// Returns the meanings for a column. One that is not offered is added, so that it stays chosen.
pub(super) fn meanings(chosen: Option<Field>) -> Vec<Meaning> {
    let other = chosen.filter(|field| !MEANINGS.contains(field));
    let meaning = |field: Field| Meaning {
        value: field.as_wire(),
        label: field.as_str(),
        is_chosen: Some(field) == chosen,
    };
    MEANINGS.into_iter().chain(other).map(meaning).collect()
}

/// Returns the prompt with a sentence for each meaning that was changed.
pub(super) fn with_meanings(fields: &Fields) -> String {
    let prompt = fields.get("prompt");
    if prompt.chars().nth(MAX_PROMPT_CHARS).is_some() {
        // The import refuses it, and the page keeps it as it is.
        return prompt.to_owned();
    }
    let mut lines: Vec<String> = prompt.lines().map(str::to_owned).collect();
    for number in 0..MAX_COLUMNS {
        let text = |name: &str| fields.get(&format!("{name}.{number}"));
        let (column, chosen) = (text("column"), text("meaning"));
        let field = MEANINGS.iter().find(|field| field.as_wire() == chosen);
        let Some(field) = field.filter(|_| chosen != text("was") && !column.is_empty()) else {
            continue;
        };
        let beginning = beginning(column, text("letter"));
        lines.retain(|line| !line.starts_with(&beginning));
        lines.push(format!("{beginning}{}.", word(*field)));
    }
    lines.join("\n")
}

/// Returns the beginning of the sentence about a column. A header with quotes is named by its letter.
fn beginning(column: &str, letter: &str) -> String {
    let is_plain = !column
        .chars()
        .any(|c| matches!(c, '"' | '“' | '”') || c.is_control());
    if is_plain || letter.is_empty() {
        format!("The column \"{column}\" is the ")
    } else {
        format!("Column {letter} is the ")
    }
}

/// Returns the word for a field in a sentence.
fn word(field: Field) -> &'static str {
    match field {
        Field::City => "city",
        Field::Country => "country",
        field => field.as_str(),
    }
}

/// Returns the letter of a column in a spreadsheet.
pub(super) fn letter(number: usize) -> String {
    let (mut left, mut letters) = (number + 1, Vec::new());
    while left > 0 {
        let place = u8::try_from((left - 1) % 26).unwrap_or(0);
        letters.push(char::from(b'A' + place));
        left = (left - 1) / 26;
    }
    letters.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn prompt(fields: &[(&str, &str)]) -> String {
        let fields = fields
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
        with_meanings(&Fields::new(fields.collect::<HashMap<_, _>>()))
    }

    #[test]
    fn a_changed_meaning_becomes_a_sentence_and_replaces_the_one_before() {
        let column = [("column.0", "Role"), ("letter.0", "A"), ("was.0", "")];
        let with = |more: &[(&str, &str)]| prompt(&[&column[..], more].concat());
        let first = with(&[("meaning.0", "title"), ("prompt", "Skip closed jobs.")]);
        assert_eq!(
            first,
            "Skip closed jobs.\nThe column \"Role\" is the title."
        );
        let second = with(&[("meaning.0", "department"), ("prompt", &first)]);
        assert_eq!(
            second,
            "Skip closed jobs.\nThe column \"Role\" is the department."
        );
        assert_eq!(with(&[("meaning.0", ""), ("prompt", "x")]), "x");
        assert_eq!(with(&[("meaning.0", "secret"), ("prompt", "x")]), "x");
    }

    #[test]
    fn a_header_with_quotes_is_named_by_its_letter() {
        let fields = [
            ("column.0", "The \"role\""),
            ("letter.0", "AB"),
            ("meaning.0", "title"),
        ];
        assert_eq!(prompt(&fields), "Column AB is the title.");
        assert_eq!(
            (letter(0), letter(25), letter(27)),
            ("A".into(), "Z".into(), "AB".into())
        );
    }
}
