//! `/addJobByFile`: imports a job file and returns the created jobs.

pub(crate) mod body;
mod from_page;
pub(crate) mod plan;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    App, AppError, Clause, IdempotencyError, IdempotentRequest, Import, ImportFields,
    ImportRefusal, Operation, Progress, RejectedFile, RowProblem, SentFile, StagedFile,
    StagedUpload, TrackedUpload, UploadLimits,
};
use shortlist_domain::{Principal, UploadAnswer, UploadKind};

use crate::admission::admit;
use crate::error::{ApiError, Code, blocking};
use crate::form::{Form, FormReader, MAX_ALL_TEXT_BYTES};
use crate::headers::Body;
use crate::idempotency::{idempotency_key, work_error};
use crate::respond_async::{Answered, Ended, RESPOND_ASYNC, accepted_body, prefers_async, refused};
use crate::state::WebState;
use crate::turns::Turn;
use crate::uploads::identifier::{
    end_tracking, problem_of, progress_of, sent_upload_id, track, with_upload_id,
};
use body::ImportBody;

pub use from_page::{
    FileForm, MAX_PAGE_CATEGORY_FILE_BYTES, MAX_PAGE_JOB_FILE_BYTES, import_from_page,
    read_category_file_form, read_job_file_form,
};
pub use plan::plan_document;

/// The largest job file, in bytes.
pub(crate) const MAX_JOB_FILE_BYTES: u64 = 10 << 20;

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

/// A refusal, in one of two response shapes.
enum Refusal {
    /// `{"error": …}`.
    Access(ApiError),
    /// The shape of an import response.
    Import(ApiError, Vec<RowProblem>, Vec<Clause>),
}

impl Refusal {
    fn message(&self) -> String {
        match self {
            Self::Access(error) | Self::Import(error, ..) => error.message(),
        }
    }

    /// Reports to a watching client that the import was refused.
    fn report(&self, tracked: Option<&TrackedUpload>) {
        if let Some(tracked) = tracked {
            tracked.fail(&self.message());
        }
    }

