//! Reads an XLSX workbook as rows. Cells are streamed, so a cell at the far corner of a sheet costs only one cell.

mod archive;
mod facts;

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};

use super::error::JobFileError;
use super::fold::fold;
use super::grid::{Grid, Layout};
use super::table::{FileFormat, MAX_COLUMNS, MAX_RECORDS, MAX_TABLE_BYTES, Record};

use archive::Archive;
use facts::Area;

/// The maximum number of sheets that are searched for jobs.
const MAX_SHEETS: usize = 20;

/// The last day that Excel supports, as a serial number.
const LAST_SERIAL: f64 = 2_958_466.0;

/// The maximum number of cells that merged areas fill.
const MAX_FILLED_CELLS: usize = 500_000;

/// The maximum number of ranges of hidden rows in a note.
const MAX_LISTED_RANGES: usize = 10;

/// A workbook and the facts about its parts.
struct Book<'b> {
    workbook: Xlsx<Cursor<&'b [u8]>>,
    archive: Archive,
}

/// Reads the sheet with the jobs.
///
/// # Errors
/// Returns an error if the file is not a workbook, exceeds a limit, or no sheet has a row.
pub(crate) fn read_workbook(bytes: &[u8], layout: &Layout) -> Result<Grid, JobFileError> {
    let archive = Archive::check(bytes)?;
    let mut book = Book {
        workbook: Xlsx::new(Cursor::new(bytes)).map_err(damaged)?,
        archive,
    };
    let sheets = book.workbook.sheets_metadata().to_vec();
    let mut hidden = Vec::new();
    let mut names = Vec::new();
    for sheet in sheets {
        if sheet.typ != SheetType::WorkSheet {
            continue;
        }
        match sheet.visible {
            SheetVisible::Visible => names.push(sheet.name),
            SheetVisible::Hidden | SheetVisible::VeryHidden => hidden.push(sheet.name),
        }
    }
    if let Some(name) = requested_sheet(layout, &names, &hidden) {
        let mut grid = book.read_sheet(&name, layout)?.ok_or(JobFileError::Empty)?;
        grid.table.sheet_number = names
            .iter()
            .position(|other| *other == name)
            .map(|index| index + 1);
        grid.table.sheets = names;
        return Ok(grid);
    }
    let mut first = None;
    for name in names.iter().take(MAX_SHEETS) {
        let Some(grid) = book.read_sheet(name, layout)? else {
            continue;
        };
        if grid.has_title && !grid.table.records.is_empty() {
            first = Some(grid);
            break;
        }
        first = first.or(Some(grid));
    }
    let mut grid = first.ok_or(JobFileError::Empty)?;
    note_other_sheets(&mut grid, &names, &hidden);
    grid.table.sheets = names;
    Ok(grid)
}

/// Returns the sheet that the prompt names or numbers.
fn requested_sheet(layout: &Layout, names: &[String], hidden: &[String]) -> Option<String> {
    let requested = layout.sheet.as_deref()?;
    let folded = fold(requested);
    let named = names.iter().chain(hidden).find(|name| fold(name) == folded);
    let counted = || {
        let index = requested.parse::<usize>().ok()?.checked_sub(1)?;
        names.get(index)
    };
    named.or_else(counted).cloned()
}

fn note_other_sheets(grid: &mut Grid, names: &[String], hidden: &[String]) {
    let others: Vec<_> = names
        .iter()
        .filter(|name| grid.table.sheet.as_ref() != Some(*name))
        .map(|name| format!("{name:?}"))
        .collect();
    if !others.is_empty() {
        grid.table
            .notes
            .push(format!("other sheets were not read: {}", others.join(", ")));
    }
    if !hidden.is_empty() {
        let hidden: Vec<_> = hidden.iter().map(|name| format!("{name:?}")).collect();
        grid.table.notes.push(format!(
            "hidden sheets were not read: {}",
            hidden.join(", ")
        ));
    }
}

/// Returns the error for an exceeded limit.
fn over(what: &str) -> JobFileError {
    JobFileError::malformed(format!(
        "the workbook is over the limit of {what}; copy the table of jobs to a new workbook"
    ))
}

fn damaged(error: calamine::XlsxError) -> JobFileError {
    match error {
        calamine::XlsxError::Password => JobFileError::malformed(
            "the workbook is protected with a password; save it without one",
        ),
        error => JobFileError::malformed(format!(
            "the workbook is damaged: {error}; save it again as XLSX"
        )),
    }
}

