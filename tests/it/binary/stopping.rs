//! SIGTERM during an upload: the upload is answered, new requests are refused, and the program exits with code 0.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address};
use super::raw_upload::{begin, form, host};
use crate::support::database::{on_postgresql, on_sqlite};

static RESUME: &[u8] = include_bytes!("../../../demo/resumes/backend-engineer.pdf");

fn an_upload_that_was_begun_is_answered(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let database = address(url);
    let start = || Sandbox::start(folder.path(), &["--empty", "--database-url", &database]);
    let sandbox = start();
    let job = sandbox.create_job("Backend Engineer");
    let form = form(&sandbox, &job, &[RESUME]);
    let host = host(&sandbox);
    let mut upload = begin(&sandbox, &form);
    let (first, second) = form.split_at(form.len() / 2);
    upload.write_all(first).unwrap();

    sandbox.program.terminate();
    while TcpStream::connect(&host).is_ok() {
        std::thread::yield_now();
    }
    upload.write_all(second).unwrap();
    let mut answer = String::new();
    upload.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!(
        (&body["status"], &body["created"]),
        (&json!(1), &json!(1)),
        "{body}"
    );
    assert_eq!(sandbox.program.wait(), Some(0));

    let again = start();
    assert_eq!(again.candidate_count(), 1);
    again.program.stop();
}

#[test]
fn an_upload_is_answered_after_sigterm_on_sqlite() {
    on_sqlite(an_upload_that_was_begun_is_answered);
}

#[test]
fn an_upload_is_answered_after_sigterm_on_postgresql() {
    on_postgresql(an_upload_that_was_begun_is_answered);
}
