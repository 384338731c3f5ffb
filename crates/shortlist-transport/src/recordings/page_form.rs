//! A recording that a form of the web app sends.

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::{HttpRequest, web};
use shortlist_app::{Operation, StagedFile, StoredRecording};
use shortlist_domain::{Principal, RecordingMedia};

use super::store_arriving;
use crate::arrival_pace::ArrivalPace;
use crate::error::{ApiError, Code};
use crate::form::length;
use crate::multipart::admit_page;
use crate::state::WebState;

/// The form field of the recording.
const FIELD: &str = "recording";

/// Receives the recording of a form of the web app, and stores it. An earlier one is replaced.
///
/// # Errors
/// Returns an error if the user may not do this, if the form has no recording, or if the recording is refused.
pub async fn recording_from_page(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
    principal: Principal,
    interview: String,
) -> Result<StoredRecording, ApiError> {
    admit_page(request, state, &principal, Operation::PutRecording).await?;
    let arriving = stage(request, payload, state);
    store_arriving(request, state, principal, interview, arriving).await
}

/// Writes the recording of a form to the staging folder as it arrives.
async fn stage(
    request: &HttpRequest,
    payload: web::Payload,
    state: &WebState,
) -> Result<(RecordingMedia, StagedFile), ApiError> {
    let mut pace = ArrivalPace::new(state.app.settings().upload.stall_seconds);
    let mut form = Multipart::new(request.headers(), payload);
    while let Some(field) = pace.next(&mut form, broken).await? {
        if field.name() == Some(FIELD) {
            return stage_field(field, state, pace).await;
        }
    }
    Err(no_recording())
}

async fn stage_field(
    mut field: Field,
    state: &WebState,
    mut pace: ArrivalPace,
) -> Result<(RecordingMedia, StagedFile), ApiError> {
    let mut incoming = state.app.recordings().receive()?;
    let mut is_empty = true;
    while let Some(chunk) = pace.next(&mut field, broken).await? {
        pace.count(length(chunk.len()));
        is_empty = is_empty && chunk.is_empty();
        incoming.write(&chunk)?;
    }
    if is_empty {
        Err(no_recording())
    } else {
        Ok(incoming.finish()?)
    }
}

fn no_recording() -> ApiError {
    ApiError::new(Code::BadUserInput, "choose a recording first")
}

fn broken(error: &MultipartError) -> ApiError {
    let message = format!("the form is malformed or was cut off: {error}");
    ApiError::new(Code::BadUserInput, message)
}
