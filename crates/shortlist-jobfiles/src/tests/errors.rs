//! Tests of unreadable files and their error messages.

use shortlist_domain::limits::{MAX_JOBS_PER_FILE, MAX_TITLE_CHARS};

use super::*;

#[test]
fn other_files_are_malformed() {
    for (bytes, says) in [
        (&b""[..], "empty"),
        (b" \r\n\0", "empty"),
        (b"%PDF-1.7", "PDF"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 workbook",
            "save it as XLSX",
        ),
        (b"<!DOCTYPE html><html></html>", "HTML"),
        (b"PK\x03\x04 cut", "ZIP"),
        (b"[{\"title\":\"Nurse\",\"loc", "line 1, column 22"),
        (b"[{\"title\":\"Nurse\"}]\n[1,2", "line 2"),
        (b"Title,Location\n\"Nurse,Leeds\n", "line 2"),
        (b"Title,Location\nNurse,Leeds\n\"Por\"ter,York\n", "line 3"),
        (b"Title,Location\nNurse,Leeds\nPorter\n", "row 3"),
        (b"Title,Location\nNurse,Leeds,UK\n", "row 2"),
    ] {
        let error = refused(bytes);
        assert!(!error.is_unprocessable(), "{error}");
        assert!(
            error.to_string().contains(says),
            "{error} should say {says}"
        );
        assert!(!error.problems().is_empty());
    }
}

#[test]
fn deep_json_is_refused_with_its_place() {
    let error = refused("[".repeat(100_000));
    assert!(error.to_string().contains("120 levels"), "{error}");
}

#[test]
fn invalid_jobs_are_unprocessable() {
    let long = "x".repeat(MAX_TITLE_CHARS + 1);
    for (file, says) in [
        ("Wage,Place\n1,Leeds\n".to_owned(), "\"Wage\", \"Place\""),
        ("Title,Place\n".to_owned(), "no job"),
        ("[]".to_owned(), "no job"),
        (r#"{"jobs":[]}"#.to_owned(), "no job"),
        (r#"{"count":3}"#.to_owned(), "count"),
        (format!("Title,Place\n{long},x\n"), "at most 300"),
        ("[{\"title\":5},3]".to_owned(), "2 problems"),
    ] {
        let error = refused(&file);
        assert!(error.is_unprocessable(), "{error}");
        assert!(
            error.to_string().contains(says),
            "{error} should say {says}"
        );
    }
}

#[test]
fn every_bad_row_is_named() {
    let long = "x".repeat(MAX_TITLE_CHARS + 1);
    let problems = refused(format!(
        "Title,Ort\nNurse,Leeds\n,York\nPorter,{long}\n{long},x\n"
    ))
    .problems();
    let places: Vec<_> = problems
        .iter()
        .map(|problem| (problem.row, problem.column.as_deref()))
        .collect();
    assert_eq!(
        places,
        [
            (Some(3), Some("Title")),
            (Some(4), Some("Ort")),
            (Some(5), Some("Title"))
        ]
    );
}

#[test]
fn many_bad_rows_are_counted_and_the_first_are_listed() {
    let error = refused(format!("Title,Ort\n{}", ",York\n".repeat(1_200)));
    let summary = error.to_string();
    assert!(
        summary.starts_with("1200 problems; the first: row 2, column \"Title\": "),
        "{summary}"
    );
    let problems = error.problems();
    assert_eq!(problems.len(), 1_001);
    assert_eq!(problems[1_000].fault, crate::RowFault::More(200));
}

#[test]
fn ten_thousand_jobs_are_taken_and_one_more_is_not() {
    let file = |jobs: usize| format!("title\n{}", "Nurse\n".repeat(jobs));
    assert_eq!(
        read(file(MAX_JOBS_PER_FILE)).drafts.len(),
        MAX_JOBS_PER_FILE
    );
    let error = refused(file(MAX_JOBS_PER_FILE + 1));
    assert!(matches!(
        error,
        JobFileError::TooManyRows {
            found: 10_001,
            most: MAX_JOBS_PER_FILE
        }
    ));
    assert!(error.is_unprocessable());
}

#[test]
fn many_small_values_are_refused_before_they_fill_the_memory() {
    let error = refused(format!("[{}1]", "1,".repeat(1_000_001)));
    assert!(
        error.to_string().contains("more than 1000000 values"),
        "{error}"
    );
}
