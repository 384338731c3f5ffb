//! What a server measures about itself.

use std::collections::BTreeSet;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use regex::Regex;
use serde_json::json;
use shortlist_fixtures::resume_file;
use tempfile::TempDir;

use super::server::{Server, with_organization};
use crate::support::ports::free_address;
use crate::support::service::{client, file};

const METRICS: &str = include_str!("../../../docs/METRICS.md");
const DASHBOARD: &str = include_str!("../../../deploy/grafana/shortlist.json");
const ALERTS: &str = include_str!("../../../deploy/prometheus/alerts.yml");

/// Returns the documented metrics.
fn documented() -> BTreeSet<String> {
    let name = Regex::new("(?m)^\\| `([a-z_]+)`").unwrap();
    let found = name.captures_iter(METRICS);
    found.map(|found| found[1].to_owned()).collect()
}

/// Returns the metric of a series, which has three for each histogram.
fn metric_of<'a>(series: &'a str, metrics: &BTreeSet<String>) -> &'a str {
    let ends = ["", "_bucket", "_sum", "_count"];
    let mut stems = ends.iter().filter_map(|end| series.strip_suffix(end));
    stems.find(|stem| metrics.contains(*stem)).unwrap_or(series)
}

fn scrape(address: SocketAddr) -> String {
    let response = client()
        .get(format!("http://{address}/metrics"))
        .send()
        .unwrap();
    assert_eq!(response.status(), 200);
    let content_type = response.headers()["content-type"].to_str().unwrap();
    assert!(
        content_type.starts_with("application/openmetrics-text"),
        "{content_type}"
    );
    response.text().unwrap()
}

/// Returns the names of the scraped metrics with a value. Fails if one is not documented.
fn check_series(text: &str) -> BTreeSet<String> {
    let metrics = documented();
    let series = text.lines().filter(|line| !line.starts_with('#'));
    let metric = |line: &str| {
        let (name, _value) = line.split_once(['{', ' ']).unwrap();
        let metric = metric_of(name, &metrics);
        assert!(metrics.contains(metric), "{name} is not documented");
        metric.to_owned()
    };
    series.map(metric).collect()
}

#[test]
fn a_server_measures_requests_readers_and_the_database() {
    let (folder, address) = (TempDir::new().unwrap(), free_address());
    let server = Server::start(folder.path(), &["--metrics-bind", &address.to_string()]);
    let input = json!({ "organizationId": "org_a", "recruiterId": "usr_a", "title": "Cook" });
    let job = server.call("mutation", "createJob", "CreateJobInput", "_id", input)["_id"].clone();
    let form = Server::upload_form(job.as_str().unwrap());
    let form = form.part("files", file("cv", resume_file(1).bytes));
    let form = form.part("files", file("broken.pdf", b"%PDF-1.7 broken".to_vec()));
    let sent = server.post("/bulk-upload-resumes").multipart(form).send();
    assert_eq!(sent.unwrap().status(), 200);
    let unknown = server.post("/nowhere/with/a/secret").send().unwrap();
    assert_eq!(unknown.status(), 404);

    let text = scrape(address);
    let seen = check_series(&text);
    for metric in [
        "shortlist_build_info",
        "http_server_request_duration_seconds",
        "http_server_active_requests",
        "shortlist_readers",
        "shortlist_readers_busy",
        "shortlist_reader_queue_documents",
        "shortlist_read_duration_seconds",
        "shortlist_uploaded_files_total",
        "shortlist_scoring_duration_seconds",
        "shortlist_cache_lookups_total",
        "shortlist_database_pool_wait_seconds",
        "shortlist_database_connections_in_use",
    ] {
        assert!(seen.contains(metric), "{metric} in {text}");
    }
    for line in [
        "shortlist_uploaded_files_total{outcome=\"created\"} 1",
        "shortlist_uploaded_files_total{outcome=\"skipped\"} 1",
        "shortlist_scoring_duration_seconds_count 1",
        "shortlist_reader_queue_documents 0",
        "shortlist_readers_busy 0",
        "http_server_active_requests 0",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in {text}");
    }
    assert!(text.contains("http_route=\"/graphql\",http_response_status_code=\"200\""));
    assert!(
        text.contains("format=\"pdf\",outcome=\"refused\""),
        "{text}"
    );
    for secret in ["org_a", "usr_a", "secret", "ada@", job.as_str().unwrap()] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    // The service's own address does not serve them.
    let from_outside = server.request(reqwest::Method::GET, "/metrics").send();
    assert_eq!(from_outside.unwrap().status(), 404);
    server.program.stop();
}

#[test]
fn a_server_works_without_its_metrics() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &["--metrics-bind", &address]);
    let input = json!({ "organizationId": "org_a", "recruiterId": "usr_a", "title": "Cook" });
    let job = server.call("mutation", "createJob", "CreateJobInput", "_id", input);
    assert!(job["_id"].is_string());
    server.program.stop();
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(
        log.contains("the measurements are not served: set metrics_bind"),
        "{log}"
    );
    assert!(log.contains(&address), "{log}");
}

#[test]
fn the_dashboard_and_the_alerts_use_only_metrics_that_exist() {
    let metrics = documented();
    let name = Regex::new(r"\b(?:shortlist|http_server|process)_[a-z_]+\b").unwrap();
    let mut used = BTreeSet::new();
    for text in [DASHBOARD, ALERTS] {
        for found in name.find_iter(text) {
            let metric = metric_of(found.as_str(), &metrics);
            assert!(
                metrics.contains(metric),
                "{} is used, but not documented",
                found.as_str()
            );
            used.insert(metric.to_owned());
        }
    }
    let unused: Vec<_> = metrics.difference(&used).collect();
    assert!(unused.is_empty(), "the dashboard does not show {unused:?}");
}

#[test]
fn the_queue_of_a_silent_receiver_grows_older() {
    // It accepts connections and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/hook", silent.local_addr().unwrap());
    let (folder, address) = (TempDir::new().unwrap(), free_address());
    let address_text = address.to_string();
    let settings = [
        "--metrics-bind",
        &address_text,
        "--webhook-networks",
        "127.0.0.0/8",
    ];
    let server = Server::start(folder.path(), &settings);
    let age = || {
        let text = scrape(address);
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix("shortlist_webhook_queue_age_seconds "));
        line.unwrap().parse::<f64>().unwrap()
    };
    assert!(age() < f64::EPSILON);
    server.call(
        "mutation",
        "createWebhook",
        "CreateWebhookInput",
        "secret",
        with_organization(json!({ "url": url })),
    );
    let input = with_organization(json!({ "recruiterId": "usr_a", "title": "Cook" }));
    server.call("mutation", "createJob", "CreateJobInput", "_id", input);
    let end = Instant::now() + Duration::from_secs(30);
    while age() < 1.5 {
        assert!(Instant::now() < end, "the queue is {} s old", age());
        std::thread::sleep(Duration::from_millis(100));
    }
    server.program.stop();
}
