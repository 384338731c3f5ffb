//! Versions of resumes, documents and applications on a real server: nothing is left after an erasure, and no row lacks its
//! file after the program was killed.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::erasure::{EMAIL, NAME, SAID, SENTENCE, files_with_personal_data};
use super::server::{Server, with_organization};
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{answer, file};

/// The number of threads that send while the program is killed.
const SENDERS: usize = 4;

fn resume(skill: &str) -> Vec<u8> {
    docx_of(&[
        NAME,
        EMAIL,
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        SENTENCE,
        "Skills",
        skill,
    ])
}

fn replace(server: &Server, job: &str, bytes: Vec<u8>) -> Option<Value> {
    let form = Server::upload_form(job)
        .text("onDuplicate", "replace")
        .part("files", file("Zephyrine.docx", bytes));
    let request = server.post("/bulk-upload-resumes").multipart(form);
    let (_, body) = answer(request.send().ok()?);
    Some(body["results"][0].clone())
}

fn add_letter(server: &Server, candidate: &str, text: &str) -> Option<u16> {
    let form = Form::new().part("file", file("Zephyrine.txt", text.as_bytes().to_vec()));
    let request = server.post(&format!("/candidates/{candidate}/documents"));
    let response = request.multipart(form).send().ok()?;
    Some(response.status().as_u16())
}

fn apply(server: &Server, job: &str) {
    let input = with_organization(json!({ "name": "Careers", "permissions": ["apply"] }));
    let key = server.call(
        "mutation",
        "createApiKey",
        "CreateApiKeyInput",
        "apiKey",
        input,
    );
    let input = with_organization(
        json!({ "jobId": job, "questions": [{ "key": "why", "text": "What did you repair?" }] }),
    );
    server.call(
        "mutation",
        "setJobQuestions",
        "SetJobQuestionsInput",
        "questions { key }",
        input,
    );
    let form = Form::new()
        .part("resume", file("Zephyrine.docx", resume("Rust, Kotlin")))
        .part("documents", file("Quillon.txt", SAID.as_bytes().to_vec()))
        .text("answers", json!({ "why": SAID }).to_string())
        .text("consentText", format!("Keep what {NAME} sent."))
        .text("consentVersion", "1")
        .text("fullName", NAME);
    let request = server.client.post(format!("{}/apply/{job}", server.base));
    let request = request.header("x-api-key", key["apiKey"].as_str().unwrap());
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!(status, 200, "{body}");
}

fn only_candidate(server: &Server) -> String {
    let found = server.call(
        "query",
        "getCandidates",
        "GetCandidatesInput",
        "candidate { _id }",
        with_organization(json!({ "search": EMAIL })),
    );
    assert_eq!(found["candidate"].as_array().unwrap().len(), 1, "{found}");
    found["candidate"][0]["_id"].as_str().unwrap().to_owned()
}

#[test]
#[ignore = "long"]
fn no_byte_of_versions_documents_and_applications_is_left() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let job = server.create_job("Backend Engineer");
    let others = (0..40).map(|n| ("cv.docx", docx(&format!("Other Person{n}"))));
    server.upload(&job, others.collect());
    server.upload(&job, vec![("Zephyrine.docx", resume("Rust"))]);
    assert_eq!(
        replace(&server, &job, resume("Rust, Go")).unwrap()["version"],
        2
    );
    let candidate = only_candidate(&server);
    assert_eq!(add_letter(&server, &candidate, SAID), Some(200));
    apply(&server, &job);
    assert_eq!(only_candidate(&server), candidate);
    let before = files_with_personal_data(folder.path());
    assert!(
        before.iter().any(|found| found.contains("/documents/")),
        "{before:?}"
    );
    assert!(
        !before.iter().any(|found| found.ends_with("log")),
        "{before:?}"
    );
    let input = with_organization(json!({ "candidateId": candidate, "reason": "asked for it" }));
    server.call(
        "mutation",
        "eraseCandidate",
        "EraseCandidateInput",
        "erasedAt",
        input,
    );
    let left = files_with_personal_data(folder.path());
    assert_eq!(left, Vec::<String>::new(), "while the server runs");
    server.program.stop();
    let left = files_with_personal_data(folder.path());
    assert_eq!(left, Vec::<String>::new(), "once it has stopped");
}

/// Sends versions and documents until the program is killed. Counts those that were stored.
fn send_until_killed(server: &Server, job: &str, candidate: &str, stored: &AtomicUsize) {
    thread::scope(|scope| {
        for sender in 0..SENDERS {
            scope.spawn(move || {
                for number in 0.. {
                    let skill = format!("Rust, Skill {sender} {number}");
                    let done = match sender % 2 {
                        0 => replace(server, job, resume(&skill)).map(drop),
                        _ => add_letter(server, candidate, &skill).map(drop),
                    };
                    match done {
                        Some(()) => stored.fetch_add(1, Ordering::Relaxed),
                        None => return,
                    };
                }
            });
        }
        let deadline = Instant::now() + Duration::from_secs(60);
        while stored.load(Ordering::Relaxed) < 12 && Instant::now() < deadline {
            thread::yield_now();
        }
        server.program.kill_at_once();
    });
}

fn status_of(server: &Server, path: &str) -> u16 {
    let response = server.request(Method::GET, path).send().unwrap();
    let status = response.status().as_u16();
    // A file that differs from its row breaks the transfer off.
    response.bytes().unwrap();
    status
}

fn all_files_exist(server: &Server, candidate: &str) -> usize {
    let fields = "resumeVersions { version } documents { _id }";
    let found = server.call(
        "query",
        "getCandidate",
        "GetCandidateInput",
        fields,
        with_organization(json!({ "candidateId": candidate })),
    );
    let versions = found["resumeVersions"].as_array().unwrap();
    let documents = found["documents"].as_array().unwrap();
    for version in versions {
        let path = format!(
            "/candidates/{candidate}/resume?version={}",
            version["version"]
        );
        assert_eq!(status_of(server, &path), 200, "{path}");
    }
    for document in documents {
        let id = document["_id"].as_str().unwrap();
        let path = format!("/candidates/{candidate}/documents/{id}");
        assert_eq!(status_of(server, &path), 200, "{path}");
    }
    versions.len() + documents.len()
}

#[test]
fn no_row_lacks_its_file_after_the_program_was_killed() {
    let folder = TempDir::new().unwrap();
    let first = Server::start(folder.path(), &[]);
    let job = first.create_job("Backend Engineer");
    first.upload(&job, vec![("Zephyrine.docx", resume("Rust"))]);
    let candidate = only_candidate(&first);
    let stored = AtomicUsize::new(0);
    send_until_killed(&first, &job, &candidate, &stored);
    let second = first.start_second(Path::new(folder.path()), &[]);
    let files = all_files_exist(&second, &candidate);
    let stored = stored.load(Ordering::Relaxed);
    assert!(stored >= 12 && files > 1, "{stored} stored, {files} files");
    // The work continues where it ended.
    let next = replace(&second, &job, resume("Rust, Elm")).unwrap();
    assert_eq!(next["outcome"], "replaced", "{next}");
    second.program.stop();
}
