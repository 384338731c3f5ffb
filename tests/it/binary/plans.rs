//! `shortlist plan-jobs`: plans a job file import without a server.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{complaint, run, text};

#[test]
fn a_plan_is_printed_with_the_first_jobs_and_their_sources() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("jobs.csv");
    fs::write(&file, "Role;Ort;Grade\nNurse;Rome;7\nCook;;8\n").unwrap();
    let prompt = "The column Role is the title. All jobs are in Milan. Sing.";
    let told = run(&["plan-jobs", text(&file), "--prompt", prompt, "--rows", "2"]);
    let told = String::from_utf8(told.stdout).unwrap();
    for part in [
        "CSV, UTF-8, delimiter \";\", header in row 1",
        "2 jobs would be created, 0 rows left out",
        "not_understood  Sing",
        "Nurse  <- column \"Role\"",
        "Milan  <- clause 2 of the prompt",
    ] {
        assert!(told.contains(part), "{part}: {told}");
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
    let told = complaint(&["plan-jobs", text(&file)]);
    for part in ["row 2", "row 3", "title"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(complaint(&["plan-jobs", "/nowhere/at/all"]).contains("/nowhere"));
}
