//! `/apply/{jobId}`: receives applications from outside, such as from a careers page.
//!
//! A key with the permission `apply` is enough, and opens nothing else. The answer is only a receipt number.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use shortlist_app::limits::{
    MAX_APPLICATION_BYTES, MAX_APPLICATION_DOCUMENTS, MAX_APPLICATION_SECONDS,
};
use shortlist_app::{
    ApplicationFields, ApplicationFiles, ApplicationRefusal, ApplicationSender, IdempotentAnswer,
    IdempotentRequest, Progress, UploadLimits,
};
use shortlist_domain::ReceiptNumber;
use utoipa::ToSchema;

use crate::admission::{count_invalid_credentials, look_up};
use crate::applicants::{ApplicationOrigin, Arrival};
use crate::error::{ApiError, Code, blocking};
use crate::form::{Form, FormReader};
use crate::headers::{Body, api_key, check_content_type};
use crate::idempotency::{idempotency_key, respond, work_error};
use crate::read_ahead::admit_body;
use crate::request_log::log_caller;
use crate::state::WebState;

/// The form fields that are files: the resume, and further documents.
const FILE_FIELDS: [&str; 2] = ["resume", "documents"];
/// All form fields.
pub(crate) const FIELDS: [&str; 10] = [
    "resume",
    "documents",
    "answers",
    "consentText",
    "consentVersion",
    "consentTime",
    "fullName",
    "emailAddress",
    "phoneNumber",
    "source",
];

/// The longest time that the sender of an application may stall, in seconds.
const STALL_SECONDS: u64 = 10;
/// The most bytes of all form fields that are not files. The texts that are stored have at most half of it.
const TEXT_BYTES: usize = 128 << 10;
/// The time after which to send an application again that could not be stored, in seconds.
const RETRY_SECONDS: i64 = 600;

/// The answer to an application.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceiptBody {
    receipt_number: String,
}

impl From<ApplicationRefusal> for ApiError {
    fn from(refusal: ApplicationRefusal) -> Self {
        let code = match refusal {
            ApplicationRefusal::BadField(_) => Code::BadUserInput,
            ApplicationRefusal::NoJob => Code::NotFound,
            ApplicationRefusal::Unreadable(_) | ApplicationRefusal::UnsafeDocument(_) => {
                Code::Unprocessable
            }
            ApplicationRefusal::File(refusal) => return refusal.into(),
            ApplicationRefusal::Unavailable => {
                let error = Self::new(Code::Unavailable, refusal.to_string());
                return error.retry_after(RETRY_SECONDS);
            }
            ApplicationRefusal::Fault(error) => return error.into(),
        };
        Self::new(code, refusal.to_string())
    }
}

/// Receives an application.
pub(crate) async fn apply(
    request: HttpRequest,
    payload: web::Payload,
    job: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    match attempt(&request, payload, job.into_inner(), &state).await {
        Ok(answered) => respond(answered),
        Err(error) => error.to_response(),
    }
}

/// Finds the sender, before a byte of the body is read, and takes a place for the body. Applications have rate limits of
/// their own.
async fn admit(
    request: &HttpRequest,
    state: &web::Data<WebState>,
) -> Result<(ApplicationSender, Arrival), ApiError> {
    let key = api_key(request)?;
    check_content_type(request, Body::Form)?;
    let address = state.proxies.client_address(request);
    let shared = state.clone();
    let api_key = key.clone();
    let find = move || {
        let now = shared.app.clock().now();
        shared.rates.check_address(&api_key, &address, now)?;
        let found = shared.app.access().application_sender(&api_key, &address);
        count_invalid_credentials(&shared, &address, found)
    };
    let sender = look_up(state, find).await?;
    log_caller(&sender.organization_id, Some(&sender.key_id));
    let origin = ApplicationOrigin::of(request, &sender)?;
    let now = state.app.clock().now();
    state.rates.begin_application(&key, origin, now)?;
    let arrival = state.arrivals.begin(&sender.organization_id, origin)?;
    admit_body(request);
    Ok((sender, arrival))
}

