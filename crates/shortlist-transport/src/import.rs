//! `/addJobByFile`: a job file in, the created jobs out.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use shortlist_app::{
    AppError, Clause, ClauseStatus, ImportFields, ImportRefusal, ImportSummary, RowProblem,
    SentFile, UploadLimits,
};
use shortlist_domain::Job;

use crate::admission::{admit, turn};
use crate::error::{ApiError, Code, blocking};
use crate::form::{Form, FormReader};
use crate::state::WebState;

/// The largest job file, in bytes.
pub(crate) const MAX_JOB_FILE_BYTES: u64 = 10 << 20;

#[derive(Serialize)]
struct ImportBody {
    status: u8,
    message: String,
    jobs: Vec<ImportedJob>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<ErrorRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interpretation: Option<Vec<InterpretedClause>>,
}

#[derive(Serialize)]
struct ImportedJob {
    job_unique_id: String,
    job_title: String,
    job_code: String,
    department: Option<String>,
    location: Option<String>,
    employment_type: Option<String>,
    created_at: String,
}

#[derive(Serialize)]
struct ErrorRow {
    row: Option<u32>,
    column: Option<String>,
    problem: String,
}

#[derive(Serialize)]
struct InterpretedClause {
    clause: String,
    status: &'static str,
    operation: Option<String>,
    detail: String,
    rows: u32,
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
    fn of(clause: Clause) -> Self {
        let status = match clause.status {
            ClauseStatus::Applied => "applied",
            ClauseStatus::NoEffect => "no_effect",
            ClauseStatus::NotUnderstood => "not_understood",
        };
        let operation = clause
            .operation
            .map(|operation| operation.as_str().to_owned());
        Self {
            clause: clause.clause,
            status,
            operation,
            detail: clause.detail,
            rows: clause.rows,
        }
    }
}

fn error_rows(problems: Vec<RowProblem>) -> Vec<ErrorRow> {
    let row = |p: RowProblem| ErrorRow {
        row: p.row,
        column: p.column,
        problem: p.problem,
    };
    problems.into_iter().map(row).collect()
}

impl ImportBody {
    fn of(summary: ImportSummary) -> Self {
        let ImportSummary {
            jobs,
            skipped,
            interpretation,
        } = summary;
        let message = match skipped.len() {
            0 => format!("{} job(s) created successfully", jobs.len()),
            n => format!(
                "{} job(s) created successfully, {n} duplicate(s) skipped",
                jobs.len()
            ),
        };
        Self {
            status: 1,
            message,
            jobs: jobs.into_iter().map(ImportedJob::of).collect(),
            errors: Some(error_rows(skipped)),
            interpretation: Some(
                interpretation
                    .into_iter()
                    .map(InterpretedClause::of)
                    .collect(),
            ),
        }
    }

    fn refused(message: String, problems: Vec<RowProblem>) -> Self {
        Self {
            status: 0,
            message,
            jobs: Vec::new(),
            errors: Some(error_rows(problems)),
            interpretation: None,
        }
    }
}

/// Which of the two shapes a refusal is answered in.
enum Refusal {
    /// `{"error": …}`.
    Access(ApiError),
    /// The import's own.
    Import(ApiError, Vec<RowProblem>),
}

fn import_error(error: ApiError) -> Refusal {
    Refusal::Import(error, Vec::new())
}

/// Creates jobs from a file.
pub(crate) async fn import_jobs(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    match attempt(&request, payload, &state).await {
        Ok(summary) => HttpResponse::Ok().json(ImportBody::of(summary)),
        Err(Refusal::Access(error)) => error.to_response(),
        Err(Refusal::Import(error, problems)) => HttpResponse::build(error.code.status())
            .json(ImportBody::refused(error.message, problems)),
    }
}

async fn attempt(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
) -> Result<ImportSummary, Refusal> {
    let principal = admit(request, state).await.map_err(Refusal::Access)?;
    let limits = UploadLimits {
        file_bytes: MAX_JOB_FILE_BYTES,
        request_bytes: 2 * MAX_JOB_FILE_BYTES,
        ..state.app.settings().upload.clone()
    };
    let reader = FormReader {
        file_field: "recfiles",
        limits: &limits,
        staging: state.app.staging(),
    };
    let _turn = turn(state).await.map_err(import_error)?;
    let mut files = Vec::new();
    let form = reader.read(request.headers(), payload, |file| files.push(file));
    let mut form = form.await.map_err(import_error)?;
    let fields = fields(&mut form);
    let file = one_file(files)?;
    let app = Arc::clone(&state.app);
    let done = blocking(move || app.import_jobs(&principal, &fields, file.as_deref())).await;
    done.map_err(import_error)?.map_err(refusal)
}

fn fields(form: &mut Form) -> ImportFields {
    ImportFields {
        recruiter_id: form.take("recruiterId"),
        organization_id: form.take("organizationId"),
        prompt: form.take("prompt"),
        on_duplicate: form.take("onDuplicate"),
    }
}

/// The bytes of the one file of the form, where there is one.
fn one_file(mut files: Vec<SentFile>) -> Result<Option<Vec<u8>>, Refusal> {
    if files.len() > 1 {
        let error = ApiError::new(
            Code::BadUserInput,
            "recfiles: send one file; several need several requests",
        );
        return Err(import_error(error));
    }
    match files.pop() {
        None => Ok(None),
        Some(file) => match file.content {
            Some(staged) => staged
                .read()
                .map(Some)
                .map_err(|error| import_error(ApiError::internal(&error))),
            None => {
                let most = MAX_JOB_FILE_BYTES >> 20;
                let message =
                    format!("recfiles: the file is over the limit of {most} MiB; split it");
                Err(import_error(ApiError::new(Code::TooLarge, message)))
            }
        },
    }
}

fn refusal(refusal: ImportRefusal) -> Refusal {
    let message = refusal.to_string();
    match refusal {
        ImportRefusal::Access(error) => Refusal::Access(error.into()),
        ImportRefusal::BadField(invalid) => import_error(AppError::from(invalid).into()),
        ImportRefusal::BadFile { problems, .. } => {
            Refusal::Import(ApiError::new(Code::BadUserInput, message), problems)
        }
        ImportRefusal::Unprocessable { problems, .. } => {
            Refusal::Import(ApiError::new(Code::Unprocessable, message), problems)
        }
        ImportRefusal::Duplicates { problems } => {
            Refusal::Import(ApiError::new(Code::Conflict, message), problems)
        }
        ImportRefusal::App(error) => import_error(error.into()),
    }
}
