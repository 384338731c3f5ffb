//! Maps columns to fields: first by the prompt, then by headers, then by the shape of the values.

use std::collections::{HashMap, HashSet};

use super::employment::is_employment_type;
use super::fields::{Field, NameMatch, Recognised, readings};
use super::notes::PlanNote;
use super::status::{is_status, is_yes_or_no};
use super::table::{FileFormat, Table};
use super::values::is_blank;

/// The number of records that are used to detect the shape of a column.
const SHAPE_RECORDS: usize = 200;

/// The minimum average length of descriptions.
const MIN_DESCRIPTION_CHARS: usize = 120;

/// The strength that a column without values loses.
const EMPTY_COLUMN_LOSS: u32 = 900;

/// How a file is read: its format, the position of its table, and the field of each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The format, detected from the bytes.
    pub format: FileFormat,
    /// The encoding of a text file.
    pub encoding: Option<&'static str>,
    /// The delimiter of a CSV file.
    pub delimiter: Option<String>,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// The row of the header.
    pub header_row: Option<u32>,
    /// All columns, in file order.
    pub columns: Vec<PlannedColumn>,
    /// Other facts for the user.
    pub notes: Vec<PlanNote>,
}

/// Why a column has its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnReason {
    /// The prompt says so.
    Prompt,
    /// Its header is a name of the field.
    Name,
    /// Its header can name the field, and no other column does so better.
    WeakName,
    /// Its header contains a name of the field.
    ContainedName,
    /// It contains the longest texts of the file.
    LongestTexts,
    /// It fills the field only where the better column is empty.
    Fallback,
    /// No field has its name.
    NoField,
}

impl ColumnReason {
    /// Returns the reason's name in the API.
    pub fn code(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Name => "name",
            Self::WeakName => "weak_name",
            Self::ContainedName => "contained_name",
            Self::LongestTexts => "longest_texts",
            Self::Fallback => "fallback",
            Self::NoField => "no_field",
        }
    }
}

/// The field of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedColumn {
    /// The header. In JSON, this is the path of the value.
    pub column: String,
    /// The field that it fills. A column without a field becomes an attribute.
    pub field: Option<Field>,
    /// The reason for this choice.
    pub reason: ColumnReason,
    /// Whether the prompt names it.
    pub by_prompt: bool,
    /// The field that it fills in records where the better column is empty.
    pub(crate) fallback: Option<Field>,
}

impl Plan {
    /// Returns the header of the first column that fills a field.
    pub fn column_of(&self, field: Field) -> Option<&str> {
        self.columns
            .iter()
            .find(|column| column.field == Some(field))
            .map(|column| column.column.as_str())
    }
}

/// Plans every column. `mapped` contains the columns that the prompt names.
pub(crate) fn plan_columns(table: &Table, mapped: &HashMap<usize, Field>) -> Vec<PlannedColumn> {
    let mut fields: HashMap<usize, (Field, ColumnReason)> = mapped
        .iter()
        .map(|(column, field)| (*column, (*field, ColumnReason::Prompt)))
        .collect();
    let mut fallbacks: HashMap<usize, Field> = HashMap::new();
    let mut taken: HashSet<Field> = mapped.values().copied().collect();
    if taken.contains(&Field::Location) {
        taken.extend([Field::Area, Field::City, Field::Region, Field::Country]);
    }
    for (column, reading) in candidates(table) {
        if fields.contains_key(&column) {
            continue;
        }
        if taken.contains(&reading.field) && !reading.field.takes_many() {
            if is_fallback(table, reading) {
                fallbacks.entry(column).or_insert(reading.field);
            }
            continue;
        }
        taken.insert(reading.field);
        let reason = match reading.matched_by {
            NameMatch::Name => ColumnReason::Name,
            NameMatch::WeakName => ColumnReason::WeakName,
            NameMatch::Contained => ColumnReason::ContainedName,
        };
        fields.insert(column, (reading.field, reason));
    }
    if !taken.contains(&Field::Description)
        && let Some(column) = longest_texts(table, &fields)
    {
        fields.insert(column, (Field::Description, ColumnReason::LongestTexts));
    }
    table
        .columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let field = fields.get(&index);
            let fallback = fallbacks.get(&index).copied();
            let kept = match fallback {
                Some(_) => ColumnReason::Fallback,
                None => ColumnReason::NoField,
            };
            PlannedColumn {
                column: column.name.clone(),
                field: field.map(|(field, _)| *field),
                by_prompt: mapped.contains_key(&index),
                reason: field.map_or(kept, |(_, reason)| *reason),
                fallback: fallback.filter(|_| field.is_none()),
            }
        })
        .collect()
}

