//! Names of attributes. Letter case does not matter (RFC 7643, section 2.1), and a name may begin with the URN of its schema.

use serde_json::{Map, Value};

/// The schema of users.
pub(crate) const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
/// The schema of groups.
pub(crate) const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";

/// The attributes with several values that changes can create.
const MULTI_VALUED: [&str; 2] = ["emails", "members"];
/// The attributes that clients cannot change.
const READ_ONLY: [&str; 4] = ["id", "schemas", "meta", "groups"];

/// Returns whether an attribute has several values.
pub(crate) fn is_multi_valued(name: &str) -> bool {
    MULTI_VALUED
        .iter()
        .any(|one| one.eq_ignore_ascii_case(name))
}

/// Returns whether clients cannot change an attribute.
pub(crate) fn is_read_only(name: &str) -> bool {
    READ_ONLY.iter().any(|one| one.eq_ignore_ascii_case(name))
}

/// Returns a name without the URN of the schema of users or groups.
pub(crate) fn without_schema(name: &str) -> &str {
    let of = |schema: &str| {
        let (start, rest) = name.split_at_checked(schema.len())?;
        start
            .eq_ignore_ascii_case(schema)
            .then_some(rest)?
            .strip_prefix(':')
    };
    of(USER).or_else(|| of(GROUP)).unwrap_or(name)
}

/// Returns the spelling of a key in an object, for a name in any case.
pub(crate) fn key_of(object: &Map<String, Value>, name: &str) -> Option<String> {
    if object.contains_key(name) {
        return Some(name.to_owned());
    }
    object
        .keys()
        .find(|key| key.eq_ignore_ascii_case(name))
        .cloned()
}

/// Returns the value of an attribute, whose name may be in any case.
pub fn member<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    object.get(name).or_else(|| {
        let mut members = object.iter();
        members
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    })
}

/// Returns a name as the others are compared with it. It may contain a dot, but no other character than letters, digits and `$-_`.
pub(crate) fn checked_name(name: &str) -> Option<&str> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '-' | '_');
    let mut parts = name.split('.');
    let is_name = parts.all(|part| !part.is_empty() && part.chars().all(is_allowed));
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_and_schema() {
        assert_eq!(without_schema(&format!("{USER}:userName")), "userName");
        assert_eq!(
            without_schema(&format!("{}:members", GROUP.to_uppercase())),
            "members"
        );
        assert_eq!(without_schema("name.formatted"), "name.formatted");
        assert!(is_read_only("ID") && !is_read_only("emails"));
        assert!(is_multi_valued("Members"));
        assert_eq!(checked_name("a.b"), Some("a.b"));
        for wrong in ["", ".", "a.", "a b", "a[b", "é"] {
            assert_eq!(checked_name(wrong), None, "{wrong}");
        }
    }
}
