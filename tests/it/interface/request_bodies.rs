//! Bodies that arrive slowly, incompletely or too large: nothing of them is kept.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use serde_json::json;
use shortlist_app::{Settings, UploadLimits};
use shortlist_domain::{Environment, Permission};
use shortlist_transport::GraphQLLimits;

use crate::support::database;
use crate::support::people::Caller;
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, answer, file};
use crate::support::threads::until;

/// The longest wait for a connection to end. It is far longer than the time that a server gives a client to close.
const PATIENCE: Duration = Duration::from_secs(30);

on_both_databases!(
    a_connection_that_breaks_leaves_nothing,
    a_refusal_leaves_nothing_staged,
    a_field_sent_twice_is_refused,
    many_slow_senders_delay_nobody,
    unauthenticated_bodies_are_not_read,
    forbidden_uploads_take_no_turn_and_no_storage,
    stalled_uploads_leave_turns_to_other_organizations,
    an_upload_whose_client_disconnects_creates_nothing_more,
);

/// More than the service has threads.
const SLOW_SENDERS: usize = 40;

/// Opens a connection and sends the beginning of an upload: the fields and a part of its file.
fn begin_upload(service: &Service, job: &str) -> TcpStream {
    begin_upload_of(service, &service.recruiter, job)
}

fn begin_upload_of(service: &Service, caller: &Caller, job: &str) -> TcpStream {
    let host = service.url("").replace("http://", "");
    let mut connection = TcpStream::connect(&host).unwrap();
    let part = format!(
        "--b\r\nContent-Disposition: form-data; name=\"jobId\"\r\n\r\n{job}\r\n--b\r\nContent-Disposition: form-data; \
        name=\"files\"; filename=\"cv.docx\"\r\n\r\n{}",
        "x".repeat(100_000)
    );
    write!(
        connection,
        "POST /bulk-upload-resumes HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000\r\nx-api-key: {}\r\n\
        Authorization: Bearer {}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n{part}",
        caller.key, caller.token
    )
    .unwrap();
    connection
}

fn a_connection_that_breaks_leaves_nothing(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let connection = begin_upload(service, &job);
    until(|| service.staged_files() == 1);
    connection.shutdown(Shutdown::Both).unwrap();
    until(|| service.staged_files() == 0);
    assert_eq!(service.kept_files(), 0);
    service.candidate(&job, "Ada Example");
}

fn many_slow_senders_delay_nobody(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let slow: Vec<TcpStream> = (0..SLOW_SENDERS)
        .map(|_| begin_upload(service, &job))
        .collect();
    until(|| service.staged_files() == SLOW_SENDERS);
    service.candidate(&job, "Ada Example");
    drop(slow);
    until(|| service.staged_files() == 0);
}

/// Opens a connection, sends the head of a request without a body, and returns the status of the early response.
fn answer_to_a_head(service: &Service, caller: &Caller, path: &str, kind: &str) -> String {
    let host = service.url("").replace("http://", "");
    let mut connection = TcpStream::connect(&host).unwrap();
    connection.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(
        connection,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000\r\nx-api-key: {}\r\n\
        Authorization: Bearer {}\r\nContent-Type: {kind}\r\n\r\n",
        caller.key, caller.token
    )
    .unwrap();
    let mut status = [0; 12];
    connection.read_exact(&mut status).unwrap();
    String::from_utf8_lossy(&status).into_owned()
}

fn unauthenticated_bodies_are_not_read(service: &Service) {
    let unknown = Caller {
        token: "unknown".to_owned(),
        ..service.recruiter.clone()
    };
    let json = "application/json";
    let form = "multipart/form-data; boundary=b";
    for path in ["/graphql", "/auth/login", "/auth/refresh"] {
        let caller = Caller {
            key: "sl_test_unknown".to_owned(),
            ..unknown.clone()
        };
        let status = answer_to_a_head(service, &caller, path, json);
        assert_eq!(status, "HTTP/1.1 401", "{path}");
    }
    for path in ["/bulk-upload-resumes", "/addJobByFile"] {
        let status = answer_to_a_head(service, &unknown, path, form);
        assert_eq!(status, "HTTP/1.1 401", "{path}");
    }
}

/// Starts more uploads of callers without permission than run at once.
fn forbidden_uploads_take_no_turn_and_no_storage(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let reader = service.with_permissions(&service.recruiter, &[Permission::JobsRead]);
    let callers = [&reader, &service.interviewer];
    let begin = |number: usize| begin_upload_of(service, callers[number % 2], &job);
    let stalled: Vec<TcpStream> = (0..STALLED).map(begin).collect();
    for caller in callers {
        let (status, body) = service.upload(caller, &job, vec![("cv.docx", docx("Ada Example"))]);
        assert_eq!((status, body["error"].is_string()), (403, true), "{body}");
    }
    service.candidate(&job, "Ada Example");
    assert_eq!(service.staged_files(), 0);
    drop(stalled);
}

