//! Reasons why a file cannot be read.

/// The reason why a resume cannot be read. Each text completes a sentence that says what the recruiter can do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The bytes belong to another format.
    #[error("the file is {0}, not a PDF, DOC or DOCX; export it as one of these")]
    OtherFormat(&'static str),
    /// The file needs a password.
    #[error("the file is protected with a password; save it without one")]
    Encrypted,
    /// The pages are pictures without text.
    #[error("the file is a scan without text; run text recognition (OCR) on it first")]
    Scan,
    /// The pages are pictures, and recognition found almost no text in them.
    #[error(
        "the file is a scan whose text cannot be recognized; scan it again with at least 300 dpi, or send the file that was printed"
    )]
    Unrecognized,
    /// The text of the file has no map to characters.
    #[error(
        "the text of the file has no map to characters, so nobody can search or copy it; save it again from the program that wrote it, or print it and scan it"
    )]
    Undecodable,
    /// The pages are built by a program when somebody opens the file.
    #[error(
        "the file is a dynamic form (XFA), which only Adobe's programs can show; open it there and print it to a PDF"
    )]
    DynamicForm,
    /// The file contains other files, and it is not clear which of them is the resume.
    #[error(
        "the file is a portfolio of several documents; save the resume that is in it as a file of its own"
    )]
    Portfolio,
    /// The file contains no text.
    #[error("the file holds no readable text")]
    NoText,
    /// The file exceeds a limit that protects the service.
    #[error("the file is over the limit of {0}")]
    Limit(&'static str),
    /// The structure of the file is damaged.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The file shows neither a person nor a work history.
    #[error(
        "the file is not a resume: it shows no name, e-mail address or phone number, and no work history or education"
    )]
    NotAResume,
    /// The file offers a job.
    #[error(
        "the file is a job posting, not a resume; create the job from it, and upload the resumes of those who apply"
    )]
    Posting,
}

impl ReadError {
    /// Returns the error for a reader that panicked.
    pub fn panicked() -> Self {
        Self::Damaged("its structure cannot be followed".to_owned())
    }
}
