//! `/apply/{jobId}`: receives applications from outside, such as from a careers page.
//!
//! A key with the permission `apply` is enough, and opens nothing else. The answer is only a receipt number.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use shortlist_app::{
    ApplicationFields, ApplicationFiles, ApplicationRefusal, ApplicationSender, FieldFate,
    IdempotentAnswer, IdempotentRequest,
};
use shortlist_domain::ReceiptNumber;
use utoipa::ToSchema;

use crate::admission::{count_invalid_credentials, look_up};
use crate::applicants::{ApplicationOrigin, Arrival};
use crate::error::{ApiError, Code};
use crate::form::Form;
use crate::headers::{Body, api_key, check_content_type};
use crate::idempotency::{idempotency_key, respond, work_error};
use crate::multipart::ArrivingForm;
use crate::read_ahead::admit_body;
use crate::request_log::log_caller;
use crate::state::WebState;
use crate::turn_rules::APPLICATION;

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
            ApplicationRefusal::BadField(invalid) => {
                return Self::of_field(Code::BadUserInput, invalid);
            }
            ApplicationRefusal::NoJob => Code::NotFound,
            ApplicationRefusal::Unreadable(_)
            | ApplicationRefusal::UnsafeResume
            | ApplicationRefusal::UnsafeDocument(_) => Code::Unprocessable,
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
    let idempotent = key.map(|key| IdempotentRequest::of_application(key, &job));
    let organization = &sender.organization_id;
    let begun = ArrivingForm::begin(request, state, &APPLICATION, organization, idempotent);
    let (mut resume, mut documents) = (Vec::new(), Vec::new());
    let reading = begun.await?.read(payload, |field, file| match field {
        "resume" => resume.push(file),
        _ => documents.push(file),
    });
    let mut arrived = reading.await?;
    let now = state.app.clock().now();
    state.rates.count_application(&api_key(request)?, now)?;
    let fields = fields(&mut arrived.form, job);
    refuse_unknown(&arrived.form)?;
    let files = ApplicationFiles { resume, documents };
    let shared = state.clone();
    let work = move |idempotent, _tracked| {
        let _arrival = arrival;
        let app = &shared.app;
        app.idempotency().run_application(&sender, idempotent, || {
            let accepted = app.applications().submit(&sender, &fields, files)?;
            if let Some(pending) = accepted.pending {
                shared.pending.accept(pending);
            }
            body(accepted.receipt)
        })
    };
    let done = arrived.take_turn().await?.run(work).await?;
    done.map_err(|why| work_error(why).unwrap_or_else(|error| error))
}

fn body(receipt: ReceiptNumber) -> Result<Vec<u8>, ApiError> {
    let body = ReceiptBody {
        receipt_number: receipt.into_string(),
    };
    serde_json::to_vec(&body).map_err(|error| ApiError::internal(&error))
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
    let unknown = form.unknown_fields(FieldFate::Refused, &FIELDS);
    if unknown.is_empty() {
        return Ok(());
    }
    Err(ApiError::new(Code::BadUserInput, unknown.join("; ")))
}
