//! Turns job files into drafts: CSV, XLSX or JSON, with a prompt that steers the reading.
//!
//! The file becomes a table and the prompt becomes instructions. Headers and instructions form a plan, and the plan
//! is run over the table. The same bytes, prompt and vocabulary give the same drafts. The content of a file is always a
//! value: it is never interpreted as an instruction.

mod amounts;
mod columns;
mod condition;
mod delimited;
mod draft;
mod employment;
pub mod english;
mod error;
mod fields;
mod fold;
mod foreign;
mod formats;
mod grid;
mod instruction;
mod json;
mod legacy;
mod lists;
mod markup;
mod notes;
mod periods;
mod phrases;
mod plan;
mod posting;
mod prompt;
mod reading;
mod rejection;
mod status;
mod steps;
mod table;
mod text;
mod values;
mod wire;
mod workbook;

use shortlist_domain::limits::MAX_JOBS_PER_FILE;
use shortlist_vocabulary::Vocabulary;

pub use draft::{JobDraft, Source, Value, ValueSource};
pub use employment::employment_kind;
pub use error::{
    JobFileError, JsonFault, JsonHint, JsonKind, QuoteFault, RowFault, RowProblem, WorkbookFault,
    WorkbookLimit, WorkbookPart,
};
pub use fields::Field;
pub use foreign::ForeignFormat;
pub use instruction::{Clause, ClauseProblem, ClauseStatus, FoundBy, ListedColumns, Operation};
pub use notes::{JobsPlace, PlanNote, SkippedBecause, SkippedRow, UnreadCell};
pub use plan::{ColumnReason, Plan, PlannedColumn};
pub use posting::{Posting, PostingError, read_posting};
pub use prompt::Prompt;
pub use rejection::RejectedJobFile;
pub use table::FileFormat;

use error::shorten;
use grid::Layout;
use reading::Reading;
use steps::Steps;
use table::Table;

/// A job file after reading: the jobs, and how they were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobFile {
    /// The jobs in file order. There is at least one.
    pub drafts: Vec<JobDraft>,
    /// The outcome of each clause of the prompt.
    pub interpretation: Vec<Clause>,
    /// The format of the file and the field of each column.
    pub plan: Plan,
    /// Rows without a job.
    pub skipped_rows: Vec<SkippedRow>,
}

/// Reads a job file of up to 10 MiB. Its bytes decide the format. A prompt can extract the skills of the vocabulary.
///
/// # Errors
/// Returns an error if it is not a job file or if a row is invalid. The error names every invalid row.
pub fn read_job_file(
    bytes: &[u8],
    prompt: Option<&str>,
    vocabulary: &Vocabulary,
) -> Result<JobFile, JobFileError> {
    let prompt = Prompt::read(prompt.unwrap_or_default());
    read_steered_job_file(bytes, prompt, vocabulary).map_err(|rejected| rejected.error)
}

/// Reads a job file with a parsed prompt.
///
/// # Errors
/// Returns the same errors as [`read_job_file`], with the outcome of each clause of the prompt.
pub fn read_steered_job_file(
    bytes: &[u8],
    prompt: Prompt,
    vocabulary: &Vocabulary,
) -> Result<JobFile, Box<RejectedJobFile>> {
    let clauses = prompt.into_clauses();
    let (table, mut plan) = formats::read_table(bytes, &Layout::of(&clauses))
        .map_err(|error| Box::new(RejectedJobFile::unread(error, &clauses)))?;
    let mut steps = Steps::bind(clauses, &table);
    plan.columns = plan::plan_columns(&table, &steps.mapped_columns());
    steps.bind_to_plan(&table, &plan.columns);
    match run(table, plan, &mut steps, vocabulary) {
        Ok(mut file) => {
            file.interpretation = steps.outcomes();
            Ok(file)
        }
        Err(error) => Err(Box::new(RejectedJobFile {
            error,
            interpretation: steps.outcomes(),
        })),
    }
}

