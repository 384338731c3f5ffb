//! What every format becomes: columns with names, and records with cells.

use super::error::RowProblem;

/// Parts the items of a list within one cell; it occurs in no text that a person wrote.
pub(crate) const LIST_MARK: char = '\u{1f}';

/// The most columns of a table; a wider one is refused.
pub(crate) const MAX_COLUMNS: usize = 500;

/// The most records that are kept, before any are skipped.
pub(crate) const MAX_RECORDS: usize = 50_000;

/// The most bytes of all cells together: a cell's text can be shared by many cells of a small workbook.
pub(crate) const MAX_TABLE_BYTES: usize = 96 * 1024 * 1024;

/// The file's format, told by its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Delimited text.
    Csv,
    /// An Excel workbook.
    Xlsx,
    /// JSON, or one JSON object a line.
    Json,
}

impl FileFormat {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Xlsx => "XLSX",
            Self::Json => "JSON",
        }
    }
}

/// One row: the cells that hold something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Record {
    /// The row as a person sees it.
    pub(crate) row: u32,
    /// How many cells it has, empty ones included.
    pub(crate) width: usize,
    /// Column and text, by ascending column, empty cells left out.
    cells: Vec<(usize, String)>,
}

impl Record {
    pub(crate) fn new(row: u32) -> Self {
        Self {
            row,
            ..Self::default()
        }
    }

    /// Sets a cell; a blank one only counts for the width.
    pub(crate) fn set(&mut self, column: usize, text: String) {
        self.width = self.width.max(column + 1);
        match self.cells.binary_search_by_key(&column, |cell| cell.0) {
            Ok(_) => {}
            Err(_) if text.trim().is_empty() => {}
            Err(place) => self.cells.insert(place, (column, text)),
        }
    }

    /// The text of a cell, empty where there is none.
    pub(crate) fn get(&self, column: usize) -> &str {
        self.cells
            .binary_search_by_key(&column, |cell| cell.0)
            .ok()
            .and_then(|place| self.cells.get(place))
            .map_or("", |cell| cell.1.as_str())
    }

    /// Puts another text into a cell that holds something.
    pub(crate) fn replace(&mut self, column: usize, text: String) {
        if let Some(cell) = self.cells.iter_mut().find(|cell| cell.0 == column) {
            cell.1 = text;
        }
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.cells.is_empty()
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, &str)> {
        self.cells.iter().map(|cell| (cell.0, cell.1.as_str()))
    }

    pub(crate) fn filled(&self) -> usize {
        self.cells.len()
    }

    /// One more than the last column that holds something.
    pub(crate) fn last_filled(&self) -> usize {
        self.cells.last().map_or(0, |cell| cell.0 + 1)
    }
}

/// A row that gives no job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRow {
    /// The row as a person sees it.
    pub row: u32,
    /// Why.
    pub reason: String,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its header; no other column has the same.
    pub(crate) name: String,
    /// The words that tell its field: the header, or of a path in JSON the part that says something.
    pub(crate) alias: String,
    /// Whether it lies inside an object of its own, such as `company.name`.
    pub(crate) nested: bool,
}

impl Column {
    pub(crate) fn new(name: String) -> Self {
        Self {
            alias: name.clone(),
            name,
            nested: false,
        }
    }
}

impl Table {
    /// A table without columns and records.
    pub(crate) fn empty(format: FileFormat) -> Self {
        Self {
            format,
            sheet: None,
            sheet_number: None,
            sheets: Vec::new(),
            header_row: None,
            columns: Vec::new(),
            records: Vec::new(),
            problems: Vec::new(),
            skipped: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// A table with named columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) format: FileFormat,
    /// The sheet it was read from.
    pub(crate) sheet: Option<String>,
    /// Its place among the sheets, from 1.
    pub(crate) sheet_number: Option<usize>,
    /// The names of all sheets.
    pub(crate) sheets: Vec<String>,
    /// The row of the header.
    pub(crate) header_row: Option<u32>,
    pub(crate) columns: Vec<Column>,
    pub(crate) records: Vec<Record>,
    /// Rows that are no record at all.
    pub(crate) problems: Vec<RowProblem>,
    pub(crate) skipped: Vec<SkippedRow>,
    /// What else a person should know of how it was read.
    pub(crate) notes: Vec<String>,
}

/// Makes each name unique and none empty: `Title`, `Title (2)`, `column 3`.
pub(crate) fn unique_names(names: impl IntoIterator<Item = String>) -> Vec<Column> {
    let mut seen = std::collections::HashMap::<String, u32>::new();
    let mut unique = Vec::new();
    for (place, name) in names.into_iter().enumerate() {
        let name = match name.split_whitespace().collect::<Vec<_>>().join(" ") {
            blank if blank.is_empty() => format!("column {}", place + 1),
            name => name,
        };
        let count = seen.entry(name.to_lowercase()).or_default();
        *count += 1;
        let alias = name.clone();
        unique.push(Column {
            name: match *count {
                1 => name,
                n => format!("{name} ({n})"),
            },
            alias,
            nested: false,
        });
    }
    unique
}
