//! Which attributes of a resource an answer has (RFC 7644, section 3.9).

use serde_json::{Map, Value};

use crate::attributes::without_schema;

/// The attributes that every answer has.
const ALWAYS: [&str; 2] = ["schemas", "id"];
/// The most names that are compared.
const MAX_NAMES: usize = 50;

/// The attributes that a client asks for, in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    only: Vec<String>,
    without: Vec<String>,
}

impl Selection {
    /// Returns the selection of names that are separated by commas. If both are given, the first counts.
    pub fn of(only: &str, without: &str) -> Self {
        let only = names(only);
        let without = if only.is_empty() {
            names(without)
        } else {
            Vec::new()
        };
        Self { only, without }
    }

    /// Returns whether an answer has anything of an attribute, which is in lower case.
    pub fn has(&self, attribute: &str) -> bool {
        let is_of = |name: &String| {
            name == attribute
                || name
                    .split_once('.')
                    .is_some_and(|(first, _)| first == attribute)
        };
        if self.only.is_empty() {
            !self.without.iter().any(|name| name == attribute)
        } else {
            self.only.iter().any(is_of)
        }
    }

    /// Returns whether the client asks for certain attributes.
    pub fn is_given(&self) -> bool {
        !self.only.is_empty()
    }

    /// Removes from a resource what the client does not ask for.
    pub fn apply(&self, resource: &mut Map<String, Value>) {
        resource.retain(|key, value| {
            let key = key.to_ascii_lowercase();
            if ALWAYS.contains(&key.as_str()) {
                return true;
            }
            if !self.has(&key) {
                return false;
            }
            let keeps =
                |part: &str| self.keeps_part(&format!("{key}.{}", part.to_ascii_lowercase()), &key);
            match value {
                Value::Object(parts) => parts.retain(|part, _| keeps(part)),
                Value::Array(elements) => {
                    for parts in elements.iter_mut().filter_map(Value::as_object_mut) {
                        parts.retain(|part, _| keeps(part));
                    }
                }
                _ => {}
            }
            true
        });
    }

    fn keeps_part(&self, full: &str, attribute: &str) -> bool {
        if self.only.is_empty() {
            return !self.without.iter().any(|name| name == full);
        }
        let mut only = self.only.iter();
        only.any(|name| name == full || name == attribute)
    }
}

fn names(text: &str) -> Vec<String> {
    let names = text.split(',').map(|name| without_schema(name.trim()));
    let names = names.filter(|name| !name.is_empty());
    names.take(MAX_NAMES).map(str::to_ascii_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn selected(only: &str, without: &str) -> Value {
        let mut resource = json!({
            "schemas": ["x"], "id": "1", "userName": "a", "active": true,
            "emails": [{ "value": "a@b.example", "type": "work" }],
        });
        Selection::of(only, without).apply(resource.as_object_mut().unwrap());
        resource
    }

    #[test]
    fn an_answer_has_what_the_client_asks_for() {
        let always = json!({ "schemas": ["x"], "id": "1" });
        assert_eq!(selected("nickName", ""), always);
        let expected = json!({ "schemas": ["x"], "id": "1", "userName": "a", "emails": [{ "value": "a@b.example" }] });
        assert_eq!(selected("username, emails.value", "userName"), expected);
        let expected =
            json!({ "schemas": ["x"], "id": "1", "userName": "a", "emails": [{ "type": "work" }] });
        assert_eq!(selected("", "id,active,EMAILS.value"), expected);
        assert_eq!(selected("", "").as_object().unwrap().len(), 5);
    }

    #[test]
    fn a_selection_says_whether_an_attribute_is_needed() {
        assert!(!Selection::of("", "members").has("members"));
        assert!(Selection::of("members.value", "").has("members"));
        assert!(!Selection::of("displayName", "").has("members"));
        assert!(Selection::default().has("members"));
    }
}
