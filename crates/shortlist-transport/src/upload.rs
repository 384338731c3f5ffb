//! `/bulk-upload-resumes`: stores and scores the resumes of a form, and returns the counts.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use shortlist_app::{
    AppError, Cancellation, Claims, FileOutcome, IdempotentAnswer, IdempotentRequest, Intake,
    OnDuplicateResume, Operation, Outcome, SentFile, UploadFields, UploadRefusal, UploadSummary,
};
use shortlist_domain::Principal;

use crate::admission::admit;
use crate::cancellation::CancelOnDrop;
use crate::error::{ApiError, Code, blocking};
use crate::form::{Form, FormReader};
use crate::headers::Body;
use crate::idempotency::{idempotency_key, respond, work_error};
use crate::multipart_repair::UNNAMED;
use crate::read_ahead::admit_body;
use crate::state::WebState;

const OPERATION: Operation = Operation::UploadResumes;

/// The fields of the form. The parts named `files` are the resumes.
const FIELDS: [&str; 7] = [
    "files",
    "jobId",
    "recruiterId",
    "organizationId",
    "userType",
    "resumeScoreBreakdown",
    "onDuplicate",
];

#[derive(Serialize)]
struct UploadBody {
    status: u8,
    message: String,
    created: usize,
    duplicates: usize,
    skipped: usize,
    /// The resumes that replaced earlier ones; `None` unless the form asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<usize>,
    /// The files that were kept as further documents; `None` unless the form asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<usize>,
    candidates: Vec<CreatedCandidate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Vec<FileResult>>,
    /// What was sent and ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct CreatedCandidate {
    #[serde(rename = "_id")]
    id: String,
    candidate_unique_id: String,
    email: Option<String>,
    #[serde(rename = "jobId")]
    job_id: String,
}

#[derive(Serialize)]
struct FileResult {
    file: String,
    outcome: &'static str,
    reason: Option<String>,
    #[serde(rename = "_id")]
    id: Option<String>,
    candidate_unique_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    #[serde(rename = "documentId", skip_serializing_if = "Option::is_none")]
    document_id: Option<String>,
}

impl UploadBody {
    fn of(summary: UploadSummary, warnings: Vec<String>) -> Self {
        let job_id = summary.job_id.into_string();
        let created = |result: &FileOutcome| match &result.outcome {
            Outcome::Created { id, code, email } => Some(CreatedCandidate {
                id: id.to_string(),
                candidate_unique_id: code.to_string(),
                email: email.as_ref().map(ToString::to_string),
                job_id: job_id.clone(),
            }),
            _ => None,
        };
        let candidates: Vec<_> = summary.results.iter().filter_map(created).collect();
        let results: Vec<_> = summary.results.into_iter().map(FileResult::of).collect();
        let count = |outcome: &str| {
            results
                .iter()
                .filter(|result| result.outcome == outcome)
                .count()
        };
        let (duplicates, skipped) = (count("duplicate"), count("skipped"));
        let if_asked = |mode, outcome| (summary.on_duplicate == mode).then(|| count(outcome));
        let replaced = if_asked(OnDuplicateResume::Replace, "replaced");
        let added = if_asked(OnDuplicateResume::Add, "added");
        let more = match (replaced, added) {
            (Some(replaced), _) => format!(", {replaced} replaced"),
            (None, Some(added)) => format!(", {added} added"),
            (None, None) => String::new(),
        };
        let message = format!(
            "Resumes processed: {} created, {duplicates} duplicates, {skipped} skipped{more}",
            candidates.len()
        );
        Self {
            status: 1,
            message,
            created: candidates.len(),
            duplicates,
            skipped,
            replaced,
            added,
            candidates,
            results: Some(results),
            warnings,
        }
    }

    fn refused(message: String) -> Self {
        Self {
            status: 0,
            message,
            created: 0,
            duplicates: 0,
            skipped: 0,
            replaced: None,
            added: None,
            candidates: Vec::new(),
            results: None,
            warnings: Vec::new(),
        }
    }
}

impl FileResult {
    fn of(result: FileOutcome) -> Self {
        let mut body = Self {
            file: result.file,
            outcome: "skipped",
            reason: None,
            id: None,
            candidate_unique_id: None,
            version: None,
            document_id: None,
        };
        let (outcome, id, code) = match result.outcome {
            Outcome::Skipped(reason) => {
                body.reason = Some(reason);
                return body;
            }
            Outcome::Created { id, code, .. } => ("created", id, code),
            Outcome::Duplicate { id, existing } => {
                body.reason = Some(format!(
                    "this person or this file is already a candidate for the job as {existing}"
                ));
                ("duplicate", id, existing)
            }
            Outcome::Replaced { id, code, version } => {
                let earlier = version - 1;
                body.reason = Some(format!(
                    "it replaced version {earlier} of the resume of {code}, who was scored again"
                ));
                body.version = Some(version);
                ("replaced", id, code)
            }
            Outcome::Added { id, code, document } => {
                body.reason = Some(format!("it is a further document of {code}"));
                body.document_id = Some(document.into_string());
                ("added", id, code)
            }
        };
        Self {
            outcome,
            id: Some(id.into_string()),
            candidate_unique_id: Some(code.to_string()),
            ..body
        }
    }
}

