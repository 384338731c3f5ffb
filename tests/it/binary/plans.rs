//! `shortlist plan-jobs`: plans a job file import without a server.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{error_output, run, text};

#[test]
fn a_plan_is_printed_with_the_first_jobs_and_their_sources() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("jobs.csv");
    fs::write(&file, "Role;Ort;Grade\nNurse;Rome;7\nCook;;8\n").unwrap();
    let prompt = "The column Role is the title. All jobs are in Milan. Sing.";
    let output = run(&["plan-jobs", text(&file), "--prompt", prompt, "--rows", "2"]);
    let plan = String::from_utf8(output.stdout).unwrap();
    for part in [
        "CSV, UTF-8, delimiter \";\", header in row 1",
        "2 jobs would be created, 0 rows left out",
        "not_understood  Sing",
        "Nurse  <- column \"Role\"",
        "Milan  <- clause 2 of the prompt",
    ] {
        assert!(plan.contains(part), "{part}: {plan}");
    }
    let document = run(&["plan-jobs", "--json", text(&file), "--prompt", prompt]);
    let document: Value = serde_json::from_slice(&document.stdout).unwrap();
    assert_eq!(
        (&document["rows"], &document["plan"]["columns"][0]["field"]),
        (&json!(2), &json!("title"))
    );
    assert_eq!(document["interpretation"][1]["status"], "applied");
}

#[test]
fn a_file_that_cannot_be_planned_is_reported_with_every_bad_row() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("jobs.csv");
    fs::write(&file, "title,location\n,Rome\n,Oslo\n").unwrap();
    let error = error_output(&["plan-jobs", text(&file)]);
    for part in ["row 2", "row 3", "title"] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert!(error_output(&["plan-jobs", "/nowhere/at/all"]).contains("/nowhere"));
}
