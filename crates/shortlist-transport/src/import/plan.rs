//! The plan of a job file import as JSON: the first jobs with the source of each value, and the skipped rows.

use serde::Serialize;
use shortlist_app::{
    Field, JobDraft, JobFile, Plan, PlanNote, Source, Value, column_reason_text, note_text,
    skipped_row_text,
};
use shortlist_domain::EmploymentKind;
use utoipa::ToSchema;

use super::body::InterpretedClause;

/// The number of jobs that a dry run shows.
pub(super) const FIRST_ROWS: usize = 5;

/// The most characters of a description that are shown.
const SHOWN_DESCRIPTION_CHARS: usize = 300;

/// The most skipped rows that are listed.
const MAX_SKIPPED_ROWS: usize = 1_000;

/// The result of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlanDocument {
    dry_run: bool,
    plan: PlanView,
    /// The number of jobs that would be created, duplicates included.
    rows: usize,
    first_rows: Vec<PlannedJob>,
    skipped_rows: Vec<SkippedRow>,
}

/// How a job file was read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlanView {
    format: &'static str,
    #[schema(required)]
    encoding: Option<&'static str>,
    #[schema(required)]
    delimiter: Option<String>,
    #[schema(required)]
    sheet: Option<String>,
    #[schema(required)]
    header_row: Option<u32>,
    columns: Vec<ColumnView>,
    notes: Vec<String>,
    /// The notes with their names.
    coded_notes: Vec<NoteView>,
}

/// The meaning of a column.
#[derive(Serialize, ToSchema)]
pub(crate) struct ColumnView {
    column: String,
    #[schema(required)]
    field: Option<&'static str>,
    reason: String,
    /// The name of the reason, such as `weak_name`.
    #[serde(rename = "reasonCode")]
    reason_code: &'static str,
}

/// A fact about how the file was read.
#[derive(Serialize, ToSchema)]
pub(crate) struct NoteView {
    /// The name of the fact, such as `hidden_rows`.
    code: &'static str,
    text: String,
}

/// A row that is not a job.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkippedRow {
    row: u32,
    reason: String,
    /// `prompt` or `repeats_header`.
    #[serde(rename = "reasonCode")]
    reason_code: &'static str,
    /// The clause of the prompt that leaves the row out.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
}

/// A job that would be created.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlannedJob {
    row: u32,
    job_title: String,
    #[schema(required)]
    job_code: Option<String>,
    #[schema(required)]
    department: Option<String>,
    #[schema(required)]
    location: Option<String>,
    #[schema(required)]
    employment_type: Option<String>,
    #[serde(rename = "employmentKind")]
    #[schema(required)]
    employment_kind: Option<&'static str>,
    draft: bool,
    skills: Vec<String>,
    #[serde(rename = "jobDescription")]
    job_description: String,
    attributes: Vec<AttributeView>,
    sources: Vec<SourceView>,
}

/// A value that no field of a job holds.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttributeView {
    name: String,
    value: String,
}

/// The source of a value: a column, a clause of the prompt, or neither.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceView {
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    default: bool,
}

/// Returns the plan of a job file, its first jobs and the interpretation of the prompt as JSON, as in a dry run.
///
/// # Errors
/// Returns an error if the plan cannot be serialized. No file causes this.
pub fn plan_document(file: &JobFile, first_rows: usize) -> Result<String, serde_json::Error> {
    /// The plan together with the interpretation, which an import returns as a separate field.
    #[derive(Serialize)]
    struct Whole {
        #[serde(flatten)]
        plan: PlanDocument,
        interpretation: Vec<InterpretedClause>,
    }
    let clauses = file.interpretation.iter().cloned();
    serde_json::to_string_pretty(&Whole {
        plan: PlanDocument::of(file, first_rows),
        interpretation: clauses.map(InterpretedClause::of).collect(),
    })
}

impl PlanDocument {
    pub(super) fn of(file: &JobFile, first_rows: usize) -> Self {
        let skipped = file.skipped_rows.iter().take(MAX_SKIPPED_ROWS);
        let jobs = file.drafts.iter().take(first_rows);
        Self {
            dry_run: true,
            plan: PlanView::of(&file.plan),
            rows: file.drafts.len(),
            first_rows: jobs.map(|draft| PlannedJob::of(draft, file)).collect(),
            skipped_rows: skipped
                .map(|row| SkippedRow {
                    row: row.row,
                    reason: skipped_row_text(&row.reason),
                    reason_code: row.reason.code(),
                    clause: row.reason.clause().map(str::to_owned),
                })
                .collect(),
        }
    }
}

impl PlanView {
    fn of(plan: &Plan) -> Self {
        let columns = plan.columns.iter().map(|column| ColumnView {
            column: column.column.clone(),
            field: column.field.map(Field::as_wire),
            reason: column_reason_text(column.reason).to_owned(),
            reason_code: column.reason.code(),
        });
        Self {
            format: plan.format.as_str(),
            encoding: plan.encoding,
            delimiter: plan.delimiter.clone(),
            sheet: plan.sheet.clone(),
            header_row: plan.header_row,
            columns: columns.collect(),
            notes: plan.notes.iter().map(note_text).collect(),
            coded_notes: plan.notes.iter().map(NoteView::of).collect(),
        }
    }
}

impl NoteView {
    fn of(note: &PlanNote) -> Self {
        Self {
            code: note.code(),
            text: note_text(note),
        }
    }
}

impl PlannedJob {
    fn of(draft: &JobDraft, file: &JobFile) -> Self {
        let draft = draft.clone();
        let sources = draft.sources.iter();
        let sources = sources
            .map(|told| SourceView::of(value_name(told.value, &draft), told.source, file))
            .collect();
        let mut description: String = draft
            .description
            .chars()
            .take(SHOWN_DESCRIPTION_CHARS)
            .collect();
        if description.len() < draft.description.len() {
            description.push('…');
        }
        Self {
            row: draft.row,
            job_title: draft.title,
            job_code: draft.code,
            department: draft.department,
            location: draft.location,
            employment_type: draft.employment_type,
            employment_kind: draft.employment_kind.map(EmploymentKind::as_str),
            draft: draft.draft,
            skills: draft.skills,
            job_description: description,
            attributes: draft
                .attributes
                .into_iter()
                .map(|attribute| AttributeView {
                    name: attribute.name,
                    value: attribute.value,
                })
                .collect(),
            sources,
        }
    }
}

/// Returns the name of the field that holds a value.
fn value_name(value: Value, draft: &JobDraft) -> String {
    let name = match value {
        Value::Attribute(place) => draft
            .attributes
            .get(place)
            .map_or("", |attribute| attribute.name.as_str()),
        Value::Field(Field::Title) => "job_title",
        Value::Field(Field::Code) => "job_code",
        Value::Field(Field::Description) => "jobDescription",
        Value::Field(field) => field.as_wire(),
    };
    name.to_owned()
}

impl SourceView {
    fn of(value: String, source: Source, file: &JobFile) -> Self {
        let (column, clause) = match source {
            Source::Cell(place) => (file.plan.columns.get(place), None),
            Source::Clause(place) => (None, file.interpretation.get(place)),
            Source::Default => (None, None),
        };
        Self {
            value,
            column: column.map(|column| column.column.clone()),
            clause: clause.map(|clause| clause.clause.clone()),
            default: source == Source::Default,
        }
    }
}
