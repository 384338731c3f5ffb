//! The security headers of every response, and the time limits of bodies.

use std::io::{Read, Write};
use std::net::TcpStream;

use reqwest::blocking::Response;
use serde_json::json;
use shortlist_app::{Settings, UploadLimits};
use shortlist_domain::Environment;
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::{Explorer, GraphQLLimits};

use crate::support::database;
use crate::support::service::Service;

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers()[name].to_str().unwrap()
}

#[test]
fn responses_have_security_headers() {
    database::on_sqlite(|url| {
        let service = Service::start(url);
        let get = |path: &str| service.client.get(service.url(path)).send().unwrap();
        let body = json!({ "query": "{ __typename }" });
        let request = service.post(&service.recruiter, "/graphql").json(&body);
        let answers = [
            get("/health/live"),
            get("/nowhere"),
            get("/graphql"),
            service.client.post(service.url("/graphql")).send().unwrap(),
            request.send().unwrap(),
        ];
        for response in answers {
            assert_eq!(header(&response, "X-Content-Type-Options"), "nosniff");
            assert_eq!(header(&response, "Cache-Control"), "no-store");
            assert_eq!(header(&response, "Referrer-Policy"), "no-referrer");
            assert_eq!(header(&response, "X-Frame-Options"), "DENY");
            assert_eq!(
                header(&response, "Cross-Origin-Opener-Policy"),
                "same-origin"
            );
            assert_eq!(
                header(&response, "Cross-Origin-Resource-Policy"),
                "same-origin"
            );
            let policy = header(&response, "Content-Security-Policy");
            assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'");
            for absent in [
                "Server",
                "X-Powered-By",
                "Strict-Transport-Security",
                "Access-Control-Allow-Origin",
            ] {
                assert!(!response.headers().contains_key(absent), "{absent}");
            }
        }
    });
}

#[test]
fn the_explorer_page_may_not_be_framed() {
    let explorer = Explorer::On;
    let limits = GraphQLLimits {
        explorer,
        ..GraphQLLimits::default()
    };
    database::on_sqlite(|url| {
        let settings = Settings::new(Environment::Sandbox);
        let service = Service::start_with(url, settings, limits.clone());
        let request = service.client.get(service.url("/graphql"));
        let page = request.header("Accept", "text/html").send().unwrap();
        assert_eq!(page.status(), 200);
        let policy = header(&page, "Content-Security-Policy");
        assert!(policy.starts_with("frame-ancestors 'none'"), "{policy}");
        assert!(policy.contains("; default-src 'none'; "), "{policy}");
        assert!(
            !policy.contains("unsafe") && !policy.contains("http"),
            "{policy}"
        );
        let text = page.text().unwrap();
        assert!(!text.contains("http"), "it loads nothing from elsewhere");
    });
}

/// Starts a service that waits one second for the next bytes of a body.
fn impatient(url: &DatabaseUrl) -> Service {
    let settings = Settings {
        upload: UploadLimits {
            stall_seconds: 1,
            ..UploadLimits::default()
        },
        ..Settings::new(Environment::Sandbox)
    };
    Service::start_with(url, settings, GraphQLLimits::default())
}

/// Sends a request up to the first byte of its body.
fn begin(service: &Service, path: &str, length: u32) -> TcpStream {
    let host = service.url("").replace("http://", "");
    let mut connection = TcpStream::connect(&host).unwrap();
    write!(
        connection,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\nx-api-key: {}\r\n\
        Authorization: Bearer {}\r\nContent-Type: application/json\r\n\r\n{{",
        service.recruiter.key, service.recruiter.token
    )
    .unwrap();
    connection
}

#[test]
fn a_body_that_does_not_arrive_is_408() {
    database::on_sqlite(|url| {
        let service = impatient(url);
        for path in ["/graphql", "/auth/login"] {
            let mut connection = begin(&service, path, 100);
            let mut answer = [0; 12];
            connection.read_exact(&mut answer).unwrap();
            assert_eq!(&answer, b"HTTP/1.1 408", "{path}");
        }
    });
}

/// Single bytes now and then do not keep a request alive.
#[test]
fn a_body_that_trickles_is_408_too() {
    database::on_sqlite(|url| {
        let service = impatient(url);
        let mut connection = begin(&service, "/graphql", 100_000);
        // Between two bytes, the test checks for a response.
        let pace = std::time::Duration::from_millis(100);
        connection.set_read_timeout(Some(pace)).unwrap();
        let mut answer = [0; 12];
        while connection.read_exact(&mut answer).is_err() {
            // The response can still be read from a connection that is closed already.
            let _closed = connection.write_all(b" ");
        }
        assert_eq!(&answer, b"HTTP/1.1 408");
    });
}
