//! Turns rows without names into a table: finds the header and checks each row against it.

use super::error::{JobFileError, RowFault, RowProblem};
use super::fields::{Field, recognise};
use super::fold::fold;
use super::instruction::{Instruction, ParsedClause};
use super::notes::{PlanNote, SkippedBecause, SkippedRow};
use super::table::{Column, FileFormat, MAX_COLUMNS, Record, Table, unique_names};

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
        let turned = turned(&records, layout);
        let is_turned = turned.is_some();
        let mut records = turned.unwrap_or(records);
        let index = header_index(&records, layout).ok_or(JobFileError::Empty)?;
        let mut body = records.split_off((index + 1).min(records.len()));
        let header = records.pop().ok_or(JobFileError::Empty)?;
        let second = match body.first() {
            Some(next) if layout.header_row.is_none() && is_second_header(&header, next) => {
                Some(body.remove(0))
            }
            _ => None,
        };
        if header.last_filled() > MAX_COLUMNS {
            return Err(JobFileError::TooManyColumns {
                row: header.row,
                most: MAX_COLUMNS,
            });
        }
        let mut table = Table {
            header_row: Some(header.row),
            columns: columns_of(&header, second.as_ref()),
            records: Vec::with_capacity(body.len()),
            ..Table::empty(format)
        };
        if !records.is_empty() {
            table.notes.push(PlanNote::RowsAboveHeader {
                rows: records.len(),
                header_row: header.row,
            });
        }
        if is_turned {
            table.notes.push(PlanNote::Turned);
        }
        let expected = header.width.max(second.map_or(0, |second| second.width));
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
                reason: SkippedBecause::RepeatsHeader,
            });
            return;
        }
        if self.format == FileFormat::Csv {
            let found = record.width;
            if record.last_filled() > expected || (found < header.last_filled() && expected > 1) {
                let fault = RowFault::FieldCount {
                    found,
                    expected,
                    header_row: header.row,
                };
                self.problems.push(RowProblem::new(record.row, None, fault));
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

/// Returns the columns of a header of one row, or of two: `Location` over `City` and `Country`.
fn columns_of(header: &Record, second: Option<&Record>) -> Vec<Column> {
    let width = header
        .last_filled()
        .max(second.map_or(0, Record::last_filled));
    let mut group = "";
    let mut names = Vec::with_capacity(width);
    let mut aliases = Vec::with_capacity(width);
    for column in 0..width {
        let (above, below) = (header.get(column), second.map_or("", |row| row.get(column)));
        if !above.is_empty() {
            group = above;
        }
        if below.is_empty() || below == above {
            names.push(above.to_owned());
            aliases.push(None);
        } else {
            names.push(format!("{group} {below}"));
            // "Skills" says what a column under "Must" contains, and "City" speaks for itself.
            let alias = if recognise(below).is_some() {
                below
            } else {
                group
            };
            aliases.push(Some(alias.to_owned()));
        }
    }
    let mut columns = unique_names(names);
    for (column, alias) in columns.iter_mut().zip(aliases) {
        column.alias = alias.unwrap_or_else(|| column.alias.clone());
    }
    columns
}

/// Returns whether a row continues the header above it: it labels columns that the header leaves blank next to a label that spans
/// them, and has nothing of its own in any other column. A row with a job has a title.
fn is_second_header(header: &Record, next: &Record) -> bool {
    const LONGEST_LABEL: usize = 40;
    let mut labels_blank = false;
    for (column, label) in next.cells() {
        if header.get(column) == label {
            continue;
        }
        let is_blank = header.get(column).is_empty();
        let spans =
            !is_blank && header.get(column + 1).is_empty() && !next.get(column + 1).is_empty();
        let is_label =
            label.chars().count() <= LONGEST_LABEL && label.chars().any(char::is_alphabetic);
        let of_title =
            recognise(header.get(column)).is_some_and(|known| known.field == Field::Title);
        if !(is_blank || spans) || !is_label || of_title {
            return false;
        }
        labels_blank |= is_blank && column < header.last_filled() + 1;
    }
    labels_blank
}

/// Returns the rows of a form whose first column has the labels, with rows and columns exchanged. It returns `None` for other tables.
fn turned(records: &[Record], layout: &Layout) -> Option<Vec<Record>> {
    let searched = records.get(..HEADER_SEARCH_ROWS).unwrap_or(records);
    if layout.header_row.is_some() || records.len() > MAX_COLUMNS {
        return None;
    }
    let mut labels = Record::new(0);
    for (index, record) in searched.iter().enumerate() {
        labels.set(index, record.get(0).to_owned());
    }
    let (has_title, known) = known_fields(&labels, layout);
    let most = searched
        .iter()
        .map(|record| known_fields(record, layout).1)
        .max()?;
    if !has_title || known < 2 || known <= most {
        return None;
    }
    let width = records
        .iter()
        .map(Record::last_filled)
        .max()?
        .min(MAX_COLUMNS);
    let mut jobs: Vec<Record> = (1..).take(width).map(Record::new).collect();
    for (index, record) in records.iter().enumerate() {
        for (column, text) in record.cells() {
            if let Some(job) = jobs.get_mut(column) {
                job.set(index, text.to_owned());
            }
        }
    }
    for job in &mut jobs {
        job.width = records.len();
    }
    jobs.retain(|job| !job.is_blank());
    Some(jobs)
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