/// Runs a plan over the records of a table.
fn run(
    mut table: Table,
    plan: Plan,
    steps: &mut Steps,
    vocabulary: &Vocabulary,
) -> Result<JobFile, JobFileError> {
    let skipped = std::mem::take(&mut table.skipped);
    let problems = std::mem::take(&mut table.problems);
    if table.format == FileFormat::Csv && !problems.is_empty() {
        return Err(JobFileError::Ragged(shorten(problems)));
    }
    if table.records.is_empty() && problems.is_empty() {
        return Err(JobFileError::NoRows);
    }
    let reading = Reading::new(&table, &plan.columns, steps.skill_separator());
    if !reading.has(Field::Title) && !steps.give_title() && !table.records.is_empty() {
        return Err(no_title(&table, problems));
    }
    let mut run = Run {
        vocabulary,
        drafts: Vec::with_capacity(table.records.len()),
        skipped,
        problems,
        found: 0,
    };
    run.records(&table, &reading, steps);
    run.finish(plan)
}

/// The results of running a plan over the records.
struct Run<'a> {
    vocabulary: &'a Vocabulary,
    drafts: Vec<JobDraft>,
    skipped: Vec<SkippedRow>,
    problems: Vec<RowProblem>,
    found: usize,
}

impl Run<'_> {
    fn records(&mut self, table: &Table, reading: &Reading<'_>, steps: &mut Steps) {
        for record in &table.records {
            if let Some(reason) = steps.skips(record) {
                self.skipped.push(SkippedRow {
                    row: record.row,
                    reason: SkippedBecause::Clause(reason),
                });
                continue;
            }
            self.found += 1;
            let mapped = steps.map_values(record);
            let record = mapped.as_ref().unwrap_or(record);
            let mut job = reading.read(record);
            steps.apply(record, &mut job, self.vocabulary);
            if let Some(problem) = unreadable_title(table, reading, record.row, &job) {
                self.problems.push(problem);
                continue;
            }
            let draft = job.check(
                record.row,
                |field| reading.header(field),
                &mut self.problems,
            );
            self.drafts.extend(draft);
        }
    }

    fn finish(mut self, plan: Plan) -> Result<JobFile, JobFileError> {
        if self.found > MAX_JOBS_PER_FILE {
            return Err(JobFileError::TooManyRows {
                found: self.found,
                most: MAX_JOBS_PER_FILE,
            });
        }
        if !self.problems.is_empty() {
            self.problems.sort_by_key(|problem| problem.row);
            return Err(JobFileError::Invalid(shorten(self.problems)));
        }
        if self.drafts.is_empty() {
            return Err(JobFileError::NothingLeft);
        }
        self.skipped.sort_by_key(|row| row.row);
        Ok(JobFile {
            drafts: self.drafts,
            interpretation: Vec::new(),
            plan,
            skipped_rows: self.skipped,
        })
    }
}

/// Returns why a row has no title, if its cell shows something without being a value.
fn unreadable_title(
    table: &Table,
    reading: &Reading<'_>,
    row: u32,
    job: &draft::RawJob,
) -> Option<RowProblem> {
    if !job.texts.title.value.is_empty() {
        return None;
    }
    let titles = reading.columns_of(Field::Title);
    // The cells are sorted by row.
    let first = table.unreadable.partition_point(|cell| cell.row < row);
    let cells = table.unreadable.iter().skip(first);
    let cell = cells
        .take_while(|cell| cell.row == row)
        .find(|cell| titles.contains(&cell.column))?;
    let header = reading.header(Field::Title);
    let fault = RowFault::NoValue(cell.error.clone());
    Some(RowProblem::new(row, header, fault))
}

fn no_title(table: &Table, mut problems: Vec<RowProblem>) -> JobFileError {
    let problem = RowProblem {
        row: table.header_row,
        column: None,
        fault: RowFault::NoTitle(columns::listed_columns(table)),
    };
    problems.insert(0, problem);
    JobFileError::Invalid(shorten(problems))
}

#[cfg(test)]
mod tests;
