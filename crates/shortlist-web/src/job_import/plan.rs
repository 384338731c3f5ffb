//! The plan of an import, as tables.

use shortlist_app::{
    Clause, ClauseStatus, DuplicateRow, ImportPlan, JobDraft, RowProblem, clause_text,
    column_reason_text, csv_cell, duplicate_row_text, note_text, skipped_row_text,
};

use super::meanings::{MAX_COLUMNS, Meaning, letter, meanings};
use crate::respond::error::sentence;

/// The number of jobs that are shown.
const FIRST_ROWS: usize = 10;

/// What an import would do.
pub(super) struct PlanView {
    pub(super) jobs: usize,
    pub(super) source: String,
    pub(super) columns: Vec<ColumnRow>,
    pub(super) notes: Vec<String>,
    pub(super) first: Vec<JobRow>,
    pub(super) duplicates: usize,
}

/// A column of the file with its meaning.
pub(super) struct ColumnRow {
    pub(super) number: usize,
    pub(super) letter: String,
    pub(super) name: String,
    pub(super) was: &'static str,
    pub(super) reason: String,
    pub(super) meanings: Vec<Meaning>,
}

/// A job that would be created.
pub(super) struct JobRow {
    pub(super) row: u32,
    pub(super) title: String,
    pub(super) code: String,
    pub(super) place: String,
    pub(super) employment_type: String,
    pub(super) skills: String,
    pub(super) draft: bool,
}

/// The result of a sentence of the prompt.
pub(super) struct ClauseRow {
    pub(super) clause: String,
    pub(super) status: &'static str,
    pub(super) class: &'static str,
    pub(super) detail: String,
    pub(super) rows: u32,
}

/// A row that is not imported.
pub(super) struct ProblemRow {
    /// The number of the row; empty if the problem is about the whole file.
    pub(super) row: String,
    pub(super) column: String,
    pub(super) problem: String,
}

impl PlanView {
    pub(super) fn of(plan: &ImportPlan) -> Self {
        let file = &plan.file;
        let columns = file.plan.columns.iter().take(MAX_COLUMNS).enumerate();
        let column = |(number, column): (usize, &shortlist_app::PlannedColumn)| ColumnRow {
            number,
            letter: letter(number),
            name: column.column.clone(),
            was: column.field.map_or("", shortlist_app::Field::as_wire),
            reason: column_reason_text(column.reason).to_owned(),
            meanings: meanings(column.field),
        };
        let sheet = file.plan.sheet.as_ref();
        let sheet = sheet.map_or(String::new(), |sheet| format!(", sheet “{sheet}”"));
        Self {
            jobs: file.drafts.len(),
            source: format!("{}{sheet}", file.plan.format.as_str().to_uppercase()),
            columns: columns.map(column).collect(),
            notes: file.plan.notes.iter().map(note_text).collect(),
            first: file
                .drafts
                .iter()
                .take(FIRST_ROWS)
                .map(JobRow::of)
                .collect(),
            duplicates: plan.duplicates.len(),
        }
    }
}

impl JobRow {
    fn of(draft: &JobDraft) -> Self {
        let place = [&draft.department, &draft.location];
        let place: Vec<&str> = place.into_iter().flatten().map(String::as_str).collect();
        Self {
            row: draft.row,
            title: draft.title.clone(),
            code: draft.code.clone().unwrap_or_default(),
            place: place.join(", "),
            employment_type: draft.employment_type.clone().unwrap_or_default(),
            skills: draft.skills.join(", "),
            draft: draft.draft,
        }
    }
}

impl ClauseRow {
    pub(super) fn of(clause: Clause) -> Self {
        let (status, class) = match clause.status {
            ClauseStatus::Applied => ("Done", "active"),
            ClauseStatus::NoEffect => ("No effect", "hold"),
            ClauseStatus::NotUnderstood => ("Not understood", "rejected"),
        };
        Self {
            detail: clause_text(&clause),
            clause: clause.clause,
            status,
            class,
            rows: clause.rows,
        }
    }
}

impl ProblemRow {
    pub(super) fn all<P: Into<Self>>(problems: Vec<P>) -> Vec<Self> {
        problems.into_iter().map(Into::into).collect()
    }

    /// Returns the row as a line of CSV (RFC 4180).
    pub(super) fn csv(&self) -> String {
        let (column, problem) = (csv_cell(&self.column), csv_cell(&self.problem));
        format!("{},{column},{problem}\r\n", self.row)
    }

    /// Returns the duplicates of a plan, and the rows without a job.
    pub(super) fn of_plan(plan: &ImportPlan) -> Vec<Self> {
        let duplicates = plan.duplicates.iter().cloned().map(Self::from);
        let skipped = plan.file.skipped_rows.iter().map(|skipped| Self {
            row: skipped.row.to_string(),
            column: String::new(),
            problem: sentence(&skipped_row_text(&skipped.reason)),
        });
        duplicates.chain(skipped).collect()
    }
}

impl From<RowProblem> for ProblemRow {
    fn from(problem: RowProblem) -> Self {
        Self {
            row: problem.row.map_or(String::new(), |row| row.to_string()),
            column: problem.column.unwrap_or_default(),
            problem: sentence(&problem.fault.to_string()),
        }
    }
}

impl From<DuplicateRow> for ProblemRow {
    fn from(duplicate: DuplicateRow) -> Self {
        Self {
            problem: sentence(&duplicate_row_text(&duplicate)),
            row: duplicate.row.map_or(String::new(), |row| row.to_string()),
            column: duplicate.column.unwrap_or_default(),
        }
    }
}
