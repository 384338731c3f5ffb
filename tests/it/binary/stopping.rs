//! SIGTERM in the middle of an upload: the upload is answered, nothing new is taken, and the program ends well.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address};
use crate::support::database::{on_postgresql, on_sqlite};

static RESUME: &[u8] = include_bytes!("../../../demo/resumes/backend-engineer.pdf");
const BOUNDARY: &str = "parts-of-a-form";

fn form(sandbox: &Sandbox, job: &str) -> Vec<u8> {
    let fields = [
        ("jobId", job),
        (
            "recruiterId",
            sandbox.user("Recruiter")["_id"].as_str().unwrap(),
        ),
        ("organizationId", sandbox.get("organizationId")),
        ("userType", "Recruiter"),
        ("resumeScoreBreakdown", r#"{"skills": 100}"#),
    ];
    let mut form = Vec::new();
    for (name, value) in fields {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        form.extend_from_slice(part.as_bytes());
    }
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"cv.pdf\"\r\n\
         Content-Type: application/pdf\r\n\r\n"
    );
    form.extend_from_slice(head.as_bytes());
    form.extend_from_slice(RESUME);
    form.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    form
}

fn an_upload_that_was_begun_is_answered(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let database = address(url);
    let start = || Sandbox::start(folder.path(), &["--empty", "--database-url", &database]);
    let sandbox = start();
    let job = sandbox.create_job("Backend Engineer");
    let form = form(&sandbox, &job);
    let host = sandbox
        .get("serviceUrl")
        .strip_prefix("http://")
        .unwrap()
        .to_owned();
    let mut upload = TcpStream::connect(&host).unwrap();
    write!(
        upload,
        "POST /bulk-upload-resumes HTTP/1.1\r\nHost: {host}\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n",
        form.len()
    )
    .unwrap();
    for (name, value) in sandbox.headers("Recruiter") {
        write!(upload, "{name}: {value}\r\n").unwrap();
    }
    upload.write_all(b"\r\n").unwrap();
    // The server asks for the body: the upload is under way.
    let mut head = [0_u8; 25];
    upload.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 100 Continue\r\n\r\n");
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
