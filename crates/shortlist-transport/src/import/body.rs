//! The response bodies for a job file.

use serde::Serialize;
use shortlist_app::{
    Clause, ClauseProblem, DuplicateRow, ImportPlan, ImportSummary, RowFault, RowProblem,
    clause_text, duplicate_row_text,
};
use shortlist_domain::Job;
use utoipa::ToSchema;

use super::english::{created_text, planned_text};
use super::plan::{FIRST_ROWS, PlanDocument};
use crate::error::{InvalidBody, RefusalText};

/// The response to a job file.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct ImportBody {
    /// 1, or 0 if the file was refused.
    status: u8,
    message: String,
    /// The stable name of the reason of a refusal, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// What is wrong with the value of a field, if that is why the file was refused; `message` is the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    invalid: Option<InvalidBody>,
    jobs: Vec<ImportedJob>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<ErrorRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interpretation: Option<Vec<InterpretedClause>>,
    #[serde(flatten)]
    #[schema(ignore)]
    plan: Option<PlanDocument>,
    /// What was sent and ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// A job that an import created.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportedJob {
    job_unique_id: String,
    job_title: String,
    job_code: String,
    #[schema(required)]
    department: Option<String>,
    #[schema(required)]
    location: Option<String>,
    #[schema(required)]
    employment_type: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// A problem of a job file.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorRow {
    #[schema(required)]
    row: Option<u32>,
    #[schema(required)]
    column: Option<String>,
    problem: String,
    /// The name of the problem, such as `no_title_column`.
    code: &'static str,
    /// What is wrong with the value of a field, if that is the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    invalid: Option<InvalidBody>,
}

impl From<RowProblem> for ErrorRow {
    fn from(problem: RowProblem) -> Self {
        Self {
            row: problem.row,
            column: problem.column,
            problem: problem.fault.to_string(),
            code: problem.fault.code(),
            invalid: match &problem.fault {
                RowFault::Invalid(invalid) => Some(invalid.into()),
                _ => None,
            },
        }
    }
}

impl From<DuplicateRow> for ErrorRow {
    fn from(duplicate: DuplicateRow) -> Self {
        Self {
            problem: duplicate_row_text(&duplicate),
            row: duplicate.row,
            column: duplicate.column,
            code: "duplicate",
            invalid: None,
        }
    }
}

/// The outcome of one clause of the prompt.
#[derive(Serialize, ToSchema)]
pub(crate) struct InterpretedClause {
    clause: String,
    /// `applied`, `no_effect` or `not_understood`.
    status: &'static str,
    #[schema(required)]
    operation: Option<String>,
    detail: String,
    rows: u32,
    /// Why the clause could not run, as values; `detail` is the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<ClauseProblemBody>,
    /// Whether the language model translated the clause.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    translated: bool,
}

/// Why a clause could not run.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClauseProblemBody {
    /// The name of the problem, such as `no_such_column`.
    code: &'static str,
    /// The column or the sheet that it is about, as the prompt names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The name that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
}

impl From<ClauseProblem> for ClauseProblemBody {
    fn from(problem: ClauseProblem) -> Self {
        Self {
            code: problem.code(),
            name: problem.name().map(str::to_owned),
            nearest: problem.nearest().map(str::to_owned),
        }
    }
}

impl ImportedJob {
    fn of(job: Job) -> Self {
        Self {
            job_unique_id: job.id.into_string(),
            job_title: job.title,
            job_code: job.code,
            department: job.department,
            location: job.location,
            employment_type: job.employment_type,
            created_at: job.created_at.to_string(),
        }
    }
}

impl InterpretedClause {
    pub(super) fn of(clause: Clause) -> Self {
        let operation = clause.operation();
        Self {
            detail: clause_text(&clause),
            clause: clause.clause,
            status: clause.status.as_str(),
            operation: operation.map(|operation| operation.as_str().to_owned()),
            rows: clause.rows,
            problem: clause.problem.map(ClauseProblemBody::from),
            translated: clause.translated,
        }
    }
}

impl ImportBody {
    pub(super) fn of(summary: ImportSummary, warnings: Vec<String>) -> Self {
        Self {
            status: 1,
            message: created_text(summary.jobs.len(), summary.skipped.len()),
            jobs: summary.jobs.into_iter().map(ImportedJob::of).collect(),
            errors: Some(summary.skipped.into_iter().map(ErrorRow::from).collect()),
            interpretation: Some(interpreted(summary.interpretation)),
            warnings,
            ..Self::default()
        }
    }

    /// Returns the response to a dry run.
    pub(super) fn planned(plan: ImportPlan, warnings: Vec<String>) -> Self {
        let ImportPlan { file, duplicates } = plan;
        Self {
            status: 1,
            message: planned_text(file.drafts.len(), duplicates.len()),
            errors: Some(duplicates.into_iter().map(ErrorRow::from).collect()),
            plan: Some(PlanDocument::of(&file, FIRST_ROWS)),
            interpretation: Some(interpreted(file.interpretation)),
            warnings,
            ..Self::default()
        }
    }

    /// Returns the response to a refused file. It contains the interpretation if there was a prompt.
    pub(super) fn refused(
        text: RefusalText,
        errors: Vec<ErrorRow>,
        interpretation: Vec<Clause>,
    ) -> Self {
        let clauses = interpreted(interpretation);
        Self {
            message: text.message,
            reason: text.reason,
            invalid: text.invalid,
            errors: Some(errors),
            interpretation: Some(clauses).filter(|clauses| !clauses.is_empty()),
            ..Self::default()
        }
    }
}

fn interpreted(clauses: Vec<Clause>) -> Vec<InterpretedClause> {
    clauses.into_iter().map(InterpretedClause::of).collect()
}
