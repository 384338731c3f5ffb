//! Inputs of calls, and what stands in their answers.

use serde_json::Value;

/// An input with more members, some perhaps in place of its own.
pub(crate) fn joined(mut input: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        input[name] = value.clone();
    }
    input
}

/// What the root field of a GraphQL answer holds; nothing failed.
pub(crate) fn root_field(body: &Value) -> Value {
    assert!(body.get("errors").is_none(), "{body}");
    let fields = body["data"].as_object().unwrap();
    fields.values().next().unwrap().clone()
}