/// Reads, scores and stores resumes.
pub(crate) async fn upload_resumes(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    match attempt(&request, payload, &state).await {
        Ok(answered) => respond(answered),
        Err(Refusal::Access(error)) => error.to_response(),
        Err(Refusal::Upload(error)) => error.respond(UploadBody::refused),
    }
}

/// Receives the resumes of a form of the web app, scores and stores them. `fields` reads the other fields.
///
/// # Errors
/// Returns an error if the upload is refused as a whole.
pub async fn upload_from_page(
    request: &HttpRequest,
    payload: web::Payload,
    (state, principal): (&web::Data<WebState>, Principal),
    fields: impl FnOnce(&mut Form) -> UploadFields,
) -> Result<UploadSummary, ApiError> {
    let app = Arc::clone(&state.app);
    let caller = principal.clone();
    let check = move || {
        app.access()
            .authorize(&caller, OPERATION, Claims::default())
    };
    blocking(check).await??;
    admit_body(request);
    let turn = state.uploads.take(&principal.organization_id).await?;
    let client = CancelOnDrop::default();
    let start = UploadStart {
        is_permitted: true,
        is_first: true,
        cancellation: client.cancellation(),
    };
    let begun = start.begin(state, &principal).await;
    let mut intake = begun.map_err(Refusal::into_error)?;
    let reader = FormReader {
        file_fields: &["files"],
        limits: &state.app.settings().upload,
        staging: Some(state.app.uploads().staging()),
        memory: state.bodies.begin(&principal.organization_id),
    };
    let form = reader.read(request.headers(), payload, |_field, file| {
        if !is_empty_choice(&file) {
            intake.push(file);
        }
    });
    let fields = fields(&mut form.await?);
    let app = Arc::clone(&state.app);
    let work = move || {
        let _turn = turn;
        let done = app.uploads().finish(&principal, &fields, intake);
        done.map_err(|error| refusal(error).into_error())
    };
    blocking(work).await?
}

/// Returns whether a part is what a browser sends for a file field in which nothing was chosen.
fn is_empty_choice(file: &SentFile) -> bool {
    let is_unnamed = file.name.is_empty() || file.name == UNNAMED;
    is_unnamed && matches!(&file.content, Ok(staged) if staged.bytes == 0)
}

/// A refusal, in one of two response shapes.
enum Refusal {
    /// `{"error": …}`.
    Access(ApiError),
    /// The shape of an upload response.
    Upload(ApiError),
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
    // A caller without permission takes no turn and no storage. The refusal is sent after the form is read.
    let is_permitted = state.app.access().is_allowed(&principal, OPERATION);
    let turn = match is_permitted {
        true => Some(state.uploads.take(organization).await),
        false => None,
    };
    let turn = turn.transpose().map_err(Refusal::Upload)?;
    let reader = FormReader {
        file_fields: &["files"],
        limits: &state.app.settings().upload,
        staging: is_permitted.then(|| state.app.uploads().staging()),
        memory: state.bodies.begin(organization),
    };
    // A request with an idempotency key is not cancelled on disconnect, because its sender may ask for the answer
    // again.
    let client = key.is_none().then(CancelOnDrop::default);
    let cancellation = client.as_ref().map(CancelOnDrop::cancellation);
    let start = UploadStart {
        is_permitted,
        is_first: key.is_none(),
        cancellation: cancellation.unwrap_or_default(),
    };
    let mut intake = start.begin(state, &principal).await?;
    let mut idempotent = key.map(|key| IdempotentRequest::new(key, &principal, OPERATION));
    let form = reader.read(request.headers(), payload, |_field, file| {
        if let Some(request) = &mut idempotent {
            request.add_file(&file);
        }
        intake.push(file);
    });
    let mut form = form.await.map_err(Refusal::Upload)?;
    if let Some(request) = &mut idempotent {
        form.add_to_fingerprint(request);
    }
    let fields = fields(&mut form);
    let warnings = form.warnings(&FIELDS);
    let ignored = warnings.join("; ");
    let app = Arc::clone(&state.app);
    let work = move || {
        let _turn = turn;
        app.idempotency()
            .run(&principal, OPERATION, idempotent, || {
                let done = app.uploads().finish(&principal, &fields, intake);
                let body = UploadBody::of(done.map_err(refusal)?, warnings);
                serde_json::to_vec(&body)
                    .map_err(|error| Refusal::Upload(ApiError::internal(&error)))
            })
    };
    let done = blocking(work).await.map_err(Refusal::Upload)?;
    done.map_err(|why| match work_error(why) {
        Ok(refused) => refused.mentioning(&ignored),
        Err(error) if error.code == Code::Forbidden => Refusal::Access(error),
        Err(error) => Refusal::Upload(error),
    })
}

impl Refusal {
    fn into_error(self) -> ApiError {
        match self {
            Self::Access(error) | Self::Upload(error) => error,
        }
    }

    /// Adds the ignored fields to the message about a field. Often the missing field is there under a misspelled name.
    fn mentioning(self, ignored: &str) -> Self {
        match self {
            Self::Upload(error) if error.code == Code::BadUserInput && !ignored.is_empty() => {
                let message = format!("{}; {ignored}", error.message);
                Self::Upload(ApiError { message, ..error })
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
    }
}
