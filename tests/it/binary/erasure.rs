//! What is left of an erased candidate in the files of a real server: nothing.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use reqwest::blocking::{Client, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{Program, command, json_of, run, text};
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{answer, client, file};

const PASSWORD: &str = "a long enough password";
const NAME: &str = "Quillon Zephyrine";
const EMAIL: &str = "quillon.zephyrine@example.org";
const PHONE: &str = "+1 202 555 0147";
const SENTENCE: &str = "Restored the astrolabe of Uraniborg";
const SAID: &str = "I once repaired a heliograph";
/// How many others there are, before and after: enough that pages of the database are split.
const OTHERS: usize = 60;

/// What may not be found, letter case aside; the telephone number by its digits.
const PERSONAL: [&str; 7] = [
    "zephyrine",
    "quillon",
    EMAIL,
    "2025550147",
    "202 555 0147",
    "astrolabe of uraniborg",
    "repaired a heliograph",
];

struct Server {
    program: Program,
    base: String,
    key: String,
    token: String,
    client: Client,
}

fn admin(data: &Path, arguments: &[&str]) -> Value {
    let mut all = vec!["admin", "--json"];
    all.extend_from_slice(arguments);
    all.extend_from_slice(&["--data-dir", text(data)]);
    json_of(&all)
}

fn create_admin(data: &Path) {
    let arguments = [
        "admin",
        "create-user",
        "--organization",
        "org_a",
        "--user-type",
        "Admin",
        "--id",
        "usr_a",
        "--full-name",
        "Ada Example",
        "--email",
        "ada@example.org",
        "--password-stdin",
        "--data-dir",
        text(data),
    ];
    let mut command = command(&arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    assert!(child.wait().unwrap().success());
}

impl Server {
    /// A production server that logs all it can.
    fn start(folder: &Path) -> Self {
        let data = folder.join("data");
        admin(
            &data,
            &["create-organization", "--name", "Example", "--id", "org_a"],
        );
        create_admin(&data);
        let key = admin(
            &data,
            &[
                "create-api-key",
                "--organization",
                "org_a",
                "--name",
                "k",
                "--permission",
                "all",
            ],
        );
        let key = key["apiKey"].as_str().unwrap().to_owned();
        let mut serve = command(&[
            "serve",
            "--bind",
            "127.0.0.1:0",
            "--log",
            "debug",
            "--data-dir",
            text(&data),
        ]);
        serve.args(["--readers", "2"]);
        let log = fs::File::create(folder.join("log")).unwrap();
        let program = Program::start_logging(serve, log.into());
        let base = program
            .printed
            .trim()
            .strip_prefix("ready: ")
            .unwrap()
            .to_owned();
        let mut server = Self {
            program,
            base,
            key,
            token: String::new(),
            client: client(),
        };
        let login = json!({ "email": "ada@example.org", "password": PASSWORD });
        let (status, session) = answer(server.post("/auth/login").json(&login).send().unwrap());
        assert_eq!(status, 200, "{session}");
        server.token = session["accessToken"].as_str().unwrap().to_owned();
        server
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.base))
            .header("x-api-key", &self.key)
            .header("Authorization", format!("Bearer {}", self.token))
    }

    /// Calls an operation that must succeed: what its field holds.
    fn call(
        &self,
        kind: &str,
        (name, input_type, fields): (&str, &str, &str),
        input: Value,
    ) -> Value {
        let query =
            format!("{kind}($input: {input_type}!) {{ {name}(input: $input) {{ {fields} }} }}");
        let body = json!({ "query": query, "variables": { "input": input } });
        let (status, body) = answer(self.post("/graphql").json(&body).send().unwrap());
        assert!(status == 200 && body.get("errors").is_none(), "{body}");
        body["data"][name].clone()
    }

    fn upload(&self, job: &str, files: Vec<(&str, Vec<u8>)>) -> Value {
        let form = Form::new()
            .text("jobId", job.to_owned())
            .text("recruiterId", "usr_a")
            .text("organizationId", "org_a")
            .text("userType", "Admin")
            .text(
                "resumeScoreBreakdown",
                r#"{"experience": 40, "skills": 40, "education": 20}"#,
            );
        let form = files.into_iter().fold(form, |form, (name, bytes)| {
            form.part("files", file(name, bytes))
        });
        let (status, body) = answer(
            self.post("/bulk-upload-resumes")
                .multipart(form)
                .send()
                .unwrap(),
        );
        assert_eq!(status, 200, "{body}");
        body
    }
}

