//! JSON Schemas in words.

use serde_json::Value;

use super::{items, members, text};

/// A parameter, or a field of a body.
pub(super) struct Field {
    pub(super) name: String,
    /// The part of a request that contains it, for parameters.
    pub(super) place: String,
    pub(super) kind: Shape,
    pub(super) is_required: bool,
    pub(super) description: String,
}

/// The kind of a value in words, and the schema that it names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) text: String,
    /// The name of the schema, or an empty text.
    pub(super) schema: String,
}

impl Field {
    pub(super) fn of_parameter(parameter: &Value) -> Self {
        Self {
            name: text(parameter, "name"),
            place: text(parameter, "in"),
            kind: parameter.get("schema").map(shape).unwrap_or_default(),
            is_required: parameter.get("required") == Some(&Value::Bool(true)),
            description: text(parameter, "description"),
        }
    }
}

/// Returns the fields of an object, or of the object that a schema refers to.
pub(super) fn fields_of(schema: &Value) -> Vec<Field> {
    let required: Vec<&str> = items(schema, "required")
        .filter_map(Value::as_str)
        .collect();
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let path = reference.trim_start_matches('#');
        let target = shortlist_transport::openapi_document().pointer(path);
        return target.map(fields_of).unwrap_or_default();
    }
    let fields = members(schema, "properties").map(|(name, value)| Field {
        name: name.clone(),
        place: String::new(),
        kind: shape(value),
        is_required: required.contains(&name.as_str()),
        description: text(value, "description"),
    });
    fields.collect()
}

/// Returns the kind of a value in words.
pub(super) fn shape(schema: &Value) -> Shape {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return Shape {
            text: name.to_owned(),
            schema: name.to_owned(),
        };
    }
    let choices: Vec<Shape> = items(schema, "oneOf").map(shape).collect();
    if !choices.is_empty() {
        let texts: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
        let text = texts.join(" or ");
        let named = choices
            .into_iter()
            .rev()
            .find(|choice| !choice.schema.is_empty());
        let schema = named.map(|choice| choice.schema).unwrap_or_default();
        return Shape { text, schema };
    }
    if let Some(of) = schema.get("items") {
        let inner = shape(of);
        return Shape {
            text: format!("list of {}", inner.text),
            schema: inner.schema,
        };
    }
    Shape {
        text: simple(schema),
        schema: String::new(),
    }
}

/// Returns the type of a value, such as "text or null".
fn simple(schema: &Value) -> String {
    if schema.get("contentMediaType").is_some() {
        return "file".to_owned();
    }
    let names: Vec<&str> = match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => return "any value".to_owned(),
    };
    let format = schema.get("format").and_then(Value::as_str);
    let word = |name: &str| match (name, format) {
        ("string", Some("date-time")) => "time".to_owned(),
        ("string", _) => "text".to_owned(),
        (other, _) => other.to_owned(),
    };
    let words: Vec<String> = names.into_iter().map(word).collect();
    words.join(" or ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn kinds_have_words() {
        for (schema, expected) in [
            (json!({ "type": "string" }), "text"),
            (json!({ "type": ["string", "null"] }), "text or null"),
            (json!({ "type": "string", "format": "date-time" }), "time"),
            (
                json!({ "type": "array", "items": { "$ref": "#/x/Row" } }),
                "list of Row",
            ),
            (
                json!({ "type": "string", "contentMediaType": "a/b" }),
                "file",
            ),
            (json!({}), "any value"),
            (
                json!({ "oneOf": [{ "$ref": "#/x/A" }, { "$ref": "#/x/B" }] }),
                "A or B",
            ),
        ] {
            assert_eq!(shape(&schema).text, expected);
        }
    }
}
