//! What the service says about itself (RFC 7643, sections 5 to 7). Only attributes that are stored are announced.

use serde_json::{Value, json};

use crate::attributes::{GROUP, USER};
use crate::list::{MAX_RESULTS, Slice, list_response};

const SCHEMA: &str = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const RESOURCE_TYPE: &str = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const SERVICE_PROVIDER_CONFIG: &str = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";

/// The attributes of users that a filter may be about, in lower case.
pub const FILTERED_OF_USERS: [&str; 10] = [
    "id",
    "username",
    "externalid",
    "displayname",
    "name.formatted",
    "emails",
    "emails.value",
    "emails.type",
    "emails.primary",
    "active",
];

/// The attributes of groups that a filter may be about, in lower case.
pub const FILTERED_OF_GROUPS: [&str; 5] = [
    "id",
    "displayname",
    "externalid",
    "members",
    "members.value",
];

/// Returns what the service supports. `base` is the address below which resources are.
pub fn service_provider_config(base: &str) -> Value {
    json!({
        "schemas": [SERVICE_PROVIDER_CONFIG],
        "patch": { "supported": true },
        "bulk": { "supported": false, "maxOperations": 0, "maxPayloadSize": 0 },
        "filter": { "supported": true, "maxResults": MAX_RESULTS },
        "changePassword": { "supported": false },
        "sort": { "supported": false },
        "etag": { "supported": false },
        "authenticationSchemes": [{
            "type": "oauthbearertoken",
            "name": "Bearer token",
            "description": "The provisioning token of the organization, which an Admin creates in the settings.",
            "primary": true,
        }],
        "meta": {
            "resourceType": "ServiceProviderConfig",
            "location": format!("{base}/ServiceProviderConfig"),
        },
    })
}

/// Returns the kinds of resources.
pub fn resource_types(base: &str) -> Value {
    listed(vec![user_type(base), group_type(base)])
}

/// Returns a kind of resources by its name.
pub fn resource_type(name: &str, base: &str) -> Option<Value> {
    match name {
        "User" => Some(user_type(base)),
        "Group" => Some(group_type(base)),
        _ => None,
    }
}

/// Returns the schemas of the resources.
pub fn schemas(base: &str) -> Value {
    listed(vec![user_schema(base), group_schema(base)])
}

/// Returns a schema by its URN.
pub fn schema(urn: &str, base: &str) -> Option<Value> {
    if urn.eq_ignore_ascii_case(USER) {
        Some(user_schema(base))
    } else if urn.eq_ignore_ascii_case(GROUP) {
        Some(group_schema(base))
    } else {
        None
    }
}

fn listed(resources: Vec<Value>) -> Value {
    list_response(Slice {
        total: resources.len(),
        start: 1,
        resources,
    })
}

fn user_type(base: &str) -> Value {
    kind("User", "/Users", USER, base)
}

fn group_type(base: &str) -> Value {
    kind("Group", "/Groups", GROUP, base)
}

fn kind(name: &str, endpoint: &str, schema: &str, base: &str) -> Value {
    json!({
        "schemas": [RESOURCE_TYPE],
        "id": name,
        "name": name,
        "endpoint": endpoint,
        "description": format!("{name}s of the organization"),
        "schema": schema,
        "meta": { "resourceType": "ResourceType", "location": format!("{base}/ResourceTypes/{name}") },
    })
}

fn user_schema(base: &str) -> Value {
    let address = [
        text("value", "The e-mail address.").needed().unique(),
        text("type", "Always work.").one_of(&["work"]),
    ];
    let group = [
        text("value", "The identifier of the group.")
            .exact()
            .read_only(),
        reference("$ref", "The address of the group.", "Group").read_only(),
        text("display", "The name of the group.").read_only(),
        text("type", "Always direct.")
            .one_of(&["direct"])
            .read_only(),
    ];
    let attributes = [
        text(
            "userName",
            "Identifies the user for the identity provider. Usually the e-mail address.",
        )
        .needed()
        .unique(),
        complex(
            "name",
            "The name of the user, which displayName sets.",
            &[text("formatted", "The whole name.").read_only()],
        )
        .read_only(),
        text("displayName", "The name of the user.").needed(),
        complex("emails", "The e-mail address of the user.", &address)
            .several()
            .needed(),
        truth("active", "Whether the user may sign in.").needed(),
        complex("groups", "The groups of the user.", &group)
            .several()
            .read_only(),
    ];
    schema_of(USER, "User", &attributes, base)
}