async fn attempt(
    request: &HttpRequest,
    payload: web::Payload,
    job: String,
    state: &web::Data<WebState>,
) -> Result<IdempotentAnswer, ApiError> {
    let key = idempotency_key(request)?;
    let (sender, arrival) = admit(request, state).await?;
    let (mut resume, mut documents) = (Vec::new(), Vec::new());
    let limits = limits(&state.app.settings().upload);
    let reader = FormReader {
        file_fields: &FILE_FIELDS,
        limits: &limits,
        staging: Some(state.app.uploads().staging()),
        memory: state.application_bodies.begin(&sender.organization_id),
        text_bytes: TEXT_BYTES,
        progress: Progress::default(),
    };
    let mut idempotent = key.map(|key| IdempotentRequest::of_application(key, &job));
    let form = reader.read(request.headers(), payload, |field, file| {
        if let Some(request) = &mut idempotent {
            request.add("field", field.as_bytes());
            request.add_file(&file);
        }
        match field {
            "resume" => resume.push(file),
            _ => documents.push(file),
        }
    });
    let mut form = form.await?;
    let now = state.app.clock().now();
    state.rates.count_application(&api_key(request)?, now)?;
    if let Some(request) = &mut idempotent {
        form.add_to_fingerprint(request);
    }
    let fields = fields(&mut form, job);
    refuse_unknown(&form)?;
    let files = ApplicationFiles { resume, documents };
    // A turn is taken only now, because a body arrives as slowly as its sender likes.
    let turn = state.applications.take(&sender.organization_id).await?;
    let shared = state.clone();
    let work = move || {
        let _held = (turn, arrival);
        let app = &shared.app;
        app.idempotency().run_application(&sender, idempotent, || {
            let accepted = app.applications().submit(&sender, &fields, files)?;
            if let Some(pending) = accepted.pending {
                shared.pending.accept(pending);
            }
            body(accepted.receipt)
        })
    };
    let done = blocking(work).await?;
    done.map_err(|why| work_error(why).unwrap_or_else(|error| error))
}

fn body(receipt: ReceiptNumber) -> Result<Vec<u8>, ApiError> {
    let body = ReceiptBody {
        receipt_number: receipt.into_string(),
    };
    serde_json::to_vec(&body).map_err(|error| ApiError::internal(&error))
}

/// Returns the limits of an application's form.
fn limits(limits: &UploadLimits) -> UploadLimits {
    UploadLimits {
        files: 1 + MAX_APPLICATION_DOCUMENTS,
        request_bytes: limits.request_bytes.min(MAX_APPLICATION_BYTES),
        seconds: limits.seconds.min(MAX_APPLICATION_SECONDS),
        stall_seconds: limits.stall_seconds.min(STALL_SECONDS),
        ..limits.clone()
    }
}

fn fields(form: &mut Form, job: String) -> ApplicationFields {
    ApplicationFields {
        job_id: Some(job),
        answers: form.take("answers"),
        consent_text: form.take("consentText"),
        consent_version: form.take("consentVersion"),
        consent_time: form.take("consentTime"),
        full_name: form.take("fullName"),
        email_address: form.take("emailAddress"),
        phone_number: form.take("phoneNumber"),
        source: form.take("source"),
    }
}

/// Refuses fields that the form does not have. The answer contains only a receipt number, so it cannot warn about them.
fn refuse_unknown(form: &Form) -> Result<(), ApiError> {
    let warnings = form.warnings(&FIELDS);
    match warnings.first() {
        None => Ok(()),
        Some(_) => {
            let problem = warnings.join("; ").replace(" was ignored", " is unknown");
            Err(ApiError::new(Code::BadUserInput, problem))
        }
    }
}
