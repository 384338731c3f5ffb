//! An XLSX workbook to rows: cells are streamed, so that one cell at the far corner of a sheet costs one cell.

use std::io::{Cursor, Read};

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};

use super::error::JobFileError;
use super::fold::fold;
use super::grid::{Grid, Layout};
use super::table::{FileFormat, MAX_COLUMNS, MAX_RECORDS, MAX_TABLE_BYTES, Record};

/// The most bytes that all parts of a workbook may unpack to.
const MAX_UNPACKED_BYTES: u64 = 160 * 1024 * 1024;

/// The most bytes that the table of shared texts may unpack to; it is held in memory.
const MAX_SHARED_TEXT_BYTES: u64 = 64 * 1024 * 1024;

/// The most parts of a workbook.
const MAX_PARTS: usize = 2_000;

/// The most sheets that are looked at for jobs.
const MAX_SHEETS: usize = 20;

/// The last day that Excel knows, as a serial number.
const LAST_SERIAL: f64 = 2_958_466.0;

type Workbook<'b> = Xlsx<Cursor<&'b [u8]>>;

/// Reads the sheet with the jobs.
///
/// # Errors
/// When the file is no workbook, is over a bound, or no sheet holds a row.
pub(crate) fn read_workbook(bytes: &[u8], layout: &Layout) -> Result<Grid, JobFileError> {
    check_archive(bytes)?;
    let mut workbook: Workbook<'_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let sheets = workbook.sheets_metadata().to_vec();
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
    if let Some(name) = asked_sheet(layout, &names, &hidden) {
        let mut grid = read_sheet(&mut workbook, &name, layout)?.ok_or(JobFileError::Empty)?;
        grid.table.sheet_number = names
            .iter()
            .position(|other| *other == name)
            .map(|place| place + 1);
        grid.table.sheets = names;
        return Ok(grid);
    }
    let mut first = None;
    for name in names.iter().take(MAX_SHEETS) {
        let Some(grid) = read_sheet(&mut workbook, name, layout)? else {
            continue;
        };
        if grid.has_title && !grid.table.records.is_empty() {
            first = Some(grid);
            break;
        }
        first = first.or(Some(grid));
    }
    let mut grid = first.ok_or(JobFileError::Empty)?;
    tell_other_sheets(&mut grid, &names, &hidden);
    grid.table.sheets = names;
    Ok(grid)
}

/// The sheet that the prompt names, or counts.
fn asked_sheet(layout: &Layout, names: &[String], hidden: &[String]) -> Option<String> {
    let asked = layout.sheet.as_deref()?;
    let folded = fold(asked);
    let named = names.iter().chain(hidden).find(|name| fold(name) == folded);
    let counted = || {
        let place = asked.parse::<usize>().ok()?.checked_sub(1)?;
        names.get(place)
    };
    named.or_else(counted).cloned()
}

fn tell_other_sheets(grid: &mut Grid, names: &[String], hidden: &[String]) {
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

/// Holds the archive against its bounds by unpacking it once into nothing: what it declares of its sizes may be untrue.
fn check_archive(bytes: &[u8]) -> Result<(), JobFileError> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        JobFileError::malformed(format!(
            "the ZIP archive of the workbook is damaged: {error}; save it again as XLSX"
        ))
    })?;
    if archive.len() > MAX_PARTS {
        return Err(over("parts"));
    }
    let names: Vec<String> = archive
        .file_names()
        .filter_map(Result::ok)
        .map(std::borrow::Cow::into_owned)
        .collect();
    let has = |wanted: &str| names.iter().any(|name| name.eq_ignore_ascii_case(wanted));
    if !has("xl/workbook.xml") {
        return Err(JobFileError::UnknownFormat(if has("xl/workbook.bin") {
            "a binary workbook (XLSB)"
        } else if has("word/document.xml") {
            "a Word document"
        } else if names.iter().any(|name| name == "content.xml") {
            "an OpenDocument file"
        } else {
            "a ZIP archive without a workbook"
        }));
    }
    let mut total: u64 = 0;
    for place in 0..archive.len() {
        let mut part = archive.by_index(place).map_err(|error| {
            JobFileError::malformed(format!("a part of the workbook is damaged: {error}"))
        })?;
        let name = part
            .name()
            .map(|name| name.to_lowercase())
            .unwrap_or_default();
        if !is_read(&name) {
            continue;
        }
        let bound = if name.ends_with("sharedstrings.xml") {
            MAX_SHARED_TEXT_BYTES
        } else {
            MAX_UNPACKED_BYTES
        };
        let mut limited = (&mut part).take(bound + 1);
        let unpacked = std::io::copy(&mut limited, &mut std::io::sink()).map_err(|error| {
            JobFileError::malformed(format!("{name} in the workbook is damaged: {error}"))
        })?;
        total = total.saturating_add(unpacked);
        if unpacked > bound || total > MAX_UNPACKED_BYTES {
            return Err(over("unpacked bytes"));
        }
    }
    Ok(())
}

/// Pictures and the like are never unpacked, so they need no bound.
fn is_read(name: &str) -> bool {
    let ending = |ending: &str| name.ends_with(ending);
    ending(".xml") || ending(".rels") || ending(".bin")
}

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

/// Reads one sheet; `None` for one without a cell.
fn read_sheet(
    workbook: &mut Workbook<'_>,
    name: &str,
    layout: &Layout,
) -> Result<Option<Grid>, JobFileError> {
    let records = read_cells(workbook, name)?;
    if records.is_empty() {
        return Ok(None);
    }
    let mut grid = Grid::from_records(FileFormat::Xlsx, records, layout)?;
    grid.table.sheet = Some(name.to_owned());
    Ok(Some(grid))
}

fn read_cells(workbook: &mut Workbook<'_>, name: &str) -> Result<Vec<Record>, JobFileError> {
    let mut cells = workbook.worksheet_cells_reader(name).map_err(damaged)?;
    let mut rows = std::collections::BTreeMap::<u32, Record>::new();
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
    Ok(rows.into_values().filter(|row| !row.is_blank()).collect())
}

/// A cell as a person reads it; `None` for an empty one and for an error such as `#N/A`.
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
