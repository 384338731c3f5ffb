//! The protocol of SCIM 2.0 (RFC 7643 and RFC 7644), by which an identity provider manages users and groups.
//!
//! Invariants: everything is a function on JSON values and texts. This crate knows nothing of accounts, databases or HTTP. Text from
//! outside has limits of length, depth and number, and no function recurses deeper than they allow.

mod attributes;
mod budget;
mod changes;
mod error;
mod filter;
mod filter_text;
mod list;
mod members;
mod patch;
mod path;
mod resources;
mod schemas;
mod selection;

pub use attributes::member;
pub use budget::{MAX_PART_BYTES, MAX_PARTS, MAX_VALUES};
pub use error::{ScimError, ScimType};
pub use filter::{Filter, MAX_FILTER_CHARS};
pub use list::{ListQuery, MAX_RESULTS, Slice, list_response};
pub use patch::{MAX_OPERATIONS, Patch};
pub use resources::{
    GroupAttributes, GroupRecord, Membership, UserAttributes, UserRecord, group_resource,
    read_group, read_user, user_resource,
};
pub use schemas::{
    FILTERED_OF_GROUPS, FILTERED_OF_USERS, resource_type, resource_types, schema, schemas,
    service_provider_config,
};
pub use selection::Selection;

use serde_json::{Map, Value};

/// The largest body, in bytes. A service may have a smaller limit.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// Reads a body, which must be one JSON object.
///
/// # Errors
/// Returns an error if the body is too large, or is not a JSON object.
pub fn read_object(body: &[u8]) -> Result<Map<String, Value>, ScimError> {
    if body.len() > MAX_BODY_BYTES {
        let problem = format!("the body exceeds the limit of {MAX_BODY_BYTES} bytes");
        return Err(ScimError::new(413, problem));
    }
    // serde_json refuses what is nested deeper than 128 levels.
    match serde_json::from_slice(body) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(ScimError::of_type(
            ScimType::InvalidSyntax,
            "the body must be one JSON object",
        )),
        Err(error) => Err(ScimError::of_type(
            ScimType::InvalidSyntax,
            format!("the body is not JSON: {error}"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_json_object_of_limited_size_and_depth_is_read() {
        assert!(read_object(br#"{"a": 1}"#).unwrap().contains_key("a"));
        for wrong in ["", "[]", "1", "{", "{\"a\":1}x"] {
            let error = read_object(wrong.as_bytes()).unwrap_err();
            assert_eq!(error.status(), 400, "{wrong}");
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
        assert_eq!(read_object(deep.as_bytes()).unwrap_err().status(), 400);
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(MAX_BODY_BYTES));
        assert_eq!(read_object(large.as_bytes()).unwrap_err().status(), 413);
    }
}
