//! An upload written by hand, so that a test can break it off anywhere.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::program::Sandbox;

const BOUNDARY: &str = "parts-of-a-form";

/// Returns the form of an upload by the first recruiter. Each file has its own name.
pub(super) fn form(sandbox: &Sandbox, job: &str, files: &[&[u8]]) -> Vec<u8> {
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
    for (number, file) in files.iter().enumerate() {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"cv{number}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        form.extend_from_slice(head.as_bytes());
        form.extend_from_slice(file);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    form
}

/// Returns the address of the sandbox.
pub(super) fn host(sandbox: &Sandbox) -> String {
    let url = sandbox.get("serviceUrl");
    url.strip_prefix("http://").unwrap().to_owned()
}

/// Sends the head of an upload and waits until the server asks for the body. Then the upload is in progress.
pub(super) fn begin(sandbox: &Sandbox, form: &[u8]) -> TcpStream {
    let host = host(sandbox);
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
    let mut head = [0_u8; 25];
    upload.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 100 Continue\r\n\r\n");
    upload
}
