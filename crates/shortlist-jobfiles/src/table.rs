//! The common output of all formats: columns with names, and records with cells.

use super::error::RowProblem;
use super::notes::{PlanNote, SkippedRow};

/// Separates the items of a list in one cell. It does not occur in text that people write.
pub(crate) const LIST_MARK: char = '\u{1f}';

/// The maximum number of columns. A table with more is rejected.
pub(crate) const MAX_COLUMNS: usize = 500;

/// The maximum number of records before any are skipped.
pub(crate) const MAX_RECORDS: usize = 50_000;

/// The maximum size of all cells together. In a small workbook, many cells can share one long text.
pub(crate) const MAX_TABLE_BYTES: usize = 96 * 1024 * 1024;

/// The format of a file, detected from its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Delimited text.
    Csv,
    /// An Excel workbook.
    Xlsx,
    /// JSON, or one JSON object per line.
    Json,
}

impl FileFormat {
    /// Returns the name of the format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Xlsx => "XLSX",
            Self::Json => "JSON",
        }
    }
}

/// A row with its non-empty cells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Record {
    /// The row as the user sees it.
    pub(crate) row: u32,
    /// The number of cells, including empty ones.
    pub(crate) width: usize,
    /// The columns and texts of non-empty cells, by ascending column.
    cells: Vec<(usize, String)>,
}

impl Record {
    pub(crate) fn new(row: u32) -> Self {
        Self {
            row,
            ..Self::default()
        }
    }

    /// Sets a cell. A blank cell only counts for the width.
    pub(crate) fn set(&mut self, column: usize, text: String) {
        self.width = self.width.max(column + 1);
        match self.cells.binary_search_by_key(&column, |cell| cell.0) {
            Ok(_) => {}
            Err(_) if text.trim().is_empty() => {}
            Err(index) => self.cells.insert(index, (column, text)),
        }
    }

    /// Returns the text of a cell. A missing cell is empty.
    pub(crate) fn get(&self, column: usize) -> &str {
        self.cells
            .binary_search_by_key(&column, |cell| cell.0)
            .ok()
            .and_then(|index| self.cells.get(index))
            .map_or("", |cell| cell.1.as_str())
    }

    /// Replaces the text of a non-empty cell.
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

    /// Returns the index after the last non-empty column.
    pub(crate) fn last_filled(&self) -> usize {
        self.cells.last().map_or(0, |cell| cell.0 + 1)
    }
}

/// A cell that shows something other than its value: an error, or a formula that was never calculated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnreadableCell {
    pub(crate) row: u32,
    pub(crate) column: usize,
    /// The error that it shows, such as `#NAME?`. `None` for a formula without a stored result, as programs other than Excel write it.
    pub(crate) error: Option<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// The header. It is unique in the table.
    pub(crate) name: String,
    /// The words that decide the field: the header, or the meaningful part of a JSON path.
    pub(crate) alias: String,
    /// Whether it is in a nested object, such as `company.name`.
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
    /// Creates a table without columns and records.
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
            unreadable: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// A table with named columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) format: FileFormat,
    /// The sheet that it was read from.
    pub(crate) sheet: Option<String>,
    /// The number of the sheet, from 1.
    pub(crate) sheet_number: Option<usize>,
    /// The names of all sheets.
    pub(crate) sheets: Vec<String>,
    /// The row of the header.
    pub(crate) header_row: Option<u32>,
    pub(crate) columns: Vec<Column>,
    pub(crate) records: Vec<Record>,
    /// The problems of rows that are not records.
    pub(crate) problems: Vec<RowProblem>,
    pub(crate) skipped: Vec<SkippedRow>,
    /// The cells without a value that they show.
    pub(crate) unreadable: Vec<UnreadableCell>,
    /// Other facts for the user about how the file was read.
    pub(crate) notes: Vec<PlanNote>,
}

/// Makes each name unique and non-empty: `Title`, `Title (2)`, `column 3`.
pub(crate) fn unique_names(names: impl IntoIterator<Item = String>) -> Vec<Column> {
    let mut seen = std::collections::HashMap::<String, u32>::new();
    let mut unique = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        let name = match name.split_whitespace().collect::<Vec<_>>().join(" ") {
            blank if blank.is_empty() => format!("column {}", index + 1),
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
