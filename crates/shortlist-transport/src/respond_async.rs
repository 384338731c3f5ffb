//! `Prefer: respond-async` (RFC 7240, section 4.1): the answer comes once the bytes have arrived, and the work continues.

use actix_web::http::header::{HeaderName, LOCATION};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use shortlist_app::IdempotentAnswer;
use shortlist_domain::{UploadAnswer, UploadId};
use utoipa::ToSchema;

use crate::error::{ApiError, Code, RefusalText};
use crate::idempotency::{IDEMPOTENT_REPLAYED, respond};
use crate::uploads::identifier::path_of;

const PREFER: HeaderName = HeaderName::from_static("prefer");
const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
pub(crate) const RESPOND_ASYNC: &str = "respond-async";

/// The answer to an upload whose sender does not wait.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct AcceptedBody {
    status: u8,
    message: String,
    id: String,
    location: String,
}

/// A successful answer to an upload.
pub(crate) enum Answered {
    /// The work is done.
    Complete(IdempotentAnswer),
    /// The work continues without its sender.
    Accepted(IdempotentAnswer),
}

impl Answered {
    /// Builds the response.
    pub(crate) fn respond(self) -> HttpResponse {
        match self {
            Self::Complete(answered) => respond(answered),
            Self::Accepted(answered) => respond_accepted(answered),
        }
    }
}

/// The end of a staged upload: its answer, and the problem if it was refused.
pub(crate) type Ended = (UploadAnswer, Option<String>);

/// Returns whether the client does not wait for the answer.
pub(crate) fn prefers_async(request: &HttpRequest) -> bool {
    let values = request.headers().get_all(PREFER);
    let texts = values.filter_map(|value| value.to_str().ok());
    let mut preferences = texts.flat_map(|text| text.split(','));
    preferences.any(|preference| {
        let name = preference.split([';', '=']).next().unwrap_or_default();
        name.trim().eq_ignore_ascii_case(RESPOND_ASYNC)
    })
}

/// Returns the body of the answer to an accepted upload.
pub(crate) fn accepted_body(id: &UploadId) -> Result<Vec<u8>, ApiError> {
    let body = AcceptedBody {
        status: 1,
        message: "the upload has arrived and is being processed; see its location".to_owned(),
        id: id.to_string(),
        location: path_of(id),
    };
    serde_json::to_vec(&body).map_err(|error| ApiError::internal(&error))
}

/// Builds the response to an accepted upload.
fn respond_accepted(answered: IdempotentAnswer) -> HttpResponse {
    let mut response = HttpResponse::Accepted();
    if answered.is_replay {
        response.insert_header((IDEMPOTENT_REPLAYED, "true"));
    }
    if let Ok(body) = serde_json::from_slice::<AcceptedBody>(&answered.answer) {
        response.insert_header((LOCATION, body.location));
    }
    response
        .insert_header((PREFERENCE_APPLIED, RESPOND_ASYNC))
        .content_type("application/json")
        .body(answered.answer)
}

/// Returns the end of an upload that was refused, or the error if the work has to be repeated.
pub(crate) fn refused<B: Serialize>(
    error: ApiError,
    body: impl FnOnce(RefusalText) -> B,
) -> Result<Ended, ApiError> {
    if matches!(
        error.code,
        Code::Internal | Code::Unavailable | Code::RequestTimeout
    ) {
        return Err(error);
    }
    let (status, problem) = (error.code.status().as_u16(), error.message());
    let body = serde_json::to_vec(&body(error.refusal_text()));
    let body = body.map_err(|error| ApiError::internal(&error))?;
    Ok((UploadAnswer { status, body }, Some(problem)))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_preference_is_found_among_others() {
        for (value, expected) in [
            ("respond-async", true),
            ("handling=lenient, Respond-Async", true),
            ("respond-async; wait=10", true),
            ("respond-async-later", false),
            ("handling=respond-async", false),
            ("", false),
        ] {
            let request = TestRequest::post().insert_header((PREFER, value));
            assert_eq!(
                prefers_async(&request.to_http_request()),
                expected,
                "{value}"
            );
        }
    }
}
