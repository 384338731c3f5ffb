//! Health, schemas and metrics.

use utoipa::openapi::{Content, HttpMethod};

use super::endpoint::{Access, Endpoint, any_json, json, plain_text};
use crate::health::Health;
use crate::paths::{self, Route};

pub(super) const TAG: &str = "Service";

pub(super) fn endpoints() -> Vec<Endpoint> {
    let health = || ("application/json", json::<Health>());
    vec![
        get(paths::LIVE, "isLive", "Ask whether the process is running").answer(
            200,
            "It is.",
            &[health()],
        ),
        get(paths::READY, "isReady", "Ask whether the service can work")
            .answer(200, "The database answers.", &[health()])
            .refuse(
                503,
                "The database does not answer, or nothing can be stored.",
            ),
        file(
            paths::OPENAPI,
            "getOpenApi",
            "Get this document",
            "application/json",
        ),
        file(
            paths::GRAPHQL_SCHEMA,
            "getGraphqlSchema",
            "Get the GraphQL schema",
            "text/plain",
        ),
        file(
            paths::EVENTS_SCHEMA,
            "getEventSchema",
            "Get the JSON Schema of events",
            "application/schema+json",
        ),
        metrics(),
    ]
}

fn get((path, _): Route, id: &str, summary: &str) -> Endpoint {
    Endpoint::new(path, HttpMethod::Get, TAG, id, summary).access(Access::Public)
}

fn file(route: Route, id: &str, summary: &str, media_type: &str) -> Endpoint {
    let content: Content = if media_type.contains("json") {
        any_json()
    } else {
        plain_text()
    };
    get(route, id, summary).answer(200, "The document.", &[(media_type, content)])
}

fn metrics() -> Endpoint {
    let text = [("application/openmetrics-text", plain_text())];
    get(
        ("/metrics", "GET"),
        "getMetrics",
        "Get what the service measures about itself",
    )
    .describe("It has a listener of its own, which is on the loopback address by default.")
    .server("http://127.0.0.1:9464")
    .answer(200, "The metrics.", &text)
}