fn group_schema(base: &str) -> Value {
    let user = [
        text("value", "The identifier of the user.").exact(),
        reference("$ref", "The address of the user.", "User"),
        text("type", "Always User.").one_of(&["User"]),
    ];
    let attributes = [
        text("displayName", "The name of the group.")
            .needed()
            .unique(),
        complex("members", "The users of the group.", &user).several(),
    ];
    schema_of(GROUP, "Group", &attributes, base)
}

fn schema_of(urn: &str, name: &str, attributes: &[Attribute], base: &str) -> Value {
    let attributes: Vec<&Value> = attributes.iter().map(|one| &one.0).collect();
    json!({
        "schemas": [SCHEMA],
        "id": urn,
        "name": name,
        "description": format!("{name}s of the organization"),
        "attributes": attributes,
        "meta": { "resourceType": "Schema", "location": format!("{base}/Schemas/{urn}") },
    })
}

/// An attribute of a schema.
struct Attribute(Value);

impl Attribute {
    fn of_type(name: &str, kind: &str, description: &str) -> Self {
        Self(json!({
            "name": name,
            "type": kind,
            "multiValued": false,
            "description": description,
            "required": false,
            "caseExact": false,
            "mutability": "readWrite",
            "returned": "default",
            "uniqueness": "none",
        }))
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let Some(object) = self.0.as_object_mut() {
            object.insert(name.to_owned(), value.into());
        }
        self
    }

    fn needed(self) -> Self {
        self.with("required", true)
    }

    fn unique(self) -> Self {
        self.with("uniqueness", "server")
    }

    fn exact(self) -> Self {
        self.with("caseExact", true)
    }

    fn read_only(self) -> Self {
        self.with("mutability", "readOnly")
    }

    fn several(self) -> Self {
        self.with("multiValued", true)
    }

    fn one_of(self, values: &[&str]) -> Self {
        self.with("canonicalValues", values)
    }
}

fn text(name: &str, description: &str) -> Attribute {
    Attribute::of_type(name, "string", description)
}

fn truth(name: &str, description: &str) -> Attribute {
    Attribute::of_type(name, "boolean", description)
}

fn reference(name: &str, description: &str, to: &str) -> Attribute {
    let attribute = Attribute::of_type(name, "reference", description);
    attribute.exact().with("referenceTypes", vec![to])
}

fn complex(name: &str, description: &str, parts: &[Attribute]) -> Attribute {
    let parts: Vec<Value> = parts.iter().map(|part| part.0.clone()).collect();
    Attribute::of_type(name, "complex", description).with("subAttributes", parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::{Membership, UserRecord, user_resource};

    /// Returns the names of the attributes of a schema.
    fn names(attributes: &Value) -> Vec<&str> {
        let attributes = attributes.as_array().unwrap();
        let names = attributes.iter().map(|one| one["name"].as_str().unwrap());
        names.collect()
    }

    #[test]
    fn what_a_resource_has_is_announced() {
        let groups = [Membership {
            group: "g".to_owned(),
            name: "G".to_owned(),
        }];
        let user = UserRecord {
            id: "u",
            user_name: "u",
            external_id: Some("x"),
            display_name: "U",
            address: "u@example.org",
            is_active: true,
            memberships: Some(&groups),
            created: "2026-01-01T00:00:00Z",
        };
        let resource = user_resource(&user, "");
        let schema = schema(USER, "").unwrap();
        let announced = names(&schema["attributes"]);
        // Every resource has these (RFC 7643, section 3.1).
        let common = ["schemas", "id", "externalId", "meta"];
        for (name, value) in &resource {
            let name = name.as_str();
            if common.contains(&name) {
                continue;
            }
            let place = announced.iter().position(|one| *one == name).unwrap();
            let parts = match value {
                Value::Array(elements) => elements[0].as_object(),
                one => one.as_object(),
            };
            for part in parts.into_iter().flat_map(serde_json::Map::keys) {
                let known = names(&schema["attributes"][place]["subAttributes"]);
                assert!(known.contains(&part.as_str()), "{name}.{part}");
            }
        }
        assert_eq!(announced.len(), resource.len() - common.len());
    }

    #[test]
    fn kinds_and_schemas_are_found_by_name() {
        assert_eq!(resource_types("")["totalResults"], 2);
        assert_eq!(
            resource_type("Group", "/x").unwrap()["meta"]["location"],
            "/x/ResourceTypes/Group"
        );
        assert!(resource_type("users", "").is_none());
        assert!(schema("urn:x", "").is_none());
        assert_eq!(service_provider_config("")["bulk"]["supported"], false);
    }
}