/// Returns whether a column fills a field if the better column is empty.
///
/// Job boards name the department of some jobs and only the team of others, so their objects differ.
fn is_fallback(table: &Table, reading: Recognised) -> bool {
    table.format == FileFormat::Json
        && reading.field == Field::Department
        && reading.matched_by == NameMatch::Name
}

/// Returns every column with every field that it may fill, the most likely first.
fn candidates(table: &Table) -> Vec<(usize, Recognised)> {
    let mut candidates = Vec::new();
    for (index, column) in table.columns.iter().enumerate() {
        let values = sample(table, index);
        for mut reading in readings(&column.alias) {
            if column.nested && !fits_nested(reading) {
                continue;
            }
            if !fits_values(reading, &values) {
                continue;
            }
            if values.is_empty() {
                reading.strength = reading.strength.saturating_sub(EMPTY_COLUMN_LOSS);
            }
            candidates.push((index, reading));
        }
    }
    candidates.sort_by_key(|(index, reading)| (std::cmp::Reverse(reading.strength), *index));
    candidates
}

/// Returns whether a value in a nested object fits a field. It is never the title or the status of the job.
fn fits_nested(reading: Recognised) -> bool {
    match reading.field {
        Field::Title | Field::Status | Field::Draft | Field::Published => false,
        Field::Code => reading.matched_by != NameMatch::Contained,
        // `type.name` is checked against its values, like a column named "type".
        Field::EmploymentType => reading.matched_by != NameMatch::Contained,
        _ => reading.matched_by == NameMatch::Name,
    }
}

fn fits_values(reading: Recognised, values: &[&str]) -> bool {
    match reading.field {
        Field::EmploymentType if reading.matched_by == NameMatch::WeakName => {
            mostly(values, is_employment_type)
        }
        Field::Status if reading.matched_by == NameMatch::WeakName => mostly(values, is_status),
        Field::Draft | Field::Published => values.iter().all(|value| is_yes_or_no(value)),
        Field::Region => values.is_empty() || !mostly(values, is_status),
        _ => true,
    }
}

fn mostly(values: &[&str], test: fn(&str) -> bool) -> bool {
    let fitting = values.iter().filter(|value| test(value)).count();
    fitting > 0 && fitting * 2 >= values.len()
}

fn sample(table: &Table, column: usize) -> Vec<&str> {
    table
        .records
        .iter()
        .take(SHAPE_RECORDS)
        .map(|record| record.get(column).trim())
        .filter(|text| !is_blank(text))
        .collect()
}

/// Returns the column with the longest texts that fills no field, if they are long enough for descriptions.
fn longest_texts(table: &Table, fields: &HashMap<usize, (Field, ColumnReason)>) -> Option<usize> {
    (0..table.columns.len())
        .filter(|column| !fields.contains_key(column))
        .filter(|column| {
            table
                .columns
                .get(*column)
                .is_some_and(|column| table.format != FileFormat::Json || !column.nested)
        })
        .filter_map(|column| {
            let values = sample(table, column);
            let prose: Vec<_> = values
                .iter()
                .filter(|text| text.matches(' ').count() * 12 > text.chars().count().min(400))
                .collect();
            if prose.len() * 2 < values.len() || prose.is_empty() {
                return None;
            }
            let chars: usize = prose.iter().map(|text| text.chars().count()).sum();
            Some((chars / prose.len(), column))
        })
        .filter(|(mean, _)| *mean >= MIN_DESCRIPTION_CHARS)
        .max_by_key(|(mean, column)| (*mean, std::cmp::Reverse(*column)))
        .map(|(_, column)| column)
}
