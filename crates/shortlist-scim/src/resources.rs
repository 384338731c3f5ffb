//! Users and groups as resources: what a client gets, and what it sends.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::attributes::{GROUP, USER, member};
use crate::error::{ScimError, ScimType};

/// A user, for a resource.
#[derive(Debug, Clone)]
pub struct UserRecord<'a> {
    /// The identifier.
    pub id: &'a str,
    /// The name that the client chose, which identifies the user for it.
    pub user_name: &'a str,
    /// The client's identifier.
    pub external_id: Option<&'a str>,
    /// The name that people see.
    pub display_name: &'a str,
    /// The e-mail address.
    pub address: &'a str,
    /// Whether the user may sign in.
    pub is_active: bool,
    /// The groups; `None` leaves them out.
    pub memberships: Option<&'a [Membership]>,
    /// When the user was created.
    pub created: &'a str,
}

/// A group of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The identifier of the group.
    pub group: String,
    /// Its name.
    pub name: String,
}

/// A group, for a resource.
#[derive(Debug, Clone)]
pub struct GroupRecord<'a> {
    /// The identifier.
    pub id: &'a str,
    /// The name.
    pub display_name: &'a str,
    /// The client's identifier.
    pub external_id: Option<&'a str>,
    /// The identifiers of its members; `None` leaves them out.
    pub member_ids: Option<&'a [String]>,
    /// When the group was created.
    pub created: &'a str,
}

/// What a client says about a user. `None` means that it says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserAttributes {
    /// The name that identifies the user for the client.
    pub user_name: Option<String>,
    /// The client's identifier.
    pub external_id: Option<String>,
    /// The name that people see.
    pub display_name: Option<String>,
    /// The e-mail address.
    pub email: Option<String>,
    /// Whether the user may sign in.
    pub active: Option<bool>,
}

/// What a client says about a group. `None` means that it says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupAttributes {
    /// The name.
    pub display_name: Option<String>,
    /// The client's identifier.
    pub external_id: Option<String>,
    /// The identifiers of its members.
    pub member_ids: BTreeSet<String>,
}

/// Returns the resource of a user. `base` is the address below which resources are.
pub fn user_resource(user: &UserRecord<'_>, base: &str) -> Map<String, Value> {
    let mut resource = Map::new();
    let mut add = |name: &str, value: Value| {
        resource.insert(name.to_owned(), value);
    };
    add("schemas", json!([USER]));
    add("id", user.id.into());
    if let Some(external_id) = user.external_id {
        add("externalId", external_id.into());
    }
    add("userName", user.user_name.into());
    add("name", json!({ "formatted": user.display_name }));
    add("displayName", user.display_name.into());
    add("emails", json!([{ "value": user.address, "type": "work" }]));
    add("active", user.is_active.into());
    if let Some(memberships) = user.memberships.filter(|groups| !groups.is_empty()) {
        let group = |one: &Membership| json!({ "value": one.group, "$ref": format!("{base}/Groups/{}", one.group), "display": one.name, "type": "direct" });
        add("groups", memberships.iter().map(group).collect());
    }
    add(
        "meta",
        json!({ "resourceType": "User", "created": user.created, "location": format!("{base}/Users/{}", user.id) }),
    );
    resource
}

/// Returns the resource of a group. `base` is the address below which resources are.
pub fn group_resource(group: &GroupRecord<'_>, base: &str) -> Map<String, Value> {
    let mut resource = Map::new();
    let mut add = |name: &str, value: Value| {
        resource.insert(name.to_owned(), value);
    };
    add("schemas", json!([GROUP]));
    add("id", group.id.into());
    if let Some(external_id) = group.external_id {
        add("externalId", external_id.into());
    }
    add("displayName", group.display_name.into());
    if let Some(members) = group.member_ids.filter(|members| !members.is_empty()) {
        let user = |id: &String| json!({ "value": id, "$ref": format!("{base}/Users/{id}"), "type": "User" });
        add("members", members.iter().map(user).collect());
    }
    add(
        "meta",
        json!({ "resourceType": "Group", "created": group.created, "location": format!("{base}/Groups/{}", group.id) }),
    );
    resource
}

/// Reads what a client says about a user.
///
/// # Errors
/// Returns `invalidValue` if an attribute has the wrong type.
pub fn read_user(resource: &Map<String, Value>) -> Result<UserAttributes, ScimError> {
    let display_name = text(resource, "displayName")?;
    let display_name = match display_name.filter(|name| !name.trim().is_empty()) {
        Some(name) => Some(name),
        None => name_of(resource)?,
    };
    Ok(UserAttributes {
        user_name: text(resource, "userName")?,
        external_id: text(resource, "externalId")?,
        display_name,
        email: email(resource)?,
        active: boolean(resource, "active")?,
    })
}

