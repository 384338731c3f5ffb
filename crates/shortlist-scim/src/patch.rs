//! Changes of parts of a resource (RFC 7644, section 3.5.2), as identity providers really send them.
//!
//! A change of an attribute that the resource does not have creates it, and removing what is not there changes nothing. So clients that
//! send more than is stored are not refused.

use serde_json::{Map, Value};

use crate::attributes::member;
use crate::budget::{Budget, check_parts};
use crate::changes::{Kind, remove, set};
use crate::error::{ScimError, ScimType};
use crate::path::Path;

/// The most operations of a change.
pub const MAX_OPERATIONS: usize = 200;

#[derive(Debug, Clone, PartialEq)]
struct Operation {
    kind: Kind,
    path: Option<Path>,
    value: Option<Value>,
}

/// A change of parts of a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch(Vec<Operation>);

impl Patch {
    /// Reads a change.
    ///
    /// # Errors
    /// Returns an error if it has the wrong form, too many operations, or a path that cannot be read.
    pub fn read(body: &Map<String, Value>) -> Result<Self, ScimError> {
        let Some(Value::Array(operations)) = member(body, "Operations") else {
            return Err(ScimError::of_type(
                ScimType::InvalidSyntax,
                "the body has no list of Operations",
            ));
        };
        if operations.len() > MAX_OPERATIONS {
            let problem = format!("the change has more than {MAX_OPERATIONS} operations");
            return Err(ScimError::of_type(ScimType::TooMany, problem));
        }
        let operations = operations.iter().map(Operation::read);
        operations.collect::<Result<_, _>>().map(Self)
    }

    /// Applies the operations in their order.
    ///
    /// # Errors
    /// Returns an error if an operation changes what clients cannot change, or if the change costs too much. The resource may have changed
    /// in part.
    pub fn apply(&self, resource: &mut Map<String, Value>) -> Result<(), ScimError> {
        let mut budget = Budget::of_change();
        self.0
            .iter()
            .try_for_each(|operation| operation.apply(resource, &mut budget))
    }
}

