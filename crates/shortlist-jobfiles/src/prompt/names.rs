//! Finds fields, columns and values in the words of a prompt.

use std::sync::LazyLock;

use shortlist_vocabulary::{PhraseList, WordListError, WordLists};

use super::super::fields::{Field, NameMatch, readings};
use super::super::fold::fold;
use super::super::lists::by_name;
use super::words::PromptWords;

/// Names of fields in prompts, in addition to the headers.
type FieldNames = Vec<(Field, PhraseList)>;

static FIELD_NAMES: LazyLock<FieldNames> = LazyLock::new(|| read_field_names().unwrap_or_default());

/// Reads the names of fields from their file.
pub(super) fn read_field_names() -> Result<FieldNames, WordListError> {
    let lists = WordLists::read(include_str!("../../data/prompt_fields.txt"))?;
    by_name(lists, Field::from_wire)
}

/// Returns the field that a prompt names, in any language of the headers.
pub(crate) fn field_named(text: &str) -> Option<Field> {
    let folded = fold(&unquote(text));
    let mut words: Vec<&str> = folded.split(' ').collect();
    let prompt_words = PromptWords::get();
    let is_column = |word: &&str| prompt_words.column_words.contains(word);
    if words.len() > 1 && words.last().is_some_and(is_column) {
        words.pop();
    }
    loop {
        let name = words.join(" ");
        if let Some(field) = known(&name).or_else(|| known(name.strip_suffix('s')?)) {
            return Some(field);
        }
        match words.split_first() {
            Some((first, rest)) if prompt_words.articles.contains(first) && !rest.is_empty() => {
                words = rest.to_vec();
            }
            _ => return None,
        }
    }
}

fn known(name: &str) -> Option<Field> {
    let mut names = FIELD_NAMES.iter();
    if let Some((field, _)) = names.find(|(_, names)| names.contains(name)) {
        return Some(*field);
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
    let words = PromptWords::get();
    for before in &words.before_column_names {
        let lower = text.to_lowercase();
        let rest = lower.strip_prefix(before);
        if rest.is_some_and(|rest| rest.starts_with(' ')) {
            text = text.get(before.len() + 1..).unwrap_or(text).trim();
        }
    }
    for after in &words.after_column_names {
        let lower = text.to_lowercase();
        let rest = lower.strip_suffix(after);
        if rest.is_some_and(|rest| rest.ends_with(' ')) {
            let end = text.len().saturating_sub(after.len() + 1);
            text = text.get(..end).unwrap_or(text).trim();
        }
    }
    unquote(text)
}

/// Splits values at commas, "or", "and" and plus signs. Quoted text stays whole.
pub(super) fn value_list(text: &str) -> Vec<String> {
    let joints = &PromptWords::get().value_joints;
    let tokens = super::tokens::tokens_of(text);
    let mut values = Vec::new();
    let mut from = None;
    for token in &tokens {
        if token.word == "," || joints.contains(&token.word) {
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
