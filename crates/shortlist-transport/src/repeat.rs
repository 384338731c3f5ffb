//! `Idempotency-Key`: a request that its sender may send again without it being carried out twice.

use actix_web::{HttpRequest, HttpResponse};
use shortlist_app::{AccessError, Answered, RequestName, Unanswered};

use crate::error::{ApiError, Code};

/// The header that names a request.
pub(crate) const NAME_HEADER: &str = "Idempotency-Key";
/// The header that says of an answer that it was given before.
pub(crate) const AGAIN_HEADER: &str = "Idempotent-Replayed";
/// When a request that is still running may be asked for again, in seconds.
const RUNNING_RETRY_SECONDS: i64 = 1;

/// The name of a request, where its sender gave it one.
pub(crate) fn request_name(request: &HttpRequest) -> Result<Option<RequestName>, ApiError> {
    let Some(value) = request.headers().get(NAME_HEADER) else {
        return Ok(None);
    };
    // What is not ASCII is no name either.
    let name = RequestName::parse(NAME_HEADER, value.to_str().unwrap_or_default().trim());
    name.map(Some)
        .map_err(|invalid| ApiError::new(Code::BadHeader, invalid.to_string()))
}

/// Answers with what a request came to, now or before.
pub(crate) fn respond(answered: Answered) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    if answered.again {
        response.insert_header((AGAIN_HEADER, "true"));
    }
    response
        .content_type("application/json")
        .body(answered.answer)
}

/// Tells why a request has no answer, unless it ran.
pub(crate) fn unanswered<E>(why: Unanswered<E>) -> Result<E, ApiError> {
    let error = match why {
        Unanswered::Work(refused) => return Ok(refused),
        Unanswered::Running => ApiError::new(
            Code::Conflict,
            "Idempotency-Key: the first request with this key is still running; try again later",
        )
        .retry_after(RUNNING_RETRY_SECONDS),
        Unanswered::Different => ApiError::new(
            Code::Unprocessable,
            "Idempotency-Key: was used for another request within the last 24 hours; give each request a key of its own",
        ),
        Unanswered::Access(error) => AccessError::into(error),
        Unanswered::Fault(error) => error.into(),
    };
    Err(error)
}