/// Reads what a client says about a group.
///
/// # Errors
/// Returns `invalidValue` if an attribute has the wrong type.
pub fn read_group(resource: &Map<String, Value>) -> Result<GroupAttributes, ScimError> {
    let members: &[Value] = match member(resource, "members") {
        None | Some(Value::Null) => &[],
        Some(Value::Array(members)) => members.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let identifier = |one: &Value| match one {
        Value::String(id) => Ok(id.clone()),
        Value::Object(parts) => text(parts, "value")?.ok_or_else(|| wrong("members", "a value")),
        _ => Err(wrong("members", "a value")),
    };
    Ok(GroupAttributes {
        display_name: text(resource, "displayName")?,
        external_id: text(resource, "externalId")?,
        member_ids: members.iter().map(identifier).collect::<Result<_, _>>()?,
    })
}

fn wrong(name: &str, needs: &str) -> ScimError {
    ScimError::of_type(ScimType::InvalidValue, format!("{name}: must be {needs}"))
}

fn text(object: &Map<String, Value>, name: &str) -> Result<Option<String>, ScimError> {
    match member(object, name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(wrong(name, "a string")),
    }
}

/// Reads a boolean. Entra ID sends it as a string.
fn boolean(object: &Map<String, Value>, name: &str) -> Result<Option<bool>, ScimError> {
    match member(object, name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(is_true)) => Ok(Some(*is_true)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
        Some(_) => Err(wrong(name, "true or false")),
    }
}

/// Returns the name of a user: formatted, or its parts.
fn name_of(resource: &Map<String, Value>) -> Result<Option<String>, ScimError> {
    let Some(Value::Object(name)) = member(resource, "name") else {
        return Ok(None);
    };
    if let Some(formatted) = text(name, "formatted")?.filter(|name| !name.trim().is_empty()) {
        return Ok(Some(formatted));
    }
    let parts = [text(name, "givenName")?, text(name, "familyName")?];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let whole = parts.join(" ").trim().to_owned();
    Ok(Some(whole).filter(|name| !name.is_empty()))
}

/// Returns the e-mail address that counts: the primary one, or else that for work, or else the first.
fn email(resource: &Map<String, Value>) -> Result<Option<String>, ScimError> {
    let emails: &[Value] = match member(resource, "emails") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(emails)) => emails.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let mut best: Option<(u8, String)> = None;
    for one in emails {
        let Value::Object(parts) = one else {
            return Err(wrong("emails", "a list of objects with a value"));
        };
        let Some(value) = text(parts, "value")? else {
            continue;
        };
        let is_for_work =
            text(parts, "type")?.is_some_and(|kind| kind.eq_ignore_ascii_case("work"));
        let rank = if boolean(parts, "primary")? == Some(true) {
            2
        } else {
            u8::from(is_for_work)
        };
        if best.as_ref().is_none_or(|(found, _)| *found < rank) {
            best = Some((rank, value));
        }
    }
    Ok(best.map(|(_, value)| value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(resource: &Value) -> UserAttributes {
        read_user(resource.as_object().unwrap()).unwrap()
    }

    #[test]
    fn a_user_is_read_as_clients_send_it() {
        let read = user(&json!({
            "USERNAME": "ada@example.org", "externalId": "7", "active": "False",
            "name": { "givenName": "Ada", "familyName": "Example" },
            "emails": [{ "value": "a@b.example" }, { "value": "ada@example.org", "primary": true }],
            "title": "Engineer",
        }));
        let expected = UserAttributes {
            user_name: Some("ada@example.org".to_owned()),
            external_id: Some("7".to_owned()),
            display_name: Some("Ada Example".to_owned()),
            email: Some("ada@example.org".to_owned()),
            active: Some(false),
        };
        assert_eq!(read, expected);
        assert_eq!(user(&json!({})), UserAttributes::default());
        let formatted = json!({ "displayName": " ", "name": { "formatted": "Ada E." } });
        assert_eq!(user(&formatted).display_name.as_deref(), Some("Ada E."));
    }

    #[test]
    fn values_of_the_wrong_type_are_refused() {
        for wrong in [
            json!({ "userName": 1 }),
            json!({ "active": "yes" }),
            json!({ "emails": ["a@b.example"] }),
            json!({ "emails": [{ "value": 1 }] }),
            json!({ "name": { "formatted": [] } }),
        ] {
            let error = read_user(wrong.as_object().unwrap()).unwrap_err();
            assert_eq!(error.scim_type(), Some(ScimType::InvalidValue), "{wrong}");
        }
        for wrong in [json!({ "members": [1] }), json!({ "members": [{}] })] {
            assert!(read_group(wrong.as_object().unwrap()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_a_client_gets_can_be_sent_back() {
        let memberships = [Membership {
            group: "grp_1".to_owned(),
            name: "HR".to_owned(),
        }];
        let record = UserRecord {
            id: "usr_1",
            user_name: "ada",
            external_id: Some("7"),
            display_name: "Ada",
            address: "ada@example.org",
            is_active: true,
            memberships: Some(&memberships),
            created: "2026-01-01T00:00:00Z",
        };
        let resource = user_resource(&record, "https://jobs.example.org/scim/v2");
        let location = "https://jobs.example.org/scim/v2/Users/usr_1";
        assert_eq!(resource["meta"]["location"], location);
        assert_eq!(resource["groups"][0]["display"], "HR");
        let read = read_user(&resource).unwrap();
        assert_eq!(read.email.as_deref(), Some("ada@example.org"));
        let members = ["usr_1".to_owned()];
        let record = GroupRecord {
            id: "grp_1",
            display_name: "HR",
            external_id: None,
            member_ids: Some(&members),
            created: "2026-01-01T00:00:00Z",
        };
        let resource = group_resource(&record, "");
        assert_eq!(resource["members"][0]["$ref"], "/Users/usr_1");
        let read = read_group(&resource).unwrap();
        assert!(read.member_ids.contains("usr_1"));
    }
}
