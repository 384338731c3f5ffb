//! Cross-origin requests: refused by default, and allowed for configured origins.

use reqwest::Method;
use reqwest::blocking::Response;
use serde_json::json;
use tempfile::TempDir;

use super::program::{Sandbox, error_output};
use crate::support::service::client;

const OURS: &str = "https://app.example.org";

/// Returns the value of a response header.
fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    let value = response.headers().get(name)?;
    Some(value.to_str().unwrap())
}

/// Sends the preflight request of a browser for a page of an origin.
fn preflight(sandbox: &Sandbox, origin: &str, method: &str, headers: &str) -> Response {
    let request = client().request(Method::OPTIONS, sandbox.get("graphqlUrl"));
    request
        .header("Origin", origin)
        .header("Access-Control-Request-Method", method)
        .header("Access-Control-Request-Headers", headers)
        .send()
        .unwrap()
}

/// Sends a request as a page of an origin.
fn call(sandbox: &Sandbox, origin: &str) -> Response {
    let request = sandbox.post("/graphql").header("Origin", origin);
    request
        .json(&json!({ "query": "{ __typename }" }))
        .send()
        .unwrap()
}

fn sandbox_for_pages(folder: &TempDir) -> Sandbox {
    let named = "https://app.example.org,http://localhost:3000";
    Sandbox::start(folder.path(), &["--empty", "--cors-origins", named])
}

/// Returns a header's value in lower case.
fn lower(response: &Response, name: &str) -> String {
    header(response, name).unwrap().to_lowercase()
}

#[test]
fn pages_of_named_origins_may_call() {
    let folder = TempDir::new().unwrap();
    let sandbox = sandbox_for_pages(&folder);
    let sent = "authorization,content-type,idempotency-key,x-api-key";
    for origin in [OURS, "http://localhost:3000"] {
        let asked = preflight(&sandbox, origin, "POST", sent);
        assert_eq!(asked.status(), 200);
        assert_eq!(header(&asked, "access-control-allow-origin"), Some(origin));
        assert_eq!(header(&asked, "access-control-allow-credentials"), None);
        assert_eq!(header(&asked, "x-environment"), Some("sandbox"));
        let answered = call(&sandbox, origin);
        assert_eq!(answered.status(), 200);
        assert_eq!(
            header(&answered, "access-control-allow-origin"),
            Some(origin)
        );
        assert!(lower(&answered, "vary").contains("origin"));
        let exposed = lower(&answered, "access-control-expose-headers");
        for header in [
            "x-ratelimit-limit",
            "x-ratelimit-remaining",
            "x-ratelimit-reset",
            "retry-after",
            "x-request-id",
        ] {
            assert!(exposed.contains(header), "{exposed}");
        }
    }
    // Recordings of an interview are sent with PUT and DELETE.
    for method in ["PUT", "DELETE"] {
        let asked = preflight(&sandbox, OURS, method, sent);
        assert_eq!(header(&asked, "access-control-allow-origin"), Some(OURS));
    }
    // A page can also read a refusal.
    let call = client().post(sandbox.get("graphqlUrl"));
    let refused = call.header("Origin", OURS).send().unwrap();
    assert_eq!(refused.status(), 400);
    assert_eq!(header(&refused, "access-control-allow-origin"), Some(OURS));
}

#[test]
fn other_pages_and_other_requests_are_refused() {
    let folder = TempDir::new().unwrap();
    let sandbox = sandbox_for_pages(&folder);
    for origin in [
        "https://app.example.org.evil.example",
        "https://evil.example",
        "null",
    ] {
        for response in [
            preflight(&sandbox, origin, "POST", "x-api-key"),
            call(&sandbox, origin),
        ] {
            assert_eq!(header(&response, "access-control-allow-origin"), None);
        }
    }
    for (method, headers) in [("PATCH", "x-api-key"), ("POST", "x-other")] {
        let response = preflight(&sandbox, OURS, method, headers);
        assert_eq!(header(&response, "access-control-allow-origin"), None);
    }
}

#[test]
fn without_allowed_origins_no_page_may_call() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let (asked, answered) = (
        preflight(&sandbox, OURS, "POST", "x-api-key"),
        call(&sandbox, OURS),
    );
    assert_eq!(
        (asked.status().as_u16(), answered.status().as_u16()),
        (405, 200)
    );
    for response in [asked, answered] {
        let names = response.headers().keys();
        assert_eq!(
            names
                .filter(|name| name.as_str().starts_with("access-control"))
                .count(),
            0
        );
    }
}

#[test]
fn an_invalid_origin_prevents_the_start() {
    for origin in ["*", "app.example.org", "https://app.example.org/"] {
        for command in [
            &["serve", "--bind", "127.0.0.1:0", "--cors-origins", origin][..],
            &["sandbox", "--bind", "127.0.0.1:0", "--cors-origins", origin],
        ] {
            let error = error_output(command);
            assert!(
                error.contains("cors_origins") && error.contains("is not a valid origin"),
                "{error}"
            );
        }
    }
}
