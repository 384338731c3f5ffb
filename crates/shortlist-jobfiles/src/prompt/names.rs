//! Finds fields, columns and values in the words of a prompt.

use super::super::fields::{Field, NameMatch, readings};
use super::super::fold::fold;

const ARTICLES: [&str; 27] = [
    "the", "a", "an", "any", "job", "jobs", "our", "its", "their", "my", "each", "every", "der",
    "die", "das", "den", "dem", "le", "la", "les", "l", "el", "los", "las", "un", "une", "una",
];

/// Returns the field that a prompt names, in any language of the headers.
pub(crate) fn field_named(text: &str) -> Option<Field> {
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
        let name = words.join(" ");
        if let Some(field) = known(&name).or_else(|| known(name.strip_suffix('s')?)) {
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
        .find(|reading| reading.matched_by == NameMatch::Name)
        .map(|reading| reading.field)
        .filter(|field| *field != Field::DescriptionPart)
}

/// Returns the field that a value can be set for. The parts of a location count as the location.
pub(super) fn settable_field(text: &str) -> Option<Field> {
    field_named(text).map(|field| match field {
        Field::City | Field::Region | Field::Country | Field::Area => Field::Location,
        field => field,
    })
}

/// Returns a name or value without its quotes and surrounding space.
pub(super) fn unquote(text: &str) -> String {
    let text = text.trim();
    let quotes = |c: char| {
        matches!(
            c,
            '"' | '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' | '`'
        )
    };
    text.trim_matches(quotes).trim().to_owned()
}

/// Returns the name of a column: `the column "Role"` and `Role column` become `Role`.
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

/// Splits values at commas, "or", "and" and plus signs. Quoted text stays whole.
pub(super) fn value_list(text: &str) -> Vec<String> {
    const JOINTS: [&str; 12] = [
        "or", "and", "nor", "plus", "+", "&", "oder", "und", "ou", "et", "o", "y",
    ];
    let tokens = super::tokens::tokens_of(text);
    let mut values = Vec::new();
    let mut from = None;
    for token in &tokens {
        if token.word == "," || JOINTS.contains(&token.word.as_str()) {
            values.extend(
                from.take()
                    .and_then(|from: usize| text.get(from..token.start)),
            );
        } else {
            from = from.or(Some(token.start));
        }
    }
    values.extend(from.and_then(|from| text.get(from..)));
    values
        .into_iter()
        .flat_map(slashed)
        .map(|value| unquote(value.trim_end_matches(',')))
        .filter(|value| !value.is_empty())
        .collect()
}

/// Splits `IT/HR` into two values, but not `"IT/HR"`.
fn slashed(value: &str) -> Vec<&str> {
    let quoted = value
        .trim()
        .starts_with(['"', '“', '„', '«', '\'', '‘', '`']);
    if quoted {
        vec![value]
    } else {
        value.split('/').collect()
    }
}
