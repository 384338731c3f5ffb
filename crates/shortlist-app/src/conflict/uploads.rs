//! Conflicts of uploads, and of rescoring with progress.

/// Why an upload or a rescoring cannot begin or continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadConflict {
    /// Another upload with the same idempotency key runs or is complete.
    KeyInUse,
    /// Another upload has the chosen identifier.
    UploadIdTaken,
    /// An upload or another rescoring has the chosen identifier.
    ProgressIdTaken,
    /// The server stopped this number of times during the upload.
    StoppedTooOften(i32),
}

impl UploadConflict {
    /// Returns the stable name of the reason, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::KeyInUse => "idempotencyKeyInUse",
            Self::UploadIdTaken => "uploadIdTaken",
            Self::ProgressIdTaken => "progressIdTaken",
            Self::StoppedTooOften(_) => "uploadStoppedTooOften",
        }
    }
}
