//! Job files to drafts: CSV, XLSX or JSON, steered by a prompt.
//!
//! A file becomes a table, the prompt becomes instructions, headers and instructions become a plan,
//! and the plan is run over the table. The same bytes and prompt give the same drafts. What stands in a
//! file is only ever a value: nothing in it is read as an instruction.

mod columns;
mod delimited;
mod drafts;
mod employment;
mod error;
mod fields;
mod fold;
mod grid;
mod instruction;
mod json;
mod json_jobs;
mod markup;
mod plan;
mod prompt;
mod status;
mod steps;
mod table;
mod text;
mod values;
#[cfg(test)]
mod wire;
mod workbook;

use shortlist_domain::limits::MAX_JOBS_PER_FILE;

pub use drafts::JobDraft;
pub use employment::employment_kind;
pub use error::{JobFileError, RowProblem};
pub use fields::Field;
pub use instruction::{Clause, ClauseStatus, Operation};
pub use plan::{Plan, PlannedColumn};
pub use table::{FileFormat, SkippedRow};

use drafts::Reading;
use fold::fold;
use grid::Layout;
use instruction::{Instruction, ParsedClause};
use steps::Steps;
use table::Table;

/// A job file as it was read: the jobs, and how they were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobFile {
    /// The jobs, in the file's order; at least one.
    pub drafts: Vec<JobDraft>,
    /// What became of each clause of the prompt.
    pub interpretation: Vec<Clause>,
    /// What each column became.
    pub plan: Plan,
    /// Rows that give no job.
    pub skipped_rows: Vec<SkippedRow>,
}

/// Reads a job file of up to 10 MiB; its format is told by its bytes.
///
/// # Errors
/// When it is no job file, or one of its rows cannot be taken; every such row is named.
pub fn read_job_file(bytes: &[u8], prompt: Option<&str>) -> Result<JobFile, JobFileError> {
    let clauses = prompt::read_prompt(prompt.unwrap_or_default());
    let (mut table, mut plan) = read_table(bytes, &layout_of(&clauses))?;
    let mut steps = Steps::bind(clauses, &table);
    plan.columns = plan::plan_columns(&table, &steps.mapped_columns());
    let mut skipped = std::mem::take(&mut table.skipped);
    let mut problems = std::mem::take(&mut table.problems);
    if table.format == FileFormat::Csv && !problems.is_empty() {
        return Err(ragged(problems));
    }
    let reading = Reading::new(&table, &plan.columns);
    if table.records.is_empty() && problems.is_empty() {
        return Err(JobFileError::invalid_file(
            "the file holds no job; a row for each job is expected",
        ));
    }
    if !reading.has(Field::Title) && !steps.give_title() && !table.records.is_empty() {
        return Err(no_title(&table, problems));
    }
    let mut found = 0_usize;
    let mut drafts = Vec::with_capacity(table.records.len());
    for record in &table.records {
        if let Some(reason) = steps.skips(record) {
            skipped.push(SkippedRow {
                row: record.row,
                reason,
            });
            continue;
        }
        found += 1;
        let mut job = reading.read(record, &steps);
        steps.apply(record, &mut job);
        if let Some(draft) = reading.check(record.row, job, &mut problems) {
            drafts.push(draft);
        }
    }
    if found > MAX_JOBS_PER_FILE {
        return Err(JobFileError::TooManyRows {
            found,
            most: MAX_JOBS_PER_FILE,
        });
    }
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.row);
        return Err(JobFileError::invalid_rows(problems));
    }
    if drafts.is_empty() {
        return Err(JobFileError::invalid_file(
            "no job is left: the prompt leaves out every row",
        ));
    }
    skipped.sort_by_key(|row| row.row);
    Ok(JobFile {
        drafts,
        interpretation: steps.answers(),
        plan,
        skipped_rows: skipped,
    })
}

/// What the prompt says of where the table lies.
fn layout_of(clauses: &[ParsedClause]) -> Layout {
    let mut layout = Layout::default();
    for instruction in clauses
        .iter()
        .filter_map(|clause| clause.instruction.as_ref())
    {
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

/// Reads a table by the format that the bytes show.
fn read_table(bytes: &[u8], layout: &Layout) -> Result<(Table, Plan), JobFileError> {
    if bytes
        .iter()
        .all(|byte| byte.is_ascii_whitespace() || *byte == 0)
    {
        return Err(JobFileError::Empty);
    }
    if let Some(format) = foreign_format(bytes) {
        return Err(JobFileError::UnknownFormat(format));
    }
    let (table, delimiter, encoding) = if bytes.starts_with(b"PK") {
        let grid = workbook::read_workbook(bytes, layout)?;
        (grid.table, None, None)
    } else {
        let decoded = text::decode(bytes);
        let start = decoded.text.trim_start_matches('\u{feff}').trim_start();
        if start.is_empty() {
            return Err(JobFileError::Empty);
        }
        if start.starts_with(['{', '[']) {
            (
                json_jobs::read_json(&decoded.text)?,
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

/// Formats that are told by their first bytes.
fn foreign_format(bytes: &[u8]) -> Option<&'static str> {
    const MAGICS: [(&[u8], &str); 9] = [
        (b"%PDF-", "a PDF"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "an old or password-protected Office file (save it as XLSX without a password)",
        ),
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"{\\rtf", "an RTF document"),
        (b"7z\xbc\xaf", "a 7z archive"),
        (b"\x7fELF", "a program"),
    ];
    MAGICS
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, name)| *name)
}

/// Texts that are no table.
fn foreign_text(start: &str) -> Option<&'static str> {
    let head: String = start.chars().take(1_000).collect::<String>().to_lowercase();
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        return Some("an HTML page");
    }
    if head.starts_with("<?xml") {
        return Some("an XML file");
    }
    let control = head
        .chars()
        .filter(|c| (c.is_control() && !c.is_whitespace()) || *c == char::REPLACEMENT_CHARACTER)
        .count();
    (control * 10 > head.chars().count()).then_some("no text")
}

fn ragged(problems: Vec<RowProblem>) -> JobFileError {
    let first = problems
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    let summary = match problems.len() {
        1 => first,
        count => format!("{count} rows do not fit the header; the first: {first}"),
    };
    JobFileError::malformed_rows(summary, problems)
}

fn no_title(table: &Table, mut problems: Vec<RowProblem>) -> JobFileError {
    let example = table
        .columns
        .first()
        .map_or("…", |column| column.name.as_str());
    problems.insert(
        0,
        RowProblem {
            row: table.header_row,
            column: None,
            problem: format!(
                "no column is the title; the columns are {}. Name one \"Title\", or say in the prompt which one it is, such as: The column \"{example}\" is the title",
                columns::column_list(table)
            ),
        },
    );
    JobFileError::invalid_rows(problems)
}

#[cfg(test)]
mod tests;
