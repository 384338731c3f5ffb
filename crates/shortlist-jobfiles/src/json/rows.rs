//! Reads tables in JSON: a list of rows, a list of columns next to the rows, or columns with a value for each row.

use super::tree::Json;
use crate::error::JobFileError;
use crate::grid::{Grid, Layout};
use crate::table::{FileFormat, Record, Table};

/// Keys under which exporters store the rows next to `columns`.
const ROWS: [&str; 4] = ["rows", "data", "values", "records"];

/// Reads a value that is a table. It returns `None` for any other value.
///
/// # Errors
/// Returns an error if the table has no header or exceeds a limit.
pub(super) fn read_rows(value: &Json, layout: &Layout) -> Result<Option<Table>, JobFileError> {
    let rows = list_of_rows(value)
        .or_else(|| rows_with_columns(value))
        .or_else(|| by_column(value));
    let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
        return Ok(None);
    };
    let mut records = Vec::with_capacity(rows.len());
    for (row, cells) in (1..).zip(rows) {
        let mut record = Record::new(row);
        for (column, cell) in cells.into_iter().enumerate().take(10_000) {
            record.set(column, cell);
        }
        if !record.is_blank() {
            records.push(record);
        }
    }
    let grid = Grid::from_records(FileFormat::Json, records, layout)?;
    Ok(Some(grid.table))
}

/// Reads `[["title", "city"], ["Nurse", "Rome"]]`.
fn list_of_rows(value: &Json) -> Option<Vec<Vec<String>>> {
    match value {
        Json::List(rows) => rows.iter().map(cells).collect(),
        _ => None,
    }
}

/// Reads `{"columns": ["title", "city"], "data": [["Nurse", "Rome"]]}`.
fn rows_with_columns(value: &Json) -> Option<Vec<Vec<String>>> {
    let header = cells(value.field("columns").or_else(|| value.field("header"))?)?;
    let rows = ROWS.iter().find_map(|name| value.field(name))?;
    let rows = list_of_rows(rows)?;
    Some(std::iter::once(header).chain(rows).collect())
}

/// Reads `{"title": {"0": "Nurse", "1": "Cook"}, "city": {"0": "Rome"}}`.
fn by_column(value: &Json) -> Option<Vec<Vec<String>>> {
    let Json::Object(columns) = value else {
        return None;
    };
    let mut header = Vec::new();
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    let mut indexes = std::collections::HashMap::new();
    for (index, (name, values)) in columns.iter().enumerate() {
        let Json::Object(values) = values else {
            return None;
        };
        header.push(name.clone());
        for (key, cell) in values {
            if !key.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            let row = *indexes.entry(key.as_str()).or_insert_with(|| {
                rows.push((key, Vec::new()));
                rows.len() - 1
            });
            let (_, cells) = rows.get_mut(row)?;
            cells.resize(index, String::new());
            cells.push(scalar(cell)?);
        }
    }
    (!rows.is_empty()).then(|| {
        let rows = rows.into_iter().map(|(_, cells)| cells);
        std::iter::once(header).chain(rows).collect()
    })
}

/// Returns a list of scalars as texts, or `None` for any other value.
fn cells(row: &Json) -> Option<Vec<String>> {
    match row {
        Json::List(cells) => cells.iter().map(scalar).collect(),
        _ => None,
    }
}

fn scalar(cell: &Json) -> Option<String> {
    match cell {
        Json::Null => Some(String::new()),
        Json::Bool(value) => Some(value.to_string()),
        Json::Number(text) | Json::Text(text) => Some(text.clone()),
        Json::List(_) | Json::Object(_) => None,
    }
}
