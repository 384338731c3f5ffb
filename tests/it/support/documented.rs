//! Compares every response of the services of the tests with the OpenAPI document.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use actix_web::body::{BoxBody, MessageBody, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::CONTENT_TYPE;
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use shortlist_transport::openapi_document;

/// A middleware that replaces a response by an error if the document does not describe it.
pub(crate) async fn documented(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let method = request.method().as_str().to_lowercase();
    let response = next.call(request).await?.map_into_boxed_body();
    let Some(path) = response.request().match_pattern() else {
        return Ok(response);
    };
    let operation = &openapi_document()["paths"][&path][&method];
    if operation.is_null() {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let media = response.headers().get(CONTENT_TYPE);
    let media = media.map(|value| value.to_str().unwrap().to_owned());
    let status = response.status().as_u16();
    let is_json = media.as_deref() == Some("application/json");
    let (response, body) = if is_json && method != "head" {
        let (head, body) = response.into_parts();
        let bytes = to_bytes(body).await.unwrap_or_default();
        (head.set_body(BoxBody::new(bytes.clone())), Some(bytes))
    } else {
        (response, None)
    };
    let media = media.filter(|_| method != "head");
    let answer = (status, media.as_deref(), body.as_deref());
    let response = match problem_of(operation, answer) {
        None => response,
        Some(problem) => {
            let text = format!("{method} {path} {status}: {problem}");
            eprintln!("not in the OpenAPI document: {text}");
            HttpResponse::InternalServerError().body(text)
        }
    };
    Ok(ServiceResponse::new(request, response))
}

/// Returns how a response differs from what the document says about it.
pub(crate) fn problem_of(
    operation: &Value,
    (status, media, body): (u16, Option<&str>, Option<&[u8]>),
) -> Option<String> {
    let described = &operation["responses"][status.to_string()];
    if described.is_null() {
        return Some("the document has no such status".to_owned());
    }
    let Some(media) = media else {
        let content = described["content"].as_object();
        return (content.is_some_and(|content| !content.is_empty()) && body.is_some())
            .then(|| "the response has no content type".to_owned());
    };
    let media = media.split(';').next().unwrap();
    let content = &described["content"];
    let known = [media, "*/*"];
    let known = known.into_iter().find(|name| content[*name].is_object());
    let Some(known) = known else {
        return Some(format!("the document has no {media} for it"));
    };
    let schema = &content[known]["schema"];
    let body: Value = serde_json::from_slice(body?).ok()?;
    if schema.is_null() {
        return None;
    }
    let error = with_validator(schema, |validator| {
        validator
            .iter_errors(&body)
            .next()
            .map(|error| format!("{error} at {}", error.instance_path()))
    });
    error.map(|error| format!("{error} in {body}"))
}

/// Calls `check` with the validator of a schema.
fn with_validator<T>(schema: &Value, check: impl FnOnce(&Validator) -> T) -> T {
    static VALIDATORS: OnceLock<Mutex<HashMap<String, Validator>>> = OnceLock::new();
    let validators = VALIDATORS.get_or_init(Mutex::default);
    let mut validators = validators.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = validators.entry(schema.to_string()).or_insert_with(|| {
        let whole = json!({ "allOf": [schema], "components": { "schemas": strict_schemas() } });
        jsonschema::options()
            .should_validate_formats(true)
            .build(&whole)
            .unwrap()
    });
    check(validator)
}

/// Returns the schemas of the document. Clients must ignore unknown fields, but here the document must know them all.
fn strict_schemas() -> Map<String, Value> {
    let schemas = &openapi_document()["components"]["schemas"];
    let mut schemas = schemas.as_object().unwrap().clone();
    for schema in schemas.values_mut() {
        if schema["properties"].is_object() && schema["oneOf"].is_null() {
            schema["additionalProperties"] = json!(false);
        }
    }
    schemas
}
