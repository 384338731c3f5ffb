//! The host names by which a server may be addressed, and what a sandbox that others can reach does not give away.

use reqwest::blocking::Response;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{Program, Sandbox, command, error_output, text};
use crate::support::service::client;

/// Opens a page as a browser does that knows the server by this name.
fn open(base: &str, path: &str, host: &str) -> Response {
    let request = client().get(format!("{base}{path}"));
    let request = request.header("Host", host).header("Accept", "text/html");
    request.send().unwrap()
}

/// Returns what the page of the explorer is filled in with.
fn given(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"given\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_rebound_name_gets_nothing_of_the_sandbox() {
    let folder = TempDir::new().unwrap();
    let named = [
        "--empty",
        "--allowed-hosts",
        "demo.example.org,other.example.org",
    ];
    let sandbox = Sandbox::start(folder.path(), &named);
    let base = sandbox.get("serviceUrl");
    let port = base.rsplit(':').next().unwrap();
    for path in ["/graphql", "/app/sign-in", "/openapi.json", "/nowhere"] {
        for name in [
            "rebound.example.org",
            "127.0.0.1.example.org",
            "demo.example.org.evil.example.org",
        ] {
            let refused = open(base, path, &format!("{name}:{port}"));
            assert_eq!(refused.status(), 421, "{path} {name}");
            assert_eq!(refused.headers()["x-content-type-options"], "nosniff");
            let answer = refused.text().unwrap();
            assert!(
                answer.contains(name) && answer.contains("--allowed-hosts"),
                "{answer}"
            );
            assert!(!answer.contains(sandbox.get("apiKey")));
        }
    }
    // A page can send these headers, but not `Host`.
    let request = client().get(format!("{base}/graphql"));
    let request = request
        .header("Host", "rebound.example.org")
        .header("Accept", "text/html");
    let request = request.header("X-Forwarded-Host", "localhost");
    let refused = request
        .header("Forwarded", "host=localhost")
        .send()
        .unwrap();
    assert_eq!(refused.status(), 421);
    let demo_sign_in = client().post(format!("{base}/app/sign-in"));
    let demo_sign_in = demo_sign_in.header("Host", "rebound.example.org");
    let refused = demo_sign_in
        .header("sec-fetch-site", "same-origin")
        .body("demo=0");
    assert_eq!(refused.send().unwrap().status(), 421);
    let own = format!("127.0.0.1:{port}");
    for name in [
        "localhost",
        &own,
        "[::1]",
        "demo.example.org",
        "OTHER.example.org:8443",
    ] {
        let page = open(base, "/graphql", name);
        assert_eq!(page.status(), 200, "{name}");
        let given = given(&page.text().unwrap());
        assert_eq!(given["apiKey"], sandbox.get("apiKey"), "{name}");
    }
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(open(base, path, "balancer.internal").status(), 200);
    }
    sandbox.program.stop();
}

#[test]
fn a_published_sandbox_fills_in_no_explorer_and_calls_no_loopback() {
    let webhook = |sandbox: &Sandbox| {
        let query =
            "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }";
        let input = json!({ "organizationId": sandbox.get("organizationId"), "url": "http://127.0.0.1:9/hook" });
        let request = client().post(sandbox.get("graphqlUrl"));
        let headers = sandbox.headers("Admin");
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, value)
        });
        let body = json!({ "query": query, "variables": { "input": input } });
        request.json(&body).send().unwrap().text().unwrap()
    };
    for (more, is_published) in [
        (&["--empty"][..], false),
        (&["--empty", "--behind-proxy"], true),
        (
            &["--empty", "--public-url", "https://demo.example.org"],
            true,
        ),
    ] {
        let folder = TempDir::new().unwrap();
        let sandbox = Sandbox::start(folder.path(), more);
        let base = sandbox.get("serviceUrl");
        let page = open(base, "/graphql", "localhost").text().unwrap();
        let key = &given(&page)["apiKey"];
        assert_eq!(key == "", is_published, "{more:?}: {key}");
        assert!(page.contains(sandbox.get("apiKey")) != is_published);
        let answer = webhook(&sandbox);
        assert_eq!(
            answer.contains("is not a public address"),
            is_published,
            "{answer}"
        );
        let public = open(base, "/app/sign-in", "demo.example.org").status();
        assert_eq!(public == 200, more.contains(&"--public-url"), "{more:?}");
        sandbox.program.stop();
    }
}

#[test]
fn production_answers_to_every_name_unless_some_are_given() {
    let folder = TempDir::new().unwrap();
    let start = |more: &[&str]| {
        let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "warn"]);
        serve.args(["--data-dir", text(folder.path())]).args(more);
        Program::start(serve)
    };
    let open_server = start(&[]);
    let page = open(open_server.base(), "/app/sign-in", "jobs.example.org");
    assert_eq!(page.status(), 200);
    open_server.stop();
    let named = start(&["--allowed-hosts", "jobs.example.org"]);
    for (name, status) in [
        ("jobs.example.org", 200),
        ("127.0.0.1", 200),
        ("other.example.org", 421),
    ] {
        assert_eq!(
            open(named.base(), "/app/sign-in", name).status(),
            status,
            "{name}"
        );
    }
    named.stop();
    let error = error_output(&[
        "serve",
        "--allowed-hosts",
        "https://jobs.example.org",
        "--check-config",
    ]);
    assert!(
        error.contains("allowed_hosts") && error.contains("without scheme"),
        "{error}"
    );
}
