//! The errors of the object store.

use std::io::{self, ErrorKind};

use object_store::Error;

/// A failed call of the store. Its causes contain addresses and responses, and never the secret.
#[derive(Debug, thiserror::Error)]
#[error("{attempt} {key:?} in the object store")]
pub struct ObjectStoreError {
    attempt: &'static str,
    key: String,
    #[source]
    cause: Error,
}

/// Returns a function for `map_err` that adds the attempt and the key to an error.
pub(crate) fn failed(attempt: &'static str, key: &str) -> impl FnOnce(Error) -> io::Error {
    let key = key.to_owned();
    move |cause| {
        let kind = kind_of(&cause);
        io::Error::new(
            kind,
            ObjectStoreError {
                attempt,
                key,
                cause,
            },
        )
    }
}

/// Returns the kind of an error. A generic error that remains after all retries means that the store is unreachable or does
/// not work. A later call may succeed.
fn kind_of(error: &Error) -> ErrorKind {
    match error {
        Error::NotFound { .. } => ErrorKind::NotFound,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            ErrorKind::PermissionDenied
        }
        Error::Generic { .. } => ErrorKind::NotConnected,
        _ => ErrorKind::Other,
    }
}
