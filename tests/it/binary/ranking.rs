//! `shortlist rank`: resumes ranked for a job without a server.

use std::fs;
use std::path::{Path, PathBuf};

use reqwest::blocking::multipart::Part;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{Sandbox, command, error_output, json_body, json_of, run, text};

const RESUMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/resumes");
const JOBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/jobs.json");
const POSTING: &str = "DevOps Engineer\n\nMust have: Kubernetes, Terraform and Linux, at least four years of \
    experience in operations. Für unser Büro in Köln.\nNice to have: Prometheus.\n";

/// Writes a posting to a folder.
fn posting(folder: &Path, bytes: &[u8]) -> PathBuf {
    let path = folder.join("posting.txt");
    fs::write(&path, bytes).unwrap();
    path
}

/// Writes a resume of one person to a folder.
fn resume(folder: &Path, name: &str, skills: &str) -> PathBuf {
    let path = folder.join(name);
    let lines =
        format!("{{\\rtf1 Ada Example\\par ada@example.org\\par Skills\\par {skills}\\par}}");
    fs::write(&path, lines).unwrap();
    path
}

fn ranked(job: &Path, more: &[&str]) -> Value {
    let arguments = [
        &[
            "rank",
            "--as-of",
            "2026-11-21",
            "--format",
            "json",
            "--job",
            text(job),
        ],
        more,
    ];
    json_of(&arguments.concat())
}

/// Returns a text field of each candidate.
fn each<'a>(ranking: &'a Value, field: &str) -> Vec<&'a str> {
    let candidates = ranking["candidates"].as_array().unwrap().iter();
    candidates
        .map(|candidate| candidate[field].as_str().unwrap())
        .collect()
}

