//! `shortlist audit`: what the commands print, store and refuse, and that no answer reaches a log.

use std::fs;
use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Program, address, command, error_output, json_body, json_of, run, text};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::client;

/// Answers that no other text of the service contains.
const ANSWERS: [&str; 2] = ["female", "pacific"];

const CANDIDATES: &str =
    "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { uId } } }";
const AUDIT: &str = "query($input: GetBiasAuditInput!) { getBiasAudit(input: $input) { people tables { unknown isUnknownHidden rows { people } } } }";

#[test]
fn audits_run_from_the_command_line_on_sqlite() {
    on_sqlite(audits_run);
}

#[test]
fn audits_run_from_the_command_line_on_postgresql() {
    on_postgresql(audits_run);
}

/// The folder and the database as arguments, and the credentials of an organization.
struct Setting<'a> {
    folder: &'a Path,
    places: [&'a str; 4],
    credentials: Value,
}

impl Setting<'_> {
    fn arguments<'a>(&'a self, task: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let mut all = vec!["audit", task, "--organization", "org_a"];
        all.extend(more);
        all.extend(self.places);
        all
    }

    fn ask(&self, base: &str, query: &str) -> Value {
        let of = |name: &str| self.credentials[name].as_str().unwrap().to_owned();
        let input = json!({ "organizationId": "org_a" });
        let request = client()
            .post(format!("{base}/graphql"))
            .header("x-api-key", of("apiKey"))
            .bearer_auth(of("accessToken"))
            .json(&json!({ "query": query, "variables": { "input": input } }));
        json_body(request.send().unwrap())["data"].clone()
    }

    fn serve(&self, log: &Path) -> Program {
        let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--readers", "1"]);
        serve.args(self.places).env("SHORTLIST_LOG", "debug");
        Program::start_logging(serve, Stdio::from(File::create(log).unwrap()))
    }
}

fn audits_run(url: &DatabaseUrl) {
    let (folder, url) = (TempDir::new().unwrap(), address(url));
    let data = folder.path().join("data");
    let places = ["--data-dir", text(&data), "--database-url", &url];
    let mut seed = vec![
        "bench",
        "seed",
        "--candidates",
        "40",
        "--organization",
        "org_a",
    ];
    seed.extend(places);
    let setting = Setting {
        folder: folder.path(),
        places,
        credentials: json_of(&seed),
    };
    let log = folder.path().join("serve.log");
    let program = setting.serve(&log);
    let found = setting.ask(program.base(), CANDIDATES);
    let codes: Vec<&str> = found["getCandidates"]["candidate"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["uId"].as_str().unwrap())
        .collect();
    wrong_files_are_refused(&setting, &codes);
    let printed = [
        a_file_is_audited_but_not_stored(&setting, &codes),
        answers_are_imported(&setting, &codes),
    ];
    let audit = setting.ask(program.base(), AUDIT);
    assert_eq!(audit["getBiasAudit"]["people"], 40);
    // Three people are too few to be shown.
    let by_sex = &audit["getBiasAudit"]["tables"][0];
    assert_eq!(by_sex["isUnknownHidden"], true);
    let rows = by_sex["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["people"] == 0), "{by_sex}");
    let more = ["--smallest-audited-group", "1", "--format", "json"];
    let output = run(&setting.arguments("bias", &more));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["tables"][0]["unknown"], 37);
    program.stop();
    let log = fs::read_to_string(log).unwrap().to_lowercase();
    assert!(!log.is_empty());
    for answer in ANSWERS {
        assert!(!log.contains(answer), "{answer} in {log}");
        for text in &printed {
            assert!(!text.to_lowercase().contains(answer), "{answer} in {text}");
        }
    }
}

fn write(setting: &Setting<'_>, rows: &str) -> String {
    let path = setting.folder.join("categories.csv");
    let header = "candidate_unique_id,sex,race_ethnicity\n";
    fs::write(&path, format!("{header}{rows}")).unwrap();
    text(&path).to_owned()
}

fn wrong_files_are_refused(setting: &Setting<'_>, codes: &[&str]) {
    let first = codes[0];
    for (rows, expected) in [
        (format!("{first},femal,\n"), "row 2, column sex"),
        (
            format!("{first},female,\nCAN-XXXXXX,male,\n"),
            "row 3, column candidate_unique_id",
        ),
        (format!("{first},female,pacific\n{first},male,\n"), "row 3"),
    ] {
        let file = write(setting, &rows);
        let message = error_output(&setting.arguments("import", &[&file]));
        assert!(message.contains(expected), "{message}");
    }
}

/// Returns the log of the command. Its report names the categories.
fn a_file_is_audited_but_not_stored(setting: &Setting<'_>, codes: &[&str]) -> String {
    let rows = format!("{},female,pacific\n{},male,white\n", codes[0], codes[1]);
    let file = write(setting, &rows);
    let more = ["--categories", &file, "--format", "json"];
    let output = run(&setting.arguments("bias", &more));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&report["people"], &report["categories"]),
        (&json!(40), &json!("file"))
    );
    for (format, start) in [("html", "<!doctype html>"), ("csv", "measure,by")] {
        let output = run(&setting.arguments("bias", &["--format", format]));
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.starts_with(start), "{printed}");
        // Nothing of the file was stored.
        assert!(
            !printed.to_lowercase().contains("pacific\",,\"1"),
            "{printed}"
        );
    }
    String::from_utf8(output.stderr).unwrap()
}

/// Returns everything that the import prints.
fn answers_are_imported(setting: &Setting<'_>, codes: &[&str]) -> String {
    let rows = format!(
        "{},female,pacific\n{},female,\n{},male,white\n",
        codes[0], codes[1], codes[2]
    );
    let file = write(setting, &rows);
    let output = run(&setting.arguments("import", &[&file]));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("the answers of 3 candidates are stored"),
        "{printed}"
    );
    printed + &String::from_utf8(output.stderr).unwrap()
}
