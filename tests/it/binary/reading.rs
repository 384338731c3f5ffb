//! `shortlist parse` and `shortlist schema`: commands that need no server.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{error_output, run, text};

#[test]
fn each_file_gives_one_line_whatever_it_holds() {
    let demo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/resumes"));
    let folder = TempDir::new().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("empty.pdf"), b"").unwrap();
    fs::write(folder.path().join("note.txt"), b"no resume at all").unwrap();
    for threads in ["1", "3"] {
        let output = run(&[
            "parse",
            "--threads",
            threads,
            text(demo),
            text(folder.path()),
        ]);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.stderr.is_empty());
        let lines = String::from_utf8(output.stdout).unwrap();
        let records: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(records.len(), 14);
        let by_id: BTreeMap<_, _> = records
            .iter()
            .map(|record| (record["id"].as_str().unwrap(), record))
            .collect();
        assert_eq!(by_id.len(), 14);
        assert_eq!(by_id["backend-engineer"]["ok"], true);
        assert!(by_id["backend-engineer"]["cpu_s"].as_f64().unwrap() > 0.0);
        for bad in ["empty", "note"] {
            assert_eq!(by_id[bad]["ok"], false);
            assert!(!by_id[bad]["error"].as_str().unwrap().is_empty());
        }
    }
}

const RESUME: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../demo/resumes/backend-engineer.pdf"
);

fn parsed(resume: &str) -> Value {
    serde_json::from_slice(&run(&["parse", resume]).stdout).unwrap()
}

#[test]
fn a_record_has_positions_with_occupations() {
    let record = parsed(RESUME);
    assert_eq!(record["location"], "Lisbon, Portugal");
    let mut position = record["positions"][0].clone();
    let occupations = position.as_object_mut().unwrap().remove("occupations");
    assert_eq!(occupations.unwrap()[0]["code"], "15-1252.00");
    assert_eq!(
        position,
        json!({ "title": "Senior Backend Engineer", "organization": "Quayside Ledger", "location": "Lisbon",
            "start": "2021-03", "end": "present", "current": true })
    );
    assert_eq!(
        record["education"][0],
        json!({ "degree": "Master of Science", "level": "master", "field": "Computer Science",
            "institution": "Ravensmere University", "end": "2016" })
    );
    assert_eq!(
        record["languages"],
        json!(["English", "Portuguese", "Dutch"])
    );
}

#[test]
fn a_reading_is_explained_with_places_and_reasons() {
    let record = parsed(RESUME);
    let output = run(&["parse", "--explain", RESUME]);
    let explanation = String::from_utf8(output.stdout).unwrap();
    for part in [
        "\nblock 0 · page 1 · ",
        "\nsections\n",
        "\nperson\n",
        "\nskills\n",
    ] {
        assert!(explanation.contains(part), "{part}: {explanation}");
    }
    let line = |what: &str| {
        explanation
            .lines()
            .find(|line| line.trim_start().starts_with(what))
    };
    let name = line("name ").unwrap();
    assert!(
        name.contains(record["fullName"].as_str().unwrap()),
        "{name}"
    );
    assert!(
        name.contains(" % page 1, bytes 0 to ") && name.contains("at the top"),
        "{name}"
    );
    for (field, words) in [
        ("title ", " %  Senior Backend Engineer"),
        ("organization ", " %  Quayside Ledger"),
        ("degree ", "85 %  Master of Science"),
        ("institution ", " %  Ravensmere University"),
    ] {
        assert!(line(field).unwrap().contains(words), "{explanation}");
    }
    let first_skill = record["skills"][0].as_str().unwrap();
    assert!(
        line(first_skill).unwrap().contains("in skills"),
        "{explanation}"
    );
    assert!(!explanation.contains(|c: char| c.is_control() && c != '\n'));
    let error = error_output(&["parse", "--explain", "/nowhere/at/all"]);
    assert!(error.contains("/nowhere/at/all"), "{error}");
}

#[test]
fn skills_that_an_operator_adds_are_found_by_their_names() {
    let folder = TempDir::new().unwrap();
    let words = folder.path().join("words.csv");
    let resume = folder.path().join("cv.rtf");
    let text_of_resume =
        "{\\rtf1 Ada Example\\par ada@example.org\\par Skills\\par FXW-9, Java, Carpentry\\par}";
    fs::write(&resume, text_of_resume).unwrap();
    fs::write(&words, "canonical,aliases\nFlux Welding,FXW-9|FXW 9\n").unwrap();
    let skills = |arguments: &[&str]| {
        let record: Value = serde_json::from_slice(&run(arguments).stdout).unwrap();
        record["skills"].clone()
    };
    let plain = skills(&["parse", text(&resume)]);
    assert_eq!(plain, serde_json::json!(["FXW-9", "Java", "Carpentry"]));
    let added = skills(&["parse", "--vocabulary", text(&words), text(&resume)]);
    assert_eq!(
        added,
        serde_json::json!(["Flux Welding", "Java", "Carpentry"])
    );
    fs::write(&words, "canonical,aliases\n,FXW-9\n").unwrap();
    let error = error_output(&["parse", "--vocabulary", text(&words), text(&resume)]);
    assert!(
        error.contains("words.csv") && error.contains("line 2"),
        "{error}"
    );
}

#[test]
fn a_path_that_is_not_there_fails_the_run() {
    let error = error_output(&["parse", "/nowhere/at/all"]);
    assert!(error.contains("/nowhere/at/all"), "{error}");
}

#[test]
fn the_schema_is_printed() {
    let output = run(&["schema"]);
    let schema = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        schema.trim_end(),
        shortlist_transport::schema_sdl().trim_end()
    );
}
