//! Fields, columns and values by the words of a prompt.

use super::super::fields::{Field, How, readings};
use super::super::fold::fold;

const ARTICLES: [&str; 22] = [
    "the", "a", "an", "job", "jobs", "our", "its", "their", "der", "die", "das", "den", "le", "la",
    "les", "l", "el", "los", "las", "un", "une", "una",
];

/// The field that a prompt names, in any of the languages of the headers.
pub(super) fn field_named(text: &str) -> Option<Field> {
    let folded = fold(&unquote(text));
    let mut words: Vec<&str> = folded.split(' ').collect();
    if words.len() > 1
        && matches!(
            words.last(),
            Some(&("field" | "column" | "spalte" | "colonne" | "columna"))
        )
    {
        words.pop();
    }
    loop {
        if let Some(field) = known(&words.join(" ")) {
            return Some(field);
        }
        match words.split_first() {
            Some((first, rest)) if ARTICLES.contains(first) && !rest.is_empty() => {
                words = rest.to_vec();
            }
            _ => return None,
        }
    }
}

fn known(name: &str) -> Option<Field> {
    match name {
        "name" | "titles" => return Some(Field::Title),
        "id" | "codes" => return Some(Field::Code),
        "type" | "employment types" => return Some(Field::EmploymentType),
        "descriptions" => return Some(Field::Description),
        "departments" => return Some(Field::Department),
        _ => {}
    }
    readings(name)
        .into_iter()
        .find(|reading| reading.how == How::Name)
        .map(|reading| reading.field)
        .filter(|field| *field != Field::DescriptionPart)
}

/// A name or value without its quotes and what surrounds it.
pub(super) fn unquote(text: &str) -> String {
    let text = text.trim();
    let quotes = |c: char| {
        matches!(
            c,
            '"' | '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' | '`'
        )
    };
    let inner = text.trim_matches(quotes).trim();
    if inner.len() < text.len() || !text.is_empty() {
        inner.to_owned()
    } else {
        text.to_owned()
    }
}

/// A column's name: `the column "Role"` and `Role column` are `Role`.
pub(super) fn column_name(text: &str) -> String {
    let mut text = text.trim();
    let lower = |text: &str| text.to_lowercase();
    for before in [
        "the ", "column ", "field ", "die ", "spalte ", "la ", "colonne ", "columna ", "a ", "an ",
    ] {
        if lower(text).starts_with(before) {
            text = text.get(before.len()..).unwrap_or(text).trim();
        }
    }
    for after in [" column", " field", " spalte"] {
        if lower(text).ends_with(after) {
            text = text.get(..text.len() - after.len()).unwrap_or(text).trim();
        }
    }
    unquote(text)
}

/// Values parted by commas, "or" and "and".
pub(super) fn value_list(text: &str) -> Vec<String> {
    let mut values = vec![text.to_owned()];
    for joint in [
        " or ", " and ", " oder ", " und ", " ou ", " et ", " o ", " y ", ",", "/",
    ] {
        values = values
            .iter()
            .flat_map(|value| value.split(joint).map(str::to_owned).collect::<Vec<_>>())
            .collect();
    }
    values
        .iter()
        .map(|value| unquote(value))
        .filter(|value| !value.is_empty())
        .collect()
}
