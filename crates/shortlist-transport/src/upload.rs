//! `/bulk-upload-resumes`: stores and scores the resumes of a form, and returns the counts.

pub(crate) mod body;
mod english;
mod from_page;
mod interrupted;

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    App, AppError, Cancellation, Intake, Operation, Progress, SentFile, StagedUpload, UploadFields,
    UploadRefusal,
};
use shortlist_domain::{Principal, UploadAnswer, UploadKind};

use crate::cancellation::CancelOnDrop;
use crate::error::{ApiError, blocking};
use crate::form::Form;
use crate::multipart::{ArrivingForm, Refusal, UploadWork, respond};
use crate::respond_async::{Answered, Ended, prefers_async};
use crate::state::WebState;
use crate::turn_rules::RESUMES;
use body::UploadBody;
use interrupted::StoredBefore;

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
    let done = attempt(&request, payload, &state).await;
    respond(&request, done)
}

/// The files of an upload.
enum ReceivedFiles {
    /// They are read as they arrive.
    Read(Box<Intake>),
    /// They are read later, because the sender does not wait.
    Staged(Vec<SentFile>),
}

impl ReceivedFiles {
    fn of(intake: Intake, progress: Progress, is_waiting: bool) -> Self {
        if is_waiting {
            Self::Read(Box::new(intake.reporting(progress)))
        } else {
            Self::Staged(Vec::new())
        }
    }

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
) -> Result<Answered, Refusal<StoredBefore>> {
    let begun =
        ArrivingForm::begin_tracked(request, state, &RESUMES, OPERATION, UploadKind::Resumes);
    let (arriving, principal) = begun.await?;
    // A request with an idempotency key is not cancelled on disconnect, because its sender may ask for the answer
    // again.
    let client = (!arriving.is_idempotent()).then(CancelOnDrop::default);
    let start = UploadStart::of(arriving.is_permitted(), client.as_ref());
    let intake = arriving.report(start.begin(state, &principal).await)?;
    let is_waiting = !(arriving.is_permitted() && prefers_async(request));
    let mut files = ReceivedFiles::of(intake, arriving.progress(), is_waiting);
    let mut arrived = arriving
        .read(payload, |_field, file| files.push(file))
        .await?;
    let fields = fields(&mut arrived.form);
    let warnings = arrived.form.warnings(&FIELDS);
    let ignored = warnings.join("; ");
    let work = match files {
        ReceivedFiles::Read(intake) => UploadWork::Now(move |app: &App, principal: &Principal| {
            let done = app.uploads().finish(principal, &fields, *intake);
            encode(&UploadBody::of(done.map_err(refusal)?, warnings))
        }),
        ReceivedFiles::Staged(files) => {
            UploadWork::Later(move |app: &App, principal: &Principal, tracked: &mut _| {
                let staged = app.staged_uploads();
                let accepted = staged.accept_resumes(principal, fields, warnings, &files, tracked);
                accepted.map_err(refusal)
            })
        }
    };
    let in_turn = arrived.take_turn().await?;
    in_turn
        .answer(state, principal, OPERATION, ignored, work)
        .await
}

fn encode(body: &UploadBody) -> Result<Vec<u8>, Refusal<StoredBefore>> {
    Ok(serde_json::to_vec(body).map_err(|error| ApiError::internal(&error))?)
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
        Err(refused) => refused.end(),
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
    ) -> Result<Intake, ApiError> {
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
        Ok(blocking(begin).await??)
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

fn refusal(refusal: UploadRefusal) -> Refusal<StoredBefore> {
    match refusal {
        UploadRefusal::Access(error) => Refusal::Access(error.into()),
        UploadRefusal::BadField(invalid) => ApiError::from(AppError::from(invalid)).into(),
        UploadRefusal::App(error) => ApiError::from(error).into(),
        UploadRefusal::Interrupted(upload) => StoredBefore::refusal(*upload),
    }
}
