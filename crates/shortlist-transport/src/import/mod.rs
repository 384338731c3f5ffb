//! `/addJobByFile`: imports a job file and returns the created jobs.

mod body;
mod from_page;
mod plan;

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    AppError, Clause, IdempotentAnswer, IdempotentRequest, Import, ImportFields, ImportRefusal,
    Operation, RejectedFile, RowProblem, SentFile, UploadLimits,
};

use crate::admission::admit;
use crate::error::{ApiError, Code, blocking};
use crate::form::{Form, FormReader};
use crate::headers::Body;
use crate::idempotency::{idempotency_key, respond, work_error};
use crate::state::WebState;
use body::ImportBody;

pub use from_page::{JobFileForm, MAX_PAGE_JOB_FILE_BYTES, import_from_page, read_job_file_form};
pub use plan::plan_document;

/// The largest job file, in bytes.
pub(crate) const MAX_JOB_FILE_BYTES: u64 = 10 << 20;

const OPERATION: Operation = Operation::ImportJobs;

/// The fields of the form. The part named `recfiles` is the job file.
const FIELDS: [&str; 6] = [
    "recfiles",
    "recruiterId",
    "organizationId",
    "prompt",
    "onDuplicate",
    "dryRun",
];

/// A refusal, in one of two response shapes.
enum Refusal {
    /// `{"error": …}`.
    Access(ApiError),
    /// The shape of an import response.
    Import(ApiError, Vec<RowProblem>, Vec<Clause>),
}

impl Refusal {
    /// Adds the ignored fields to the message about a field. Often the missing field is there under a misspelled name.
    fn mentioning(self, ignored: &str) -> Self {
        match self {
            Self::Import(error, problems, clauses)
                if error.code == Code::BadUserInput
                    && problems.is_empty()
                    && !ignored.is_empty() =>
            {
                let message = format!("{}; {ignored}", error.message);
                Self::Import(ApiError { message, ..error }, problems, clauses)
            }
            other => other,
        }
    }
}

fn import_error(error: ApiError) -> Refusal {
    Refusal::Import(error, Vec::new(), Vec::new())
}

/// Creates jobs from a file.
pub(crate) async fn import_jobs(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    match attempt(&request, payload, &state).await {
        Ok(answered) => respond(answered),
        Err(Refusal::Access(error)) => error.to_response(),
        Err(Refusal::Import(error, problems, clauses)) => {
            error.respond(|message| ImportBody::refused(message, problems, clauses))
        }
    }
}

async fn attempt(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
) -> Result<IdempotentAnswer, Refusal> {
    let key = idempotency_key(request).map_err(Refusal::Access)?;
    let principal = admit(request, state, Body::Form)
        .await
        .map_err(Refusal::Access)?;
    let organization = &principal.organization_id;
    let is_permitted = state.app.access().is_allowed(&principal, OPERATION);
    let limits = limits(&state.app.settings().upload);
    let reader = FormReader {
        file_fields: &["recfiles"],
        limits: &limits,
        staging: is_permitted.then(|| state.app.uploads().staging()),
        memory: state.bodies.begin(organization),
    };
    let upload_turn = match is_permitted {
        true => Some(state.uploads.take(organization).await),
        false => None,
    };
    let upload_turn = upload_turn.transpose().map_err(import_error)?;
    let mut files = Vec::new();
    let mut idempotent = key.map(|key| IdempotentRequest::new(key, &principal, OPERATION));
    let form = reader.read(request.headers(), payload, |_field, file| {
        if let Some(request) = &mut idempotent {
            request.add_file(&file);
        }
        files.push(file);
    });
    let mut form = form.await.map_err(import_error)?;
    if let Some(request) = &mut idempotent {
        form.add_to_fingerprint(request);
    }
    let fields = fields(&mut form);
    let warnings = form.warnings(&FIELDS);
    let ignored = warnings.join("; ");
    // Reading a job file takes much memory, so only a few are read at once. A slow upload does not block them.
    let import_turn = state.imports.take(organization).await;
    let import_turn = import_turn.map_err(import_error)?;
    let file = one_file(files)?;
    let app = Arc::clone(&state.app);
    let work = move || {
        let _turns = (upload_turn, import_turn);
        app.idempotency()
            .run(&principal, OPERATION, idempotent, || {
                let done = app.jobs().import(&principal, &fields, file.as_deref());
                let body = match done.map_err(refusal)? {
                    Import::Created(summary) => ImportBody::of(summary, warnings),
                    Import::Planned(plan) => ImportBody::planned(*plan, warnings),
                };
                serde_json::to_vec(&body).map_err(|error| import_error(ApiError::internal(&error)))
            })
    };
    let done = blocking(work).await.map_err(import_error)?;
    done.map_err(|why| match work_error(why) {
        Ok(refused) => refused.mentioning(&ignored),
        Err(error) if error.code == Code::Forbidden => Refusal::Access(error),
        Err(error) => import_error(error),
    })
}

