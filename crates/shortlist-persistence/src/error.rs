//! The errors of the store.

use diesel::result::{DatabaseErrorKind, Error as DieselError};

/// The reason why a query failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The record violates a unique key, because it exists already.
    #[error("the record exists already")]
    UniqueViolation(#[source] DieselError),
    /// The record refers to another one that does not exist.
    #[error("the record refers to another that does not exist")]
    MissingReference(#[source] DieselError),
    /// The database cannot be reached, or no connection became free in time.
    #[error("the database is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The record has changed since the caller read it. Nothing was written.
    #[error("the record has changed since it was read")]
    Stale,
    /// Any other error of the database or of the program.
    #[error("cannot {attempted}")]
    Other {
        /// What was attempted.
        attempted: &'static str,
        /// The cause.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl StoreError {
    /// Creates an error from an attempt and its cause.
    pub(crate) fn other(
        attempted: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Other {
            attempted,
            source: source.into(),
        }
    }

    /// Returns whether the database aborted this transaction in favour of another, so that a retry can succeed.
    pub(crate) fn is_transient(&self) -> bool {
        let Self::Other { source, .. } = self else {
            return false;
        };
        match source.downcast_ref::<DieselError>() {
            Some(DieselError::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => true,
            Some(DieselError::DatabaseError(_, info)) => info.message().contains("deadlock"),
            _ => false,
        }
    }
}

impl From<DieselError> for StoreError {
    fn from(error: DieselError) -> Self {
        match error {
            DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
                Self::UniqueViolation(error)
            }
            DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
                Self::MissingReference(error)
            }
            DieselError::DatabaseError(
                DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
                _,
            )
            | DieselError::BrokenTransactionManager => Self::Unavailable(Box::new(error)),
            error => Self::other("run a query", error),
        }
    }
}

impl From<r2d2::Error> for StoreError {
    fn from(error: r2d2::Error) -> Self {
        Self::Unavailable(Box::new(error))
    }
}

impl From<shortlist_domain::InvalidValue> for StoreError {
    fn from(error: shortlist_domain::InvalidValue) -> Self {
        Self::other("read a stored value", error)
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::other("read or write a stored record", error)
    }
}
