//! The schema of the running service, and requests that are generated from it.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::people::Caller;
use super::service::{Service, answer};

const INTROSPECTION: &str = "{ __schema { queryType { name } mutationType { name } types { name kind
    fields { name args { name type { ...T } } type { ...T } } inputFields { name type { ...T } } } } }
    fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }";

/// The depth limit of a selection, which is deeper than any type of the schema.
const DEPTH: usize = 8;

/// The schema that the service returns.
pub(crate) struct Schema {
    types: HashMap<String, Value>,
    roots: Vec<(&'static str, String)>,
}

/// A root field.
pub(crate) struct Operation {
    /// `query` or `mutation`.
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    /// The type of its input, if it has one.
    input: Option<String>,
    document: String,
}

/// Returns the name of a type inside its list and non-null wrappers.
fn bare(of: &Value) -> &Value {
    if of["ofType"].is_object() {
        bare(&of["ofType"])
    } else {
        of
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

impl Schema {
    pub(crate) fn of(service: &Service) -> Self {
        let request = service
            .post(&service.admin, "/graphql")
            .json(&json!({ "query": INTROSPECTION }));
        let (status, body) = answer(request.send().unwrap());
        assert_eq!(status, 200, "{body}");
        let schema = &body["data"]["__schema"];
        let named = |of: &Value| (of["name"].as_str().unwrap().to_owned(), of.clone());
        let root = |field: &str| schema[field]["name"].as_str().unwrap().to_owned();
        Self {
            types: list(&schema["types"]).iter().map(named).collect(),
            roots: vec![
                ("query", root("queryType")),
                ("mutation", root("mutationType")),
            ],
        }
    }

    /// Returns every root field.
    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut operations = Vec::new();
        for (kind, root) in &self.roots {
            for field in list(&self.types[root]["fields"]) {
                let name = field["name"].as_str().unwrap().to_owned();
                let args = list(&field["args"]);
                assert!(args.len() <= 1, "{name} takes one input");
                let input = args.first().map(|arg| {
                    assert_eq!(arg["name"], "input", "{name}");
                    bare(&arg["type"])["name"].as_str().unwrap().to_owned()
                });
                let selection = self.selection(bare(&field["type"]), DEPTH);
                let document = match &input {
                    Some(input) => {
                        format!("{kind}($input: {input}!) {{ {name}(input: $input) {selection} }}")
                    }
                    None => format!("{kind} {{ {name} {selection} }}"),
                };
                operations.push(Operation {
                    kind,
                    name,
                    input,
                    document,
                });
            }
        }
        operations
    }

    /// Returns a selection of all fields of a type, including those of nested types.
    fn selection(&self, of: &Value, depth: usize) -> String {
        let fields = list(&self.types[of["name"].as_str().unwrap()]["fields"]);
        if fields.is_empty() {
            return String::new();
        }
        let select = |field: &Value| {
            let under = bare(&field["type"]);
            let is_object = under["kind"] == "OBJECT";
            (!is_object || depth > 0).then(|| {
                let inner = if is_object {
                    self.selection(under, depth - 1)
                } else {
                    String::new()
                };
                format!("{} {inner}", field["name"].as_str().unwrap())
            })
        };
        let fields: Vec<_> = fields.iter().filter_map(select).collect();
        format!("{{ {} }}", fields.join(" "))
    }

    /// Returns an input with a value in every field. `known` chooses the values that it knows.
    pub(crate) fn input(
        &self,
        operation: &Operation,
        known: &dyn Fn(&str) -> Option<Value>,
    ) -> Value {
        match &operation.input {
            Some(input) => self.object(input, known),
            None => Value::Null,
        }
    }

    /// Returns the inputs of an operation that each have one of the optional fields, with the required ones and the identifiers.
    /// Of a filter, each has one condition.
    pub(crate) fn single_inputs(
        &self,
        operation: &Operation,
        known: &dyn Fn(&str) -> Option<Value>,
    ) -> Vec<Value> {
        let Some(input) = &operation.input else {
            return vec![Value::Null];
        };
        let fields = list(&self.types[input]["inputFields"]);
        let name = |field: &Value| field["name"].as_str().unwrap().to_owned();
        let is_kept =
            |field: &&Value| field["type"]["kind"] == "NON_NULL" || is_identifier(&name(field));
        let value = |field: &Value| self.value(&name(field), &field["type"], known);
        let kept = fields.iter().filter(is_kept);
        let kept: Map<String, Value> = kept.map(|field| (name(field), value(field))).collect();
        let mut inputs = vec![Value::Object(kept.clone())];
        let mut add = |name: String, value: Value| {
            let mut one = kept.clone();
            one.insert(name, value);
            inputs.push(Value::Object(one));
        };
        for field in fields.iter().filter(|field| !is_kept(field)) {
            if name(field) == "filter" {
                let conditions = self.object(bare(&field["type"])["name"].as_str().unwrap(), known);
                for (condition, value) in conditions.as_object().unwrap() {
                    add(name(field), json!({ condition: value }));
                }
            } else {
                add(name(field), value(field));
            }
        }
        inputs
    }

    fn object(&self, name: &str, known: &dyn Fn(&str) -> Option<Value>) -> Value {
        let mut object = Map::new();
        for field in list(&self.types[name]["inputFields"]) {
            let name = field["name"].as_str().unwrap();
            object.insert(name.to_owned(), self.value(name, &field["type"], known));
        }
        Value::Object(object)
    }

    fn value(&self, name: &str, of: &Value, known: &dyn Fn(&str) -> Option<Value>) -> Value {
        match of["kind"].as_str().unwrap() {
            "NON_NULL" => self.value(name, &of["ofType"], known),
            "LIST" => json!([self.value(name, &of["ofType"], known)]),
            // A filter would hide what the callers look for.
            "INPUT_OBJECT" if name == "filter" => Value::Null,
            "INPUT_OBJECT" => self.object(of["name"].as_str().unwrap(), known),
            _ => known(name).unwrap_or_else(|| plausible(name, of["name"].as_str().unwrap())),
        }
    }

    /// Returns the names of an operation's identifier arguments, including nested ones, except the organization.
    pub(crate) fn id_arguments(&self, operation: &Operation) -> Vec<String> {
        let mut names = Vec::new();
        if let Some(input) = &operation.input {
            self.collect_ids(input, &mut names);
        }
        names.retain(|name| name != "organizationId");
        names.sort();
        names.dedup();
        names
    }

    fn collect_ids(&self, input: &str, names: &mut Vec<String>) {
        for field in list(&self.types[input]["inputFields"]) {
            let (name, under) = (field["name"].as_str().unwrap(), bare(&field["type"]));
            if under["kind"] == "INPUT_OBJECT" {
                self.collect_ids(under["name"].as_str().unwrap(), names);
            } else if under["name"] == "String" && is_identifier(name) {
                names.push(name.to_owned());
            }
        }
    }
}

/// Returns whether an argument with this name is an identifier.
pub(crate) fn is_identifier(name: &str) -> bool {
    name == "id" || name.ends_with("Id") || name.ends_with("Ids")
}

/// Returns a valid value for a field, so that the request reaches the rule under test.
fn plausible(name: &str, of: &str) -> Value {
    match (name, of) {
        ("offset", _) => json!(0),
        (_, "Int") => json!(1),
        (_, "Float") => json!(1.0),
        (_, "Boolean") => json!(true),
        ("userType" | "role", _) => json!("Recruiter"),
        ("leaderboardtype", _) => json!("ai"),
        ("status", _) => json!("Scheduled"),
        ("dateAndTime" | "expiresAt", _) => json!("2026-06-06T08:00:00Z"),
        ("statuses", _) => json!("Open"),
        ("access", _) => json!("AllJobs"),
        ("from" | "updatedSince", _) => json!("2020-01-01T00:00:00Z"),
        ("to", _) => json!("2030-01-01T00:00:00Z"),
        ("asOf", _) => json!("2026-03-05"),
        ("email" | "emailAddress" | "replyTo", _) => json!("walker@example.org"),
        ("phoneNumber", _) => json!("+12025550123"),
        ("password", _) => json!("a long enough password"),
        ("permissions", _) => json!("jobs:read"),
        ("resumeScoreBreakdown", _) => json!(r#"{"skills": 1}"#),
        ("durationMinutes", _) => json!(30),
        ("timeZone", _) => json!("Europe/Berlin"),
        ("url", _) => json!("https://example.org/hook"),
        ("eventTypes", _) => json!("job.created"),
        ("state", _) => json!("dead"),
        // The clock of tests begins in 1970.
        ("since", _) => json!("1970-01-01T00:00:00Z"),
        ("videoPlaybackLink" | "meetingLink", _) => json!("https://example.org/walker"),
        // The digest of a service that sends no mails is empty.
        ("search" | "operation" | "after" | "sort" | "previewDigest", _) => json!(""),
        _ => json!("Walker"),
    }
}

impl Operation {
    /// Sends the request, and returns the status, the body and the body's text.
    pub(crate) fn call(
        &self,
        service: &Service,
        caller: &Caller,
        input: &Value,
    ) -> (u16, Value, String) {
        let body = json!({ "query": self.document, "variables": { "input": input } });
        let response = service.post(caller, "/graphql").json(&body).send().unwrap();
        let status = response.status().as_u16();
        let text = response.text().unwrap();
        (status, serde_json::from_str(&text).unwrap(), text)
    }
}
