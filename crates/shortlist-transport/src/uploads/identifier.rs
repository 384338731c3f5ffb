//! The identifier of an upload in requests and responses.

use std::sync::Arc;

use actix_web::http::header::{CONTENT_LENGTH, HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use shortlist_app::{App, IdempotencyError, IdempotencyKey, SentUploadId, TrackedUpload};
use shortlist_domain::{Principal, UploadId, UploadKind};

use crate::error::{ApiError, Code, blocking};
use crate::state::WebState;

/// The header with the identifier.
pub(crate) const UPLOAD_ID: HeaderName = HeaderName::from_static("x-upload-id");

/// The identifier of the request's upload, which the response repeats.
struct RequestUploadId(UploadId);

/// Returns the identifier that the client sent with an upload.
pub(crate) fn sent_upload_id(
    request: &HttpRequest,
    key: Option<&IdempotencyKey>,
) -> Result<SentUploadId, ApiError> {
    let parse = |text: &str| {
        let id = UploadId::parse("X-Upload-Id", text.trim());
        id.map_err(|invalid| ApiError::of_field(Code::BadHeader, invalid))
    };
    match (request.headers().get(&UPLOAD_ID), key) {
        (Some(value), _) => {
            let text = value.to_str().unwrap_or_default();
            Ok(SentUploadId::Chosen(parse(text)?))
        }
        (None, Some(key)) => Ok(SentUploadId::IdempotencyKey(parse(key.as_str())?)),
        (None, None) => Ok(SentUploadId::Missing),
    }
}

/// Ends a tracked upload: with the problem if it was refused.
pub(crate) fn end_tracking(app: &App, tracked: Option<&TrackedUpload>, problem: Option<String>) {
    if let Some(tracked) = tracked {
        app.running_uploads().end(tracked, problem.as_deref());
    }
}

/// Returns the problem of a request that was refused, or `None` if it was answered.
pub(crate) fn problem_of<T, E>(
    done: &Result<T, IdempotencyError<E>>,
    message: impl FnOnce(&E) -> String,
) -> Option<String> {
    match done {
        Ok(_) => None,
        Err(IdempotencyError::Work(error)) => Some(message(error)),
        Err(_) => Some("the upload did not run; see its response".to_owned()),
    }
}

/// Begins to track an upload.
pub(crate) async fn track(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    principal: &Principal,
    kind: UploadKind,
    sent: SentUploadId,
) -> Result<TrackedUpload, ApiError> {
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse().ok());
    let (app, caller) = (Arc::clone(&state.app), principal.clone());
    let begin = move || app.running_uploads().begin(&caller, kind, length, sent);
    let tracked = blocking(begin).await??;
    let id = RequestUploadId(tracked.id().clone());
    request.extensions_mut().insert(id);
    Ok(tracked)
}

/// Adds the identifier of the request's upload to its response, if it is tracked.
pub(crate) fn with_upload_id(request: &HttpRequest, mut response: HttpResponse) -> HttpResponse {
    let extensions = request.extensions();
    let id = extensions.get::<RequestUploadId>();
    if let Some(value) = id.and_then(|id| HeaderValue::from_str(id.0.as_str()).ok()) {
        response.headers_mut().insert(UPLOAD_ID, value);
    }
    drop(extensions);
    response
}

/// Returns the path of an upload's progress.
pub(crate) fn path_of(id: &UploadId) -> String {
    let spell = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    let id: String = id.as_str().bytes().map(spell).collect();
    format!("/uploads/{id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_escapes_what_is_special_in_addresses() {
        let path = |text| path_of(&UploadId::parse("id", text).unwrap());
        assert_eq!(path("upl_1-a.b~"), "/uploads/upl_1-a.b~");
        assert_eq!(path("a/b?c%"), "/uploads/a%2Fb%3Fc%25");
    }
}
