//! Why a file could not be read.

/// Why a resume could not be read; each text is a sentence's end that a recruiter can act on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// No bytes.
    #[error("the file is empty")]
    Empty,
    /// Its bytes are another format's.
    #[error("the file is {0}, not a PDF, DOC or DOCX; export it as one of these")]
    OtherFormat(&'static str),
    /// It needs a password.
    #[error("the file is protected with a password; save it without one")]
    Encrypted,
    /// Pages of pictures.
    #[error("the file is a scan without text; run text recognition (OCR) on it first")]
    Scan,
    /// No text at all.
    #[error("the file holds no readable text")]
    NoText,
    /// Over a bound that keeps the service safe.
    #[error("the file is over the limit of {0}")]
    Limit(&'static str),
    /// It cannot be made sense of.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// It shows nobody.
    #[error("the file shows neither a name nor an e-mail address nor a phone number")]
    Nobody,
}

impl ReadError {
    /// The error of a reader that panicked.
    pub fn panicked() -> Self {
        Self::Damaged("its structure cannot be followed".to_owned())
    }
}
