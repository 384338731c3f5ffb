//! Parses JSON to a tree that keeps the order of its keys and limits its size.

use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};

use crate::error::{JobFileError, JsonFault, JsonHint, JsonKind};

/// The maximum number of values in a file. A value takes up to 250 bytes in the tree, so this keeps the tree below 250 MB.
const MAX_VALUES: usize = 1_000_000;

thread_local! {
    /// The number of values since [`read_values`] began. It is thread-local because serde passes no state to `Deserialize`.
    static VALUES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// A number in decimal notation.
    Number(String),
    Text(String),
    List(Vec<Self>),
    /// The keys in file order. For a repeated key, the last value counts.
    Object(Vec<(String, Self)>),
}

impl Json {
    pub(crate) fn kind(&self) -> JsonKind {
        match self {
            Self::Null => JsonKind::Null,
            Self::Bool(_) => JsonKind::Bool,
            Self::Number(_) => JsonKind::Number,
            Self::Text(_) => JsonKind::Text,
            Self::List(_) => JsonKind::List,
            Self::Object(_) => JsonKind::Object,
        }
    }

    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }
}

/// Reads one value, or a sequence of values (one object per line).
///
/// # Errors
/// Returns [`JobFileError::NotJson`] if a value is invalid.
pub(crate) fn read_values(text: &str) -> Result<Vec<Json>, JobFileError> {
    VALUES.set(0);
    let mut values = Vec::new();
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Json>();
    while let Some(value) = stream.next() {
        match value {
            Ok(value) => values.push(value),
            Err(error) => return Err(explain(&error, text, stream.byte_offset())),
        }
    }
    Ok(values)
}

fn explain(error: &serde_json::Error, text: &str, value_start: usize) -> JobFileError {
    let before = text.get(..value_start).unwrap_or_default();
    let hint = if error.is_eof() {
        Some(JsonHint::CutOff)
    } else if !before.trim().is_empty() && !before.trim_end().ends_with('}') {
        Some(JsonHint::NotOneObjectPerLine)
    } else {
        None
    };
    JobFileError::NotJson {
        // A stream counts lines over the whole text, so the position is correct as it is.
        line: error.line(),
        column: error.column(),
        fault: fault(error),
        hint,
    }
}

/// Returns what is wrong. The library reports an exceeded depth only in its message, and ends each message with the position.
fn fault(error: &serde_json::Error) -> JsonFault {
    let message = error.to_string();
    if VALUES.get() > MAX_VALUES {
        JsonFault::TooManyValues(MAX_VALUES)
    } else if message.contains("recursion limit") {
        JsonFault::TooDeep
    } else {
        let detail = message.split(" at line ").next();
        JsonFault::LibrarySays(detail.unwrap_or_default().to_owned())
    }
}

struct JsonVisitor;

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = VALUES.get() + 1;
        VALUES.set(count);
        if count > MAX_VALUES {
            return Err(D::Error::custom("too many values"));
        }
        deserializer.deserialize_any(JsonVisitor)
    }
}

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.replace('\0', "")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut fields: Vec<(String, Json)> = Vec::new();
        let mut indexes = std::collections::HashMap::<String, usize>::new();
        while let Some((key, value)) = entries.next_entry::<String, Json>()? {
            match indexes.get(&key).and_then(|index| fields.get_mut(*index)) {
                Some(field) => field.1 = value,
                None => {
                    indexes.insert(key.clone(), fields.len());
                    fields.push((key, value));
                }
            }
        }
        Ok(Json::Object(fields))
    }
}
