//! `/bulk-upload-resumes`: stores and scores the resumes of a form, and returns the counts.

pub(crate) mod body;
mod from_page;
mod interrupted;

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    App, AppError, Cancellation, IdempotencyError, IdempotentRequest, Intake, Operation, SentFile,
    StagedUpload, TrackedUpload, UploadFields, UploadRefusal,
};
use shortlist_domain::{Principal, UploadAnswer, UploadKind};

use crate::admission::admit;
use crate::cancellation::CancelOnDrop;
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
use body::UploadBody;
use interrupted::Interrupted;

pub use from_page::{PageUpload, upload_from_page};

const OPERATION: Operation = Operation::UploadResumes;

/// The fields of the form. The parts named `files` are the resumes.
pub(crate) const FIELDS: [&str; 7] = [
    "files",
    "jobId",
    "recruiterId",
    "organizationId",
    "userType",
    "resumeScoreBreakdown",
    "onDuplicate",
];

/// Reads, scores and stores resumes.
pub(crate) async fn upload_resumes(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let response = match attempt(&request, payload, &state).await {
        Ok(response) => response,
        Err(Refusal::Access(error)) => error.to_response(),
        Err(Refusal::Upload(error)) => error.respond(UploadBody::refused),
        Err(Refusal::Interrupted(interrupted)) => interrupted.respond(),
    };
    with_upload_id(&request, response)
}

/// A refusal, in one of the response shapes.
enum Refusal {
    /// `{"error": …}`.
    Access(ApiError),
    /// The shape of an upload response.
    Upload(ApiError),
    /// The same, with the outcomes of the files.
    Interrupted(Box<Interrupted>),
}

/// An upload whose form has arrived.
struct ReceivedUpload {
    principal: Principal,
    idempotent: Option<IdempotentRequest>,
    files: ReceivedFiles,
    form: Form,
    tracked: Option<TrackedUpload>,
    turn: Option<Turn>,
}

/// The files of an upload.
enum ReceivedFiles {
    /// They are read as they arrive.
    Read(Box<Intake>),
    /// They are read later, because the sender does not wait.
    Staged(Vec<SentFile>),
}

impl ReceivedFiles {
    fn push(&mut self, file: SentFile) {
        match self {
            Self::Read(intake) => intake.push(file),
            Self::Staged(files) => files.push(file),
        }
    }
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
    // A caller without permission takes no turn and no storage. The refusal is sent after the form is read.
    let is_permitted = state.app.access().is_allowed(&principal, OPERATION);
    let is_waiting = !(is_permitted && prefers_async(request));
    let turn = if is_permitted {
        Some(state.uploads.take(organization).await)
    } else {
        None
    };
    let turn = turn.transpose().map_err(Refusal::Upload)?;
    let tracked = if is_permitted {
        Some(track(request, state, &principal, UploadKind::Resumes, sent_id).await)
    } else {
        None
    };
    let tracked = tracked.transpose().map_err(Refusal::Upload)?;
    let reader = FormReader {
        file_fields: &["files"],
        limits: &state.app.settings().upload,
        staging: is_permitted.then(|| state.app.uploads().staging()),
        memory: state.bodies.begin(organization),
        text_bytes: MAX_ALL_TEXT_BYTES,
        progress: progress_of(tracked.as_ref()),
    };
    // A request with an idempotency key is not cancelled on disconnect, because its sender may ask for the answer
    // again.
    let client = key.is_none().then(CancelOnDrop::default);
    let start = UploadStart::of(is_permitted, client.as_ref());
    let begun = start.begin(state, &principal).await;
    let intake = begun.inspect_err(|refusal| refusal.report(tracked.as_ref()))?;
    let mut files = if is_waiting {
        ReceivedFiles::Read(Box::new(intake.reporting(progress_of(tracked.as_ref()))))
    } else {
        ReceivedFiles::Staged(Vec::new())
    };
    let mut idempotent = key.map(|key| IdempotentRequest::new(key, &principal, OPERATION));
    let form = reader.read(request.headers(), payload, |_field, file| {
        if let Some(request) = &mut idempotent {
            request.add_file(&file);
        }
        files.push(file);
    });
    let form = form.await.map_err(Refusal::Upload);
    let form = form.inspect_err(|refusal| refusal.report(tracked.as_ref()))?;
    progress_of(tracked.as_ref()).begin_work();
    let received = ReceivedUpload {
        principal,
        idempotent,
        files,
        form,
        tracked,
        turn,
    };
    received.answer(state).await
}

impl ReceivedUpload {
    /// Does the work, or stages it if the sender does not wait.
    async fn answer(mut self, state: &web::Data<WebState>) -> Result<HttpResponse, Refusal> {
        if let Some(request) = &mut self.idempotent {
            self.form.add_to_fingerprint(request);
            if matches!(self.files, ReceivedFiles::Staged(_)) {
                request.add("prefer", RESPOND_ASYNC.as_bytes());
            }
        }
        let fields = fields(&mut self.form);
        let warnings = self.form.warnings(&FIELDS);
        let ignored = warnings.join("; ");
        let shared = state.clone();
        let work = move || self.run(&shared, fields, warnings);
        let done = blocking(work).await.map_err(Refusal::Upload)?;
        done.map_err(|why| match work_error(why) {
            Ok(refused) => refused.mentioning(&ignored),
            Err(error) if error.code == Code::Forbidden => Refusal::Access(error),
            Err(error) => Refusal::Upload(error),
        })
        .map(Answered::respond)
    }

