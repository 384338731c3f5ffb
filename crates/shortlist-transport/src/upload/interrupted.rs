//! Refusals of uploads, also of those that failed after some of their files were stored.

use shortlist_app::InterruptedUpload;

use super::body::UploadBody;
use crate::error::{ApiError, RefusalText};
use crate::multipart::{Refusal, RefusalBody};

/// What an upload stored before it failed; `None` if it was refused as a whole.
#[derive(Default)]
pub(super) struct StoredBefore(Option<Box<UploadBody>>);

impl StoredBefore {
    /// Returns the refusal of an upload that failed after some of its files were stored.
    pub(super) fn refusal(upload: InterruptedUpload) -> Refusal<Self> {
        let body = UploadBody::of(upload.summary, Vec::new());
        let stored = format!(
            "until then: {}; send the upload again to complete it",
            body.counts()
        );
        let error = ApiError::from(upload.error).and(&stored);
        Refusal::Shaped(error, Self(Some(Box::new(body))))
    }
}

impl RefusalBody for StoredBefore {
    type Body = UploadBody;

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn into_body(self, text: RefusalText) -> UploadBody {
        match self.0 {
            Some(body) => body.failed(text),
            None => UploadBody::refused(text),
        }
    }
}
