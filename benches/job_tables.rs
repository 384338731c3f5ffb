//! Invented job files of any length: one table in three formats.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

/// The header of the table.
const HEADER: [&str; 10] = [
    "Job Title",
    "Req ID",
    "Department",
    "Location",
    "Employment Type",
    "Skills",
    "Description",
    "Salary",
    "Posted",
    "Grade",
];

/// A job file.
#[derive(Debug, Clone)]
pub struct JobTable {
    /// The format, as a file extension.
    pub format: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Returns the same jobs as CSV, XLSX and JSON.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn job_tables(jobs: usize) -> Result<Vec<JobTable>, Box<dyn std::error::Error + Send + Sync>> {
    let rows: Vec<[String; 10]> = (0..jobs).map(row).collect();
    Ok(vec![
        JobTable {
            format: "csv",
            bytes: csv(&rows),
        },
        JobTable {
            format: "xlsx",
            bytes: xlsx(&rows)?,
        },
        JobTable {
            format: "json",
            bytes: serde_json::to_vec(&Value::Array(rows.iter().map(object).collect()))?,
        },
    ])
}

/// Returns a job. All jobs are different.
fn row(number: usize) -> [String; 10] {
    let among = |values: &[&str]| {
        let place = number % values.len().max(1);
        values.get(place).copied().unwrap_or_default().to_owned()
    };
    let description = format!(
        "<p>We look for number {number} of our team, who plans, builds and runs what others depend on.</p><ul><li>Work with {} and people</li>\
         <li>Answer for quality &amp; safety</li></ul><p>You bring some years of practice, care for detail, and speak up early. {}</p>",
        number % 97,
        "What we do matters to those who use it every day. ".repeat(4 + number % 5)
    );
    [
        format!(
            "{} {number}",
            among(&[
                "Nurse",
                "Backend Engineer",
                "Porter",
                "Data Analyst",
                "Cook"
            ])
        ),
        format!("R-{number:05}"),
        among(&["Ward", "Engineering", "Logistics"]),
        among(&["Leeds", "Berlin, Germany", "Lyon", "Madrid"]),
        among(&["Full-time", "Part-time", "Contract", "Internship"]),
        among(&["Rust; SQL; Linux", "Triage, First aid", "Excel | SQL", ""]),
        description,
        format!("{}", 30_000 + number),
        format!("2026-{:02}-{:02}", 1 + number % 12, 1 + number % 28),
        among(&["5", "6", "7a"]),
    ]
}

fn csv(rows: &[[String; 10]]) -> Vec<u8> {
    let mut text = HEADER.join(",") + "\r\n";
    for row in rows {
        let cells = row.each_ref().map(|cell| {
            if cell.contains([',', '"', '\n']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        });
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text.into_bytes()
}

fn object(row: &[String; 10]) -> Value {
    let fields = HEADER.iter().zip(row);
    fields
        .map(|(name, cell)| ((*name).to_owned(), json!(cell)))
        .collect()
}

/// Returns a workbook with shared strings, as spreadsheet programs write it.
fn xlsx(rows: &[[String; 10]]) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let mut texts = String::new();
    let mut sheet = String::new();
    let mut count = 0_usize;
    let header = HEADER.map(str::to_owned);
    for (number, row) in (1..).zip(std::iter::once(&header).chain(rows)) {
        write!(sheet, "<row r=\"{number}\">")?;
        for (column, cell) in ('A'..='J').zip(row) {
            let escaped = cell.replace('&', "&amp;").replace('<', "&lt;");
            write!(texts, "<si><t xml:space=\"preserve\">{escaped}</t></si>")?;
            write!(
                sheet,
                "<c r=\"{column}{number}\" t=\"s\"><v>{count}</v></c>"
            )?;
            count += 1;
        }
        sheet.push_str("</row>");
    }
    let parts = [
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{RELS}\"><Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"Jobs\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{RELS}\"><Relationship Id=\"r1\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"r2\" Type=\"{OFFICE}/sharedStrings\" Target=\"sharedStrings.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/sharedStrings.xml",
            format!(
                "<sst xmlns=\"{MAIN}\" count=\"{count}\" uniqueCount=\"{count}\">{texts}</sst>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{sheet}</sheetData></worksheet>"),
        ),
    ];
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}
