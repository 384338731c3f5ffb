//! Tests with workbooks that are built for them.

use super::*;
use crate::english::note_text;
use crate::{ClauseProblem, PlanNote};

#[test]
fn a_workbook_reads_like_the_table_it_shows() {
    let file = read(workbook(&[
        ("About", "visible", &[&["How to use this file"]]),
        ("Old", "hidden", &[&["Title"], &["Nobody"]]),
        (
            "Open roles",
            "visible",
            &[
                &["Openings of 2026"],
                &[],
                &["Title", "Ref", "Location", "Start"],
                &["Nurse & Carer", "1001", "Leeds", "date:46115"],
                &[],
                &["Porter", "", "York", "12.5"],
            ],
        ),
    ]));
    assert_eq!(file.plan.sheet.as_deref(), Some("Open roles"));
    assert_eq!(file.plan.header_row, Some(3));
    let rows: Vec<_> = file
        .drafts
        .iter()
        .map(|job| (job.row, job.title.as_str(), job.code.as_deref()))
        .collect();
    assert_eq!(
        rows,
        [(4, "Nurse & Carer", Some("1001")), (6, "Porter", None)]
    );
    assert_eq!(file.drafts[0].attributes[0].value, "2026-04-03");
    assert_eq!(file.drafts[1].attributes[0].value, "12.5");
    let notes: Vec<String> = file.plan.notes.iter().map(note_text).collect();
    let notes = notes.join("; ");
    assert!(
        notes.contains("\"About\"") && notes.contains("hidden sheets were not read: \"Old\""),
        "{notes}"
    );
}

