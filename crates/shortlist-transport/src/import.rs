//! `/addJobByFile`: imports a job file and returns the created jobs.

pub(crate) mod body;
mod english;
mod from_page;
pub(crate) mod plan;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    App, Clause, Import, ImportFields, ImportRefusal, Operation, Progress, RejectedFile, SentFile,
    StagedFile, StagedUpload,
};
use shortlist_domain::{FileProblem, InvalidValue, Principal, UploadAnswer, UploadKind};

use crate::error::{ApiError, Code, RefusalText};
use crate::form::Form;
use crate::multipart::{ArrivingForm, Refusal, RefusalBody, UploadWork, respond};
use crate::respond_async::{Answered, Ended, prefers_async};
use crate::state::WebState;
use crate::turn_rules::{JOB_FILE, MAX_JOB_FILE_BYTES};
use body::{ErrorRow, ImportBody};

pub use from_page::{FileForm, import_from_page, read_category_file_form, read_job_file_form};
pub use plan::plan_document;

const OPERATION: Operation = Operation::ImportJobs;

/// The fields of the form. The part named `recfiles` is the job file.
pub(crate) const FIELDS: [&str; 6] = [
    "recfiles",
    "recruiterId",
    "organizationId",
    "prompt",
    "onDuplicate",
    "dryRun",
];

/// What a refusal says about the job file.
#[derive(Default)]
struct FileProblems {
    rows: Box<[ErrorRow]>,
    clauses: Box<[Clause]>,
}

impl RefusalBody for FileProblems {
    type Body = ImportBody;

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn into_body(self, text: RefusalText) -> ImportBody {
        ImportBody::refused(text, self.rows.into_vec(), self.clauses.into_vec())
    }
}

/// Creates jobs from a file.
pub(crate) async fn import_jobs(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let done = attempt(&request, payload, &state).await;
    respond(&request, done)
}

async fn attempt(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
) -> Result<Answered, Refusal<FileProblems>> {
    let begun = ArrivingForm::begin_tracked(request, state, &JOB_FILE, OPERATION, UploadKind::Jobs);
    let (arriving, principal) = begun.await?;
    let is_permitted = arriving.is_permitted();
    let is_waiting = !(is_permitted && prefers_async(request));
    let progress = arriving.progress();
    let mut files = Vec::new();
    let reading = arriving.read(payload, |_field, file| files.push(file));
    let mut arrived = reading.await?;
    let fields = fields(&mut arrived.form);
    let warnings = arrived.form.warnings(&FIELDS);
    let ignored = warnings.join("; ");
    let file = arrived.report(one_file(files))?;
    let in_turn = arrived.take_turn().await?;
    let work = match (is_waiting, file) {
        (false, Some(SentContent::Staged(file))) => {
            UploadWork::Later(move |app: &App, principal: &Principal, tracked: &mut _| {
                let staged = app.staged_uploads();
                let accepted = staged.accept_import(principal, fields, warnings, &file, tracked);
                accepted.map_err(refusal)
            })
        }
        (_, file) => {
            // Reading a job file takes much memory, so only a few are read at once. A slow upload does not block them.
            let turn = if is_permitted {
                let turn = state.imports.take(&principal.organization_id).await;
                Some(in_turn.report(turn)?)
            } else {
                None
            };
            UploadWork::Now(move |app: &App, principal: &Principal| {
                let _turn = turn;
                let bytes = file.as_ref().map(SentContent::read).transpose()?;
                let done = app.jobs().import(principal, &fields, bytes.as_deref());
                encode(done.map_err(refusal)?, warnings, &progress)
            })
        }
    };
    in_turn
        .answer(state, principal, OPERATION, ignored, work)
        .await
}

fn encode(
    done: Import,
    warnings: Vec<String>,
    progress: &Progress,
) -> Result<Vec<u8>, Refusal<FileProblems>> {
    let body = match done {
        Import::Created(summary) => {
            progress.add_jobs(summary.jobs.len(), summary.skipped.len());
            ImportBody::of(summary, warnings)
        }
        Import::Planned(plan) => ImportBody::planned(*plan, warnings),
    };
    Ok(serde_json::to_vec(&body).map_err(|error| ApiError::internal(&error))?)
}

/// Does the work of a staged import.
pub(crate) fn run_staged(app: &App, upload: &mut StagedUpload) -> Result<Ended, ApiError> {
    let (warnings, progress) = (upload.warnings(), upload.progress());
    let answered = match app.staged_uploads().run_import(upload) {
        Ok(done) => encode(done, warnings, &progress),
        Err(why) => Err(refusal(why)),
    };
    match answered {
        Ok(body) => Ok((UploadAnswer { status: 200, body }, None)),
        Err(refused) => refused.end(),
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

/// The content of the form's only file.
enum SentContent {
    Staged(StagedFile),
    /// The caller may not import. The use case answers 403 before it reads the file.
    NotAllowed,
}

impl SentContent {
    fn read(&self) -> Result<Vec<u8>, ApiError> {
        match self {
            Self::Staged(staged) => staged.read().map_err(|error| ApiError::internal(&error)),
            Self::NotAllowed => Ok(Vec::new()),
        }
    }
}

/// Returns the form's only file, or `None` if it has no file.
fn one_file(mut files: Vec<SentFile>) -> Result<Option<SentContent>, ApiError> {
    if files.len() > 1 {
        return Err(InvalidValue::new("recfiles", FileProblem::MoreThanOneFile).into());
    }
    match files.pop() {
        None => Ok(None),
        Some(file) => match file.content {
            Ok(staged) => Ok(Some(SentContent::Staged(staged))),
            Err(RejectedFile::NotAllowed) => Ok(Some(SentContent::NotAllowed)),
            Err(RejectedFile::UnreadableName) => {
                Err(InvalidValue::new("recfiles", FileProblem::UnreadableName).into())
            }
            Err(RejectedFile::TooLarge) => {
                let problem = FileProblem::JobFileTooLarge(MAX_JOB_FILE_BYTES);
                let invalid = InvalidValue::new("recfiles", problem);
                Err(ApiError::of_field(Code::TooLarge, invalid))
            }
        },
    }
}

fn refusal(refusal: ImportRefusal) -> Refusal<FileProblems> {
    let message = refusal.to_string();
    let refuse = |code, rows: Box<[ErrorRow]>, clauses: Vec<Clause>| {
        let reason = (code == Code::Conflict).then_some("duplicateJobs");
        let problems = FileProblems {
            rows,
            clauses: clauses.into(),
        };
        Refusal::Shaped(ApiError::new(code, message).because(reason), problems)
    };
    match refusal {
        ImportRefusal::Access(error) => Refusal::Access(error.into()),
        ImportRefusal::BadField(invalid) => ApiError::from(invalid).into(),
        ImportRefusal::File(rejected) => {
            let code = if rejected.error.is_unprocessable() {
                Code::Unprocessable
            } else {
                Code::BadUserInput
            };
            let rows = errors(rejected.error.problems());
            refuse(code, rows, rejected.interpretation)
        }
        ImportRefusal::Duplicates {
            rows,
            interpretation,
        } => refuse(Code::Conflict, errors(rows), interpretation),
        ImportRefusal::App(error) => ApiError::from(error).into(),
    }
}

fn errors<P: Into<ErrorRow>>(problems: Vec<P>) -> Box<[ErrorRow]> {
    problems.into_iter().map(Into::into).collect()
}
