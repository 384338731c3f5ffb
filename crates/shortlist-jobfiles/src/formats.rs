//! Detects the format of a file from its bytes.

use super::error::JobFileError;
use super::grid::Layout;
use super::plan::Plan;
use super::table::Table;
use super::{delimited, json, text, workbook};

/// Reads a table in the format that the bytes show.
///
/// # Errors
/// Returns an error if the format is unknown or the file is malformed.
pub(crate) fn read_table(bytes: &[u8], layout: &Layout) -> Result<(Table, Plan), JobFileError> {
    if bytes
        .iter()
        .all(|byte| byte.is_ascii_whitespace() || *byte == 0)
    {
        return Err(JobFileError::Empty);
    }
    if let Some(format) = foreign_format(bytes) {
        return Err(JobFileError::UnknownFormat(format));
    }
    let mut note = None;
    let (mut table, delimiter, encoding) = if bytes.starts_with(b"PK") {
        let grid = workbook::read_workbook(bytes, layout)?;
        (grid.table, None, None)
    } else {
        let decoded = text::decode(bytes);
        note = decoded.note();
        let start = decoded.text.trim_start_matches('\u{feff}').trim_start();
        if start.is_empty() {
            return Err(JobFileError::Empty);
        }
        if start.starts_with(['{', '[']) {
            (
                json::read_json(&decoded.text, layout)?,
                None,
                Some(decoded.encoding),
            )
        } else {
            if let Some(format) = foreign_text(start) {
                return Err(JobFileError::UnknownFormat(format));
            }
            let grid = delimited::read_delimited(&decoded.text, layout)?;
            (grid.table, grid.delimiter, Some(decoded.encoding))
        }
    };
    table.notes.extend(note);
    let plan = Plan {
        format: table.format,
        encoding,
        delimiter,
        sheet: table.sheet.clone(),
        header_row: table.header_row,
        columns: Vec::new(),
        notes: table.notes.clone(),
    };
    Ok((table, plan))
}

/// Returns the name of an unsupported format that is recognized by its first bytes.
pub(crate) fn foreign_format(bytes: &[u8]) -> Option<&'static str> {
    const MAGICS: [(&[u8], &str); 9] = [
        (b"%PDF-", "a PDF"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "an old or password-protected Office file (save it as XLSX without a password)",
        ),
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"{\\rtf", "an RTF document"),
        (b"7z\xbc\xaf", "a 7z archive"),
        (b"\x7fELF", "a program"),
    ];
    MAGICS
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, name)| *name)
}

/// Returns whether a text begins like an HTML page.
pub(crate) fn is_html_page(start: &str) -> bool {
    let head: String = start.chars().take(20).collect::<String>().to_lowercase();
    head.starts_with("<!doctype html") || head.starts_with("<html")
}

/// Returns the name of a text format that is not a table.
pub(crate) fn foreign_text(start: &str) -> Option<&'static str> {
    if is_html_page(start) {
        return Some("an HTML page");
    }
    let head: String = start.chars().take(1_000).collect::<String>().to_lowercase();
    if head.starts_with("<?xml") {
        return Some("an XML file");
    }
    let control = head
        .chars()
        .filter(|c| (c.is_control() && !c.is_whitespace()) || *c == char::REPLACEMENT_CHARACTER)
        .count();
    (control * 10 > head.chars().count()).then_some("no text")
}