fn of(more: Value) -> Value {
    let mut input = json!({ "organizationId": "org_a" });
    for (name, value) in more.as_object().unwrap() {
        input[name] = value.clone();
    }
    input
}

fn others(from: usize) -> Vec<(&'static str, Vec<u8>)> {
    (from..from + OTHERS)
        .map(|n| ("cv.docx", docx(&format!("Other Person{n}"))))
        .collect()
}

/// Changes, interviews, reviews, scores anew and reads out a candidate.
fn meet(server: &Server, job: &str, candidate: &str) {
    server.call(
        "mutation",
        ("updateCandidate", "UpdateCandidateInput", "_id"),
        of(json!({ "candidateId": candidate, "fullName": "Quillon X Zephyrine" })),
    );
    let interview = server.call("mutation", ("assignInterviewer", "AssignInterviewerInput", "result { _id }"),
        json!({ "candidateId": candidate, "interviewerId": "usr_a", "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" }));
    server.call(
        "mutation",
        (
            "submitInterviewReport",
            "SubmitInterviewReportInput",
            "feedback",
        ),
        json!({
        "interviewId": interview["result"]["_id"], "feedback": format!("{NAME} was calm"),
        "questions": [{ "question": "What did you repair?", "candidateAnswer": SAID }],
        "transcription": { "status": "completed", "text": SAID,
            "segments": [{ "speaker": NAME, "startSeconds": 0.0, "endSeconds": 4.0, "text": SAID }] } }),
    );
    record(
        server,
        interview["result"]["_id"].as_str().unwrap(),
        candidate,
    );
    server.call(
        "mutation",
        ("submitReview", "SubmitReviewInput", "score"),
        json!({ "candidateId": candidate, "score": 70.0, "comment": NAME }),
    );
    server.call(
        "mutation",
        ("rescoreJob", "RescoreJobInput", "candidates"),
        of(json!({ "jobId": job, "resumeScoreBreakdown": "{\"skills\": 1}" })),
    );
    let export = server.call(
        "query",
        ("exportCandidate", "ExportCandidateInput", "json"),
        of(json!({ "candidateId": candidate })),
    );
    assert!(export["json"].as_str().unwrap().contains(SAID));
}

/// Sends what was recorded of the interview, and plays the end of it by its link.
fn record(server: &Server, interview: &str, candidate: &str) {
    let film = format!("\0\0\0\x20ftypisom{}{NAME}: {SAID}", "-".repeat(100_000));
    let path = format!("/interviews/{interview}/recording");
    let sent = server
        .request(Method::PUT, &path)
        .header("Content-Type", "video/mp4")
        .body(film.clone());
    let (status, kept) = answer(sent.send().unwrap());
    assert_eq!(status, 201, "{kept}");
    let report = server.call(
        "query",
        (
            "getCanInterviewRpt",
            "GetQuestionsInput",
            "videoPlaybackLink",
        ),
        json!({ "candidateId": candidate }),
    );
    let link = report["videoPlaybackLink"].as_str().unwrap();
    let part = client()
        .get(link)
        .header("Range", "bytes=-26")
        .header("Accept-Encoding", "gzip, zstd")
        .send()
        .unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(
        part.headers().get("content-encoding").unwrap(),
        "identity",
        "a part is not compressed"
    );
    assert_eq!(part.bytes().unwrap(), &film.as_bytes()[film.len() - 26..]);
}

