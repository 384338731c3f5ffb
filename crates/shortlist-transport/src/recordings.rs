//! `/interviews/{interviewId}/recording`: stores an uploaded recording as it streams in, plays it and deletes it.

mod page_form;
mod playback;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::CONTENT_LENGTH;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use shortlist_app::{Operation, RecordingRefusal, StagedFile, StoredRecording};
use shortlist_domain::{Principal, RecordingMedia};
use utoipa::ToSchema;

pub use page_form::recording_from_page;
pub(crate) use playback::{RequestedRange, pieces, play, requested_range};

use crate::admission::{admit, authorize_and_run};
use crate::arrival_pace::{ArrivalPace, request_timeout};
use crate::error::{ApiError, Code, blocking};
use crate::form::{cut_off, length};
use crate::headers::Body;
use crate::state::WebState;

/// The response to an uploaded recording.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordingBody {
    interview_id: String,
    recording_id: String,
    media_type: &'static str,
    bytes: u64,
    /// The SHA-256 digest of the bytes, in hexadecimal.
    sha256: String,
    #[schema(format = DateTime)]
    created_at: String,
}

impl RecordingBody {
    fn of(stored: StoredRecording) -> Self {
        let recording = stored.recording;
        Self {
            interview_id: recording.interview_id.into_string(),
            recording_id: recording.id.into_string(),
            media_type: recording.media.media_type(),
            bytes: recording.bytes,
            sha256: recording.digest.to_hex(),
            created_at: recording.created_at.to_string(),
        }
    }
}

impl From<RecordingRefusal> for ApiError {
    fn from(refusal: RecordingRefusal) -> Self {
        let code = match &refusal {
            RecordingRefusal::TooLarge { .. } => Code::TooLarge,
            RecordingRefusal::UnsupportedType => Code::Unprocessable,
            RecordingRefusal::Fault(_) => return Self::internal(&refusal),
        };
        Self::new(code, refusal.to_string())
    }
}

/// Stores the recording of an interview, and replaces an earlier one.
pub(crate) async fn put_recording(
    request: HttpRequest,
    payload: web::Payload,
    interview: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    match receive(&request, payload, interview.into_inner(), &state).await {
        Ok(stored) if stored.is_first => HttpResponse::Created().json(RecordingBody::of(stored)),
        Ok(stored) => HttpResponse::Ok().json(RecordingBody::of(stored)),
        Err(error) => error.to_response(),
    }
}

/// Deletes the recording of an interview.
pub(crate) async fn delete_recording(
    request: HttpRequest,
    interview: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    let attempt = async {
        let principal = admit(&request, &state, Body::None).await?;
        let interview = interview.into_inner();
        let operation = Operation::DeleteRecording;
        let app = Arc::clone(&state.app);
        blocking(move || {
            authorize_and_run(&app, &principal, operation, || {
                app.recordings().remove(&principal, &interview)
            })
        })
        .await?
    };
    match attempt.await {
        Ok(()) => HttpResponse::NoContent().finish(),
        Err(error) => error.to_response(),
    }
}

async fn receive(
    request: &HttpRequest,
    payload: web::Payload,
    interview: String,
    state: &web::Data<WebState>,
) -> Result<StoredRecording, ApiError> {
    let principal = admit(request, state, Body::Recording).await?;
    store_arriving(request, state, principal, interview, stage(payload, state)).await
}

/// Stores a recording while it arrives, if the caller may.
async fn store_arriving(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    principal: Principal,
    interview: String,
    arriving: impl Future<Output = Result<(RecordingMedia, StagedFile), ApiError>>,
) -> Result<StoredRecording, ApiError> {
    let operation = Operation::PutRecording;
    let (app, caller) = (Arc::clone(&state.app), principal.clone());
    let begin = move || {
        authorize_and_run(&app, &caller, operation, || {
            app.recordings().begin(&caller, &interview)
        })
    };
    let intake = blocking(begin).await??;
    let limit = state.app.settings().recordings.bytes;
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > limit) {
        return Err(RecordingRefusal::TooLarge { bytes: limit }.into());
    }
    let turn = state.recordings.take(&principal.organization_id).await?;
    let seconds = state.app.settings().upload.seconds;
    let staged = tokio::time::timeout(Duration::from_secs(seconds), arriving).await;
    let (media, staged) = staged.map_err(|_elapsed| {
        request_timeout(format!("the recording did not arrive within {seconds} s"))
    })??;
    let app = Arc::clone(&state.app);
    let keep = move || {
        let _turn = turn;
        authorize_and_run(&app, &principal, operation, || {
            app.recordings().store(&principal, &intake, media, staged)
        })
    };
    blocking(keep).await?
}

/// Writes a recording to the staging folder as it arrives.
async fn stage(
    mut payload: web::Payload,
    state: &WebState,
) -> Result<(RecordingMedia, StagedFile), ApiError> {
    let mut pace = ArrivalPace::new(state.app.settings().upload.stall_seconds);
    let mut incoming = state.app.recordings().receive()?;
    while let Some(chunk) = pace.next(&mut payload, cut_off).await? {
        pace.count(length(chunk.len()));
        incoming.write(&chunk)?;
    }
    Ok(incoming.finish()?)
}
