//! Files that a page of the web app sends in a form: job files, and files of categories.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use shortlist_app::{
    Import, ImportFields, ImportRefusal, Operation, RejectedFile, UNREADABLE_NAME,
};
use shortlist_domain::Principal;

use super::OPERATION as IMPORT_JOBS;
use crate::error::{ApiError, Code, blocking};
use crate::form::Form;
use crate::multipart::{ArrivingForm, admit_page};
use crate::state::WebState;
use crate::turn_rules::{
    FormRules, MAX_PAGE_CATEGORY_FILE_BYTES, MAX_PAGE_JOB_FILE_BYTES, PAGE_CATEGORY_FILE,
    PAGE_JOB_FILE,
};

/// What a form with a file is for.
struct FilePurpose {
    operation: Operation,
    rules: &'static FormRules,
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
    let purpose = FilePurpose {
        operation: IMPORT_JOBS,
        rules: &PAGE_JOB_FILE,
        max_file_bytes: MAX_PAGE_JOB_FILE_BYTES,
        instead: "split it into smaller files, or send it to the API",
    };
    read_form(request, payload, state, principal, purpose).await
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
    let purpose = FilePurpose {
        rules: &PAGE_CATEGORY_FILE,
        operation: Operation::ImportSelfIdentification,
        max_file_bytes: MAX_PAGE_CATEGORY_FILE_BYTES,
        instead: "split it into smaller files, or run shortlist audit import",
    };
    read_form(request, payload, state, principal, purpose).await
}

async fn read_form(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
    principal: &Principal,
    purpose: FilePurpose,
) -> Result<FileForm, ApiError> {
    admit_page(request, state, principal, purpose.operation).await?;
    let organization = &principal.organization_id;
    let begun = ArrivingForm::begin(request, state, purpose.rules, organization, None);
    let mut found = None;
    let reading = begun
        .await?
        .read(payload, |_field, file| found = Some(file));
    let mut arrived = reading.await?;
    let fields = std::mem::take(&mut arrived.form);
    let file = match found.map(|file| file.content) {
        None => Vec::new(),
        Some(Ok(staged)) => {
            let read = move |_idempotent, _tracked| staged.read();
            let read = arrived.take_turn().await?.run(read).await?;
            read.map_err(|error| ApiError::internal(&error))?
        }
        Some(Err(RejectedFile::TooLarge)) => {
            let (most, instead) = (purpose.max_file_bytes >> 20, purpose.instead);
            let message = format!("the file exceeds the limit of {most} MiB; {instead}");
            return Err(ApiError::new(Code::TooLarge, message));
        }
        Some(Err(RejectedFile::UnreadableName | RejectedFile::NotAllowed)) => {
            return Err(ApiError::new(Code::BadUserInput, UNREADABLE_NAME));
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
