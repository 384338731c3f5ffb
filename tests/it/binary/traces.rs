//! Traces that a real receiver on this machine gets.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind};
use prost::Message;
use shortlist_fixtures::resume_file;
use tempfile::TempDir;

use super::server::Server;
use crate::support::ports::free_address;
use crate::support::service::file;

/// The longest wait for spans, which are sent in batches every few seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// A collector that keeps the spans that it gets.
struct Collector {
    endpoint: String,
    spans: Arc<Mutex<Vec<Span>>>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let spans = Arc::<Mutex<Vec<Span>>>::default();
        let kept = Arc::clone(&spans);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                receive(stream.unwrap(), &kept);
            }
        });
        Self { endpoint, spans }
    }

    /// Waits for a span, and returns all that have arrived.
    fn wait_for(&self, is_wanted: impl Fn(&Span) -> bool) -> Vec<Span> {
        let end = Instant::now() + PATIENCE;
        loop {
            let spans = self.spans.lock().unwrap().clone();
            if spans.iter().any(&is_wanted) {
                return spans;
            }
            let names: Vec<_> = spans.iter().map(|span| &span.name).collect();
            assert!(Instant::now() < end, "it is not among {names:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Answers the requests of one connection.
fn receive(stream: TcpStream, kept: &Mutex<Vec<Span>>) {
    let mut reader = BufReader::new(stream);
    loop {
        let (mut length, mut line, mut lines) = (0, String::new(), 0);
        while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 2) {
            let lower = line.to_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if lines == 0 {
                assert!(line.starts_with("POST /v1/traces HTTP/1.1"), "{line}");
            }
            lines += 1;
            line.clear();
        }
        if lines == 0 {
            return;
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let request = ExportTraceServiceRequest::decode(body.as_slice()).unwrap();
        let scopes = request
            .resource_spans
            .into_iter()
            .flat_map(|one| one.scope_spans);
        kept.lock()
            .unwrap()
            .extend(scopes.flat_map(|scope| scope.spans));
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n";
        reader.get_mut().write_all(answer.as_bytes()).unwrap();
    }
}

fn attribute(span: &Span, name: &str) -> String {
    let found = span
        .attributes
        .iter()
        .find(|attribute| attribute.key == name);
    let value = found.and_then(|found| found.value.clone()?.value);
    match value {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn log_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("log")).unwrap()
}

#[test]
fn an_upload_is_one_trace_down_to_the_readers() {
    let (folder, collector) = (TempDir::new().unwrap(), Collector::start());
    let server = Server::start(folder.path(), &["--otlp-endpoint", &collector.endpoint]);
    let job = server.create_job("Gardener");
    let form = Server::upload_form(&job).part("files", file("cv", resume_file(1).bytes));
    let sent = server
        .post("/bulk-upload-resumes")
        .multipart(form)
        .send()
        .unwrap();
    assert_eq!(sent.status(), 200);
    let request_id = sent.headers()["x-request-id"].to_str().unwrap().to_owned();
    drop(sent);
    let name = "POST /bulk-upload-resumes";
    let spans = collector.wait_for(|span| span.name == name);
    let request = spans.iter().find(|span| span.name == name).unwrap();
    assert_eq!(attribute(request, "request_id"), request_id);
    assert_eq!(attribute(request, "http.response.status_code"), "200");
    assert_eq!(request.kind, i32::from(SpanKind::Server));
    let is_in_trace = |span: &&Span| span.trace_id == request.trace_id;
    for (part, known) in [
        ("blocking work", "request_id"),
        ("database", "kind"),
        ("read document", "process.pid"),
    ] {
        let all = collector.wait_for(|span| span.name == part && is_in_trace(&span));
        let found = all
            .iter()
            .filter(is_in_trace)
            .find(|span| span.name == part)
            .unwrap();
        assert!(!found.parent_span_id.is_empty(), "{part} has no parent");
        assert_ne!(attribute(found, known), "None", "{part}");
    }
    let spans = collector.wait_for(|span| span.name == "read document");
    let read = spans
        .iter()
        .find(|span| span.name == "read document")
        .unwrap();
    assert_eq!(attribute(read, "outcome"), "read");
    assert!(is_in_trace(
        &spans.iter().find(|span| span.name == "score").unwrap()
    ));
    assert_ne!(
        attribute(read, "process.pid"),
        server.program.id().to_string()
    );
    for span in &spans {
        let text = format!("{span:?}");
        for secret in [job.as_str(), "org_a", "usr_a", "ada@example.org"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    server.program.stop();
}

#[test]
fn a_server_works_without_its_collector() {
    let folder = TempDir::new().unwrap();
    let endpoint = format!("http://{}", free_address());
    let server = Server::start(folder.path(), &["--otlp-endpoint", &endpoint]);
    server.create_job("Gardener");
    let end = Instant::now() + PATIENCE;
    while !log_of(folder.path()).contains("traces are not sent") {
        assert!(Instant::now() < end, "{}", log_of(folder.path()));
        std::thread::sleep(Duration::from_millis(50));
    }
    server.create_job("Cook");
    server.program.stop();
    let log = log_of(folder.path());
    assert_eq!(log.matches("traces are not sent").count(), 1, "{log}");
    assert!(
        log.contains(&endpoint) && log.contains("otlp_endpoint"),
        "{log}"
    );
}
