//! Why a change conflicts with what is stored, as values. `english/conflict.rs` writes the text.
//!
//! A variant has what a program or a text needs: identifiers, limits and what is stored now. It has no sentence, no secret and no
//! text of a resume.

mod accounts;
mod candidates;
mod copies;
mod interviews;
mod jobs;
mod limits;
mod mails;
mod uploads;

pub use accounts::AccountConflict;
pub use candidates::{CandidateConflict, ExistingCandidate};
pub use copies::{CopyConflict, CopyVersion};
pub use interviews::InterviewConflict;
pub use jobs::JobConflict;
pub use limits::{Limited, ProtectedRecord};
pub use mails::MailConflict;
pub use uploads::UploadConflict;

/// Why a change conflicts with what is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// Something about organizations, users and their credentials.
    Account(AccountConflict),
    /// Something about candidates and the people behind them.
    Candidate(CandidateConflict),
    /// Something about the copy of an organization in a folder.
    Copy(CopyConflict),
    /// Something about interviews.
    Interview(InterviewConflict),
    /// Something about jobs.
    Job(JobConflict),
    /// Something about mails.
    Mail(MailConflict),
    /// Something about uploads, and rescoring with progress.
    Upload(UploadConflict),
    /// There are as many as are possible.
    TooMany {
        /// Of what.
        what: Limited,
        /// How many are possible.
        most: usize,
    },
    /// A legal hold protects it.
    LegalHold(ProtectedRecord),
    /// Others keep changing the record, so nothing was saved.
    KeepsChanging,
    /// The database was restored from a copy since the position was given out.
    DatabaseRestored,
    /// The webhook is disabled.
    WebhookDisabled,
}

impl Conflict {
    /// Returns the stable name of the reason, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Account(why) => why.code(),
            Self::Candidate(why) => why.code(),
            Self::Copy(why) => why.code(),
            Self::Interview(why) => why.code(),
            Self::Job(why) => why.code(),
            Self::Mail(why) => why.code(),
            Self::Upload(why) => why.code(),
            Self::TooMany { what, .. } => what.code(),
            Self::LegalHold(_) => "legalHold",
            Self::KeepsChanging => "keepsChanging",
            Self::DatabaseRestored => "databaseRestored",
            Self::WebhookDisabled => "webhookDisabled",
        }
    }
}

macro_rules! conflicts_of {
    ($($subject:ident($why:ident)),+) => {
        $(impl From<$why> for Conflict {
            fn from(why: $why) -> Self {
                Self::$subject(why)
            }
        })+
    };
}

conflicts_of! {
    Account(AccountConflict),
    Candidate(CandidateConflict),
    Copy(CopyConflict),
    Interview(InterviewConflict),
    Job(JobConflict),
    Mail(MailConflict),
    Upload(UploadConflict),
    LegalHold(ProtectedRecord)
}
