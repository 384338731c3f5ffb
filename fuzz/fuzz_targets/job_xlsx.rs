//! The XML of a workbook with a prompt. The target builds the archive.
#![no_main]

use std::io::{Cursor, Write};

use libfuzzer_sys::fuzz_target;
use zip::write::SimpleFileOptions;

fuzz_target!(|bytes: &[u8]| {
    let [sheet, texts, workbook, prompt] = shortlist_fuzz::pieces(bytes);
    let workbook = if workbook.is_empty() {
        WORKBOOK
    } else {
        workbook
    };
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, part) in [
        ("_rels/.rels", RELATIONS),
        ("xl/_rels/workbook.xml.rels", SHEETS),
        ("xl/workbook.xml", workbook),
        ("xl/sharedStrings.xml", texts),
        ("xl/worksheets/sheet1.xml", sheet),
    ] {
        if archive.start_file(name, options).is_err() || archive.write_all(part).is_err() {
            return;
        }
    }
    if let Ok(file) = archive.finish() {
        shortlist_fuzz::read_jobs(file.get_ref(), prompt);
    }
});

const WORKBOOK: &[u8] = br#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Jobs" sheetId="1" r:id="r1"/></sheets></workbook>"#;
const RELATIONS: &[u8] = br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const SHEETS: &[u8] = br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#;
