//! Detects the format of a file from its bytes.

use super::error::JobFileError;
use super::foreign::{foreign_format, foreign_text};
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