#[test]
fn the_order_does_not_depend_on_threads_or_on_the_order_of_the_paths() {
    let folder = TempDir::new().unwrap();
    let job = posting(folder.path(), POSTING.as_bytes());
    let copies = TempDir::new().unwrap();
    let resumes = Path::new(RESUMES);
    for name in ["b.docx", "a.docx"] {
        fs::copy(
            resumes.join("devops-engineer.docx"),
            copies.path().join(name),
        )
        .unwrap();
    }
    let one = ranked(&job, &["--threads", "1", RESUMES, text(copies.path())]);
    let three = ranked(
        &job,
        &["--threads", "3", text(copies.path()), RESUMES, RESUMES],
    );
    assert_eq!(one, three);
    assert_eq!(one["totalCount"], 14);
    let first = &one["candidates"];
    let copied = ["a.docx", "b.docx"].map(|name| copies.path().join(name));
    let original = resumes.join("devops-engineer.docx");
    let mut equal: Vec<&str> = copied
        .iter()
        .chain([&original])
        .map(|path| text(path))
        .collect();
    equal.sort_unstable();
    assert_eq!(each(&one, "file")[..3], equal);
    let ranks: Vec<i64> = (0..4).map(|n| first[n]["rank"].as_i64().unwrap()).collect();
    assert_eq!(ranks, [1, 1, 1, 4]);
    let scores = first.as_array().unwrap().iter();
    let scores: Vec<f64> = scores
        .map(|found| found["score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let evidence = &first[0]["receipt"]["criteria"][1]["evidence"][0];
    assert_eq!(evidence["found"], true, "{evidence}");
    assert!(evidence["quote"].as_str().unwrap().contains("Kubernetes"));
}

#[test]
fn a_receipt_equals_that_of_an_upload_to_the_service() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let skills = ["Python", "PostgreSQL"];
    let job = json!({ "title": "Backend Engineer", "skills": skills, "jobDescription": "5+ years of experience." });
    let mut input = job.clone();
    input["organizationId"] = sandbox.get("organizationId").into();
    input["recruiterId"] = sandbox.user("Recruiter")["_id"].clone();
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let id = sandbox.data(create, input)["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let file = Path::new(RESUMES).join("backend-engineer.pdf");
    let part = Part::bytes(fs::read(&file).unwrap()).file_name("backend-engineer.pdf");
    let form = sandbox.upload_form(&id).part("files", part);
    let upload = sandbox.post("/bulk-upload-resumes").multipart(form);
    let uploaded = json_body(upload.send().unwrap());
    assert_eq!(uploaded["created"], 1, "{uploaded}");
    let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
        candidate { scoreReceipt { digest asOf criteria { summary } } } } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"), "jobId": id });
    let stored = sandbox.data(query, input);
    let stored = &stored["candidate"][0]["scoreReceipt"];
    let path = folder.path().join("job.json");
    fs::write(&path, job.to_string()).unwrap();
    let as_of = stored["asOf"].as_str().unwrap();
    let weights = ["--weights", r#"{"skills": 100}"#, "--as-of", as_of];
    let arguments = [
        &["rank", "--format", "json", "--job", text(&path)][..],
        &weights,
        &[text(&file)],
    ];
    let ranking = json_of(&arguments.concat());
    let receipt = &ranking["candidates"][0]["receipt"];
    assert_eq!(
        receipt["criteria"][0]["summary"],
        stored["criteria"][0]["summary"]
    );
    assert_eq!(receipt["digest"], stored["digest"]);
}

#[test]
#[ignore = "long"]
fn a_posting_in_another_encoding_gives_the_same_ranking() {
    let folder = TempDir::new().unwrap();
    let expected = ranked(&posting(folder.path(), POSTING.as_bytes()), &[RESUMES]);
    assert!(
        expected["job"]["requirements"]
            .to_string()
            .contains("Kubernetes")
    );
    let units = std::iter::once(0xfeff).chain(POSTING.encode_utf16());
    let utf16: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    let latin: Vec<u8> = POSTING.chars().map(|c| u8::try_from(c).unwrap()).collect();
    for bytes in [utf16, latin] {
        let job = posting(folder.path(), &bytes);
        assert_eq!(ranked(&job, &[RESUMES]), expected);
    }
    let output = run(&[
        "rank",
        "--job",
        text(&folder.path().join("posting.txt")),
        RESUMES,
    ]);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("the encoding was guessed"), "{notes}");
}

#[test]
fn text_and_csv_name_each_file_once() {
    let folder = TempDir::new().unwrap();
    let job = posting(folder.path(), POSTING.as_bytes());
    let fits = resume(folder.path(), "fits.rtf", "Kubernetes, Terraform, Linux");
    let other = resume(folder.path(), "other.rtf", "Carpentry");
    fs::write(folder.path().join("bad\u{1b}.pdf"), b"%PDF-1.7 nothing").unwrap();
    let output = run(&["rank", "--job", text(&job), text(folder.path())]);
    assert!(output.status.success());
    let table = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].starts_with("rank  score  experience  skills  education  name"),
        "{table}"
    );
    assert!(
        lines[1].ends_with(text(&fits)) && lines[2].ends_with(text(&other)),
        "{table}"
    );
    assert!(lines[1].contains("Ada Example"));
    assert!(
        table.contains("not ranked: ") && !table.contains('\u{1b}'),
        "{table}"
    );
    assert!(!table.contains("posting.txt"), "{table}");
    let counted = String::from_utf8(output.stderr).unwrap();
    assert_eq!(counted, "2 files ranked, 1 without a score\n");
    let csv = run(&[
        "rank",
        "--job",
        text(&job),
        "--format",
        "csv",
        text(folder.path()),
    ]);
    let csv = String::from_utf8(csv.stdout).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(
        rows[0],
        "rank,score,fullName,emailAddress,phoneNumber,\"experience\",\"skills\",\"education\",file,digest,problem"
    );
    assert_eq!(rows.len(), 4);
    assert!(rows[1].starts_with("1,") && rows[1].contains(",\"Ada Example\",\"ada@example.org\","));
    assert!(
        rows[3].starts_with(",,,,,,,,\"") && rows[3].contains("bad"),
        "{csv}"
    );
    for row in &rows[1..] {
        assert_eq!(row.split("\",\"").count(), row.matches("\",\"").count() + 1);
    }
}

