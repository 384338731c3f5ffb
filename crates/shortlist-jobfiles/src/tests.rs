//! Tests with whole files, all of them invented.

mod boards;
mod clauses;
mod dialects;
mod errors;
mod formats;
mod languages;
mod prompts;
mod properties;
mod shapes;
mod workbooks;

use shortlist_vocabulary::Vocabulary;

use super::{JobDraft, JobFile, JobFileError, Prompt, read_job_file, read_steered_job_file};

/// The main namespace of the format (ECMA-376).
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/// The namespace of package relations (ECMA-376).
const RELS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
/// The namespace of document relations (ECMA-376).
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Reads a file with the built-in vocabulary.
fn read_file(bytes: &[u8], prompt: Option<&str>) -> Result<JobFile, JobFileError> {
    read_job_file(bytes, prompt, Vocabulary::built_in())
}

/// Reads a valid file.
fn read(bytes: impl AsRef<[u8]>) -> JobFile {
    steered(bytes, "")
}

/// Reads a file with a prompt.
fn steered(bytes: impl AsRef<[u8]>, prompt: &str) -> JobFile {
    match read_file(bytes.as_ref(), Some(prompt)) {
        Ok(file) => file,
        Err(error) => panic!("refused: {error}"),
    }
}

/// Reads a file that must be rejected, and returns the error.
fn refused(bytes: impl AsRef<[u8]>) -> JobFileError {
    match read_file(bytes.as_ref(), None) {
        Ok(file) => panic!("taken: {:?}", file.drafts),
        Err(error) => error,
    }
}

/// Returns a workbook with one sheet for each name and rows of cells. Numeric cells become numbers, all others text.
fn workbook(sheets: &[(&str, &str, &[&[&str]])]) -> Vec<u8> {
    use std::io::Write as _;
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut part = |name: &str, text: &str| {
        archive
            .start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    };
    part(
        "_rels/.rels",
        &format!(
            "<Relationships xmlns=\"{RELS}\"><Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
        ),
    );
    let mut list = String::new();
    let mut relations = String::new();
    for (number, (name, state, rows)) in (1..).zip(sheets) {
        list.push_str(&format!(
            "<sheet name=\"{name}\" sheetId=\"{number}\" state=\"{state}\" r:id=\"r{number}\"/>"
        ));
        relations.push_str(&format!("<Relationship Id=\"r{number}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"));
        part(
            &format!("xl/worksheets/sheet{number}.xml"),
            &sheet_xml(MAIN, rows),
        );
    }
    part(
        "xl/workbook.xml",
        &format!(
            "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{list}</sheets></workbook>"
        ),
    );
    part(
        "xl/_rels/workbook.xml.rels",
        &format!(
            "<Relationships xmlns=\"{RELS}\">{relations}<Relationship Id=\"s\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/></Relationships>"
        ),
    );
    part(
        "xl/styles.xml",
        &format!(
            "<styleSheet xmlns=\"{MAIN}\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
        ),
    );
    archive.finish().unwrap().into_inner()
}

fn sheet_xml(namespace: &str, rows: &[&[&str]]) -> String {
    let mut data = String::new();
    for (row, cells) in (1..).zip(rows) {
        data.push_str(&format!("<row r=\"{row}\">"));
        for (column, cell) in (b'A'..=b'Z').map(char::from).zip(*cells) {
            let escaped = cell.replace('&', "&amp;").replace('<', "&lt;");
            data.push_str(&match cell.strip_prefix("date:") {
                _ if cell.is_empty() => String::new(),
                Some(serial) => format!("<c r=\"{column}{row}\" s=\"1\"><v>{serial}</v></c>"),
                None if cell.parse::<f64>().is_ok() => format!("<c r=\"{column}{row}\"><v>{cell}</v></c>"),
                None => format!("<c r=\"{column}{row}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{escaped}</t></is></c>"),
            });
        }
        data.push_str("</row>");
    }
    format!("<worksheet xmlns=\"{namespace}\"><sheetData>{data}</sheetData></worksheet>")
}