/// More uploads than run at once for all organizations together.
const STALLED: usize = 130;
/// The number of them that run, which is the share of one organization.
const SHARE: usize = 60;

fn stalled_uploads_leave_turns_to_other_organizations(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let begin = |_| begin_upload(service, &job);
    let stalled: Vec<TcpStream> = (0..STALLED).map(begin).collect();
    until(|| service.staged_files() == SHARE);
    let theirs = begin_upload_of(service, &service.stranger, &job);
    until(|| service.staged_files() == SHARE + 1);
    drop(theirs);
    until(|| service.staged_files() == SHARE);
    drop(stalled);
    until(|| service.staged_files() == 0);
    service.candidate(&job, "Ada Example");
}

/// Returns a document that takes seconds to read.
fn heavy() -> Vec<u8> {
    let line = "Built services in Rust on PostgreSQL, January 2019 - March 2021. ".repeat(20);
    docx_of(&vec![line.as_str(); 5_000])
}

fn an_upload_whose_client_disconnects_creates_nothing_more(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let caller = &service.recruiter;
    let host = service.url("").replace("http://", "");
    let mut body = Vec::new();
    for (name, value) in [
        ("jobId", job.as_str()),
        ("recruiterId", &caller.user_id),
        ("organizationId", &caller.organization_id),
        ("userType", "Recruiter"),
        ("resumeScoreBreakdown", r#"{"skills": 1}"#),
    ] {
        let head = format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), value.as_bytes(), b"\r\n"].concat());
    }
    let file =
        "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"cv.docx\"\r\n\r\n";
    for document in [heavy(), docx("Ada Example")] {
        body.extend([file.as_bytes(), &document, b"\r\n"].concat());
    }
    body.extend(b"--b--\r\n");
    let mut connection = TcpStream::connect(&host).unwrap();
    write!(
        connection,
        "POST /bulk-upload-resumes HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\nx-api-key: {}\r\n\
        Authorization: Bearer {}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n",
        body.len(),
        caller.key,
        caller.token
    )
    .unwrap();
    connection.write_all(&body).unwrap();
    until(|| service.staged_files() == 2);
    connection.shutdown(Shutdown::Both).unwrap();
    until(|| service.staged_files() == 0);
    assert_eq!(service.kept_files(), 0);
}

fn a_refusal_leaves_nothing_staged(service: &Service) {
    let (status, _) = service.upload(
        &service.recruiter,
        "job_x",
        vec![("cv.docx", docx("Ada Example"))],
    );
    assert_eq!(status, 404);
    assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
}

fn a_field_sent_twice_is_refused(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let form = Service::upload_form(&service.recruiter, &job)
        .text("jobId", job)
        .part("files", file("cv.docx", docx("Ada Example")));
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!(status, 400);
    assert!(
        body["message"].as_str().unwrap().contains("jobId"),
        "{body}"
    );
}

fn assert_given_up(upload: UploadLimits, expected_text: &str) {
    database::on_sqlite(|url| {
        let settings = Settings {
            upload: upload.clone(),
            ..Settings::new(Environment::Sandbox)
        };
        let service = Service::start_with(url, settings, GraphQLLimits::default());
        let mut connection = begin_upload(&service, "job_x");
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            let mut byte = [0];
            connection.read_exact(&mut byte).unwrap();
            answer.push(byte[0]);
        }
        let answer = String::from_utf8(answer).unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 408") && answer.contains(expected_text),
            "{answer}"
        );
        until(|| service.staged_files() == 0);
    });
}

#[test]
fn an_upload_that_takes_too_long_is_408() {
    let upload = UploadLimits {
        seconds: 0,
        ..UploadLimits::default()
    };
    assert_given_up(upload, "did not arrive within 0 s");
}

#[test]
fn a_stalled_sender_is_408() {
    let upload = UploadLimits {
        stall_seconds: 1,
        ..UploadLimits::default()
    };
    assert_given_up(upload, "no data of the upload arrived for 1 s");
}

/// A chunked body is refused before its end. The connection is closed, however long the client would continue.
#[test]
fn a_refused_body_without_length_does_not_keep_its_connection() {
    database::on_sqlite(|url| {
        let service = Service::start(url);
        let caller = &service.recruiter;
        let host = service.url("").replace("http://", "");
        for (token, expected) in [(caller.token.as_str(), 400), ("unknown", 401)] {
            let mut connection = TcpStream::connect(&host).unwrap();
            let chunk = format!("{:x}\r\n{}\r\n", 1_000, "x".repeat(1_000));
            write!(
                connection,
                "POST /addJobByFile HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nx-api-key: {}\r\n\
                Authorization: Bearer {token}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n{}",
                caller.key,
                chunk.repeat(300)
            )
            .unwrap();
            connection.set_read_timeout(Some(PATIENCE)).unwrap();
            let mut answer = String::new();
            // This returns only when the connection ends.
            connection.read_to_string(&mut answer).unwrap();
            assert!(
                answer.starts_with(&format!("HTTP/1.1 {expected}")),
                "{answer}"
            );
        }
    });
}
