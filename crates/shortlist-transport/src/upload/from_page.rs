//! Uploads of resumes from the web app.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use shortlist_app::{Claims, SentFile, TrackedUpload, UploadFields, UploadSummary};
use shortlist_domain::{Principal, UploadId, UploadKind};

use super::{OPERATION, ReceivedFiles, Refusal, UploadStart, refusal};
use crate::cancellation::CancelOnDrop;
use crate::error::{ApiError, blocking};
use crate::form::{Form, FormReader, MAX_ALL_TEXT_BYTES};
use crate::multipart_repair::UNNAMED;
use crate::read_ahead::admit_body;
use crate::respond_async::prefers_async;
use crate::state::WebState;
use crate::turns::Turn;
use crate::uploads::identifier::{end_tracking, sent_upload_id, track};

/// The outcome of an upload from a page.
pub enum PageUpload {
    /// It is complete.
    Complete(UploadSummary),
    /// The files have arrived, and the page does not wait for the rest.
    Accepted(UploadId),
}

/// Receives the resumes of a form of the web app, scores and stores them. `fields` reads the other fields.
///
/// # Errors
/// Returns an error if the upload is refused as a whole.
pub async fn upload_from_page(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
    principal: Principal,
    fields: impl FnOnce(&mut Form) -> UploadFields,
) -> Result<PageUpload, ApiError> {
    let app = Arc::clone(&state.app);
    let caller = principal.clone();
    let check = move || {
        app.access()
            .authorize(&caller, OPERATION, Claims::default())
    };
    blocking(check).await??;
    admit_body(request);
    let turn = state.uploads.take(&principal.organization_id).await?;
    let sent_id = sent_upload_id(request, None)?;
    let tracked = track(request, state, &principal, UploadKind::Resumes, sent_id).await?;
    let client = CancelOnDrop::default();
    let start = UploadStart {
        is_permitted: true,
        is_first: true,
        cancellation: client.cancellation(),
    };
    let begun = start.begin(state, &principal).await;
    let intake = begun.map_err(|refusal| failed(&tracked, refusal))?;
    let mut files = if prefers_async(request) {
        ReceivedFiles::Staged(Vec::new())
    } else {
        ReceivedFiles::Read(Box::new(intake.reporting(tracked.progress())))
    };
    let reader = FormReader {
        file_fields: &["files"],
        limits: &state.app.settings().upload,
        staging: Some(state.app.uploads().staging()),
        memory: state.bodies.begin(&principal.organization_id),
        text_bytes: MAX_ALL_TEXT_BYTES,
        progress: tracked.progress(),
    };
    let form = reader.read(request.headers(), payload, |_field, file| {
        if !is_empty_choice(&file) {
            files.push(file);
        }
    });
    let form = form.await.map_err(Refusal::Upload);
    let mut form = form.map_err(|refusal| failed(&tracked, refusal))?;
    let fields = fields(&mut form);
    tracked.progress().begin_work();
    let shared = state.clone();
    let work = move || run(&shared, &principal, fields, files, tracked, turn);
    blocking(work).await?
}

fn failed(tracked: &TrackedUpload, refusal: Refusal) -> ApiError {
    refusal.report(Some(tracked));
    refusal.into_error()
}

fn run(
    state: &WebState,
    principal: &Principal,
    fields: UploadFields,
    files: ReceivedFiles,
    tracked: TrackedUpload,
    _turn: Turn,
) -> Result<PageUpload, ApiError> {
    match files {
        ReceivedFiles::Read(intake) => {
            let done = state.app.uploads().finish(principal, &fields, *intake);
            let done = done.map_err(|error| refusal(error).into_error());
            let problem = done.as_ref().err().map(ApiError::message);
            end_tracking(&state.app, Some(&tracked), problem);
            done.map(PageUpload::Complete)
        }
        ReceivedFiles::Staged(files) => {
            let staged = state.app.staged_uploads();
            let accepted = staged.accept_resumes(principal, fields, Vec::new(), &files, tracked);
            let key = accepted.map_err(|error| refusal(error).into_error())?;
            let id = key.id.clone();
            state.staged.accept(key);
            Ok(PageUpload::Accepted(id))
        }
    }
}

/// Returns whether a part is what a browser sends for a file field in which nothing was chosen.
fn is_empty_choice(file: &SentFile) -> bool {
    let is_unnamed = file.name.is_empty() || file.name == UNNAMED;
    is_unnamed && matches!(&file.content, Ok(staged) if staged.bytes == 0)
}