#[test]
fn merged_cells_apply_to_every_row_that_they_span() {
    let cell = |place: &str, text: &str| {
        format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let rows = format!(
        "<row r=\"1\">{}{}{}</row><row r=\"2\">{}{}</row><row r=\"3\">{}{}</row><row r=\"4\" hidden=\"1\">{}</row><row r=\"5\">{}</row>",
        cell("A1", "Title"),
        cell("B1", "Department"),
        cell("C1", "Where"),
        cell("B2", ""),
        cell("C2", "City"),
        cell("A3", "Nurse"),
        cell("B3", "Ward"),
        cell("A4", "Porter"),
        cell("A5", "Cook"),
    );
    let merged = "<mergeCells><mergeCell ref=\"A1:A2\"/><mergeCell ref=\"B1:B2\"/><mergeCell ref=\"C1:C1\"/><mergeCell ref=\"B3:B4\"/><mergeCell ref=\"D1:D1048576\"/></mergeCells>";
    let file = read(with_sheet(&format!(
        "<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData>{merged}</worksheet>"
    )));
    assert_eq!(file.plan.header_row, Some(2), "{:?}", file.plan);
    let jobs: Vec<_> = file
        .drafts
        .iter()
        .map(|job| (job.title.as_str(), job.department.as_deref()))
        .collect();
    assert_eq!(
        jobs,
        [
            ("Nurse", Some("Ward")),
            ("Porter", Some("Ward")),
            ("Cook", None)
        ]
    );
    let notes: Vec<String> = file.plan.notes.iter().map(note_text).collect();
    let notes = notes.join("; ");
    assert!(notes.contains("hidden rows were read too: 4"), "{notes}");
}

#[test]
fn dates_of_both_epochs_are_the_same_days() {
    let book = workbook(&[(
        "Jobs",
        "visible",
        &[&["Title", "Start"], &["Nurse", "date:46115"]],
    )]);
    assert_eq!(read(&book).drafts[0].attributes[0].value, "2026-04-03");
    let since_1904 = with_part(&book, "xl/workbook.xml", |xml| {
        xml.replace("<sheets>", "<workbookPr date1904=\"1\"/><sheets>")
    });
    assert_eq!(read(since_1904).drafts[0].attributes[0].value, "2030-04-04");
}

#[test]
fn formulas_give_their_results() {
    let xml = format!(
        "<worksheet xmlns=\"{MAIN}\"><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Title</t></is></c></row>\
         <row r=\"2\"><c r=\"A2\" t=\"str\"><f>CONCATENATE(\"Nu\",\"rse\")</f><v>Nurse</v></c><c r=\"B2\" t=\"e\"><f>1/0</f><v>#DIV/0!</v></c></row></sheetData></worksheet>"
    );
    let file = read(with_sheet(&xml));
    assert_eq!(file.drafts[0].title, "Nurse");
    assert!(file.drafts[0].attributes.is_empty());
}

#[test]
fn sheets_can_be_numbered() {
    let book = workbook(&[
        ("One", "visible", &[&["Title"], &["Nurse"]]),
        ("Two", "visible", &[&["Title"], &["Porter"]]),
    ]);
    let file = steered(&book, "Read the second sheet");
    assert_eq!(file.drafts[0].title, "Porter");
    assert_eq!(file.interpretation[0].status, crate::ClauseStatus::Applied);
}

#[test]
fn the_prompt_chooses_the_sheet() {
    let book = workbook(&[
        ("One", "visible", &[&["Title"], &["Nurse"]]),
        ("Two", "visible", &[&["Title"], &["Porter"]]),
    ]);
    assert_eq!(read(&book).drafts[0].title, "Nurse");
    assert_eq!(
        steered(&book, "Use the sheet \"Two\"").drafts[0].title,
        "Porter"
    );
    let other = steered(&book, "Use the sheet Three");
    let expected = ClauseProblem::NoSuchSheet {
        name: "Three".to_owned(),
        all: vec!["One".to_owned(), "Two".to_owned()],
    };
    assert_eq!(other.interpretation[0].problem, Some(expected));
}

#[test]
fn a_cell_at_the_far_corner_is_refused_without_a_rectangle() {
    let xml = |cells: &str| {
        format!(
            "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{cells}</sheetData></worksheet>"
        )
    };
    let far = xml("<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>");
    let error = refused(with_sheet(&far));
    assert!(error.to_string().contains("beyond column 500"), "{error}");
    let deep = xml(
        "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Title</t></is></c></row><row r=\"1048576\"><c r=\"A1048576\" t=\"inlineStr\"><is><t>Nurse</t></is></c></row>",
    );
    assert_eq!(read(with_sheet(&deep)).drafts[0].row, 1_048_576);
}

#[test]
fn a_workbook_that_unpacks_without_end_is_refused() {
    let bomb = format!("<worksheet>{}</worksheet>", " ".repeat(170 * 1024 * 1024));
    let book = with_sheet(&bomb);
    assert!(book.len() < 1024 * 1024);
    let error = refused(book);
    assert!(
        error.to_string().contains("limit of unpacked bytes"),
        "{error}"
    );
}

#[test]
fn other_archives_are_named() {
    use std::io::Write as _;
    for (part, says) in [
        ("word/document.xml", "Word"),
        ("xl/workbook.bin", "XLSB"),
        ("content.xml", "OpenDocument"),
        ("a.txt", "without a workbook"),
    ] {
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        archive
            .start_file(part, zip::write::SimpleFileOptions::default())
            .unwrap();
        archive.write_all(b"x").unwrap();
        let error = refused(archive.finish().unwrap().into_inner());
        assert!(error.to_string().contains(says), "{error}");
        assert!(!error.is_unprocessable());
    }
}

/// Returns a workbook whose only sheet is this XML.
fn with_sheet(xml: &str) -> Vec<u8> {
    let book = workbook(&[("Jobs", "visible", &[&["Title"]])]);
    with_part(&book, "xl/worksheets/sheet1.xml", |_| xml.to_owned())
}

/// Returns a workbook with one part changed.
fn with_part(book: &[u8], wanted: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    use std::io::{Read as _, Write as _};
    let mut source = zip::ZipArchive::new(std::io::Cursor::new(book)).unwrap();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for place in 0..source.len() {
        let mut part = source.by_index(place).unwrap();
        let name = part.name().unwrap().into_owned();
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        if name == wanted {
            text = change(&text);
        }
        archive
            .start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Returns a workbook whose only sheet has these rows, and these number formats from style 1 on.
fn with_formats(rows: &str, codes: &[&str]) -> Vec<u8> {
    let book = with_sheet(&format!(
        "<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>"
    ));
    let (mut formats, mut styles) = (String::new(), String::new());
    for (id, code) in (164..).zip(codes) {
        let code = code.replace('"', "&quot;");
        formats.push_str(&format!(
            "<numFmt numFmtId=\"{id}\" formatCode=\"{code}\"/>"
        ));
        styles.push_str(&format!("<xf numFmtId=\"{id}\" applyNumberFormat=\"1\"/>"));
    }
    with_part(&book, "xl/styles.xml", |_| {
        format!(
            "<styleSheet xmlns=\"{MAIN}\"><numFmts>{formats}</numFmts><cellXfs><xf numFmtId=\"0\"/>{styles}</cellXfs></styleSheet>"
        )
    })
}

fn text_cell(place: &str, text: &str) -> String {
    format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
}

#[test]
fn numbers_are_read_as_their_cells_show_them() {
    let codes = [
        "00000",
        "\"REQ-\"0000",
        "#,##0\" EUR\"",
        "0%",
        "0.00",
        "#,##0",
        "0000-00",
        "[$€-407] 0.00",
        "000-000-0",
    ];
    let head: String = (b'A'..)
        .map(char::from)
        .zip([
            "Title", "Code", "Grade", "Pay", "Part", "Rate", "Sum", "Unit", "Fee", "File",
        ])
        .map(|(column, name)| text_cell(&format!("{column}1"), name))
        .collect();
    let numbers = [
        "417", "92", "42000", "0.8", "12.375", "1234567", "12345", "9.5", "1234567",
    ];
    let row: String = (b'B'..)
        .map(char::from)
        .zip(numbers)
        .zip(1..)
        .map(|((column, number), style)| {
            format!("<c r=\"{column}2\" s=\"{style}\"><v>{number}</v></c>")
        })
        .collect();
    let rows = format!(
        "<row r=\"1\">{head}</row><row r=\"2\">{}{row}</row>",
        text_cell("A2", "Nurse")
    );
    let file = read(with_formats(&rows, &codes));
    let job = &file.drafts[0];
    assert_eq!(job.code.as_deref(), Some("00417"));
    let shown: Vec<&str> = job
        .attributes
        .iter()
        .map(|attribute| attribute.value.as_str())
        .collect();
    assert_eq!(
        shown,
        [
            "REQ-0092",
            "42,000 EUR",
            "80%",
            "12.375",
            "1234567",
            "0123-45",
            "€ 9.50",
            "123-456-7"
        ]
    );
}

#[test]
fn a_format_code_of_any_kind_harms_nothing() {
    let long = "0".repeat(300);
    for code in [
        "",
        ";;;",
        "\"never closed",
        "[Red",
        "[>1]0;[<0]",
        "?/?",
        "_",
        "\\",
        "0.0E+0",
        "@",
        "General",
        long.as_str(),
        "\u{0}",
    ] {
        let rows = format!(
            "<row r=\"1\">{}{}</row><row r=\"2\">{}<c r=\"B2\" s=\"1\"><v>7</v></c></row>",
            text_cell("A1", "Title"),
            text_cell("B1", "Code"),
            text_cell("A2", "Nurse")
        );
        let file = read(with_formats(
            &rows,
            &[&code.replace('<', "&lt;").replace('\0', "")],
        ));
        assert!(
            file.drafts[0]
                .code
                .as_deref()
                .is_some_and(|code| code.contains('7')),
            "{code}: {:?}",
            file.drafts[0].code
        );
    }
}

#[test]
fn a_title_that_is_an_error_or_an_uncalculated_formula_is_named() {
    let head = format!(
        "<row r=\"1\">{}{}</row>",
        text_cell("A1", "Title"),
        text_cell("B1", "Code")
    );
    for (cells, says) in [
        (
            format!(
                "<c r=\"A2\"><f>PROPER(B2)</f></c>{}",
                text_cell("B2", "N-1")
            ),
            "a formula without a stored result",
        ),
        (
            "<c r=\"A2\"><f>B2</f></c><c r=\"B2\"><f>A2</f></c>".to_owned(),
            "a formula without a stored result",
        ),
        (
            format!(
                "<c r=\"A2\" t=\"e\"><v>#NAME?</v></c>{}",
                text_cell("B2", "N-1")
            ),
            "the error #NAME?",
        ),
    ] {
        let xml = format!(
            "<worksheet xmlns=\"{MAIN}\"><sheetData>{head}<row r=\"2\">{cells}</row></sheetData></worksheet>"
        );
        let error = refused(with_sheet(&xml)).to_string();
        assert!(
            error.contains(says) && error.contains("row 2, column \"Title\""),
            "{error}"
        );
    }
}

#[test]
fn other_cells_without_a_value_are_left_empty_and_noted() {
    let xml = format!(
        "<worksheet xmlns=\"{MAIN}\"><sheetData><row r=\"1\">{}{}{}</row><row r=\"2\">{}<c r=\"B2\"><f>\"N\"&amp;1</f></c><c r=\"C2\" t=\"e\"><v>#REF!</v></c></row></sheetData></worksheet>",
        text_cell("A1", "Title"),
        text_cell("B1", "Code"),
        text_cell("C1", "Location"),
        text_cell("A2", "Nurse"),
    );
    let file = read(with_sheet(&xml));
    assert_eq!(
        (
            file.drafts[0].code.as_deref(),
            file.drafts[0].location.as_deref()
        ),
        (None, None)
    );
    let notes: Vec<String> = file.plan.notes.iter().map(note_text).collect();
    let notes = notes.join("; ");
    assert!(
        notes.contains("B2 (a formula without a stored result), C2 (#REF!)"),
        "{notes}"
    );
}

#[test]
fn a_header_over_two_rows_is_one_header() {
    let file = read(workbook(&[(
        "Jobs",
        "visible",
        &[
            &["Title", "Code", "Location", "", "Skills", ""],
            &["", "", "City", "Country", "Must", "Nice"],
            &[
                "Nurse",
                "N-1",
                "Leeds",
                "United Kingdom",
                "Triage",
                "Phlebotomy",
            ],
            &["Porter", "P-1", "York", "United Kingdom", "", ""],
        ],
    )]));
    let titles: Vec<&str> = file.drafts.iter().map(|job| job.title.as_str()).collect();
    assert_eq!(titles, ["Nurse", "Porter"]);
    assert_eq!(
        file.drafts[0].location.as_deref(),
        Some("Leeds, United Kingdom")
    );
    assert_eq!(file.drafts[0].skills, ["Triage"]);
    let attribute = &file.drafts[0].attributes[0];
    assert_eq!(
        (attribute.name.as_str(), attribute.value.as_str()),
        ("Skills Nice", "Phlebotomy")
    );
}

#[test]
fn a_row_with_a_job_never_continues_the_header() {
    for row in [
        ["Nurse", "", "Leeds", ""],
        ["", "N-1", "", "note"],
        ["Nurse", "", "", "a note at the side"],
    ] {
        let book = workbook(&[(
            "Jobs",
            "visible",
            &[
                &["Title", "Code", "Location"],
                &row,
                &["Porter", "P-1", "York"],
            ],
        )]);
        match read_file(&book, None) {
            Ok(file) => assert_eq!(file.drafts.len(), 2, "{row:?}"),
            Err(error) => assert!(error.to_string().contains("row 2"), "{row:?}: {error}"),
        }
    }
}

#[test]
fn a_form_with_labels_in_its_first_column_has_a_job_in_each_other_column() {
    let rows: &[&[&str]] = &[
        &["Job Title", "Nurse", "Porter"],
        &["Job Code", "N-1", "P-1"],
        &["Location", "Leeds", "York"],
        &["Description", "Care for patients.", ""],
    ];
    let file = read(workbook(&[("Jobs", "visible", rows)]));
    let jobs: Vec<_> = file
        .drafts
        .iter()
        .map(|job| {
            (
                job.title.as_str(),
                job.code.as_deref(),
                job.location.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        jobs,
        [
            ("Nurse", Some("N-1"), Some("Leeds")),
            ("Porter", Some("P-1"), Some("York"))
        ]
    );
    assert!(file.plan.notes.contains(&PlanNote::Turned));
    let csv = "Stelle;Lohnbuchhalter\nArbeitsort;Rostock\nAbteilung;Finanzen\n";
    let job = &read(csv).drafts[0];
    assert_eq!(
        (job.title.as_str(), job.location.as_deref()),
        ("Lohnbuchhalter", Some("Rostock"))
    );
}

#[test]
fn a_workbook_may_call_its_main_part_otherwise() {
    use std::io::{Read as _, Write as _};
    let book = workbook(&[("Jobs", "visible", &[&["Title"], &["Nurse"]])]);
    let mut source = zip::ZipArchive::new(std::io::Cursor::new(book)).unwrap();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for place in 0..source.len() {
        let mut part = source.by_index(place).unwrap();
        let name = part.name().unwrap().replace("workbook", "Workbook2");
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        archive
            .start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        archive
            .write_all(text.replace("xl/workbook", "/xl/Workbook2").as_bytes())
            .unwrap();
    }
    let file = read(archive.finish().unwrap().into_inner());
    assert_eq!(file.drafts[0].title, "Nurse");
}
