//! Long-running work that clients can watch: uploads of resumes, imports of jobs and rescoring.

use std::fmt;

use crate::{ChoiceProblem, InvalidValue, OrganizationId, TextProblem, Timestamp, UserId};

/// The longest identifier of an upload, in characters. Idempotency keys have the same limit.
pub const MAX_UPLOAD_ID_CHARS: usize = 255;
/// The characters of such an identifier, as a regular expression of JSON Schema.
pub const UPLOAD_ID_PATTERN: &str = "^[!-~]+$";

/// The identifier of an upload. Clients may choose it, so it is unique only for its user.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UploadId(String);

impl UploadId {
    /// Parses 1 to 255 visible ASCII characters.
    ///
    /// # Errors
    /// Returns an error for anything else.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let fits = (1..=MAX_UPLOAD_ID_CHARS).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(Self(text.to_owned()));
        }
        let problem = TextProblem::NotVisibleAscii(MAX_UPLOAD_ID_CHARS);
        Err(InvalidValue::new(field, problem))
    }

    /// Generates an identifier that nobody can guess.
    pub fn generate(random: u128) -> Self {
        Self(format!("upl_{random:032x}"))
    }

    /// Returns the identifier as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UploadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What identifies an upload: its tenant, its user and its identifier.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UploadKey {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The user who sent it, and who alone can watch it.
    pub user_id: UserId,
    /// The identifier.
    pub id: UploadId,
}

/// The kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadKind {
    /// Resumes are uploaded.
    Resumes,
    /// Jobs are imported from a file.
    Jobs,
    /// The candidates of a job are scored again.
    Rescoring,
}

/// The state of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadState {
    /// Its bytes arrive.
    Receiving,
    /// All bytes have arrived, and the work continues.
    Working,
    /// It is complete.
    Done,
    /// It was refused, or it ended early.
    Failed,
}

macro_rules! named {
    ($type:ident: $($variant:ident = $name:literal,)*) => {
        impl $type {
            /// Returns the name in the API and in the database.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Parses a name.
            ///
            /// # Errors
            /// Returns an error for an unknown name.
            pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
                match name {
                    $($name => Ok(Self::$variant),)*
                    _ => Err(InvalidValue::new(field, ChoiceProblem::NotKnown)),
                }
            }
        }
    };
}

named!(UploadKind: Resumes = "resumes", Jobs = "jobs", Rescoring = "rescoring",);
named!(UploadState: Receiving = "receiving", Working = "working", Done = "done", Failed = "failed",);

impl UploadState {
    /// Returns whether nothing more will happen.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

/// What has happened so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UploadCounts {
    /// The bytes of the request that have arrived.
    pub bytes: u64,
    /// The files that have arrived, or the candidates to score again.
    pub files: u64,
    /// The files that have been read, or the candidates that have been scored again.
    pub read: u64,
    /// The candidates or jobs that were created.
    pub created: u64,
    /// The files or rows of people or jobs that exist already.
    pub duplicates: u64,
    /// The files that could not be used.
    pub skipped: u64,
    /// The resumes that replaced earlier ones.
    pub replaced: u64,
    /// The files that became further documents.
    pub added: u64,
}

/// The progress of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadProgress {
    /// The kind of work.
    pub kind: UploadKind,
    /// Its state.
    pub state: UploadState,
    /// When it began.
    pub started_at: Timestamp,
    /// When this progress was true.
    pub updated_at: Timestamp,
    /// The size of the request in bytes, if its sender announced it.
    pub expected_bytes: Option<u64>,
    /// What has happened so far.
    pub counts: UploadCounts,
    /// Why it failed.
    pub problem: Option<String>,
}

/// The answer to an upload whose sender did not wait for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The body, as JSON.
    pub body: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_is_visible_ascii_of_limited_length() {
        let longest = "k".repeat(MAX_UPLOAD_ID_CHARS);
        for fine in ["1", "a/b?c", longest.as_str()] {
            assert!(UploadId::parse("id", fine).is_ok(), "{fine}");
        }
        for bad in ["", "a b", "\u{e9}", &format!("{longest}k")] {
            assert!(UploadId::parse("id", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_name_reads_back() {
        for state in [
            UploadState::Receiving,
            UploadState::Working,
            UploadState::Done,
            UploadState::Failed,
        ] {
            assert_eq!(UploadState::parse("state", state.as_str()), Ok(state));
        }
        for kind in [UploadKind::Resumes, UploadKind::Jobs, UploadKind::Rescoring] {
            assert_eq!(UploadKind::parse("kind", kind.as_str()), Ok(kind));
        }
    }
}
