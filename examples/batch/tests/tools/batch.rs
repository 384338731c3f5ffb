//! Runs the batch tools on the demo resumes.

use std::fs;
use std::process::Command;

use tempfile::NamedTempFile;

const RESUMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/resumes");

/// Runs a tool that must succeed, and returns its rows without the header.
fn rows(program: &str, arguments: &[&str], header: &[&str]) -> Vec<csv::StringRecord> {
    let output = Command::new(program).args(arguments).output().unwrap();
    let problem = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{problem}");
    let mut table = csv::Reader::from_reader(output.stdout.as_slice());
    assert_eq!(table.headers().unwrap(), header);
    table.records().map(Result::unwrap).collect()
}

#[test]
fn skills_are_extracted_with_their_words_and_place() {
    let program = env!("CARGO_BIN_EXE_extract-skills");
    let header = ["file", "skill", "section", "page", "words", "problem"];
    let rows = rows(program, &[RESUMES], &header);
    let found = rows.iter().find(|row| {
        row[0].ends_with("devops-engineer.docx") && &row[1] == "Kubernetes" && &row[2] == "skills"
    });
    let found = found.unwrap();
    assert!(
        found[4].contains("Kubernetes") && found[5].is_empty(),
        "{found:?}"
    );
    let files: std::collections::BTreeSet<_> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(files.len(), 12);
}

#[test]
fn an_archive_is_scored_again_under_other_weights() {
    let posting = NamedTempFile::new().unwrap();
    fs::write(
        &posting,
        "DevOps Engineer\nYou know Kubernetes, Terraform and Linux.",
    )
    .unwrap();
    let program = env!("CARGO_BIN_EXE_rescore-archive");
    let posting = posting.path().to_str().unwrap();
    let arguments = [RESUMES, posting, "2026-11-21", "skills=1", "education=1"];
    let rows = rows(program, &arguments, &["file", "before", "after", "problem"]);
    assert_eq!(rows.len(), 12);
    let score = |row: &csv::StringRecord| row[1].parse::<f64>().unwrap();
    let best = rows
        .iter()
        .max_by(|a, b| score(a).total_cmp(&score(b)))
        .unwrap();
    assert!(best[0].ends_with("devops-engineer.docx"), "{rows:?}");
    assert!(rows.iter().any(|row| row[1] != row[2]), "{rows:?}");
    assert!(rows.iter().all(|row| row[3].is_empty()));
}

#[test]
fn wrong_arguments_and_files_are_reported() {
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let program = env!("CARGO_BIN_EXE_rescore-archive");
    assert!(run(program, &[]).contains("usage: "));
    let weights = [RESUMES, "/nowhere.txt", "2026-11-21", "skills=1", "skills"];
    assert!(run(program, &weights).contains("No such file"));
    assert!(run(env!("CARGO_BIN_EXE_extract-skills"), &[]).contains("FOLDER"));
}
