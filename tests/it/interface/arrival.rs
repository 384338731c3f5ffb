//! Bodies that arrive slowly, in part, or too large: nothing of them stays.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use serde_json::json;
use shortlist_app::{Settings, UploadLimits};
use shortlist_domain::Environment;
use shortlist_transport::GraphQLLimits;

use crate::support::database;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer, file};
use crate::support::threads::until;

/// How long a test waits for a connection to end: far longer than a server lets a client say goodbye.
const PATIENCE: Duration = Duration::from_secs(30);

on_both_databases!(
    a_connection_that_breaks_leaves_nothing,
    a_refusal_leaves_nothing_staged,
    a_field_sent_twice_is_refused,
    many_slow_senders_keep_nobody_waiting,
);

/// More than the service has threads.
const SLOW_SENDERS: usize = 40;

/// Opens a connection and sends the beginning of an upload: the fields, and a part of its file.
fn begin_upload(service: &Service, job: &str) -> TcpStream {
    let caller = &service.recruiter;
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

fn many_slow_senders_keep_nobody_waiting(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let slow: Vec<TcpStream> = (0..SLOW_SENDERS)
        .map(|_| begin_upload(service, &job))
        .collect();
    until(|| service.staged_files() == SLOW_SENDERS);
    service.candidate(&job, "Ada Example");
    drop(slow);
    until(|| service.staged_files() == 0);
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

fn assert_given_up(upload: UploadLimits, said: &str) {
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
            answer.starts_with("HTTP/1.1 408") && answer.contains(said),
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
fn a_sender_who_falls_silent_is_408() {
    let upload = UploadLimits {
        stall_seconds: 1,
        ..UploadLimits::default()
    };
    assert_given_up(upload, "nothing of the upload arrived for 1 s");
}

/// A body in chunks that is refused before its end: the connection is closed, however long the client would go on.
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
            // Only a connection that ends comes to the end of this.
            connection.read_to_string(&mut answer).unwrap();
            assert!(
                answer.starts_with(&format!("HTTP/1.1 {expected}")),
                "{answer}"
            );
        }
    });
}
