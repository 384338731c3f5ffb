//! Inputs of requests, and values of their responses.

use serde_json::Value;

/// Returns an input with more fields, which may replace its own.
pub(crate) fn joined(mut input: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        input[name] = value.clone();
    }
    input
}

/// Returns the root field's value of a GraphQL response without errors.
pub(crate) fn root_field(body: &Value) -> Value {
    assert!(body.get("errors").is_none(), "{body}");
    let fields = body["data"].as_object().unwrap();
    fields.values().next().unwrap().clone()
}
