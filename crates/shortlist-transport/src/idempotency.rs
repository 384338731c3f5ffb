//! `Idempotency-Key`: a request that its sender may send again without it being executed twice.

use actix_web::{HttpRequest, HttpResponse};
use shortlist_app::{AccessError, IdempotencyError, IdempotencyKey, IdempotentAnswer};

use crate::error::{ApiError, Code};

/// The header with the idempotency key.
pub(crate) const IDEMPOTENCY_KEY: &str = "Idempotency-Key";
/// The header of a response that was sent before.
pub(crate) const IDEMPOTENT_REPLAYED: &str = "Idempotent-Replayed";

/// Returns the idempotency key of a request, if it has one.
pub(crate) fn idempotency_key(request: &HttpRequest) -> Result<Option<IdempotencyKey>, ApiError> {
    let Some(value) = request.headers().get(IDEMPOTENCY_KEY) else {
        return Ok(None);
    };
    // A value that is not ASCII is not a valid key either.
    let key = IdempotencyKey::parse(IDEMPOTENCY_KEY, value.to_str().unwrap_or_default().trim());
    key.map(Some)
        .map_err(|invalid| ApiError::of_field(Code::BadHeader, invalid))
}

/// Builds the response to a request that ran now or before.
pub(crate) fn respond(answered: IdempotentAnswer) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    if answered.is_replay {
        response.insert_header((IDEMPOTENT_REPLAYED, "true"));
    }
    response
        .content_type("application/json")
        .body(answered.answer)
}

/// Returns the error of the work if it ran, or else an `Err` that says why it did not run.
pub(crate) fn work_error<E>(why: IdempotencyError<E>) -> Result<E, ApiError> {
    let error = match why {
        IdempotencyError::Work(refused) => return Ok(refused),
        IdempotencyError::Running {
            retry_after_seconds,
            free_after_seconds,
        } => ApiError::new(
            Code::Conflict,
            format!(
                "Idempotency-Key: the first request with this key is still running; send it again in {retry_after_seconds} s. If the \
                 server was stopped during it, it can be repeated when the server has restarted, or in {free_after_seconds} s"
            ),
        )
        .because("idempotentRequestRuns")
        .retry_after(retry_after_seconds),
        IdempotencyError::Different => ApiError::new(
            Code::Unprocessable,
            "Idempotency-Key: the key was used for a different request within the last 24 hours; use a new key for each request",
        ),
        IdempotencyError::Access(error) => AccessError::into(error),
        IdempotencyError::Fault(error) => error.into(),
    };
    Err(error)
}