/// Returns the limits of a job file's form.
fn limits(limits: &UploadLimits) -> UploadLimits {
    UploadLimits {
        file_bytes: MAX_JOB_FILE_BYTES,
        request_bytes: 2 * MAX_JOB_FILE_BYTES,
        ..limits.clone()
    }
}

fn fields(form: &mut Form) -> ImportFields {
    ImportFields {
        recruiter_id: form.take("recruiterId"),
        organization_id: form.take("organizationId"),
        prompt: form.take("prompt"),
        on_duplicate: form.take("onDuplicate"),
        dry_run: form.take("dryRun"),
    }
}

/// Returns the bytes of the form's only file, or `None` if it has no file.
fn one_file(mut files: Vec<SentFile>) -> Result<Option<Vec<u8>>, Refusal> {
    if files.len() > 1 {
        let error = ApiError::new(
            Code::BadUserInput,
            "recfiles: send only one file per request",
        );
        return Err(import_error(error));
    }
    match files.pop() {
        None => Ok(None),
        Some(file) => match file.content {
            Ok(staged) => staged
                .read()
                .map(Some)
                .map_err(|error| import_error(ApiError::internal(&error))),
            // The use case answers 403 before it reads the file.
            Err(RejectedFile::NotAllowed) => Ok(Some(Vec::new())),
            Err(RejectedFile::UnreadableName) => {
                let message = format!("recfiles: {}", RejectedFile::UNREADABLE_NAME);
                Err(import_error(ApiError::new(Code::BadUserInput, message)))
            }
            Err(RejectedFile::TooLarge) => {
                let most = MAX_JOB_FILE_BYTES >> 20;
                let message = format!(
                    "recfiles: the file exceeds the limit of {most} MiB; split it into smaller files"
                );
                Err(import_error(ApiError::new(Code::TooLarge, message)))
            }
        },
    }
}

fn refusal(refusal: ImportRefusal) -> Refusal {
    let message = refusal.to_string();
    let refuse = |code| {
        move |message, problems, clauses| {
            Refusal::Import(ApiError::new(code, message), problems, clauses)
        }
    };
    match refusal {
        ImportRefusal::Access(error) => Refusal::Access(error.into()),
        ImportRefusal::BadField(invalid) => import_error(AppError::from(invalid).into()),
        ImportRefusal::BadFile {
            problems,
            interpretation,
            ..
        } => refuse(Code::BadUserInput)(message, problems, interpretation),
        ImportRefusal::Unprocessable {
            problems,
            interpretation,
            ..
        } => refuse(Code::Unprocessable)(message, problems, interpretation),
        ImportRefusal::Duplicates {
            problems,
            interpretation,
        } => refuse(Code::Conflict)(message, problems, interpretation),
        ImportRefusal::App(error) => import_error(error.into()),
    }
}
