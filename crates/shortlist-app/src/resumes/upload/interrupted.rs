//! Uploads that fail after some of their files were stored.

use super::{FileOutcome, Outcome, Upload, UploadRefusal, UploadSummary};
use crate::error::AppError;

/// An upload that failed after some of its files were stored. Sending it again stores the others.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct InterruptedUpload {
    /// Why it failed.
    #[source]
    pub error: AppError,
    /// The outcomes of all files. Those that were not stored are skipped.
    pub summary: UploadSummary,
}

/// Returns the refusal of an upload that failed. If it has stored anything, the refusal says what.
pub(super) fn refusal(
    error: AppError,
    upload: &Upload,
    names: Vec<String>,
    mut results: Vec<FileOutcome>,
) -> UploadRefusal {
    let is_stored = |file: &FileOutcome| !matches!(file.outcome, Outcome::Skipped(_));
    if !matches!(error, AppError::Fault(_)) || !results.iter().any(is_stored) {
        return UploadRefusal::App(error);
    }
    let known = results.len();
    let unread = names.into_iter().skip(known);
    results.extend(unread.map(FileOutcome::not_stored));
    let summary = UploadSummary {
        job_id: upload.job.id.clone(),
        on_duplicate: upload.on_duplicate,
        results,
    };
    UploadRefusal::Interrupted(Box::new(InterruptedUpload { error, summary }))
}
