//! Responses to uploads that failed after some of their files were stored.

use actix_web::HttpResponse;
use shortlist_app::InterruptedUpload;

use super::body::UploadBody;
use crate::error::ApiError;

/// An upload that failed after some of its files were stored.
pub(super) struct Interrupted {
    /// Why it failed, and what was stored.
    pub(super) error: ApiError,
    body: UploadBody,
}

impl Interrupted {
    pub(super) fn of(upload: InterruptedUpload) -> Self {
        let body = UploadBody::of(upload.summary, Vec::new());
        let stored = format!(
            "until then: {}; send the upload again to complete it",
            body.counts()
        );
        let error = ApiError::from(upload.error).and(&stored);
        Self { error, body }
    }

    /// Returns the response: the outcomes of all files, with the status of a failure.
    pub(super) fn respond(self) -> HttpResponse {
        let body = self.body;
        self.error.respond(|message| body.failed(message))
    }
}
