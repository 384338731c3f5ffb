//! The OpenAPI document of everything outside GraphQL. `utoipa` derives the schemas from the bodies that the handlers send.

mod endpoint;
mod files;
mod interviews;
mod schemas;
mod service;
mod sessions;
mod uploads;
mod webhooks;

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use serde_json::Value;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::schema::{ComponentsBuilder, ObjectBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, PathsBuilder};

use crate::headers::API_KEY;
use endpoint::Endpoint;
pub use webhooks::OPENAPI_WEBHOOKS;

/// The name of the scheme for API keys.
const KEY_SCHEME: &str = "apiKey";
/// The name of the scheme for access tokens.
const TOKEN_SCHEME: &str = "accessToken";
/// The header of every response.
const REQUEST_ID: &str = "X-Request-Id";

/// The subjects of the document, in the order in which a reader needs them.
const TAGS: [(&str, &str); 6] = [
    (
        sessions::TAG,
        "Sign in with an e-mail address and a password, and keep the session.",
    ),
    (
        uploads::TAG,
        "Send resumes, job files and applications, and follow their progress.",
    ),
    (files::TAG, "Original files, further documents and exports."),
    (interviews::TAG, "Recordings and calendar files."),
    (service::TAG, "Health, schemas and metrics."),
    (webhooks::TAG, "What the service sends to your addresses."),
];

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| webhooks::with_events(serde_json::to_value(build()).unwrap_or_default()));
static TEXT: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(DOCUMENT.to_string()));

/// Returns the OpenAPI document of everything outside GraphQL.
pub fn openapi_document() -> &'static Value {
    &DOCUMENT
}

/// Sends the document, without credentials: it contains no data.
pub(crate) async fn send() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(TEXT.clone())
}

fn build() -> OpenApi {
    let endpoints = [
        sessions::endpoints(),
        uploads::endpoints(),
        files::endpoints(),
        interviews::endpoints(),
        service::endpoints(),
    ];
    let paths = endpoints
        .into_iter()
        .flatten()
        .fold(PathsBuilder::new(), Endpoint::add_to);
    let tags = TAGS.map(|(name, text)| {
        let tag = TagBuilder::new().name(name);
        tag.description(Some(text)).build()
    });
    let components = schemas::add_to(ComponentsBuilder::new())
        .security_scheme(KEY_SCHEME, key_scheme())
        .security_scheme(TOKEN_SCHEME, token_scheme())
        .header(REQUEST_ID, request_id());
    let info = InfoBuilder::new()
        .title("Shortlist")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Everything outside GraphQL. `GET /graphql/schema.graphql` returns the GraphQL schema.",
        ))
        .license(Some(license()));
    OpenApiBuilder::new()
        .info(info)
        .paths(paths)
        .webhooks(Some(webhooks::paths()))
        .components(Some(components.build()))
        .tags(Some(tags))
        .build()
}

fn license() -> utoipa::openapi::License {
    let license = LicenseBuilder::new().name("MIT OR Apache-2.0");
    license.identifier(Some("MIT OR Apache-2.0")).build()
}

fn key_scheme() -> SecurityScheme {
    let text = "A key of the organization, with permissions.";
    SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(API_KEY, text)))
}

fn token_scheme() -> SecurityScheme {
    let text = "The access token of a user, from a sign-in, or of an integration user.";
    let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
    SecurityScheme::Http(scheme.description(Some(text)).build())
}

fn request_id() -> utoipa::openapi::Header {
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    HeaderBuilder::new()
        .schema(Some(text))
        .description(Some(
            "The id of the request. Quote it if you ask the operator about a call.",
        ))
        .build()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::paths::{FIXED_PATHS, GRAPHQL, RESOURCE_PATHS};

    use super::*;

    /// Returns each documented path with its methods.
    fn documented() -> BTreeSet<(String, String)> {
        let paths = openapi_document()["paths"].as_object().unwrap();
        let pairs = paths.iter().flat_map(|(path, item)| {
            let members = item.as_object().unwrap().keys();
            members.map(move |method| (path.clone(), method.to_uppercase()))
        });
        pairs.collect()
    }

    #[test]
    fn the_document_describes_every_path_and_method() {
        let served = RESOURCE_PATHS.into_iter().chain(FIXED_PATHS);
        let outside = served.filter(|route| *route != GRAPHQL);
        let each = |(path, methods): (&'static str, &'static str)| {
            let methods = methods.split(", ");
            methods.map(move |method| (path.to_owned(), method.to_owned()))
        };
        let mut expected: BTreeSet<_> = outside.flat_map(each).collect();
        // It has a listener of its own.
        expected.insert(("/metrics".to_owned(), "GET".to_owned()));
        assert_eq!(documented(), expected);
    }

    #[test]
    fn every_reference_has_a_target() {
        let text = openapi_document().to_string();
        let mut count = 0;
        for part in text.split("\"$ref\":\"#").skip(1) {
            let pointer = part.split('"').next().unwrap();
            assert!(openapi_document().pointer(pointer).is_some(), "{pointer}");
            count += 1;
        }
        assert!(count > 100, "{count}");
        assert_eq!(openapi_document()["openapi"], "3.1.0");
    }

    #[test]
    fn every_body_has_a_schema() {
        fn check(part: &Value, place: &str) {
            let Some(members) = part.as_object() else {
                return;
            };
            for (name, member) in members {
                let place = format!("{place}/{name}");
                if name == "content" {
                    for (media, body) in member.as_object().unwrap() {
                        assert!(body["schema"].is_object(), "{place}/{media}");
                    }
                }
                check(member, &place);
            }
        }
        check(openapi_document(), "");
        assert!(openapi_document()["webhooks"].is_null());
        let event = &openapi_document()[OPENAPI_WEBHOOKS]["event"]["post"];
        assert_eq!(event["operationId"], "receiveEvent");
    }

    #[test]
    fn every_operation_has_an_identifier_and_a_summary() {
        let mut seen = BTreeSet::new();
        for item in openapi_document()["paths"].as_object().unwrap().values() {
            for operation in item.as_object().unwrap().values() {
                let id = operation["operationId"].as_str().unwrap();
                assert!(seen.insert(id), "{id} is used twice");
                assert!(operation["summary"].as_str().is_some(), "{id}");
            }
        }
    }
}
