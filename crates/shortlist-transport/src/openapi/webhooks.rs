//! What the service sends to the addresses of webhooks.

use serde_json::Value;
use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{
    Content, HttpMethod, PathItem, Paths, PathsBuilder, Ref, Required, Response,
};

use super::endpoint::text;

pub(super) const TAG: &str = "Webhooks";

/// The name of the schema of events.
const EVENT: &str = "Event";

/// The headers of a delivery.
const HEADERS: [(&str, &str); 3] = [
    (
        "webhook-id",
        "The identifier of the event. It is the same in every delivery.",
    ),
    (
        "webhook-timestamp",
        "When the delivery was sent, in seconds since 1970.",
    ),
    (
        "webhook-signature",
        "The signatures: compare one with your own before you use the event.",
    ),
];

/// Returns the requests that receivers get.
pub(super) fn paths() -> Paths {
    let body = RequestBodyBuilder::new()
        .content(
            "application/json",
            Content::new(Some(Ref::from_schema_name(EVENT))),
        )
        .required(Some(Required::True));
    let operation = OperationBuilder::new()
        .tag(TAG)
        .operation_id(Some("receiveEvent"))
        .summary(Some("Receive an event"))
        .security(SecurityRequirement::default())
        .request_body(Some(body.build()))
        .response(
            "2XX",
            Response::new("The event is received, and is not sent again."),
        );
    let operation = HEADERS
        .into_iter()
        .fold(operation, |operation, (name, description)| {
            let parameter = ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Header)
                .required(Required::True)
                .description(Some(description))
                .schema(Some(text()));
            operation.parameter(parameter)
        });
    let item = PathItem::new(HttpMethod::Post, operation.build());
    PathsBuilder::new().path("event", item).build()
}

/// The member of the document with the requests to receivers.
///
/// OpenAPI 3.1 calls it `webhooks`. But generators of clients make calls of what it contains, which do not even compile in Python. A
/// member that begins with `x-` is for readers, and `/openapi` shows it.
pub const OPENAPI_WEBHOOKS: &str = "x-webhooks";

/// Adds the schema of events, which is also served on its own, and names the member with the requests to receivers.
pub(super) fn with_events(mut document: Value) -> Value {
    if let Some(members) = document.as_object_mut()
        && let Some(requests) = members.remove("webhooks")
    {
        members.insert(OPENAPI_WEBHOOKS.to_owned(), requests);
    }
    let mut event = shortlist_app::event_schema();
    if let Some(fields) = event.as_object_mut() {
        fields.remove("$schema");
    }
    let schemas = document.pointer_mut("/components/schemas");
    if let Some(schemas) = schemas.and_then(Value::as_object_mut) {
        schemas.insert(EVENT.to_owned(), event);
    }
    document
}
