//! What can go wrong between the store and its database.

use diesel::result::{DatabaseErrorKind, Error as DieselError};

/// Why a query was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique key decided that what was to be written exists already.
    #[error("the record exists already")]
    UniqueViolation(#[source] DieselError),
    /// What was to be written names a record that does not exist.
    #[error("the record refers to another that does not exist")]
    MissingReference(#[source] DieselError),
    /// The database cannot be reached, or no connection became free in time.
    #[error("the database is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// What was to be changed has become something else since it was looked at; nothing was changed.
    #[error("the record has changed since")]
    Stale,
    /// Anything else: a fault of the database or of the program.
    #[error("cannot {attempted}")]
    Other {
        /// What was attempted.
        attempted: &'static str,
        /// Why it failed.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl StoreError {
    /// Names what was attempted when something else failed.
    pub(crate) fn other(
        attempted: &'static str,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Other {
            attempted,
            source: source.into(),
        }
    }

    /// Whether the database chose this transaction to give way, so that trying it again can succeed.
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