#[test]
fn one_page_has_the_receipts_and_loads_nothing() {
    let folder = TempDir::new().unwrap();
    let job = posting(folder.path(), POSTING.as_bytes());
    let skills = "Kubernetes <script>alert(1)</script>, Terraform";
    let fits = resume(folder.path(), "fits.rtf", skills);
    let other = resume(folder.path(), "other.rtf", "Linux");
    let page = folder.path().join("ranking.html");
    let arguments = ["--output", text(&page), text(&fits), text(&other)];
    let output = run(&[&["rank", "--job", text(&job)][..], &arguments].concat());
    assert!(output.status.success() && output.stdout.is_empty());
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>"));
    assert!(html.contains("default-src 'none'; style-src 'sha256-"));
    assert!(!html.contains("<script") && html.contains("&#60;script&#62;"));
    assert!(html.contains("<mark>Linux</mark>"), "{html}");
    assert!(html.contains("2 resumes ranked, as of "));
    for attribute in ["src=", "url(", "@import", "http:", "https:"] {
        assert!(!html.contains(attribute), "{attribute}");
    }
    let ids = html.split(" id=\"").skip(1);
    let mut ids: Vec<&str> = ids.map(|rest| rest.split('"').next().unwrap()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "every id is used once");
    let links = html.split("href=\"#").skip(1);
    let mut links = links.map(|rest| rest.split('"').next().unwrap());
    assert!(links.all(|link| ids.binary_search(&link).is_ok()));
}

#[test]
fn only_the_best_are_listed_on_request() {
    let folder = TempDir::new().unwrap();
    let job = posting(folder.path(), POSTING.as_bytes());
    let all = ranked(&job, &[RESUMES]);
    let best = ranked(&job, &["--top", "3", RESUMES]);
    assert_eq!(each(&best, "file"), each(&all, "file")[..3]);
    assert_eq!(best["totalCount"], 12);
}

#[test]
fn a_job_of_a_json_file_is_selected_by_its_code() {
    let jobs = Path::new(JOBS);
    let ranking = ranked(jobs, &["--job-code", "DES-402", RESUMES]);
    assert_eq!(ranking["job"]["title"], "Product Designer");
    assert!(each(&ranking, "file")[0].ends_with("product-designer.pdf"));
    let several = error_output(&["rank", "--job", JOBS, RESUMES]);
    assert!(
        several.contains("2 jobs") && several.contains("OPS-401"),
        "{several}"
    );
    let unknown = error_output(&["rank", "--job", JOBS, "--job-code", "X", RESUMES]);
    assert!(unknown.contains("OPS-401, DES-402"), "{unknown}");
}

#[test]
fn bad_input_is_refused_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let job = posting(folder.path(), POSTING.as_bytes());
    let fits = resume(folder.path(), "fits.rtf", "Linux");
    let (job, fits) = (text(&job), text(&fits));
    let empty = TempDir::new().unwrap();
    let bad = folder.path().join("bad.pdf");
    fs::write(&bad, b"%PDF-1.7 nothing").unwrap();
    let refused = |arguments: &[&str], code: i32, parts: &[&str]| {
        let output = command(&[&["rank"], arguments].concat()).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
        for part in parts {
            assert!(message.contains(part), "{arguments:?}: {message}");
        }
    };
    refused(&["--job", job], 2, &["<PATHS>"]);
    refused(&[fits], 2, &["--job"]);
    refused(&["--job", job, "--colour", fits], 2, &["--colour"]);
    refused(&["--job", job, "--top", "0", fits], 2, &["--top"]);
    refused(
        &["--job", job, "--as-of", "tomorrow", fits],
        2,
        &["--as-of"],
    );
    refused(&["--job", "/nowhere.txt", fits], 1, &["/nowhere.txt"]);
    refused(&["--job", text(folder.path()), fits], 1, &["read the job"]);
    refused(&["--job", text(&bad), fits], 1, &["bad.pdf", "a PDF"]);
    refused(&["--job", job, "--job-code", "A", fits], 1, &["--job-code"]);
    refused(&["--job", job, "/nowhere"], 1, &["/nowhere"]);
    refused(
        &["--job", job, text(empty.path())],
        1,
        &["contain no files"],
    );
    refused(&["--job", job, "--weights", "{}", fits], 1, &["--weights"]);
    let weights = ["--job", job, "--weights", r#"{"age": 1}"#, fits];
    refused(&weights, 1, &["protected"]);
    refused(
        &["--job", job, text(&bad)],
        1,
        &["none of the 1 files", "bad.pdf"],
    );
    let output = ["--job", job, "--output", "/nowhere/ranking.csv", fits];
    refused(&output, 1, &["/nowhere/ranking.csv"]);
    fs::write(folder.path().join("job.json"), "{\"title\": ").unwrap();
    let broken = folder.path().join("job.json");
    refused(&["--job", text(&broken), fits], 1, &["job.json"]);
}
