//! Files that a page of the web app sends in a form: job files, and files of categories.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use shortlist_app::{
    Claims, Import, ImportFields, ImportRefusal, Operation, Progress, RejectedFile, UploadLimits,
};
use shortlist_domain::Principal;

use super::OPERATION as IMPORT_JOBS;
use crate::error::{ApiError, Code, blocking};
use crate::form::{Form, FormReader, MAX_ALL_TEXT_BYTES};
use crate::read_ahead::admit_body;
use crate::state::WebState;

/// The largest job file that a page accepts, in bytes. The page keeps the file in its forms while the plan is corrected.
pub const MAX_PAGE_JOB_FILE_BYTES: u64 = 1 << 20;

/// The largest file of categories that a page accepts, in bytes: about 100,000 people.
pub const MAX_PAGE_CATEGORY_FILE_BYTES: u64 = 4 << 20;

/// What a form with a file is for.
#[derive(Clone, Copy)]
struct FormRules {
    operation: Operation,
    max_file_bytes: u64,
    /// What to do with a larger file.
    instead: &'static str,
}

/// A form of a page with a file.
pub struct FileForm {
    /// The bytes of the file; empty if none was chosen.
    pub file: Vec<u8>,
    /// The other fields.
    pub fields: Form,
}

/// Reads a form with a job file.
///
/// # Errors
/// Returns an error if the user may not import jobs, or if the form or the file is too large.
pub async fn read_job_file_form(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
    principal: &Principal,
) -> Result<FileForm, ApiError> {
    let rules = FormRules {
        operation: IMPORT_JOBS,
        max_file_bytes: MAX_PAGE_JOB_FILE_BYTES,
        instead: "split it into smaller files, or send it to the API",
    };
    read_form(request, payload, state, principal, rules).await
}

/// Reads a form with a file of what candidates say about themselves.
///
/// # Errors
/// Returns an error if the user may not store it, or if the form or the file is too large.
pub async fn read_category_file_form(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
    principal: &Principal,
) -> Result<FileForm, ApiError> {
    let rules = FormRules {
        operation: Operation::ImportSelfIdentification,
        max_file_bytes: MAX_PAGE_CATEGORY_FILE_BYTES,
        instead: "split it into smaller files, or run shortlist audit import",
    };
    read_form(request, payload, state, principal, rules).await
}

async fn read_form(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
    principal: &Principal,
    rules: FormRules,
) -> Result<FileForm, ApiError> {
    let (app, caller) = (Arc::clone(&state.app), principal.clone());
    let check = move || {
        app.access()
            .authorize(&caller, rules.operation, Claims::default())
    };
    blocking(check).await??;
    admit_body(request);
    let limits = UploadLimits {
        file_bytes: rules.max_file_bytes,
        request_bytes: 2 * rules.max_file_bytes,
        ..state.app.settings().upload.clone()
    };
    let reader = FormReader {
        file_fields: &["file"],
        limits: &limits,
        staging: Some(state.app.uploads().staging()),
        memory: state.bodies.begin(&principal.organization_id),
        text_bytes: MAX_ALL_TEXT_BYTES,
        progress: Progress::default(),
    };
    let mut found = None;
    let form = reader.read(request.headers(), payload, |_field, file| {
        found = Some(file);
    });
    let fields = form.await?;
    // A turn is taken only now, because a body arrives as slowly as its sender likes.
    let _turn = state.uploads.take(&principal.organization_id).await?;
    let file = match found.map(|file| file.content) {
        None => Vec::new(),
        Some(Ok(staged)) => {
            let read = blocking(move || staged.read()).await?;
            read.map_err(|error| ApiError::internal(&error))?
        }
        Some(Err(RejectedFile::TooLarge)) => {
            let (most, instead) = (rules.max_file_bytes >> 20, rules.instead);
            let message = format!("the file exceeds the limit of {most} MiB; {instead}");
            return Err(ApiError::new(Code::TooLarge, message));
        }
        Some(Err(RejectedFile::UnreadableName | RejectedFile::NotAllowed)) => {
            return Err(ApiError::new(
                Code::BadUserInput,
                RejectedFile::UNREADABLE_NAME,
            ));
        }
    };
    Ok(FileForm { file, fields })
}

/// Plans or runs an import that a page asks for, within the limits that imports have in the API.
///
/// # Errors
/// Returns an error if too many imports wait.
pub async fn import_from_page(
    state: &web::Data<WebState>,
    principal: &Principal,
    fields: ImportFields,
    file: Vec<u8>,
) -> Result<Result<Import, ImportRefusal>, ApiError> {
    let turn = state.imports.take(&principal.organization_id).await?;
    let (app, principal) = (Arc::clone(&state.app), principal.clone());
    let work = move || {
        let _turn = turn;
        app.jobs().import(&principal, &fields, Some(&file))
    };
    blocking(work).await
}