    fn run(
        self,
        state: &WebState,
        fields: UploadFields,
        warnings: Vec<String>,
    ) -> Result<Answered, IdempotencyError<Refusal>> {
        let (app, principal) = (&state.app, &self.principal);
        let (tracked, _turn) = (self.tracked, self.turn);
        let idempotency = app.idempotency();
        match self.files {
            ReceivedFiles::Read(intake) => {
                let work = || {
                    let done = app.uploads().finish(principal, &fields, *intake);
                    encode(&UploadBody::of(done.map_err(refusal)?, warnings))
                };
                let done = idempotency.run(principal, OPERATION, self.idempotent, work);
                end_tracking(app, tracked.as_ref(), problem_of(&done, Refusal::message));
                done.map(Answered::Complete)
            }
            ReceivedFiles::Staged(files) => {
                let accept = || accept(state, principal, fields, warnings, &files, tracked);
                let done = idempotency.run(principal, OPERATION, self.idempotent, accept);
                done.map(Answered::Accepted)
            }
        }
    }
}

/// Stages an upload whose sender does not wait.
fn accept(
    state: &WebState,
    principal: &Principal,
    fields: UploadFields,
    warnings: Vec<String>,
    files: &[SentFile],
    tracked: Option<TrackedUpload>,
) -> Result<Vec<u8>, Refusal> {
    let Some(tracked) = tracked else {
        let rule = AppError::Forbidden("the caller may not upload".to_owned());
        return Err(Refusal::Access(rule.into()));
    };
    let staged = state.app.staged_uploads();
    let key = staged
        .accept_resumes(principal, fields, warnings, files, tracked)
        .map_err(refusal)?;
    let body = accepted_body(&key.id).map_err(Refusal::Upload);
    state.staged.accept(key);
    body
}

fn encode(body: &UploadBody) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(body).map_err(|error| Refusal::Upload(ApiError::internal(&error)))
}

/// Does the work of a staged upload.
pub(crate) fn run_staged(app: &App, upload: &mut StagedUpload) -> Result<Ended, ApiError> {
    let warnings = upload.warnings();
    let answered = match app.staged_uploads().run_resumes(upload) {
        Ok(summary) => encode(&UploadBody::of(summary, warnings)),
        Err(why) => Err(refusal(why)),
    };
    match answered {
        Ok(body) => Ok((UploadAnswer { status: 200, body }, None)),
        Err(why) => refused(why.into_error(), UploadBody::refused),
    }
}

impl Refusal {
    fn message(&self) -> String {
        match self {
            Self::Access(error) | Self::Upload(error) => error.message(),
            Self::Interrupted(interrupted) => interrupted.error.message(),
        }
    }

    /// Reports to a watching client that the upload was refused.
    fn report(&self, tracked: Option<&TrackedUpload>) {
        if let Some(tracked) = tracked {
            tracked.fail(&self.message());
        }
    }

    fn into_error(self) -> ApiError {
        match self {
            Self::Access(error) | Self::Upload(error) => error,
            Self::Interrupted(interrupted) => interrupted.error,
        }
    }

    /// Adds the ignored fields to the message about a field. Often the missing field is there under a misspelled name.
    fn mentioning(self, ignored: &str) -> Self {
        match self {
            Self::Upload(error) if error.code == Code::BadUserInput && !ignored.is_empty() => {
                Self::Upload(error.and(ignored))
            }
            other => other,
        }
    }
}

/// The conditions under which an upload begins.
struct UploadStart {
    /// Whether the caller may upload.
    is_permitted: bool,
    /// Whether the quota is checked. A request with an idempotency key may be a retry, which gets its first answer at
    /// any quota.
    is_first: bool,
    cancellation: Cancellation,
}

impl UploadStart {
    /// Returns the conditions of a request. Its disconnection cancels the upload if a client is given.
    fn of(is_permitted: bool, client: Option<&CancelOnDrop>) -> Self {
        Self {
            is_permitted,
            is_first: client.is_some(),
            cancellation: client.map(CancelOnDrop::cancellation).unwrap_or_default(),
        }
    }

    async fn begin(
        self,
        state: &web::Data<WebState>,
        principal: &Principal,
    ) -> Result<Intake, Refusal> {
        let (app, caller) = (Arc::clone(&state.app), principal.clone());
        let begin = move || -> Result<Intake, AppError> {
            if !self.is_permitted {
                return Ok(app.uploads().begin_refused());
            }
            if self.is_first {
                app.quotas().check(&caller)?;
            }
            app.uploads().begin(&caller, &self.cancellation)
        };
        let begun = blocking(begin).await.map_err(Refusal::Upload)?;
        begun.map_err(|error| Refusal::Upload(error.into()))
    }
}

fn fields(form: &mut Form) -> UploadFields {
    UploadFields {
        job_id: form.take("jobId"),
        recruiter_id: form.take("recruiterId"),
        organization_id: form.take("organizationId"),
        user_type: form.take("userType"),
        resume_score_breakdown: form.take("resumeScoreBreakdown"),
        on_duplicate: form.take("onDuplicate"),
    }
}

fn refusal(refusal: UploadRefusal) -> Refusal {
    match refusal {
        UploadRefusal::Access(error) => Refusal::Access(error.into()),
        UploadRefusal::BadField(invalid) => Refusal::Upload(AppError::from(invalid).into()),
        UploadRefusal::App(error) => Refusal::Upload(error.into()),
        UploadRefusal::Interrupted(upload) => {
            Refusal::Interrupted(Box::new(Interrupted::of(*upload)))
        }
    }
}
