//! Why a use case was refused or failed.

use std::io::ErrorKind;

use shortlist_domain::{InterviewId, InvalidValue, SkipReason, UnusableFile};
use shortlist_passkeys::PasskeyError;
use shortlist_persistence::StoreError;

use crate::conflict::{Conflict, Limited};
use crate::quota::{DailyQuota, StorageQuota};
use crate::refusal::Refusal;

/// A failure of the infrastructure. Its message is for the log, never for a caller.
#[derive(Debug, thiserror::Error)]
pub enum StorageFault {
    /// The database failed.
    #[error("use the database")]
    Database(#[from] StoreError),
    /// The folder or object store that contains the files failed.
    #[error("use the file store")]
    Files(#[from] std::io::Error),
    /// No process that reads files was available.
    #[error("read a file: no reader was available")]
    Readers,
    /// The system's source of randomness failed.
    #[error("generate random bytes: {0}")]
    Randomness(getrandom::Error),
    /// A passkey or its challenge cannot be used.
    #[error("use a passkey")]
    Passkey(#[source] PasskeyError),
    /// Hashing a password failed.
    #[error("hash a password: {0}")]
    Password(argon2::password_hash::Error),
}

impl StorageFault {
    /// Returns the part that is temporarily unreachable, if that is the cause. The same request can succeed later.
    pub fn unreachable_part(&self) -> Option<&'static str> {
        match self {
            Self::Database(StoreError::Unavailable(_)) => Some("database"),
            Self::Files(error) if error.kind() == ErrorKind::NotConnected => Some("file store"),
            Self::Readers => Some("reader of files"),
            _ => None,
        }
    }

    /// Returns the part that cannot be written, if that is the cause: its disk is full, read-only or failing. The same request can
    /// succeed once its operator has solved that.
    pub fn unwritable_part(&self) -> Option<&'static str> {
        match self {
            Self::Database(StoreError::Unwritable(_)) => Some("database"),
            Self::Files(error) if is_unwritable(error.kind()) => Some("file store"),
            _ => None,
        }
    }
}

fn is_unwritable(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded
            | ErrorKind::FileTooLarge
            | ErrorKind::ReadOnlyFilesystem
    )
}

/// Why a use case was refused or failed. The texts of all but [`AppError::Fault`] are for the caller.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// An invalid value.
    #[error(transparent)]
    BadInput(#[from] InvalidValue),
    /// The input names something that the caller's organization does not have.
    #[error("{field}: no such {what} in this organization")]
    NotFound {
        /// The field that names it.
        field: &'static str,
        /// The kind of thing that is missing.
        what: &'static str,
    },
    /// The value of a field conflicts with stored data.
    #[error(transparent)]
    FieldConflict(InvalidValue),
    /// The change conflicts with stored data.
    #[error("{0}")]
    Conflict(Conflict),
    /// The interviewer has this interview at the same time.
    #[error(
        "the interviewer has another interview within the same hour ({0}); choose another time or set allowOverlap"
    )]
    InterviewOverlap(InterviewId),
    /// A rule, checked while the operation ran, forbids it.
    #[error("{0}")]
    Forbidden(Refusal),
    /// The organization has reached its storage quota.
    #[error("{0}")]
    StorageQuotaExceeded(StorageQuota),
    /// The organization has reached its daily quota.
    #[error("{quota}")]
    DailyQuotaExceeded {
        /// The quota.
        quota: DailyQuota,
        /// The number of seconds until the next day begins.
        retry_after_seconds: i64,
    },
    /// The request was cancelled.
    #[error("the request was cancelled because its client disconnected")]
    Cancelled,
    /// The infrastructure failed.
    #[error("the service failed")]
    Fault(#[source] StorageFault),
}

impl AppError {
    /// Returns the error for a change that conflicts with what is stored.
    pub fn conflict(why: impl Into<Conflict>) -> Self {
        Self::Conflict(why.into())
    }

    /// Returns the error for a file that an operation needs and that cannot be used, which `invalid` reports as a problem of the input.
    /// If only a reader was missing, the input is right, and the same request can succeed later.
    pub(crate) fn unusable_file(
        why: UnusableFile,
        invalid: impl FnOnce(UnusableFile) -> InvalidValue,
    ) -> Self {
        match why {
            UnusableFile::Skipped(SkipReason::NoReader) => Self::Fault(StorageFault::Readers),
            why => Self::BadInput(invalid(why)),
        }
    }

    /// Returns what was found, or `None` if the input names nothing that the caller can see. Other errors stay errors.
    ///
    /// # Errors
    /// Returns the other errors.
    pub fn if_found<T>(found: Result<T, Self>) -> Result<Option<T>, Self> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::BadInput(_) | Self::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the error for one more than are possible.
    pub(crate) fn too_many(what: Limited, most: usize) -> Self {
        Self::Conflict(Conflict::TooMany { what, most })
    }

    /// Returns the stable name of the reason, for programs. Errors about a field or a missing record, and failures, have none.
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Self::Conflict(why) => Some(why.code()),
            Self::InterviewOverlap(_) => Some("interviewOverlap"),
            Self::Forbidden(rule) => Some(rule.code()),
            Self::StorageQuotaExceeded(_) => Some("storageQuota"),
            Self::DailyQuotaExceeded { quota, .. } => Some(quota.code()),
            Self::BadInput(_)
            | Self::NotFound { .. }
            | Self::FieldConflict(_)
            | Self::Cancelled
            | Self::Fault(_) => None,
        }
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<std::io::Error> for AppError {
    fn from(error: std::io::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl From<StorageFault> for AppError {
    fn from(fault: StorageFault) -> Self {
        Self::Fault(fault)
    }
}

/// Why a caller was denied access.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The key or the token is unknown, expired, revoked, of another environment, or the two belong to different
    /// organizations.
    ///
    /// All causes share one message, so that nobody learns which of the two was wrong.
    #[error("the API key or the bearer token is invalid")]
    Unauthenticated,
    /// The caller is known but lacks permission.
    #[error("{0}")]
    Forbidden(Refusal),
    /// The check itself failed.
    #[error("look up the credentials")]
    Fault(#[source] AppError),
}

#[cfg(test)]
mod tests {
    use shortlist_domain::FileProblem;

    use super::*;
    use crate::checks::NO_CANDIDATE;

    #[test]
    fn a_missing_reader_is_no_problem_of_the_input() {
        let error = |reason: SkipReason| {
            AppError::unusable_file(UnusableFile::Skipped(reason), |why| {
                InvalidValue::new("text", FileProblem::NotUsable(why))
            })
        };
        let AppError::Fault(fault) = error(SkipReason::NoReader) else {
            panic!("the input is right");
        };
        assert_eq!(fault.unreachable_part(), Some("reader of files"));
        assert!(matches!(error(SkipReason::Crashed), AppError::BadInput(_)));
    }

    #[test]
    fn a_failure_does_not_look_like_a_missing_record() {
        assert!(matches!(AppError::if_found(Ok(1)), Ok(Some(1))));
        assert!(matches!(
            AppError::if_found::<i32>(Err(NO_CANDIDATE)),
            Ok(None)
        ));
        let failed = AppError::from(std::io::Error::from(ErrorKind::NotConnected));
        let found = AppError::if_found::<i32>(Err(failed));
        assert!(matches!(found, Err(AppError::Fault(_))));
    }
}
