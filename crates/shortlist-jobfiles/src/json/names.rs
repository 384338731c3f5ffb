//! Interprets the keys of a JSON object.

use shortlist_vocabulary::{PhraseList, word_lists};

use crate::fields::{Field, NameMatch, readings};
use crate::table::Column;

word_lists! {
    /// Keys of objects, without spaces and punctuation.
    pub(crate) struct JsonKeys in "../../data/json_keys.txt" {
        /// Keys under which systems store the list of jobs, the most common first.
        job_lists: Vec<&'static str>,
        /// Keys of objects that contain fields of the job itself.
        neutral: PhraseList,
        /// Fields that contain the name of their object.
        naming: PhraseList,
        /// Fields that identify their object but say nothing about the job.
        identifying: PhraseList,
    }
}

fn bare(key: &str) -> String {
    key.to_lowercase().replace(['_', '-', ' '], "")
}

/// Returns whether an object with this key contains fields of the job itself.
pub(super) fn is_neutral(key: &str) -> bool {
    JsonKeys::get().neutral.contains(&bare(key))
}

/// Returns whether a key only names its object: `categories.name` is not the name of the job.
fn is_label(outer: &str, rest: &[&str]) -> bool {
    bare(outer) == "categories"
        && matches!(rest, [key] if matches!(bare(key).as_str(), "name" | "label"))
}

/// Returns whether a key is a part of the location that its object describes: `arbeitsort.ort`.
fn is_place_part(outer: &[&str], last: &str) -> bool {
    let fills = |key: &str, fields: &[Field]| {
        readings(key)
            .iter()
            .any(|known| known.matched_by == NameMatch::Name && fields.contains(&known.field))
    };
    let parts = [Field::City, Field::Region, Field::Country, Field::Location];
    outer
        .last()
        .is_some_and(|outer| fills(outer, &[Field::Location]))
        && fills(last, &parts)
}

/// Returns the column of a path, with the words for its field and whether it is in a nested object.
pub(super) fn column_of(name: String, path: &[&str]) -> Column {
    let keys = JsonKeys::get();
    let mut parts = path;
    while let [first, rest @ ..] = parts
        && !rest.is_empty()
        && is_neutral(first)
        && !is_label(first, rest)
    {
        parts = rest;
    }
    let nested = parts.len() > 1;
    let alias = match parts {
        [_] | [] => parts.join(" "),
        [outer @ .., last] => {
            let key = bare(last);
            if keys.naming.contains(&key)
                && outer
                    .last()
                    .is_some_and(|outer| *outer != "identifier" || key == "value")
            {
                outer.join(" ")
            } else if is_place_part(outer, last) {
                (*last).to_owned()
            } else if keys.identifying.contains(&key) {
                String::new()
            } else {
                parts.join(" ")
            }
        }
    };
    Column {
        name,
        alias,
        nested,
    }
}
