//! Reads an XLSX workbook as rows. Cells are streamed, so a cell at the far corner of a sheet costs only one cell.

mod archive;
mod facts;
mod number_formats;

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};

use super::error::{JobFileError, WorkbookFault, WorkbookLimit, WorkbookPart};
use super::fold::fold;
use super::grid::{Grid, Layout};
use super::table::{FileFormat, MAX_COLUMNS, MAX_RECORDS, MAX_TABLE_BYTES, Record, UnreadableCell};

use crate::notes::{PlanNote, UnreadCell};
use archive::Archive;
use facts::{Area, Facts};
use number_formats::NumberFormats;

/// The maximum number of sheets that are searched for jobs.
const MAX_SHEETS: usize = 20;

/// The last day that Excel supports, as a serial number.
const LAST_SERIAL: f64 = 2_958_466.0;

/// The maximum number of cells that merged areas fill.
const MAX_FILLED_CELLS: usize = 500_000;

/// The maximum number of ranges of hidden rows, or of cells, in a note.
const MAX_LISTED_RANGES: usize = 10;

/// The maximum number of cells without a value that are kept per sheet.
const MAX_UNREADABLE: usize = 20_000;

/// The cells of a sheet.
#[derive(Default)]
struct Cells {
    rows: BTreeMap<u32, Record>,
    unreadable: Vec<UnreadableCell>,
}

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
    let others = names.iter();
    let others = others.filter(|name| grid.table.sheet.as_ref() != Some(*name));
    let others: Vec<String> = others.cloned().collect();
    if !others.is_empty() {
        grid.table.notes.push(PlanNote::OtherSheets(others));
    }
    if !hidden.is_empty() {
        let hidden = hidden.to_vec();
        grid.table.notes.push(PlanNote::HiddenSheets(hidden));
    }
}

/// Returns the error for an exceeded limit.
fn over(limit: WorkbookLimit) -> JobFileError {
    JobFileError::Workbook(WorkbookFault::OverLimit(limit))
}

/// Returns the error for a part that a library cannot read.
fn damaged_part(part: WorkbookPart, error: &dyn std::error::Error) -> JobFileError {
    JobFileError::Workbook(WorkbookFault::Damaged {
        part,
        library_says: error.to_string(),
    })
}

fn damaged(error: calamine::XlsxError) -> JobFileError {
    match error {
        calamine::XlsxError::Password => JobFileError::Workbook(WorkbookFault::Password),
        error => damaged_part(WorkbookPart::Whole, &error),
    }
}

impl Book<'_> {
    /// Reads one sheet. It returns `None` for a sheet without cells.
    fn read_sheet(&mut self, name: &str, layout: &Layout) -> Result<Option<Grid>, JobFileError> {
        let Cells {
            mut rows,
            mut unreadable,
        } = self.read_cells(name)?;
        let none = Facts::default();
        let facts = self.archive.facts_of(name).unwrap_or(&none);
        let uncalculated = facts
            .uncalculated
            .iter()
            .map(|(row, column)| UnreadableCell {
                row: row.saturating_add(1),
                column: *column,
                error: None,
            });
        unreadable.extend(uncalculated.filter(|cell| cell.column < MAX_COLUMNS));
        unreadable.sort_by_key(|cell| (cell.row, cell.column));
        for cell in &unreadable {
            // A row whose cells have no value is a row all the same: it must not vanish silently.
            rows.entry(cell.row)
                .or_insert_with(|| Record::new(cell.row));
        }
        if rows.is_empty() {
            return Ok(None);
        }
        fill_merged(&mut rows, &facts.merged);
        let kept = |row: &Record| {
            !row.is_blank()
                || unreadable
                    .binary_search_by_key(&row.row, |cell| cell.row)
                    .is_ok()
        };
        let records = rows.into_values().filter(kept);
        let mut grid = Grid::from_records(FileFormat::Xlsx, records.collect(), layout)?;
        grid.table.sheet = Some(name.to_owned());
        note_hidden_rows(&mut grid, &facts.hidden_rows);
        note_unreadable(&mut grid, &unreadable);
        grid.table.unreadable = unreadable;
        Ok(Some(grid))
    }

    fn read_cells(&mut self, name: &str) -> Result<Cells, JobFileError> {
        let mut cells = self
            .workbook
            .worksheet_cells_reader(name)
            .map_err(damaged)?;
        let mut read = Cells::default();
        let mut formats = NumberFormats::default();
        let mut bytes = 0_usize;
        while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(damaged)? {
            let (row, column) = cell.get_position();
            let row = row.saturating_add(1);
            let column = usize::try_from(column).unwrap_or(usize::MAX);
            if let DataRef::Error(error) = cell.get_value()
                && read.unreadable.len() < MAX_UNREADABLE
                && column < MAX_COLUMNS
            {
                read.unreadable.push(UnreadableCell {
                    row,
                    column,
                    error: Some(error.to_string()),
                });
            }
            let number = number_of(cell.get_value());
            let shown = number.and_then(|number| formats.show(number, style, cells.styles()));
            let Some(text) = shown.or_else(|| text_of(cell.get_value())) else {
                continue;
            };
            if column >= MAX_COLUMNS {
                return Err(JobFileError::Workbook(WorkbookFault::FarCell {
                    row,
                    sheet: name.to_owned(),
                    last_column: MAX_COLUMNS,
                }));
            }
            bytes = bytes.saturating_add(text.len());
            if bytes > MAX_TABLE_BYTES {
                return Err(over(WorkbookLimit::Text));
            }
            let record = read.rows.entry(row);
            record.or_insert_with(|| Record::new(row)).set(column, text);
            if read.rows.len() > MAX_RECORDS {
                return Err(JobFileError::TooManyRows {
                    found: read.rows.len(),
                    most: shortlist_domain::limits::MAX_JOBS_PER_FILE,
                });
            }
        }
        Ok(read)
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
    let is_cut = ranges.len() > MAX_LISTED_RANGES;
    ranges.truncate(MAX_LISTED_RANGES);
    let note = PlanNote::HiddenRows { ranges, is_cut };
    grid.table.notes.push(note);
}

/// Adds a note about cells whose value is unknown.
fn note_unreadable(grid: &mut Grid, cells: &[UnreadableCell]) {
    let named = |cell: &UnreadableCell| UnreadCell {
        cell: format!("{}{}", column_letters(cell.column), cell.row),
        error: cell.error.clone(),
    };
    let listed = cells.iter().take(MAX_LISTED_RANGES);
    if !cells.is_empty() {
        grid.table.notes.push(PlanNote::CellsWithoutValue {
            cells: listed.map(named).collect(),
            more: cells.len().saturating_sub(MAX_LISTED_RANGES),
        });
    }
}

/// Returns the letters of a column, from 0: `A`, `Z`, `AA`.
fn column_letters(column: usize) -> String {
    let letter =
        |number: usize| char::from(b'A'.saturating_add(u8::try_from(number % 26).unwrap_or(0)));
    match (column / 26).checked_sub(1) {
        Some(first) => format!("{}{}", column_letters(first), letter(column)),
        None => letter(column).to_string(),
    }
}

fn number_of(value: &DataRef<'_>) -> Option<f64> {
    match value {
        DataRef::Float(number) => Some(*number),
        // Integers of a sheet have up to 15 digits, which a float holds exactly.
        DataRef::Int(number) => number.to_string().parse().ok(),
        _ => None,
    }
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
