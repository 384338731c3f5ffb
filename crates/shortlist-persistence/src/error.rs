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
    /// The database cannot be written: its disk is full, or it can only be read, or its disk fails.
    #[error("the database cannot be written")]
    Unwritable(#[source] DieselError),
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

    /// Returns whether the connection to the database was lost, so that another one may work. A machine of a cluster that is lost
    /// behind a working connection is not retried, because the cluster must recover first.
    pub(crate) fn is_lost_connection(&self) -> bool {
        let Self::Unavailable(source) = self else {
            return false;
        };
        match source.downcast_ref::<DieselError>() {
            Some(DieselError::DatabaseError(DatabaseErrorKind::ClosedConnection, info)) => {
                !info.message().contains(LOST_NODE)
            }
            Some(DieselError::DatabaseError(DatabaseErrorKind::Unknown, _)) => false,
            _ => true,
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
            // Nothing was committed, so the cause counts.
            DieselError::RollbackErrorOnCommit { commit_error, .. } => Self::from(*commit_error),
            DieselError::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _) => {
                Self::Unwritable(error)
            }
            DieselError::DatabaseError(DatabaseErrorKind::Unknown, ref info)
                if is_unwritable(info.message()) =>
            {
                Self::Unwritable(error)
            }
            DieselError::DatabaseError(DatabaseErrorKind::Unknown, ref info)
                if is_lost_node(info.message()) =>
            {
                Self::Unavailable(Box::new(error))
            }
            error => Self::other("run a query", error),
        }
    }
}

/// The beginning of the message with which Citus reports that it cannot reach a machine. It has the error class of a lost
/// connection, but the connection to the database is intact.
const LOST_NODE: &str = "connection to the remote node";

/// Messages about a lost machine that have no error class of their own. The last three are passed on from that machine, or come from the
/// coordinator while it ends.
const LOST_NODE_WITHOUT_CLASS: [&str; 5] = [
    "failure on connection marked as essential",
    "could not commit transaction for shard",
    "terminating connection",
    "postmaster was shut down",
    "server closed the connection unexpectedly",
];

/// Parts of the messages with which a database reports that it cannot be written. The first three come from SQLite. The others are the
/// system's, and come from PostgreSQL.
const UNWRITABLE: [&str; 6] = [
    "database or disk is full",
    "disk I/O error",
    "attempt to write a readonly database",
    "No space left on device",
    "Disk quota exceeded",
    "Read-only file system",
];

fn is_unwritable(message: &str) -> bool {
    UNWRITABLE.iter().any(|text| message.contains(text))
}

fn is_lost_node(message: &str) -> bool {
    LOST_NODE_WITHOUT_CLASS
        .iter()
        .any(|text| message.contains(text))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: DatabaseErrorKind, message: &str) -> StoreError {
        DieselError::DatabaseError(kind, Box::new(message.to_owned())).into()
    }

    #[test]
    fn a_database_that_cannot_be_written_is_known_by_its_message() {
        for message in [
            "database or disk is full",
            "attempt to write a readonly database",
            "could not extend file \"base/5/16385\": No space left on device",
        ] {
            let error = error(DatabaseErrorKind::Unknown, message);
            assert!(matches!(error, StoreError::Unwritable(_)), "{error:?}");
        }
        let read_only = "cannot execute INSERT in a read-only transaction";
        let error = error(DatabaseErrorKind::ReadOnlyTransaction, read_only);
        assert!(matches!(error, StoreError::Unwritable(_)), "{error:?}");
    }

    #[test]
    fn a_lost_machine_of_a_cluster_is_unavailable_and_not_a_lost_connection() {
        for message in [
            "failure on connection marked as essential: 10.0.0.2:5432",
            "could not commit transaction for shard 102008 on at least one active node",
            "postmaster was shut down, exiting",
        ] {
            let error = error(DatabaseErrorKind::Unknown, message);
            assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
            assert!(!error.is_lost_connection(), "{message}");
        }
        let remote = "connection to the remote node postgres@10.0.0.2:5432 failed";
        assert!(!error(DatabaseErrorKind::ClosedConnection, remote).is_lost_connection());
        let own = error(
            DatabaseErrorKind::ClosedConnection,
            "terminating connection",
        );
        assert!(own.is_lost_connection());
        let other = error(DatabaseErrorKind::Unknown, "syntax error");
        assert!(matches!(other, StoreError::Other { .. }), "{other:?}");
    }
}
