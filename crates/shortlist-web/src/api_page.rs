//! The page about everything of the API outside GraphQL. It shows the OpenAPI document, needs no scripts and no sign-in.

mod schema;

use std::sync::OnceLock;

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde_json::Value;
use shortlist_transport::{OPENAPI_WEBHOOKS, WebState, openapi_document};

use crate::assets::{self, AssetPaths};
use crate::respond;
use crate::visit::{answer, shared};
use schema::{Field, fields_of, shape};

/// The methods in the order in which a page shows them.
const METHODS: [&str; 5] = ["get", "head", "post", "put", "delete"];

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    assets: AssetPaths,
    version: String,
    groups: Vec<Group>,
    schemas: Vec<NamedSchema>,
}

/// The operations of a subject.
struct Group {
    name: String,
    description: String,
    operations: Vec<Operation>,
}

struct Operation {
    id: String,
    method: String,
    path: String,
    summary: String,
    description: String,
    needs: &'static str,
    parameters: Vec<Field>,
    body: Vec<Field>,
    body_kinds: String,
    responses: Vec<Answer>,
}

/// A response of an operation.
struct Answer {
    status: String,
    description: String,
    media_types: String,
    shape: String,
    schema: String,
}

struct NamedSchema {
    name: String,
    description: String,
    fields: Vec<Field>,
}

/// The page, which is the same for everybody. The first visitor causes the work, and all share the result.
static PAGE: OnceLock<Bytes> = OnceLock::new();

/// Shows the document.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let html = match PAGE.get() {
            Some(html) => html.clone(),
            None => {
                let state = shared::<WebState>(&request)?;
                let render = || respond::render(&ApiPage::of(openapi_document()));
                let html = WebState::compute_for_stranger(&state, render).await??;
                PAGE.get_or_init(|| html.into()).clone()
            }
        };
        Ok(respond::html(StatusCode::OK, html))
    };
    answer(&request, shown).await
}

/// Returns a text of the document, or an empty one if it is missing.
fn text(value: &Value, name: &str) -> String {
    let found = value.get(name).and_then(Value::as_str);
    found.unwrap_or_default().to_owned()
}

/// Returns the members of an object of the document.
fn members<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    let object = value.get(name).and_then(Value::as_object);
    object.into_iter().flatten()
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    let list = value.get(name).and_then(Value::as_array);
    list.into_iter().flatten()
}

impl ApiPage {
    fn of(document: &Value) -> Self {
        let operations: Vec<(String, Operation)> = ["paths", OPENAPI_WEBHOOKS]
            .into_iter()
            .flat_map(|place| members(document, place))
            .flat_map(|(path, item)| operations(path, item))
            .collect();
        let mut groups: Vec<Group> = items(document, "tags").map(Group::of).collect();
        for (tag, operation) in operations {
            if let Some(group) = groups.iter_mut().find(|group| group.name == tag) {
                group.operations.push(operation);
            }
        }
        let components = document.get("components").unwrap_or(&Value::Null);
        let schemas = members(components, "schemas").map(|(name, schema)| NamedSchema {
            name: name.clone(),
            description: text(schema, "description"),
            fields: fields_of(schema),
        });
        Self {
            assets: assets::paths(),
            version: document
                .get("info")
                .map_or_else(String::new, |info| text(info, "version")),
            groups,
            schemas: schemas.collect(),
        }
    }
}

impl Group {
    fn of(tag: &Value) -> Self {
        Self {
            name: text(tag, "name"),
            description: text(tag, "description"),
            operations: Vec::new(),
        }
    }
}

/// Returns the operations of a path, each with its subject.
fn operations<'a>(
    path: &'a str,
    item: &'a Value,
) -> impl Iterator<Item = (String, Operation)> + 'a {
    let each = METHODS
        .into_iter()
        .filter_map(|method| Some((method, item.get(method)?)));
    each.map(move |(method, operation)| {
        let tag = items(operation, "tags").find_map(Value::as_str);
        let shown = Operation::of(method, path, operation);
        (tag.unwrap_or_default().to_owned(), shown)
    })
}

impl Operation {
    fn of(method: &str, path: &str, operation: &Value) -> Self {
        let body = operation.get("requestBody").unwrap_or(&Value::Null);
        let kinds: Vec<&str> = members(body, "content")
            .map(|(kind, _)| kind.as_str())
            .collect();
        let content = members(body, "content").find_map(|(_, content)| content.get("schema"));
        Self {
            id: text(operation, "operationId"),
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: text(operation, "summary"),
            description: text(operation, "description"),
            needs: needs(operation),
            parameters: items(operation, "parameters")
                .map(Field::of_parameter)
                .collect(),
            body: content.map(fields_of).unwrap_or_default(),
            body_kinds: kinds.join(", "),
            responses: members(operation, "responses")
                .map(|(status, response)| Answer::of(status, response))
                .collect(),
        }
    }
}

/// Returns what a caller needs, in words.
fn needs(operation: &Value) -> &'static str {
    let schemes = items(operation, "security").filter_map(Value::as_object);
    match schemes.map(serde_json::Map::len).max().unwrap_or_default() {
        0 => "No credentials",
        1 => "API key",
        _ => "API key and access token",
    }
}

impl Answer {
    fn of(status: &str, response: &Value) -> Self {
        let kinds: Vec<&str> = members(response, "content")
            .map(|(kind, _)| kind.as_str())
            .collect();
        let schema = members(response, "content").find_map(|(_, content)| content.get("schema"));
        let shape = schema.map(shape).unwrap_or_default();
        Self {
            status: status.to_owned(),
            description: text(response, "description"),
            media_types: kinds.join(", "),
            shape: shape.text,
            schema: shape.schema,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_every_operation_and_schema() {
        let document = openapi_document();
        let page = ApiPage::of(document);
        let shown: usize = page.groups.iter().map(|group| group.operations.len()).sum();
        let paths = members(document, "paths").chain(members(document, OPENAPI_WEBHOOKS));
        let documented: usize = paths.map(|(_, item)| item.as_object().unwrap().len()).sum();
        assert_eq!(shown, documented);
        assert!(page.groups.iter().all(|group| !group.operations.is_empty()));
        let html = page.render().unwrap();
        for schema in &page.schemas {
            assert!(
                html.contains(&format!("id=\"schema-{}\"", schema.name)),
                "{}",
                schema.name
            );
        }
        for link in html.split("href=\"#").skip(1) {
            let target = link.split('"').next().unwrap();
            assert!(html.contains(&format!("id=\"{target}\"")), "{target}");
        }
        assert!(!html.contains("http://localhost") && !html.contains("<script"));
    }
}
