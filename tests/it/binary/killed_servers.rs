//! What a server leaves that is killed: the bytes of files that were arriving, and requests that count as running.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc;

use reqwest::blocking::multipart::Part;
use serde_json::{Value, json};
use shortlist_fixtures::resume_file;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Program, Sandbox, address, command, text};
use super::raw_upload::{begin, form};
use crate::support::database::{on_postgresql, on_sqlite};

/// A text of an invented resume.
const MARKER: &[u8] = b"Ada Example is a gardener of Example Town";
/// Enough that the work takes longer than another request.
const FILES: u64 = 80;

fn start(folder: &Path, url: &DatabaseUrl) -> Sandbox {
    Sandbox::start(folder, &["--empty", "--database-url", &address(url)])
}

/// Returns whether a file below a folder contains the marker.
fn contains_marker(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        // A file may disappear meanwhile.
        let path = entry.unwrap().path();
        if path.is_dir() {
            contains_marker(&path)
        } else {
            let bytes = fs::read(&path).unwrap_or_default();
            bytes.windows(MARKER.len()).any(|part| part == MARKER)
        }
    })
}

/// Waits until the bytes of an upload have arrived in a folder.
fn wait_for_marker(folder: &Path) {
    while !contains_marker(folder) {
        std::thread::yield_now();
    }
}

/// A file whose end is still missing when its upload is interrupted.
fn arriving() -> Vec<u8> {
    [MARKER, &[b' '; 4_096]].concat()
}

/// Promise: the bytes of an upload that was killed are gone after the next start.
fn bytes_of_a_killed_upload_are_removed_at_the_next_start(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let sandbox = start(folder.path(), url);
    let job = sandbox.create_job("Gardener");
    let file = arriving();
    let form = form(&sandbox, &job, &[&file]);
    let mut connection = begin(&sandbox, &form);
    connection.write_all(&form[..form.len() - 1_024]).unwrap();
    let files = folder.path().join("data/files");
    wait_for_marker(&files);
    sandbox.program.kill();
    assert!(contains_marker(&files));
    let sandbox = start(folder.path(), url);
    assert!(!contains_marker(&files));
    sandbox.program.stop();
    let left = fs::read_dir(files.join("staging")).unwrap().count();
    assert_eq!(left, 0, "a server that stops leaves nothing");
}

#[test]
fn bytes_of_a_killed_upload_are_removed_at_the_next_start_on_sqlite() {
    on_sqlite(bytes_of_a_killed_upload_are_removed_at_the_next_start);
}

#[test]
fn bytes_of_a_killed_upload_are_removed_at_the_next_start_on_postgresql() {
    on_postgresql(bytes_of_a_killed_upload_are_removed_at_the_next_start);
}

/// Promise: a server that starts takes nothing from one that runs with the same folder of files.
#[test]
fn an_upload_continues_while_another_server_of_the_same_files_starts() {
    on_postgresql(|url| {
        let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let sandbox = start(folder.path(), url);
        let job = sandbox.create_job("Gardener");
        let file = resume_file(1).bytes;
        let (last, files) = (arriving(), folder.path().join("data/files"));
        let form = form(&sandbox, &job, &[&file, &last]);
        let mut connection = begin(&sandbox, &form);
        let (sent, rest) = form.split_at(form.len() - 1_024);
        connection.write_all(sent).unwrap();
        wait_for_marker(&files);
        let shared = other.path().join("data");
        fs::create_dir(&shared).unwrap();
        std::os::unix::fs::symlink(&files, shared.join("files")).unwrap();
        let database = address(url);
        let serve = ["serve", "--bind", "127.0.0.1:0", "--log", "warn"];
        let places = ["--data-dir", text(&shared), "--database-url", &database];
        let second = Program::start(command(&[&serve[..], &places].concat()));
        assert!(contains_marker(&files));
        connection.write_all(rest).unwrap();
        let mut status = String::new();
        let mut response = BufReader::new(connection);
        response.read_line(&mut status).unwrap();
        assert!(status.starts_with("HTTP/1.1 200"), "{status}");
        assert_eq!(sandbox.candidate_count(), 1);
        second.stop();
        sandbox.program.stop();
    });
}

/// Sends an upload with an idempotency key. Returns the status, the wait in seconds and the body, or `None` if the server was killed.
fn send(sandbox: &Sandbox, job: &str) -> Option<(u16, Option<u64>, Value)> {
    let form = (0..FILES).fold(sandbox.upload_form(job), |form, number| {
        let file = Part::bytes(resume_file(number).bytes).file_name(format!("cv{number}"));
        form.part("files", file)
    });
    let request = sandbox.post("/bulk-upload-resumes").multipart(form);
    let response = request.header("Idempotency-Key", "k").send().ok()?;
    let wait = response.headers().get("retry-after");
    let wait = wait.map(|wait| wait.to_str().unwrap().parse().unwrap());
    let status = response.status().as_u16();
    let body = serde_json::from_str(&response.text().ok()?).unwrap();
    Some((status, wait, body))
}

/// Promise: a request that ran when its server was killed can be sent again as soon as the server has restarted.
fn a_retry_runs_after_a_killed_server_has_restarted(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let sandbox = start(folder.path(), url);
    let job = sandbox.create_job("Gardener");
    // The same request twice: the second one learns that the first one runs.
    std::thread::scope(|scope| {
        let (answers, answered) = mpsc::channel();
        for _ in 0..2 {
            let (answers, sandbox, job) = (answers.clone(), &sandbox, &job);
            scope.spawn(move || answers.send(send(sandbox, job)));
        }
        let (status, wait, body) = answered.recv().unwrap().unwrap();
        assert_eq!(status, 409, "{body}");
        assert!(wait.is_some_and(|seconds| (1..=300).contains(&seconds)));
        sandbox.program.kill_at_once();
    });
    drop(sandbox);
    let sandbox = start(folder.path(), url);
    let (status, _, body) = send(&sandbox, &job).unwrap();
    assert_eq!((status, &body["status"]), (200, &json!(1)), "{body}");
    assert!(sandbox.candidate_count() > 0);
    let results = body["results"].as_array().unwrap();
    assert_eq!(results.len(), usize::try_from(FILES).unwrap());
    sandbox.program.stop();
}

#[test]
#[ignore = "long"]
fn a_retry_runs_after_a_killed_server_has_restarted_on_sqlite() {
    on_sqlite(a_retry_runs_after_a_killed_server_has_restarted);
}

#[test]
#[ignore = "long"]
fn a_retry_runs_after_a_killed_server_has_restarted_on_postgresql() {
    on_postgresql(a_retry_runs_after_a_killed_server_has_restarted);
}
