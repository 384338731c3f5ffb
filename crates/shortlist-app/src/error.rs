//! Why a use case was refused or failed.

use std::io::ErrorKind;

use shortlist_domain::InvalidValue;
use shortlist_persistence::StoreError;

/// What went wrong below; the text is for the log, never for a caller.
#[derive(Debug, thiserror::Error)]
pub enum StorageFault {
    /// The database.
    #[error("use the database")]
    Database(#[from] StoreError),
    /// The folder or the store of objects that files are kept in.
    #[error("use the file store")]
    Files(#[from] std::io::Error),
    /// The system's source of randomness.
    #[error("draw random bytes: {0}")]
    Randomness(getrandom::Error),
    /// Password hashing.
    #[error("hash a password: {0}")]
    Password(argon2::password_hash::Error),
}

impl StorageFault {
    /// What cannot be reached for the time being, if it is that: the same request can succeed later.
    pub fn unreachable_part(&self) -> Option<&'static str> {
        match self {
            Self::Database(StoreError::Unavailable(_)) => Some("database"),
            Self::Files(error) if error.kind() == ErrorKind::NotConnected => Some("file store"),
            _ => None,
        }
    }
}

/// Why a use case was refused or failed. The texts of all but [`AppError::Fault`] are for the caller.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// A value that cannot be used.
    #[error(transparent)]
    BadInput(#[from] InvalidValue),
    /// Something named in the input that the caller's organization does not have.
    #[error("{field}: no such {what} in this organization")]
    NotFound {
        /// The field that names it.
        field: &'static str,
        /// What it should be.
        what: &'static str,
    },
    /// The change clashes with what is there.
    #[error("{0}")]
    Conflict(String),
    /// A rule found while running.
    #[error("{0}")]
    Forbidden(String),
    /// An organization keeps as much as it may.
    #[error("{0}")]
    QuotaFull(String),
    /// An organization has sent as much as it may in a day.
    #[error("{message}")]
    QuotaSpent {
        /// What to do.
        message: String,
        /// When the next day begins.
        retry_after_seconds: i64,
    },
    /// Nobody waits for it any more.
    #[error("the request was cancelled because its client went away")]
    Cancelled,
    /// Something below failed.
    #[error("the service failed")]
    Fault(#[source] StorageFault),
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
