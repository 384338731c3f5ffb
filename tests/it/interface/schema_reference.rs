//! docs/SCHEMA.md lists every type of the schema. It is generated from the schema, so it is complete.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::service::{Service, answer};

on_both_databases!(the_documented_types_are_current);

const QUERY: &str = "{ __schema { types { name kind description
    fields { name description type { ...T } }
    inputFields { name description defaultValue type { ...T } } } } }
    fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }";

const HEAD: &str = "# Types of the GraphQL schema

This page lists every type with its fields. [API.md](API.md) explains the operations. `GET /graphql/schema.graphql` returns the same schema
for tools, without credentials. `!` means that a value is never null.

<!-- Generated from the schema: UPDATE_DOCS=1 cargo test --test it the_documented_types_are_current -->
";

fn the_documented_types_are_current(service: &Service) {
    let request = service.post(&service.admin, "/graphql");
    let (_, body) = answer(request.json(&json!({ "query": QUERY })).send().unwrap());
    let reference = reference(body["data"]["__schema"]["types"].as_array().unwrap());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/SCHEMA.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &reference).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).unwrap() == reference,
        "docs/SCHEMA.md is out of date; update it with
         UPDATE_DOCS=1 cargo test --workspace --test it the_documented_types_are_current"
    );
}

fn reference(types: &[Value]) -> String {
    let mut text = HEAD.to_owned();
    let own = |of: &&Value| !of["name"].as_str().unwrap().starts_with("__");
    for (title, kind, fields) in [
        ("Responses", "OBJECT", "fields"),
        ("Inputs", "INPUT_OBJECT", "inputFields"),
    ] {
        let mut listed: Vec<&Value> = types.iter().filter(own).collect();
        listed.retain(|of| of["kind"] == kind);
        listed.sort_by_key(|of| of["name"].as_str().unwrap().to_lowercase());
        write!(text, "\n## {title}\n").unwrap();
        for of in listed {
            write!(text, "\n### {}\n\n", of["name"].as_str().unwrap()).unwrap();
            if let Some(about) = of["description"].as_str() {
                write!(text, "{}\n\n", one_line(about)).unwrap();
            }
            text.push_str("| field | type | |\n|---|---|---|\n");
            for field in of[fields].as_array().unwrap() {
                text.push_str(&row(field));
            }
        }
    }
    text
}

fn row(field: &Value) -> String {
    let name = field["name"].as_str().unwrap();
    let about = one_line(field["description"].as_str().unwrap_or_default());
    let default = match field["defaultValue"].as_str() {
        Some(value) => format!(" = {value}"),
        None => String::new(),
    };
    format!(
        "| `{name}` | `{}{default}` | {about} |\n",
        shown(&field["type"])
    )
}

/// Returns a type as the schema definition language writes it.
fn shown(of: &Value) -> String {
    let inner = || shown(&of["ofType"]);
    match of["kind"].as_str().unwrap() {
        "NON_NULL" => format!("{}!", inner()),
        "LIST" => format!("[{}]", inner()),
        _ => of["name"].as_str().unwrap().to_owned(),
    }
}

/// Returns a text in one line, with the bars that would end a cell escaped.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}
