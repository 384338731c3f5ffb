//! The answer of a language model: its JSON schema for the server, and its parser.
//!
//! The parser is more lenient than the schema, because some servers ignore the schema. Other text may surround the JSON
//! object. An invalid opinion is skipped, and the others are kept.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RestrictFormats, Transform};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shortlist_domain::MicroPoints;
use shortlist_scoring::UncheckedOpinion;

/// The maximum number of opinions that are read. There are at most 20 criteria.
pub const MAX_OPINIONS: usize = 64;
/// The maximum number of braces in a text at which an answer is looked for. It is more than a valid answer can contain.
const MAX_STARTS: usize = 2 * MAX_OPINIONS;

/// A JSON schema with its name.
pub(crate) struct AnswerSchema {
    pub(crate) name: &'static str,
    pub(crate) schema: Value,
}

/// The opinions on one resume.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used; the reader takes less")]
pub(crate) struct Judgement {
    /// One for each criterion.
    opinions: Vec<Opinion>,
}

/// An opinion on one criterion.
#[derive(JsonSchema, Deserialize)]
#[schemars(deny_unknown_fields)]
struct Opinion {
    /// The criterion's name, exactly as it was given.
    criterion: String,
    /// How far the resume meets the criterion, from 0 (not at all) to 1 (in full).
    value: f64,
    /// The passages of the resume behind the value, copied letter by letter.
    quotes: Vec<String>,
}

/// An answer, before its opinions are parsed one by one.
#[derive(Deserialize)]
struct LenientAnswer {
    opinions: Vec<Value>,
}

/// Returns the schema of an answer in the simple form that servers support: without references or additional properties.
pub(crate) fn schema_of<T: JsonSchema>(name: &'static str) -> AnswerSchema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RestrictFormats::default().transform(&mut schema);
    let mut schema = schema.to_value();
    require_all(&mut schema);
    AnswerSchema { name, schema }
}

/// Marks every property of every object as required, because servers with strict schemas demand it. An optional property may
/// be null.
fn require_all(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                let names = properties.keys().cloned().map(Value::String).collect();
                object.insert("required".to_owned(), Value::Array(names));
            }
            object.values_mut().for_each(require_all);
        }
        Value::Array(items) => items.iter_mut().for_each(require_all),
        _ => {}
    }
}

/// Returns the opinions in a text, or `None` if it contains no answer.
pub(crate) fn opinions(text: &str) -> Option<Vec<UncheckedOpinion>> {
    let answer: LenientAnswer = find_object(text)?;
    let stated = answer.opinions.into_iter().take(MAX_OPINIONS);
    Some(stated.filter_map(opinion).collect())
}

/// Parses an opinion. Returns `None` if it is invalid. A value outside the bounds is not clamped: a model that answers 85 has
/// misunderstood the scale, and we would only guess what it meant.
fn opinion(value: Value) -> Option<UncheckedOpinion> {
    let opinion: Opinion = serde_json::from_value(value).ok()?;
    if !(0.0..=1.0).contains(&opinion.value) {
        return None;
    }
    #[expect(clippy::as_conversions, reason = "bounded by 0 and a million above")]
    let millionths = (opinion.value * 1e6).round() as i64;
    Some(UncheckedOpinion {
        criterion: opinion.criterion,
        value: MicroPoints::new(millionths),
        quotes: opinion.quotes,
    })
}

/// Returns the last object of a type in a text. Other text may surround it, such as a code fence or the model's reasoning.
pub(crate) fn find_object<T: DeserializeOwned>(text: &str) -> Option<T> {
    let starts = text.rmatch_indices('{').take(MAX_STARTS);
    starts
        .filter_map(|(at, _)| text.get(at..))
        .find_map(|rest| {
            let mut objects = serde_json::Deserializer::from_str(rest).into_iter::<T>();
            objects.next()?.ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_is_plain_and_closed() {
        let schema = schema_of::<Judgement>("judgement").schema;
        let item = &schema["properties"]["opinions"]["items"];
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(item["additionalProperties"], false);
        assert_eq!(item["required"].as_array().map(Vec::len), Some(3));
        assert_eq!(item["properties"]["value"]["type"], "number");
        let text = schema.to_string();
        for foreign in ["$ref", "$schema", "\"format\""] {
            assert!(!text.contains(foreign), "{text}");
        }
    }

    #[test]
    fn an_object_is_found_among_other_words() {
        let object = r#"{"opinions":[{"criterion":"skills","value":0.5,"quotes":["Python"]}]}"#;
        for text in [
            object.to_owned(),
            format!("```json\n{object}\n```"),
            format!("<think>{{\"opinions\": []}} {{maybe}}</think> Here: {object} Done {{}}"),
        ] {
            let found = opinions(&text).unwrap();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].value, MicroPoints::new(500_000));
        }
        for none in [
            "",
            "no",
            "{",
            "{\"opinions\":",
            "{\"opinion\":[]}",
            &"{".repeat(5_000),
        ] {
            assert!(opinions(none).is_none(), "{none}");
        }
        assert!(opinions(object.trim_end_matches('}')).is_none(), "cut off");
    }

    #[test]
    fn an_invalid_opinion_does_not_affect_the_others() {
        let text = r#"{"opinions":[7,{"criterion":"a","value":"high","quotes":[]},{"criterion":"b","value":100,"quotes":[]},
            {"criterion":"c","value":-0.1,"quotes":[]},{"criterion":"d","value":1,"quotes":[],"why":"so"},{"criterion":"e"}]}"#;
        let found = opinions(text).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].criterion, "d");
        assert_eq!(found[0].value, MicroPoints::ONE);
    }
}
