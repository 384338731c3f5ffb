//! The schema that the server returns.

use std::collections::HashMap;

use serde_json::Value;

use crate::Outcome;

/// The introspection query.
pub(crate) const INTROSPECTION: &str = "{ __schema { queryType { name } mutationType { name } types { name kind
    fields { name args { name type { ...T } } type { ...T } } inputFields { name type { ...T } } } } }
    fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }";

/// A field of a type, or of an input.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// The type as it is written in a document.
    pub(crate) spelled: String,
    /// The type inside its list and non-null wrappers.
    pub(crate) bare: String,
    pub(crate) is_list: bool,
    pub(crate) is_required: bool,
    /// The argument `input` of a root field.
    pub(crate) input: Option<Box<Member>>,
}

/// The types by name.
pub(crate) struct Schema {
    outputs: HashMap<String, Vec<Member>>,
    inputs: HashMap<String, Vec<Member>>,
    pub(crate) queries: Vec<Member>,
    pub(crate) mutations: Vec<Member>,
}

impl Schema {
    /// Reads the response to [`INTROSPECTION`].
    pub(crate) fn read(answer: &Value) -> Outcome<Self> {
        let schema = answer.pointer("/data/__schema").ok_or("no introspection")?;
        let members = |list: &str| {
            let types = schema.get("types").and_then(Value::as_array);
            let of = |of: &Value| {
                (
                    text(of, "name"),
                    listed(of, list).iter().map(member).collect(),
                )
            };
            types.into_iter().flatten().map(of).collect()
        };
        let outputs: HashMap<String, Vec<Member>> = members("fields");
        let root = |name: &str| {
            let own = schema.get(name).map(|of| text(of, "name"));
            own.and_then(|own| outputs.get(&own).cloned())
                .unwrap_or_default()
        };
        Ok(Self {
            queries: root("queryType"),
            mutations: root("mutationType"),
            inputs: members("inputFields"),
            outputs,
        })
    }

    /// Returns the fields of an object. A scalar has none.
    pub(crate) fn fields(&self, of: &str) -> &[Member] {
        self.outputs.get(of).map_or(&[], Vec::as_slice)
    }

    /// Returns the fields of an input object. A scalar has none.
    pub(crate) fn input_fields(&self, of: &str) -> &[Member] {
        self.inputs.get(of).map_or(&[], Vec::as_slice)
    }
}

fn text(value: &Value, name: &str) -> String {
    value
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn listed<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn member(field: &Value) -> Member {
    let of = field.get("type").unwrap_or(&Value::Null);
    let spelled = spelled(of);
    Member {
        name: text(field, "name"),
        bare: spelled.replace(['[', ']', '!'], ""),
        is_list: spelled.contains('['),
        is_required: spelled.ends_with('!'),
        input: listed(field, "args")
            .first()
            .map(|input| Box::new(member(input))),
        spelled,
    }
}

fn spelled(of: &Value) -> String {
    let inner = || spelled(of.get("ofType").unwrap_or(&Value::Null));
    match text(of, "kind").as_str() {
        "NON_NULL" => format!("{}!", inner()),
        "LIST" => format!("[{}]", inner()),
        _ => text(of, "name"),
    }
}
