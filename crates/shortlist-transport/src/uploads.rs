//! `/uploads/{id}`: the progress of an upload, as JSON or as a stream of events.

pub(crate) mod identifier;
mod stream;

use std::sync::Arc;

use actix_web::http::header::ACCEPT;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use serde_json::Value;
use shortlist_app::{App, AppError, Claims, UploadReport};
use shortlist_domain::{Principal, UploadId, UploadKind};
use utoipa::ToSchema;

use crate::admission::admit;
use crate::error::{ApiError, blocking};
use crate::headers::Body;
use crate::state::WebState;
use identifier::path_of;

/// The media type of server-sent events.
const EVENT_STREAM: &str = "text/event-stream";

/// The progress of an upload.
#[derive(Serialize, PartialEq, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProgressBody {
    id: String,
    /// `resumes`, `jobs` or `rescoring`.
    kind: &'static str,
    /// The state; `done` and `failed` are final.
    state: &'static str,
    #[schema(format = DateTime)]
    started_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
    bytes_received: u64,
    /// The announced length.
    #[schema(required)]
    bytes_expected: Option<u64>,
    files_received: u64,
    files_read: u64,
    /// The candidates to score again, and those that are scored, if a job is scored again.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates_scored: Option<u64>,
    created: u64,
    duplicates: u64,
    skipped: u64,
    replaced: u64,
    added: u64,
    /// Why it failed.
    #[schema(required)]
    problem: Option<String>,
    /// The status that the upload would have been answered with.
    #[schema(required)]
    result_status: Option<u16>,
    /// The answer, if the sender did not wait for it.
    #[schema(required)]
    result: Option<Value>,
    links: Links,
}

/// The addresses of an upload.
#[derive(Serialize, PartialEq, ToSchema)]
pub(crate) struct Links {
    #[serde(rename = "self")]
    this: String,
}

impl ProgressBody {
    pub(crate) fn of(report: UploadReport, base_url: &str) -> Self {
        let UploadReport {
            id,
            progress,
            answer,
        } = report;
        let counts = progress.counts;
        // The counts of files mean candidates there.
        let (files, candidates) = match progress.kind {
            UploadKind::Rescoring => ((0, 0), Some((counts.files, counts.read))),
            UploadKind::Resumes | UploadKind::Jobs => ((counts.files, counts.read), None),
        };
        Self {
            kind: progress.kind.as_str(),
            state: progress.state.as_str(),
            started_at: progress.started_at.to_string(),
            updated_at: progress.updated_at.to_string(),
            bytes_received: counts.bytes,
            bytes_expected: progress.expected_bytes,
            files_received: files.0,
            files_read: files.1,
            candidates: candidates.map(|(all, _)| all),
            candidates_scored: candidates.map(|(_, scored)| scored),
            created: counts.created,
            duplicates: counts.duplicates,
            skipped: counts.skipped,
            replaced: counts.replaced,
            added: counts.added,
            problem: progress.problem,
            result_status: answer.as_ref().map(|answer| answer.status),
            result: answer.and_then(|answer| serde_json::from_slice(&answer.body).ok()),
            links: Links {
                this: format!("{base_url}{}", path_of(&id)),
            },
            id: id.to_string(),
        }
    }

    /// Returns whether it differs from another in more than its time.
    fn differs(&self, other: &Self) -> bool {
        let counts = |body: &Self| {
            (
                (body.bytes_received, body.files_received, body.files_read),
                (body.candidates, body.candidates_scored),
                (body.created, body.duplicates, body.skipped),
                (body.replaced, body.added, body.state),
            )
        };
        counts(self) != counts(other)
    }
}

/// Returns the progress of an upload of the caller.
pub(crate) async fn get_upload(
    request: HttpRequest,
    id: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    let answered = async {
        let principal = admit(&request, &state, Body::None).await?;
        send_progress(&request, &state, principal, &id).await
    };
    answered
        .await
        .unwrap_or_else(|error: ApiError| error.to_response())
}

/// Sends the progress of an upload of the caller, as JSON or as a stream of events.
///
/// # Errors
/// Returns an error if the user has no such upload, or may no longer perform its operation.
pub async fn send_progress(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    principal: Principal,
    id: &str,
) -> Result<HttpResponse, ApiError> {
    let id = UploadId::parse("id", id).map_err(|_invalid| AppError::NotFound {
        field: "id",
        what: "upload",
    })?;
    let app = Arc::clone(&state.app);
    let (caller, wanted) = (principal.clone(), id.clone());
    let report = blocking(move || find(&app, &caller, &wanted)).await??;
    if wants_events(request) {
        return stream::send(state, principal, id);
    }
    Ok(HttpResponse::Ok().json(ProgressBody::of(report, state.base_url())))
}

fn find(app: &App, principal: &Principal, id: &UploadId) -> Result<UploadReport, ApiError> {
    let report = app.running_uploads().find(principal, id)?;
    app.access()
        .authorize(principal, report.operation(), Claims::default())?;
    Ok(report)
}

/// Returns whether the client asks for events.
fn wants_events(request: &HttpRequest) -> bool {
    let accepted = request.headers().get_all(ACCEPT);
    let texts = accepted.filter_map(|value| value.to_str().ok());
    let mut ranges = texts.flat_map(|text| text.split(','));
    ranges.any(|range| {
        let media = range.split(';').next().unwrap_or_default();
        media.trim().eq_ignore_ascii_case(EVENT_STREAM)
    })
}