impl Operation {
    fn read(operation: &Value) -> Result<Self, ScimError> {
        let syntax = |detail: &str| ScimError::of_type(ScimType::InvalidSyntax, detail);
        let object = operation
            .as_object()
            .ok_or_else(|| syntax("an operation is not an object"))?;
        let name = member(object, "op").and_then(Value::as_str);
        let kind = match name.unwrap_or_default().to_ascii_lowercase().as_str() {
            "add" => Kind::Add,
            "remove" => Kind::Remove,
            "replace" => Kind::Replace,
            _ => return Err(syntax("op must be add, remove or replace")),
        };
        let path = match member(object, "path") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.trim().is_empty() => None,
            Some(Value::String(text)) => Some(Path::parse(text)?),
            Some(_) => return Err(syntax("path must be a string")),
        };
        let value = member(object, "value").cloned();
        if kind != Kind::Remove && value.is_none() {
            return Err(ScimError::of_type(
                ScimType::InvalidValue,
                "add and replace need a value",
            ));
        }
        Ok(Self { kind, path, value })
    }

    fn apply(
        &self,
        resource: &mut Map<String, Value>,
        budget: &mut Budget,
    ) -> Result<(), ScimError> {
        match (&self.path, self.kind) {
            (None, Kind::Remove) => Err(ScimError::of_type(
                ScimType::NoTarget,
                "remove needs a path",
            )),
            (None, kind) => self.apply_each(resource, kind, budget),
            (Some(path), _) if path.is_read_only() => {
                let problem = format!("{}: cannot be changed", path.attribute);
                Err(ScimError::of_type(ScimType::Mutability, problem))
            }
            (Some(path), Kind::Remove) => remove(resource, path, self.value.as_ref(), budget),
            (Some(path), kind) => {
                let value = self.value.clone().unwrap_or_default();
                set(resource, path, kind, value, budget)
            }
        }
    }

    /// Applies a value without a path: each of its members names what it changes. Clients repeat the identifier there.
    fn apply_each(
        &self,
        resource: &mut Map<String, Value>,
        kind: Kind,
        budget: &mut Budget,
    ) -> Result<(), ScimError> {
        let Some(Value::Object(members)) = &self.value else {
            return Err(ScimError::of_type(
                ScimType::InvalidValue,
                "without a path, the value must be an object",
            ));
        };
        check_parts(members.len())?;
        for (name, value) in members {
            let path = Path::parse(name)?;
            if !path.is_read_only() {
                set(resource, &path, kind, value.clone(), budget)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn patched(resource: Value, operations: Value) -> Result<Value, ScimError> {
        let body = json!({ "Operations": operations });
        let patch = Patch::read(body.as_object().unwrap())?;
        let mut resource = resource.as_object().unwrap().clone();
        patch.apply(&mut resource)?;
        Ok(Value::Object(resource))
    }

    fn user() -> Value {
        json!({
            "id": "usr_1", "userName": "ada@example.org", "active": true,
            "emails": [{ "value": "ada@example.org", "type": "work", "primary": true }],
        })
    }

    #[test]
    fn entra_id_changes_users() {
        let changed = patched(
            user(),
            json!([
                { "op": "Replace", "path": "active", "value": "False" },
                { "op": "Add", "path": "displayName", "value": "Ada" },
                { "op": "Replace", "path": "emails[type eq \"work\"].value", "value": "a@b.example" },
                { "op": "Add", "path": "addresses[type eq \"work\"].locality", "value": "Kochi" },
                { "op": "Add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "value": "HR" },
            ]),
        );
        let changed = changed.unwrap();
        assert_eq!(changed["active"], "False");
        assert_eq!(changed["displayName"], "Ada");
        let email = json!([{ "value": "a@b.example", "type": "work", "primary": true }]);
        assert_eq!(changed["emails"], email);
        let address = json!([{ "type": "work", "locality": "Kochi" }]);
        assert_eq!(changed["addresses"], address);
    }

    #[test]
    fn okta_sends_an_object_without_a_path() {
        let changed = patched(
            user(),
            json!([{ "op": "replace", "value": { "id": "usr_2", "active": false, "name.familyName": "Example" } }]),
        );
        let changed = changed.unwrap();
        assert_eq!(changed["id"], "usr_1");
        assert_eq!(changed["active"], false);
        assert_eq!(changed["name"], json!({ "familyName": "Example" }));
    }

    #[test]
    fn members_are_added_once_and_removed_in_each_way() {
        let group = json!({ "displayName": "HR", "members": [{ "value": "a" }, { "value": "b" }] });
        let member = |id: &str| json!({ "value": id });
        let added =
            json!([{ "op": "add", "path": "members", "value": [member("b"), member("c")] }]);
        let all = patched(group.clone(), added).unwrap();
        assert_eq!(
            all["members"],
            json!([member("a"), member("b"), member("c")])
        );
        for remove in [
            json!([{ "op": "Remove", "path": "members[value eq \"a\"]" }]),
            json!([{ "op": "remove", "path": "members", "value": [member("a")] }]),
            json!([{ "op": "remove", "path": "members", "value": member("a") }]),
            json!([{ "op": "replace", "path": "members", "value": [member("b")] }]),
            json!([{ "op": "replace", "value": { "members": [member("b")] } }]),
        ] {
            let left = patched(group.clone(), remove.clone()).unwrap();
            assert_eq!(left["members"], json!([member("b")]), "{remove}");
        }
        let none = patched(group, json!([{ "op": "remove", "path": "members" }]));
        assert_eq!(none.unwrap().get("members"), None);
    }

    #[test]
    fn a_new_primary_value_is_the_only_one() {
        let added = json!([{ "op": "add", "path": "emails", "value": [{ "value": "b@b.example", "primary": true }] }]);
        let changed = patched(user(), added).unwrap();
        assert_eq!(changed["emails"][0]["primary"], false);
        assert_eq!(changed["emails"][1]["primary"], true);
    }

    #[test]
    fn removing_what_is_not_there_changes_nothing() {
        let removed = json!([
            { "op": "remove", "path": "nickName" },
            { "op": "remove", "path": "emails[type eq \"home\"]" },
            { "op": "remove", "path": "name.givenName" },
        ]);
        assert_eq!(patched(user(), removed).unwrap(), user());
    }

    #[test]
    fn a_wrong_change_is_refused() {
        let of_type = |operations: Value| {
            let error = patched(user(), operations).unwrap_err();
            error.scim_type().unwrap()
        };
        let one = |op: &str| json!([{ "op": op, "value": 1 }]);
        assert_eq!(of_type(one("move")), ScimType::InvalidSyntax);
        assert_eq!(of_type(one("add")), ScimType::InvalidValue);
        assert_eq!(of_type(one("remove")), ScimType::NoTarget);
        assert_eq!(of_type(json!([1])), ScimType::InvalidSyntax);
        assert_eq!(of_type(json!("x")), ScimType::InvalidSyntax);
        let id = json!([{ "op": "replace", "path": "id", "value": "x" }]);
        assert_eq!(of_type(id), ScimType::Mutability);
        let missing = json!([{ "op": "replace", "path": "active" }]);
        assert_eq!(of_type(missing), ScimType::InvalidValue);
        let path = json!([{ "op": "add", "path": "a b", "value": 1 }]);
        assert_eq!(of_type(path), ScimType::InvalidPath);
        let filter = json!([{ "op": "remove", "path": "members[value gt \"a\"]" }]);
        assert_eq!(of_type(filter), ScimType::InvalidFilter);
        let many = vec![json!({ "op": "add", "path": "active", "value": true }); 201];
        assert_eq!(of_type(Value::Array(many)), ScimType::TooMany);
    }

    fn refusal(resource: Value, operations: Value) -> Option<ScimType> {
        patched(resource, operations).unwrap_err().scim_type()
    }

    fn group_of(count: usize) -> Value {
        let members: Vec<Value> = (0..count)
            .map(|number| json!({ "value": format!("usr_{number}") }))
            .collect();
        json!({ "displayName": "HR", "members": members })
    }

    #[test]
    fn an_attribute_has_few_values_and_an_object_few_parts() {
        let empty = || vec![json!({}); 51];
        for operations in [
            json!([{ "op": "add", "path": "emails", "value": empty() }]),
            json!([{ "op": "add", "path": "photos", "value": empty() }]),
            json!([{ "op": "add", "value": { "emails": empty() } }]),
        ] {
            assert_eq!(refusal(user(), operations), Some(ScimType::TooMany));
        }
        let primary = vec![json!({ "primary": true }); 15_000];
        let primary = json!([{ "op": "replace", "path": "emails", "value": primary }]);
        assert_eq!(refusal(user(), primary), Some(ScimType::TooMany));
        let new = |number: usize| {
            let path = format!("emails[type eq \"{number}\"].value");
            json!({ "op": "add", "path": path, "value": "a@b.example" })
        };
        let new: Vec<Value> = (0..60).map(new).collect();
        assert_eq!(refusal(user(), Value::Array(new)), Some(ScimType::TooMany));
        let parts: Map<String, Value> = (0..101)
            .map(|number| (format!("a{number}"), json!(1)))
            .collect();
        for operations in [
            json!([{ "op": "add", "value": parts }]),
            json!([{ "op": "add", "path": "name", "value": parts }]),
            json!([{ "op": "add", "path": "emails", "value": [parts] }]),
        ] {
            assert_eq!(refusal(user(), operations), Some(ScimType::TooMany));
        }
        let each = |number: usize| json!({ "op": "add", "path": format!("a{number}"), "value": 1 });
        let each: Vec<Value> = (0..150).map(each).collect();
        assert_eq!(refusal(user(), Value::Array(each)), Some(ScimType::TooMany));
    }

    #[test]
    fn a_long_text_is_not_copied_into_each_value() {
        let long = "x".repeat(1_025);
        for path in ["emails.x", "emails[type eq \"work\"].x", "emails[type pr]"] {
            let operations = json!([{ "op": "add", "path": path, "value": long }]);
            assert_eq!(
                refusal(user(), operations),
                Some(ScimType::InvalidValue),
                "{path}"
            );
        }
        let member = json!([{ "op": "add", "path": "members", "value": [{ "value": long }] }]);
        assert_eq!(refusal(group_of(1), member), Some(ScimType::InvalidValue));
        let part = json!([
            { "op": "add", "path": "members.x", "value": long },
            { "op": "add", "path": "members[value eq \"usr_0\"].display", "value": long },
        ]);
        let unchanged = patched(group_of(1), part).unwrap();
        assert_eq!(unchanged, group_of(1));
    }

    #[test]
    fn members_are_looked_up_and_never_searched() {
        for filter in [
            "value ne \"\"",
            "value eq \"a\" and value eq \"b\"",
            "value sw \"usr\"",
            "display eq \"Ada\"",
            "not (value eq \"a\")",
        ] {
            for op in ["add", "remove"] {
                let path = format!("members[{filter}]");
                let operations = json!([{ "op": op, "path": path, "value": "usr_9" }]);
                let refused = refusal(group_of(2), operations);
                assert_eq!(refused, Some(ScimType::InvalidFilter), "{op} {filter}");
            }
        }
        let path = "members[value eq \"usr_0\" or value eq \"usr_2\"]";
        let removed = json!([{ "op": "remove", "path": path }]);
        let left = patched(group_of(3), removed).unwrap();
        assert_eq!(left["members"], json!([{ "value": "usr_1" }]));
        let path = "members[value eq \"usr_0\"].value";
        let exchanged = json!([{ "op": "replace", "path": path, "value": "usr_7" }]);
        let exchanged = patched(group_of(1), exchanged).unwrap();
        assert_eq!(exchanged["members"], json!([{ "value": "usr_7" }]));
    }

    #[test]
    fn the_work_of_a_change_is_limited() {
        let remove = |number: usize| json!({ "op": "remove", "path": format!("members[value eq \"usr_{number}\"]") });
        let all: Vec<Value> = (0..MAX_OPERATIONS).map(remove).collect();
        let left = patched(group_of(10_000), Value::Array(all.clone())).unwrap();
        assert_eq!(left["members"].as_array().unwrap().len(), 9_800);
        let refused = refusal(group_of(50_000), Value::Array(all));
        assert_eq!(refused, Some(ScimType::TooMany));
        let text = "x".repeat(10_000);
        let mut operations =
            vec![json!({ "op": "add", "path": "emails", "value": [{ "a": text }] })];
        let words = vec!["a co \"y\""; 100].join(" or ");
        let search = json!({ "op": "remove", "path": format!("emails[{words}]") });
        operations.extend(vec![search; 10]);
        let refused = refusal(user(), Value::Array(operations));
        assert_eq!(refused, Some(ScimType::TooMany));
    }
}