/// Uploads the person among others, and does with them all that can be done: the candidate's identifier.
fn live_through_everything(server: &Server) -> String {
    let job = server.call("mutation", ("createJob", "CreateJobInput", "_id"), of(json!({
        "recruiterId": "usr_a", "title": "Backend Engineer", "jobDescription": "Rust and PostgreSQL. Keeps an astrolabe." })));
    let job = job["_id"].as_str().unwrap();
    let lines = [
        NAME,
        EMAIL,
        PHONE,
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        SENTENCE,
        "Skills",
        "Rust, PostgreSQL",
    ];
    let mut files = others(0);
    files.insert(OTHERS / 2, ("Zephyrine.docx", docx_of(&lines)));
    let body = server.upload(job, files);
    assert_eq!(body["created"], json!(OTHERS + 1), "{body}");
    assert_eq!(server.upload(job, others(OTHERS))["created"], json!(OTHERS));
    let found = server.call(
        "query",
        (
            "getCandidates",
            "GetCandidatesInput",
            "candidate { _id phoneNumber }",
        ),
        of(json!({ "search": EMAIL })),
    );
    let candidate = found["candidate"][0]["_id"].as_str().unwrap().to_owned();
    assert!(found["candidate"][0]["phoneNumber"].is_string());
    meet(server, job, &candidate);
    candidate
}

/// Every place below a folder where something personal stands, letter case aside.
fn traces(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(traces(&path));
            continue;
        }
        let bytes = fs::read(&path).unwrap().to_ascii_lowercase();
        let stands = |text: &&&str| {
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        };
        let personal = PERSONAL.iter().filter(stands);
        found.extend(personal.map(|text| format!("{text} in {}", path.display())));
    }
    found
}

fn resumes_kept(folder: &Path) -> usize {
    fs::read_dir(folder.join("data/files/resumes/org_a"))
        .unwrap()
        .count()
}

#[test]
fn no_byte_of_an_erased_candidate_is_left() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let candidate = live_through_everything(&server);
    let before = traces(folder.path());
    assert!(
        PERSONAL[..4]
            .iter()
            .all(|text| before.iter().any(|found| found.starts_with(text))),
        "the scan finds what is there: {before:?}"
    );
    assert!(
        !before.iter().any(|found| found.ends_with("log")),
        "{before:?}"
    );
    assert!(
        before.iter().any(|found| found.contains("/recordings/")),
        "{before:?}"
    );
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("/recordings/rec_") && !log.contains("signature="));
    let kept = resumes_kept(folder.path());
    server.call(
        "mutation",
        ("eraseCandidate", "EraseCandidateInput", "erasedAt"),
        of(json!({ "candidateId": candidate, "reason": "asked for it" })),
    );
    assert_eq!(
        traces(folder.path()),
        Vec::<String>::new(),
        "while the server runs"
    );
    assert_eq!(resumes_kept(folder.path()), kept - 1);
    server.program.stop();
    assert_eq!(
        traces(folder.path()),
        Vec::<String>::new(),
        "once it has stopped"
    );
    let data = folder.path().join("data");
    let checked = admin(&data, &["verify-audit"]);
    assert_eq!(checked["organizations"][0]["holds"], true, "{checked}");
}

#[test]
fn an_operator_exports_and_retains() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let candidate = live_through_everything(&server);
    server.call(
        "mutation",
        ("setRetentionPolicy", "SetRetentionPolicyInput", "days"),
        of(json!({ "days": 36_500 })),
    );
    server.program.stop();
    let data = folder.path().join("data");
    let export = json_of(&[
        "export",
        "--candidate",
        &candidate,
        "--data-dir",
        text(&data),
    ]);
    assert_eq!(export["basics"]["email"], EMAIL);
    assert_eq!(
        export["shortlist"]["interviews"][0]["report"]["questions"][0]["candidateAnswer"],
        SAID
    );
    let unknown = run(&["export", "--candidate", "cnd_x", "--data-dir", text(&data)]);
    assert!(!unknown.status.success());
    let told = json_of(&["retain", "--dry-run", "--json", "--data-dir", text(&data)]);
    assert_eq!(
        told,
        json!({ "organizations": [{ "organizationId": "org_a", "days": 36_500, "candidates": [] }] })
    );
}
