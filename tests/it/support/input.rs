//! Inputs of calls.

use serde_json::Value;

/// An input with more members, some perhaps in place of its own.
pub(crate) fn joined(mut input: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        input[name] = value.clone();
    }
    input
}
