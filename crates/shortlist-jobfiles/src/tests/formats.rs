//! Tests that files of every format give the same jobs.

use super::*;

const CELLS: [[&str; 5]; 4] = [
    [
        "Job Title",
        "Req ID",
        "Standort",
        "Beschäftigungsart",
        "Beschreibung",
    ],
    [
        "Ingénieur Qualité",
        "R-1",
        "Genève",
        "Vollzeit",
        "Première ligne\nZweite, mit \"Zitat\"; und | mehr\tEnde",
    ],
    ["Bäcker", "R-2", "Köln", "Teilzeit", "kurz"],
    ["Ärztin", "R-3", "", "", ""],
];

fn table(delimiter: &str, line_end: &str, quote_all: bool) -> String {
    CELLS
        .iter()
        .map(|row| {
            let fields: Vec<_> = row
                .iter()
                .map(|cell| {
                    let quoted = quote_all || cell.contains(['"', '\n', '\r', '\t', ',', ';', '|']);
                    if quoted {
                        format!("\"{}\"", cell.replace('"', "\"\""))
                    } else {
                        (*cell).to_owned()
                    }
                })
                .collect();
            fields.join(delimiter) + line_end
        })
        .collect()
}

/// Returns the drafts without their row numbers, which preambles and blank lines change.
fn content(file: JobFile) -> Vec<JobDraft> {
    file.drafts
        .into_iter()
        .map(|draft| JobDraft { row: 0, ..draft })
        .collect()
}

#[test]
fn text_around_a_table_does_not_change_it() {
    let plain = table(";", "\r\n", false);
    let expected = content(read(&plain));
    for (name, text) in [
        (
            "a line that declares the delimiter",
            format!("sep=;\r\n{plain}"),
        ),
        (
            "blank lines",
            format!("\r\n\r\n{}", plain.replace("\r\nÄrztin", "\r\n\r\nÄrztin")),
        ),
        (
            "a banner",
            format!("Open positions 2026\r\n\r\nExported by HR;;;;\r\n{plain}"),
        ),
        (
            "the header once more",
            format!("{plain}{}", plain.lines().next().unwrap_or_default()),
        ),
        ("empty cells at the ends", plain.replace(";;", ";;;;;")),
        ("NULs", plain.replace("Köln", "K\0öln")),
    ] {
        assert_eq!(content(read(&text)), expected, "{name}");
    }
    let latin = encoding_rs::WINDOWS_1252.encode(&plain).0.into_owned();
    assert_eq!(content(read(latin)), expected);
    let cyrillic = "Должность;Город\nИнженер по качеству;Москва\nВрач скорой помощи;Казань\n";
    let file = read(encoding_rs::WINDOWS_1251.encode(cyrillic).0);
    assert_eq!(file.drafts[1].title, "Врач скорой помощи");
    assert_eq!(file.drafts[1].location.as_deref(), Some("Казань"));
}

#[test]
fn lines_that_end_in_returns_only_are_lines() {
    let file = read("Job Title,Location\rNurse,Leeds\rPorter,York\r");
    let rows: Vec<_> = file
        .drafts
        .iter()
        .map(|draft| (draft.row, draft.title.as_str()))
        .collect();
    assert_eq!(rows, [(2, "Nurse"), (3, "Porter")]);
}

#[test]
fn rows_are_numbered_as_the_user_sees_them() {
    let file = read("sep=,\n\nTitle,Notes\n\"Nurse\",\"two\nlines\"\n\nPorter,x\n");
    let rows: Vec<_> = file.drafts.iter().map(|draft| draft.row).collect();
    assert_eq!(rows, [4, 7]);
    assert_eq!(file.plan.header_row, Some(3));
}

#[test]
fn a_column_of_titles_with_commas_is_one_column() {
    let file = read("title\nEngineer, Backend\nNurse\nCook, Night shift, Leeds\n");
    let titles: Vec<_> = file
        .drafts
        .iter()
        .map(|draft| draft.title.as_str())
        .collect();
    assert_eq!(
        titles,
        ["Engineer, Backend", "Nurse", "Cook, Night shift, Leeds"]
    );
}

#[test]
fn spaces_before_a_quoted_field_are_dropped() {
    let file = read("Title, Location\n\"Nurse\", \"Leeds, UK\"\nPorter,  \"York\"\n");
    assert_eq!(file.drafts[0].location.as_deref(), Some("Leeds, UK"));
    assert_eq!(file.drafts[1].location.as_deref(), Some("York"));
}

#[test]
fn formulas_are_text() {
    let file = read("Title,Department\n=1+1,@SUM(1)\n");
    assert_eq!(file.drafts[0].title, "=1+1");
    assert_eq!(file.drafts[0].department.as_deref(), Some("@SUM(1)"));
}
