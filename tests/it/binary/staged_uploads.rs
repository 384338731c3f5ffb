//! Uploads whose sender does not wait, on servers that are killed and restarted.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use reqwest::Method;
use reqwest::blocking::multipart::Part;
use serde_json::{Value, json};
use shortlist_fixtures::resume_file;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address, run, text};
use super::server::Server;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::{answer, client, file};

/// Enough batches that the progress is reported several times before the last one.
const FILES: u64 = 300;

/// Returns how many files are uploaded. `SHORTLIST_TEST_STAGED_FILES` is another number, for a longer test.
fn file_count() -> u64 {
    let set = std::env::var_os("SHORTLIST_TEST_STAGED_FILES");
    set.map_or(FILES, |text| {
        let number = text.to_str().and_then(|text| text.parse().ok());
        number.expect("SHORTLIST_TEST_STAGED_FILES is a number")
    })
}

fn start(folder: &Path, url: &DatabaseUrl) -> Sandbox {
    Sandbox::start(folder, &["--empty", "--database-url", &address(url)])
}

/// Reads the events of an upload until one of them is wanted.
fn watch(sandbox: &Sandbox, path: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let [key, token] = sandbox.headers("Recruiter");
    let request = client().get(format!("{}{path}", sandbox.get("serviceUrl")));
    let request = request.timeout(Duration::from_secs(300));
    let request = request.header(key.0, key.1).header(token.0, token.1);
    let response = request
        .header("Accept", "text/event-stream")
        .send()
        .unwrap();
    assert_eq!(response.status(), 200);
    for line in BufReader::new(response).lines() {
        let line = line.unwrap();
        if let Some(data) = line.strip_prefix("data: ") {
            let body: Value = serde_json::from_str(data).unwrap();
            if is_wanted(&body) {
                return body;
            }
        }
    }
    panic!("the stream ended");
}

/// Promise: an upload that was accepted continues after its server was killed, and nothing is lost or stored twice.
fn an_accepted_upload_survives_its_server(url: &DatabaseUrl) {
    let files = file_count();
    let folder = TempDir::new().unwrap();
    let sandbox = start(folder.path(), url);
    let job = sandbox.create_job("Backend Engineer");
    let form = (0..files).fold(sandbox.upload_form(&job), |form, number| {
        let file = Part::bytes(resume_file(number).bytes).file_name(format!("cv{number}"));
        form.part("files", file)
    });
    let request = sandbox.post("/bulk-upload-resumes").multipart(form);
    let response = request.header("Prefer", "respond-async").send().unwrap();
    assert_eq!(response.status(), 202);
    let path = response.headers()["location"].to_str().unwrap().to_owned();
    let begun = watch(&sandbox, &path, |body| body["created"].as_u64() > Some(0));
    sandbox.program.kill();
    assert!(begun["created"].as_u64() < Some(files), "{begun}");

    let sandbox = start(folder.path(), url);
    let body = watch(&sandbox, &path, |body| body["state"] != "working");
    assert_eq!(body["state"], "done", "{body}");
    let count = sandbox.candidate_count();
    assert_eq!(json!(count), body["result"]["created"], "{body}");
    assert_eq!(body["result"]["duplicates"], json!(0), "{body}");
    let results = body["result"]["results"].as_array().unwrap();
    let names: Vec<_> = results.iter().map(|one| one["file"].clone()).collect();
    let sent: Vec<_> = (0..files)
        .map(|number| json!(format!("cv{number}")))
        .collect();
    assert_eq!(names, sent);
    let data = folder.path().join("data");
    let (replayed, kept) = (run_replay(&data, url), data.join("files/uploads"));
    assert_eq!(replayed, count);
    let left = std::fs::read_dir(kept.join(sandbox.get("organizationId")));
    assert_eq!(left.map_or(0, Iterator::count), 0);
    sandbox.program.stop();
}

fn run_replay(data: &Path, url: &DatabaseUrl) -> i64 {
    let database = address(url);
    let places = ["--data-dir", text(data), "--database-url", &database];
    let output = run(&[&["replay", "--all", "--json"], &places[..]].concat());
    assert!(output.status.success(), "{output:?}");
    let verdicts = String::from_utf8(output.stdout).unwrap();
    i64::try_from(verdicts.matches(r#""verdict":"same""#).count()).unwrap()
}

#[test]
#[ignore = "long"]
fn an_accepted_upload_survives_its_server_on_sqlite() {
    on_sqlite(an_accepted_upload_survives_its_server);
}

#[test]
fn an_accepted_upload_survives_its_server_on_postgresql() {
    on_postgresql(an_accepted_upload_survives_its_server);
}

#[test]
fn another_server_reports_an_upload() {
    on_postgresql(|url| {
        let (folder, second_folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let database = address(url);
        let settings = ["--database-url", database.as_str()];
        let first = Server::start(folder.path(), &settings);
        let second = first.start_second(second_folder.path(), &settings);
        let input = json!({ "organizationId": "org_a", "recruiterId": "usr_a", "title": "Cook" });
        let job =
            first.call("mutation", "createJob", "CreateJobInput", "_id", input)["_id"].clone();
        let form = Server::upload_form(job.as_str().unwrap());
        let form = form.part("files", file("cv", resume_file(1).bytes));
        let request = first
            .post("/bulk-upload-resumes")
            .header("X-Upload-Id", "u");
        assert_eq!(request.multipart(form).send().unwrap().status(), 200);
        let (status, body) = answer(second.request(Method::GET, "/uploads/u").send().unwrap());
        assert_eq!((status, &body["state"]), (200, &json!("done")), "{body}");
        assert_eq!(body["filesRead"], json!(1), "{body}");
        first.program.stop();
        second.program.stop();
    });
}
