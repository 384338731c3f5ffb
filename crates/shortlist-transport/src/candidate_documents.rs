//! `/candidates/{candidateId}/documents`: stores, sends and deletes further documents of a candidate.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use shortlist_app::{
    App, DocumentRefusal, IdempotentAnswer, IdempotentRequest, Operation, SentFile,
};
use shortlist_domain::{Document, InvalidValue, MissingProblem, Principal, UserId};
use utoipa::ToSchema;

use crate::admission::{admit, authorize_and_run};
use crate::error::{ApiError, Code, blocking};
use crate::headers::Body;
use crate::idempotency::{idempotency_key, respond, work_error};
use crate::multipart::ArrivingForm;
use crate::original_file::send_file;
use crate::state::WebState;
use crate::turn_rules::DOCUMENT;

/// The fields of the form. The part named `file` is the document.
pub(crate) const FIELDS: [&str; 2] = ["file", "kind"];

/// The response to a document.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentBody {
    document_id: String,
    candidate_id: String,
    kind: &'static str,
    file_name: String,
    media_type: &'static str,
    bytes: u64,
    /// The SHA-256 digest of the bytes, in hexadecimal.
    sha256: String,
    #[schema(format = DateTime)]
    uploaded_at: String,
    /// The user who sent it.
    #[schema(required)]
    uploaded_by: Option<String>,
    /// What was sent and ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

impl DocumentBody {
    fn of(document: Document, warnings: Vec<String>) -> Self {
        Self {
            document_id: document.id.into_string(),
            candidate_id: document.candidate_id.into_string(),
            kind: document.kind.as_str(),
            file_name: document.name,
            media_type: document.media.media_type(),
            bytes: document.bytes,
            sha256: document.digest.to_hex(),
            uploaded_at: document.uploaded_at.to_string(),
            uploaded_by: document.uploaded_by.map(UserId::into_string),
            warnings,
        }
    }
}

impl From<DocumentRefusal> for ApiError {
    fn from(refusal: DocumentRefusal) -> Self {
        let code = match refusal {
            DocumentRefusal::TooLarge { .. } => Code::TooLarge,
            DocumentRefusal::UnsupportedType { .. } => Code::Unprocessable,
            DocumentRefusal::App(error) => return error.into(),
        };
        Self::new(code, refusal.to_string())
    }
}

/// Stores a document.
pub(crate) async fn add_document(
    request: HttpRequest,
    payload: web::Payload,
    candidate: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    match receive(&request, payload, candidate.into_inner(), &state).await {
        Ok(answered) => respond(answered),
        Err(error) => error.to_response(),
    }
}

async fn receive(
    request: &HttpRequest,
    payload: web::Payload,
    candidate: String,
    state: &web::Data<WebState>,
) -> Result<IdempotentAnswer, ApiError> {
    let operation = Operation::AddDocument;
    let key = idempotency_key(request)?;
    let principal = admit(request, state, Body::Form).await?;
    let (app, caller) = (Arc::clone(&state.app), principal.clone());
    let begin = move || {
        authorize_and_run(&app, &caller, operation, || {
            app.documents().begin(&caller, &candidate)
        })
    };
    let candidate = blocking(begin).await??;
    let idempotent = key.map(|key| {
        let mut request = IdempotentRequest::new(key, &principal, operation);
        request.add("candidate", candidate.as_str().as_bytes());
        request
    });
    let organization = &principal.organization_id;
    let begun = ArrivingForm::begin(request, state, &DOCUMENT, organization, idempotent);
    let mut files = Vec::new();
    let reading = begun.await?.read(payload, |_field, file| files.push(file));
    let mut arrived = reading.await?;
    let file = only_file(files)?;
    let kind = arrived.form.take("kind");
    let warnings = arrived.form.warnings(&FIELDS);
    let app = Arc::clone(&state.app);
    let work = move |idempotent, _tracked| {
        app.idempotency()
            .run(&principal, operation, idempotent, || {
                let kind = kind.as_deref();
                let stored = app.documents().store(&principal, &candidate, kind, file)?;
                let body = DocumentBody::of(stored, warnings);
                serde_json::to_vec(&body).map_err(|error| ApiError::internal(&error))
            })
    };
    let done = arrived.take_turn().await?.run(work).await?;
    done.map_err(|why| work_error(why).unwrap_or_else(|error| error))
}

fn only_file(mut files: Vec<SentFile>) -> Result<SentFile, ApiError> {
    let missing = || InvalidValue::new("file", MissingProblem::Document);
    Ok(files.pop().ok_or_else(missing)?)
}

/// The identifiers in the path of a document.
type DocumentPath = web::Path<(String, String)>;

/// Sends a document.
pub(crate) async fn get_document(
    request: HttpRequest,
    path: DocumentPath,
    state: web::Data<WebState>,
) -> HttpResponse {
    let answered = async {
        let principal = admit(&request, &state, Body::None).await?;
        let (candidate, document) = path.into_inner();
        send_document(&request, &state.app, principal, candidate, document).await
    };
    answered
        .await
        .unwrap_or_else(|error: ApiError| error.to_response())
}

/// Sends a document of a candidate to a caller, as a whole or as a byte range.
///
/// # Errors
/// Returns an error if the caller may not read the candidate, or if there is no such document.
pub async fn send_document(
    request: &HttpRequest,
    app: &Arc<App>,
    principal: Principal,
    candidate: String,
    document: String,
) -> Result<HttpResponse, ApiError> {
    let shared = Arc::clone(app);
    let find = move || {
        authorize_and_run(&shared, &principal, Operation::GetDocument, || {
            shared.documents().get(&principal, &candidate, &document)
        })
    };
    let file = blocking(find).await??;
    send_file(request, app, file).await
}

/// Deletes a document.
pub(crate) async fn delete_document(
    request: HttpRequest,
    path: DocumentPath,
    state: web::Data<WebState>,
) -> HttpResponse {
    let attempt = async {
        let principal = admit(&request, &state, Body::None).await?;
        let (candidate, document) = path.into_inner();
        let app = Arc::clone(&state.app);
        let delete = move || {
            authorize_and_run(&app, &principal, Operation::DeleteDocument, || {
                app.documents().delete(&principal, &candidate, &document)
            })
        };
        blocking(delete).await?
    };
    match attempt.await {
        Ok(()) => HttpResponse::NoContent().finish(),
        Err(error) => error.to_response(),
    }
}
