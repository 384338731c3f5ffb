//! Takes texts out of the objects that converters and content systems wrap around them.
//!
//! `WordPress` writes `{"rendered": "Nurse"}`, converters from XML `{"_cdata": "Nurse"}` or `{"#text": "Nurse", "@lang": "en"}`, and
//! multilingual systems `{"en": "Nurse", "de": "Pflegekraft"}`.

use super::tree::Json;

/// Keys of objects that contain nothing but one text: of `WordPress`, and of converters from XML.
const WRAPPERS: [&str; 11] = [
    "rendered",
    "value",
    "_cdata",
    "__cdata",
    "cdata",
    "#cdata",
    "#cdata-section",
    "#text",
    "_text",
    "__text",
    "$t",
];

/// Languages by their codes (ISO 639-1), the preferred ones first. Codes that are also common keys (`id`, `no`, `is`) are left out.
const LANGUAGES: [&str; 24] = [
    "en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "nb", "fi", "cs", "sk", "hu", "ro",
    "tr", "ru", "uk", "el", "ja", "zh", "ko", "ar",
];

/// Whether a value is in a list of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It may contain the list of jobs. A list of one job stays a list.
    AroundList,
    InList,
}

/// Replaces each wrapped text in a value by the text.
pub(super) fn unwrap(value: &mut Json) {
    unwrap_at(value, Place::AroundList);
}

fn unwrap_at(value: &mut Json, place: Place) {
    match value {
        Json::List(items) => items
            .iter_mut()
            .for_each(|item| unwrap_at(item, Place::InList)),
        Json::Object(fields) => {
            fields
                .iter_mut()
                .for_each(|(_, field)| unwrap_at(field, place));
            if place == Place::InList && has_only_result(fields) {
                if let Some((_, Json::List(items))) = fields.pop()
                    && let Some(item) = items.into_iter().next()
                {
                    *value = item;
                }
            } else if let Some(text) = wrapped_text(fields).or_else(|| text_in_languages(fields)) {
                *value = text;
            }
        }
        _ => {}
    }
}

/// Returns whether an object has nothing but a list of one item: `{"results": [{"jobTitle": "Nurse"}]}` of `OData`.
fn has_only_result(fields: &[(String, Json)]) -> bool {
    matches!(fields, [(key, Json::List(items))] if key == "results" && items.len() == 1)
}

/// Returns the text of an object that has one under a key of wrappers, next to nothing but marks of the text.
fn wrapped_text(fields: &[(String, Json)]) -> Option<Json> {
    let is_wrapper = |key: &str| WRAPPERS.iter().any(|known| known.eq_ignore_ascii_case(key));
    let (_, text) = fields.iter().find(|(key, _)| is_wrapper(key))?;
    let is_mark = |key: &str, value: &Json| {
        matches!(value, Json::Bool(_) | Json::Null) || key.starts_with(['@', '_', '$', '-'])
    };
    let alone = fields
        .iter()
        .all(|(key, value)| is_wrapper(key) || is_mark(key, value));
    (alone && matches!(text, Json::Text(_) | Json::Number(_))).then(|| text.clone())
}

/// Returns the text in the preferred language of an object whose keys are all languages.
fn text_in_languages(fields: &[(String, Json)]) -> Option<Json> {
    let rank = |key: &str| {
        let language = key
            .split(['-', '_'])
            .next()
            .unwrap_or_default()
            .to_lowercase();
        LANGUAGES.iter().position(|known| *known == language)
    };
    let all_texts = fields
        .iter()
        .all(|(key, value)| rank(key).is_some() && matches!(value, Json::Text(_)));
    let says_language = fields.len() > 1 || fields.iter().any(|(key, _)| key.contains(['-', '_']));
    let filled = fields
        .iter()
        .filter(|(_, value)| !matches!(value, Json::Text(text) if text.trim().is_empty()));
    let preferred = filled.min_by_key(|(key, _)| rank(key))?;
    (all_texts && says_language).then(|| preferred.1.clone())
}
