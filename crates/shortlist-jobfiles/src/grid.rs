//! Turns rows without names into a table: finds the header and checks each row against it.

use super::error::{JobFileError, RowProblem};
use super::fields::{Field, recognise};
use super::fold::fold;
use super::instruction::{Instruction, ParsedClause};
use super::table::{Column, FileFormat, MAX_COLUMNS, Record, SkippedRow, Table, unique_names};

/// The maximum number of rows above the header.
const HEADER_SEARCH_ROWS: usize = 30;

/// The layout of the file according to the prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The row of the header, as the user sees it.
    pub(crate) header_row: Option<u32>,
    /// The number of rows to skip at the top.
    pub(crate) skip_rows: u32,
    /// The sheet to read.
    pub(crate) sheet: Option<String>,
    /// The folded headers that the prompt names. They also help to find the header row.
    pub(crate) named_columns: Vec<String>,
}

impl Layout {
    /// Returns the layout that the clauses of a prompt describe.
    pub(crate) fn of(clauses: &[ParsedClause]) -> Self {
        let mut layout = Self::default();
        let instructions = clauses
            .iter()
            .filter_map(|clause| clause.instruction.as_ref());
        for instruction in instructions {
            match instruction {
                Instruction::SkipRows(rows) => layout.skip_rows = *rows,
                Instruction::HeaderRow(row) => layout.header_row = Some(*row),
                Instruction::Sheet(name) => layout.sheet = Some(name.clone()),
                Instruction::MapColumn { column, .. } => layout.named_columns.push(fold(column)),
                Instruction::Combine { columns, .. } => {
                    layout
                        .named_columns
                        .extend(columns.iter().map(|column| fold(column)));
                }
                _ => {}
            }
        }
        layout
    }
}

/// A table from rows, with facts about its header.
pub(crate) struct Grid {
    pub(crate) table: Table,
    /// The delimiter of a CSV file.
    pub(crate) delimiter: Option<String>,
    /// Whether the header contains a title column.
    pub(crate) has_title: bool,
}

impl Grid {
    pub(crate) fn with_delimiter(mut self, delimiter: &str) -> Self {
        self.delimiter = Some(delimiter.to_owned()).filter(|delimiter| !delimiter.is_empty());
        self
    }

    /// Builds a table from rows, which must not include blank rows.
    ///
    /// # Errors
    /// Returns an error if there are no rows, or if the header is too wide.
    pub(crate) fn from_records(
        format: FileFormat,
        mut records: Vec<Record>,
        layout: &Layout,
    ) -> Result<Self, JobFileError> {
        records.retain(|record| record.row > layout.skip_rows);
        let index = header_index(&records, layout).ok_or(JobFileError::Empty)?;
        let body = records.split_off((index + 1).min(records.len()));
        let header = records.pop().ok_or(JobFileError::Empty)?;
        if header.last_filled() > MAX_COLUMNS {
            return Err(JobFileError::malformed(format!(
                "row {}: the header is over the limit of {MAX_COLUMNS} columns",
                header.row
            )));
        }
        let width = header.last_filled();
        let names: Vec<String> = (0..width)
            .map(|column| header.get(column).to_owned())
            .collect();
        let mut table = Table {
            header_row: Some(header.row),
            columns: unique_names(names),
            records: Vec::with_capacity(body.len()),
            ..Table::empty(format)
        };
        if !records.is_empty() {
            table.notes.push(format!(
                "{} rows above the header in row {} were left out",
                records.len(),
                header.row
            ));
        }
        let expected = header.width;
        for record in body {
            table.take(record, &header, expected);
        }
        Ok(Self {
            has_title: known_fields(&header, layout).0,
            table,
            delimiter: None,
        })
    }
}

impl Table {
    /// Adds a row as a record, or records why it is not one.
    fn take(&mut self, mut record: Record, header: &Record, expected: usize) {
        if record.cells().eq(header.cells()) {
            self.skipped.push(SkippedRow {
                row: record.row,
                reason: "it repeats the header".to_owned(),
            });
            return;
        }
        if self.format == FileFormat::Csv {
            let found = record.width;
            if record.last_filled() > expected || (found < header.last_filled() && expected > 1) {
                let at = if found > expected {
                    "a field that holds the delimiter or a line end must stand in quotes"
                } else {
                    "a line end inside a field needs quotes around the field"
                };
                self.problems.push(RowProblem::new(
                    record.row,
                    None,
                    format!(
                        "{found} fields, where the header in row {} has {expected}; {at}",
                        header.row
                    ),
                ));
                return;
            }
        } else {
            // A sheet may have notes next to the table. A column without a header gets a generated name.
            while self.columns.len() < record.last_filled() && self.columns.len() < MAX_COLUMNS {
                self.columns
                    .push(Column::new(format!("column {}", self.columns.len() + 1)));
            }
        }
        record.width = self.columns.len();
        self.records.push(record);
    }
}

/// Returns the index of the header among the rows.
fn header_index(records: &[Record], layout: &Layout) -> Option<usize> {
    if let Some(row) = layout.header_row {
        return records.iter().position(|record| record.row >= row);
    }
    let searched = records.get(..HEADER_SEARCH_ROWS).unwrap_or(records);
    let mut best: Option<(usize, (bool, usize))> = None;
    for (index, record) in searched.iter().enumerate() {
        let known = known_fields(record, layout);
        let plausible = known.0 || known.1 >= 2;
        if plausible && best.is_none_or(|(_, most)| known > most) {
            best = Some((index, known));
        }
    }
    best.map(|(index, _)| index).or_else(|| {
        // No header is known: use the first row that is about as wide as the widest one.
        let widest = searched.iter().map(Record::filled).max()?;
        searched
            .iter()
            .position(|record| record.filled() * 2 > widest)
    })
}

/// Returns whether a row names a title column, and how many of its cells are known headers.
fn known_fields(record: &Record, layout: &Layout) -> (bool, usize) {
    let mut fields = std::collections::HashSet::new();
    let mut named = 0;
    for (_, cell) in record.cells() {
        if layout.named_columns.contains(&fold(cell)) {
            named += 1;
        } else if let Some(known) = recognise(cell) {
            fields.insert(known.field);
        }
    }
    (fields.contains(&Field::Title), fields.len() + named)
}