    /// Adds the ignored fields to the message about a field. Often the missing field is there under a misspelled name.
    fn mentioning(self, ignored: &str) -> Self {
        match self {
            Self::Import(error, problems, clauses)
                if error.code == Code::BadUserInput
                    && problems.is_empty()
                    && !ignored.is_empty() =>
            {
                Self::Import(error.and(ignored), problems, clauses)
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
    let response = match attempt(&request, payload, &state).await {
        Ok(response) => response,
        Err(Refusal::Access(error)) => error.to_response(),
        Err(Refusal::Import(error, problems, clauses)) => {
            error.respond(|message| ImportBody::refused(message, problems, clauses))
        }
    };
    with_upload_id(&request, response)
}

/// An import whose form has arrived.
struct ReceivedImport {
    principal: Principal,
    idempotent: Option<IdempotentRequest>,
    files: Vec<SentFile>,
    form: Form,
    tracked: Option<TrackedUpload>,
    turn: Option<Turn>,
    is_waiting: bool,
}

async fn attempt(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
) -> Result<HttpResponse, Refusal> {
    let key = idempotency_key(request).map_err(Refusal::Access)?;
    let sent_id = sent_upload_id(request, key.as_ref()).map_err(Refusal::Access)?;
    let principal = admit(request, state, Body::Form)
        .await
        .map_err(Refusal::Access)?;
    let organization = &principal.organization_id;
    let is_permitted = state.app.access().is_allowed(&principal, OPERATION);
    let limits = limits(&state.app.settings().upload);
    let tracked = if is_permitted {
        Some(track(request, state, &principal, UploadKind::Jobs, sent_id).await)
    } else {
        None
    };
    let tracked = tracked.transpose().map_err(import_error)?;
    let reader = FormReader {
        file_fields: &["recfiles"],
        limits: &limits,
        staging: is_permitted.then(|| state.app.uploads().staging()),
        memory: state.bodies.begin(organization),
        text_bytes: MAX_ALL_TEXT_BYTES,
        progress: progress_of(tracked.as_ref()),
    };
    let mut files = Vec::new();
    let mut idempotent = key.map(|key| IdempotentRequest::new(key, &principal, OPERATION));
    let form = reader.read(request.headers(), payload, |_field, file| {
        if let Some(request) = &mut idempotent {
            request.add_file(&file);
        }
        files.push(file);
    });
    let form = form.await.map_err(import_error);
    let form = form.inspect_err(|refusal| refusal.report(tracked.as_ref()))?;
    // A turn is taken only now, because a body arrives as slowly as its sender likes.
    let turn = if is_permitted {
        Some(state.uploads.take(organization).await)
    } else {
        None
    };
    let turn = turn.transpose().map_err(import_error);
    let turn = turn.inspect_err(|refusal| refusal.report(tracked.as_ref()))?;
    progress_of(tracked.as_ref()).begin_work();
    let received = ReceivedImport {
        is_waiting: !(is_permitted && prefers_async(request)),
        principal,
        idempotent,
        files,
        form,
        tracked,
        turn,
    };
    received.answer(state).await
}

impl ReceivedImport {
    /// Does the work, or stages it if the sender does not wait.
    async fn answer(mut self, state: &web::Data<WebState>) -> Result<HttpResponse, Refusal> {
        if let Some(request) = &mut self.idempotent {
            self.form.add_to_fingerprint(request);
            if !self.is_waiting {
                request.add("prefer", RESPOND_ASYNC.as_bytes());
            }
        }
        let fields = fields(&mut self.form);
        let warnings = self.form.warnings(&FIELDS);
        let ignored = warnings.join("; ");
        // Reading a job file takes much memory, so only a few are read at once. A slow upload does not block them.
        let import_turn = if self.is_waiting {
            Some(state.imports.take(&self.principal.organization_id).await)
        } else {
            None
        };
        let import_turn = import_turn.transpose().map_err(import_error)?;
        let file = one_file(std::mem::take(&mut self.files));
        let file = file.inspect_err(|refusal| refusal.report(self.tracked.as_ref()))?;
        let shared = state.clone();
        let work = move || {
            let _turn = import_turn;
            self.run(&shared, fields, warnings, file)
        };
        let done = blocking(work).await.map_err(import_error)?;
        done.map_err(|why| match work_error(why) {
            Ok(refused) => refused.mentioning(&ignored),
            Err(error) if error.code == Code::Forbidden => Refusal::Access(error),
            Err(error) => import_error(error),
        })
        .map(Answered::respond)
    }

    fn run(
        self,
        state: &WebState,
        fields: ImportFields,
        warnings: Vec<String>,
        file: Option<SentContent>,
    ) -> Result<Answered, IdempotencyError<Refusal>> {
        let (app, principal) = (&state.app, &self.principal);
        let (tracked, _turn) = (self.tracked, self.turn);
        let idempotency = app.idempotency();
        if let (false, Some(file)) = (self.is_waiting, &file) {
            let work = || accept(state, principal, fields, warnings, file, tracked);
            let done = idempotency.run(principal, OPERATION, self.idempotent, work);
            return done.map(Answered::Accepted);
        }
        let progress = progress_of(tracked.as_ref());
        let work = || {
            let bytes = file.as_ref().map(SentContent::read).transpose()?;
            let done = app.jobs().import(principal, &fields, bytes.as_deref());
            encode(done.map_err(refusal)?, warnings, &progress)
        };
        let done = idempotency.run(principal, OPERATION, self.idempotent, work);
        end_tracking(app, tracked.as_ref(), problem_of(&done, Refusal::message));
        done.map(Answered::Complete)
    }
}

/// Stages an import whose sender does not wait.
fn accept(
    state: &WebState,
    principal: &Principal,
    fields: ImportFields,
    warnings: Vec<String>,
    file: &SentContent,
    tracked: Option<TrackedUpload>,
) -> Result<Vec<u8>, Refusal> {
    let (SentContent::Staged(staged), Some(tracked)) = (file, tracked) else {
        let rule = AppError::Forbidden("the caller may not import jobs".to_owned());
        return Err(Refusal::Access(rule.into()));
    };
    let uploads = state.app.staged_uploads();
    let key = uploads
        .accept_import(principal, fields, warnings, staged, tracked)
        .map_err(refusal)?;
    let body = accepted_body(&key.id).map_err(import_error);
    state.staged.accept(key);
    body
}

fn encode(done: Import, warnings: Vec<String>, progress: &Progress) -> Result<Vec<u8>, Refusal> {
    let body = match done {
        Import::Created(summary) => {
            progress.add_jobs(summary.jobs.len(), summary.skipped.len());
            ImportBody::of(summary, warnings)
        }
        Import::Planned(plan) => ImportBody::planned(*plan, warnings),
    };
    serde_json::to_vec(&body).map_err(|error| import_error(ApiError::internal(&error)))
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
        Err(Refusal::Access(error)) => refused(error, |message| {
            ImportBody::refused(message, Vec::new(), Vec::new())
        }),
        Err(Refusal::Import(error, problems, clauses)) => refused(error, |message| {
            ImportBody::refused(message, problems, clauses)
        }),
    }
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

/// The content of the form's only file.
enum SentContent {
    Staged(StagedFile),
    /// The caller may not import. The use case answers 403 before it reads the file.
    NotAllowed,
}

impl SentContent {
    fn read(&self) -> Result<Vec<u8>, Refusal> {
        match self {
            Self::Staged(staged) => staged
                .read()
                .map_err(|error| import_error(ApiError::internal(&error))),
            Self::NotAllowed => Ok(Vec::new()),
        }
    }
}

/// Returns the form's only file, or `None` if it has no file.
fn one_file(mut files: Vec<SentFile>) -> Result<Option<SentContent>, Refusal> {
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
            Ok(staged) => Ok(Some(SentContent::Staged(staged))),
            Err(RejectedFile::NotAllowed) => Ok(Some(SentContent::NotAllowed)),
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