impl Book<'_> {
    /// Reads one sheet. It returns `None` for a sheet without cells.
    fn read_sheet(&mut self, name: &str, layout: &Layout) -> Result<Option<Grid>, JobFileError> {
        let mut rows = self.read_cells(name)?;
        if rows.is_empty() {
            return Ok(None);
        }
        let facts = self.archive.facts_of(name);
        let merged = facts
            .map(|facts| facts.merged.as_slice())
            .unwrap_or_default();
        fill_merged(&mut rows, merged);
        let records = rows.into_values().filter(|row| !row.is_blank());
        let mut grid = Grid::from_records(FileFormat::Xlsx, records.collect(), layout)?;
        grid.table.sheet = Some(name.to_owned());
        if let Some(facts) = facts {
            note_hidden_rows(&mut grid, &facts.hidden_rows);
        }
        Ok(Some(grid))
    }

    fn read_cells(&mut self, name: &str) -> Result<BTreeMap<u32, Record>, JobFileError> {
        let mut cells = self
            .workbook
            .worksheet_cells_reader(name)
            .map_err(damaged)?;
        let mut rows = BTreeMap::<u32, Record>::new();
        let mut bytes = 0_usize;
        while let Some(cell) = cells.next_cell().map_err(damaged)? {
            let Some(text) = text_of(cell.get_value()) else {
                continue;
            };
            let (row, column) = cell.get_position();
            let row = row.saturating_add(1);
            let column = usize::try_from(column).unwrap_or(usize::MAX);
            if column >= MAX_COLUMNS {
                return Err(JobFileError::malformed(format!(
                    "row {row} of sheet {name:?} has a cell beyond column {MAX_COLUMNS}; delete what stands far right of the table"
                )));
            }
            bytes = bytes.saturating_add(text.len());
            if bytes > MAX_TABLE_BYTES {
                return Err(over("text"));
            }
            rows.entry(row)
                .or_insert_with(|| Record::new(row))
                .set(column, text);
            if rows.len() > MAX_RECORDS {
                return Err(JobFileError::TooManyRows {
                    found: rows.len(),
                    most: shortlist_domain::limits::MAX_JOBS_PER_FILE,
                });
            }
        }
        Ok(rows)
    }
}

/// Copies the text of vertically merged cells into each row that they span, because it applies to all of these rows.
fn fill_merged(rows: &mut BTreeMap<u32, Record>, merged: &[Area]) {
    let mut room = MAX_FILLED_CELLS;
    let mut bytes = MAX_TABLE_BYTES;
    for area in merged.iter().filter(|area| area.last_row > area.first_row) {
        let first = area.first_row.saturating_add(1);
        let text = match rows.get(&first) {
            Some(record) => record.get(area.first_column).to_owned(),
            None => continue,
        };
        if text.is_empty() || area.first_column >= MAX_COLUMNS {
            continue;
        }
        for (_, record) in rows.range_mut(first + 1..=area.last_row.saturating_add(1)) {
            if room == 0 || bytes < text.len() {
                return;
            }
            room -= 1;
            bytes -= text.len();
            record.set(area.first_column, text.clone());
        }
    }
}

/// Adds a note about rows that were read although they are hidden in the sheet.
fn note_hidden_rows(grid: &mut Grid, hidden: &[u32]) {
    let hidden: std::collections::HashSet<u32> = hidden.iter().copied().collect();
    let rows = grid.table.records.iter().map(|record| record.row);
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for row in rows.filter(|row| hidden.contains(row)) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == row => *last = row,
            _ => ranges.push((row, row)),
        }
    }
    if ranges.is_empty() {
        return;
    }
    let more = if ranges.len() > MAX_LISTED_RANGES {
        ", …"
    } else {
        ""
    };
    let listed: Vec<String> = ranges
        .iter()
        .take(MAX_LISTED_RANGES)
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first} to {last}"),
        })
        .collect();
    grid.table.notes.push(format!(
        "hidden rows were read too: {}{more}",
        listed.join(", ")
    ));
}

/// Returns a cell as the user sees it, or `None` for an empty cell or an error such as `#N/A`.
fn text_of(value: &DataRef<'_>) -> Option<String> {
    match value {
        DataRef::Empty | DataRef::Error(_) => None,
        DataRef::String(text) => Some(text.replace('\0', "")),
        DataRef::SharedString(text) => Some(text.replace('\0', "")),
        DataRef::Int(number) => Some(number.to_string()),
        DataRef::Float(number) => Some(number.to_string()),
        DataRef::Bool(value) => Some(if *value { "TRUE" } else { "FALSE" }.to_owned()),
        DataRef::DateTime(date) => Some(date_text(date)),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => Some(text.clone()),
    }
    .filter(|text| !text.trim().is_empty())
}

fn date_text(date: &ExcelDateTime) -> String {
    let serial = date.as_f64();
    if !date.is_datetime() || !(0.0..LAST_SERIAL).contains(&serial) {
        return serial.to_string();
    }
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    if serial < 1.0 {
        format!("{hour:02}:{minute:02}")
    } else if (hour, minute, second) == (0, 0, 0) {
        format!("{year:04}-{month:02}-{day:02}")
    } else {
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}
