//! Broken and malicious files: each gets an outcome, and the good files among them create candidates.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shortlist_fixtures::{Expected, HostileFile, hostile_files};

use crate::support::database::on_sqlite;
use crate::support::resumes::docx;
use crate::support::service::{Service, file};

/// Uploads each file after a good one, and returns the outcomes.
fn outcomes(service: &Service, files: &[HostileFile]) -> Vec<Value> {
    let job = service.create_job("Backend Engineer", json!({}));
    let mut parts = Vec::new();
    for (number, hostile) in files.iter().enumerate() {
        parts.push(("good.docx", docx(&format!("Good Example{number}"))));
        parts.push((hostile.name, hostile.bytes.clone()));
    }
    let form = parts.into_iter().fold(
        Service::upload_form(&service.recruiter, &job),
        |form, (name, bytes)| form.part("files", file(name, bytes)),
    );
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let request = request.timeout(std::time::Duration::from_secs(600));
    let (status, body) = crate::support::service::answer(request.multipart(form).send().unwrap());
    assert_eq!(status, 200, "{}", body["message"]);
    let results = body["results"].as_array().unwrap();
    assert_eq!(results.len(), 2 * files.len());
    for good in results.iter().step_by(2) {
        assert_eq!(good["outcome"], "created", "{good}");
    }
    results.iter().skip(1).step_by(2).cloned().collect()
}

/// Describes how a file's outcome differs from the expected one.
fn mismatch((hostile, result): (&HostileFile, &Value)) -> Option<String> {
    let skipped = result["outcome"] == "skipped";
    let reason = result["reason"].as_str().unwrap_or("");
    let fine = match hostile.expected {
        Expected::Read => !skipped,
        Expected::Refused(words) => skipped && reason.contains(words),
        Expected::ReadOrRefused => !skipped || reason.split_whitespace().count() > 2,
    };
    (!fine).then(|| format!("{}: {result}, not {:?}", hostile.name, hostile.expected))
}

fn mismatches(files: &[HostileFile], results: &[Value]) -> Vec<String> {
    files.iter().zip(results).filter_map(mismatch).collect()
}

/// Reads the expected outcome from the description of a hostile file.
fn expected(description: &str) -> Expected {
    let may_fail = ["or ", "refuse", "error"]
        .iter()
        .any(|word| description.contains(word));
    if description.starts_with("parses") && !may_fail {
        Expected::Read
    } else {
        Expected::ReadOrRefused
    }
}

/// Returns the resumes in the folder `badinput` of the folder that `SHORTLIST_CORPUS` names, with their descriptions.
fn corpus_files() -> Vec<HostileFile> {
    let Some(corpus) = std::env::var_os("SHORTLIST_CORPUS") else {
        return Vec::new();
    };
    let folder = Path::new(&corpus).join("badinput");
    let list = fs::read_to_string(folder.join("README.tsv")).unwrap();
    let rows = list
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let resumes = rows.filter(|row| {
        let ending = Path::new(row[0]).extension().unwrap();
        ["pdf", "doc", "docx", "docm"]
            .iter()
            .any(|known| ending == *known)
    });
    let files = resumes.map(|row| HostileFile {
        name: String::leak(row[0].to_owned()),
        bytes: fs::read(folder.join(row[0])).unwrap(),
        expected: expected(row[2]),
    });
    files.collect()
}

#[test]
fn hostile_files_affect_no_other_file() {
    on_sqlite(|url| {
        let service = Service::start(url);
        let files = [hostile_files(), corpus_files()].concat();
        let results = outcomes(&service, &files);
        assert_eq!(mismatches(&files, &results), [""; 0]);
        // The service still answers and reads documents.
        service.candidate(&service.create_job("Another", json!({})), "Ada Example");
    });
}
