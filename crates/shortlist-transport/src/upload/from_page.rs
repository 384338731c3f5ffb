//! Uploads of resumes from the web app.

use actix_web::{HttpRequest, web};
use shortlist_app::{SentFile, TrackedUpload, UploadFields, UploadSummary};
use shortlist_domain::{Principal, UploadId, UploadKind};

use super::{OPERATION, ReceivedFiles, UploadStart, refusal};
use crate::cancellation::CancelOnDrop;
use crate::error::ApiError;
use crate::form::Form;
use crate::multipart::{ArrivingForm, admit_page, stage};
use crate::multipart_repair::UNNAMED;
use crate::respond_async::prefers_async;
use crate::state::WebState;
use crate::turn_rules::RESUMES;
use crate::uploads::identifier::end_tracking;

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
    admit_page(request, state, &principal, OPERATION).await?;
    let begun =
        ArrivingForm::begin(request, state, &RESUMES, &principal.organization_id, None).await?;
    let arriving = begun.tracked(&principal, UploadKind::Resumes).await?;
    let client = CancelOnDrop::default();
    let start = UploadStart::of(true, Some(&client));
    let intake = arriving.report(start.begin(state, &principal).await)?;
    let mut files = ReceivedFiles::of(intake, arriving.progress(), !prefers_async(request));
    let reading = arriving.read(payload, |_field, file| {
        if !is_empty_choice(&file) {
            files.push(file);
        }
    });
    let mut arrived = reading.await?;
    let fields = fields(&mut arrived.form);
    let shared = state.clone();
    let work = move |_idempotent, mut tracked: Option<TrackedUpload>| {
        let done = run(&shared, &principal, fields, files, tracked.as_mut());
        let problem = done.as_ref().err().map(ApiError::message);
        end_tracking(&shared.app, tracked.as_ref(), problem);
        done
    };
    arrived.take_turn().await?.run(work).await?
}

fn run(
    state: &WebState,
    principal: &Principal,
    fields: UploadFields,
    files: ReceivedFiles,
    tracked: Option<&mut TrackedUpload>,
) -> Result<PageUpload, ApiError> {
    let error = |why| refusal(why).into_error();
    match files {
        ReceivedFiles::Read(intake) => {
            let done = state.app.uploads().finish(principal, &fields, *intake);
            done.map(PageUpload::Complete).map_err(error)
        }
        ReceivedFiles::Staged(files) => {
            let accept = |tracked: &mut _| {
                let staged = state.app.staged_uploads();
                let accepted =
                    staged.accept_resumes(principal, fields, Vec::new(), &files, tracked);
                accepted.map_err(error)
            };
            stage(state, tracked, accept).map(PageUpload::Accepted)
        }
    }
}

/// Returns whether a part is what a browser sends for a file field in which nothing was chosen.
fn is_empty_choice(file: &SentFile) -> bool {
    let is_unnamed = file.name.is_empty() || file.name == UNNAMED;
    is_unnamed && matches!(&file.content, Ok(staged) if staged.bytes == 0)
}
