//! Links begin with the configured URL of the service, never with a host that the caller sent.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::text;
use super::server::Server;
use crate::support::resumes::docx;
use crate::support::service::answer;

const FORGED_HOST: &str = "phishing.example.net";
const REPORT: &str =
    "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { videoPlaybackLink } }";

/// Creates a candidate with a recorded interview, and returns its identifier.
fn recorded(server: &Server) -> String {
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("cv.docx", docx("Ada Example"))]);
    let candidate = server.candidates().remove(0);
    let film = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41 and a picture".to_vec();
    server.record(&candidate, film);
    candidate
}

/// Returns the playback link for a caller who sends a forged host.
fn link(server: &Server, candidate: &str) -> String {
    let body = json!({ "query": REPORT, "variables": { "input": { "candidateId": candidate } } });
    let request = server.post("/graphql").header("Host", FORGED_HOST);
    let (_, body): (u16, Value) = answer(request.json(&body).send().unwrap());
    let link = &body["data"]["getCanInterviewRpt"]["videoPlaybackLink"];
    let link = link.as_str().unwrap_or_else(|| panic!("{body}"));
    assert!(!link.contains(FORGED_HOST), "{link}");
    link.to_owned()
}

#[test]
fn links_never_repeat_the_host_that_the_caller_names() {
    let (folder, proxied, public) = (
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
    );
    let database = folder.path().join("own.db");
    let places = ["--database-url", text(&database)];
    let own = Server::start(folder.path(), &places);
    let candidate = recorded(&own);
    let address = link(&own, &candidate);
    assert!(
        address.starts_with(&format!("{}/recordings/", own.base)),
        "{address}"
    );

    let behind = [&places[..], &["--behind-proxy"]].concat();
    let server = own.start_second(proxied.path(), &behind);
    let path = link(&server, &candidate);
    assert!(path.starts_with("/recordings/"), "{path}");
    let warns = |folder: &TempDir| {
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        log.lines()
            .any(|line| line.contains("WARN") && line.contains("public_url"))
    };
    assert!(warns(&proxied) && !warns(&folder));

    let named = ["--public-url", "https://jobs.example.org"];
    let server = own.start_second(public.path(), &[&behind[..], &named].concat());
    let named = link(&server, &candidate);
    assert!(
        named.starts_with("https://jobs.example.org/recordings/"),
        "{named}"
    );
    assert!(!warns(&public));
}
