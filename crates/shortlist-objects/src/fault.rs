//! What a failure of the store means to those who keep files in it.

use std::io::{self, ErrorKind};

use object_store::Error;

/// A call of the store that failed; the chain of causes tells of addresses and answers, never of the secret.
#[derive(Debug, thiserror::Error)]
#[error("{attempt} {key:?} in the object store")]
pub struct StoreFault {
    attempt: &'static str,
    key: String,
    #[source]
    cause: Error,
}

/// The failure of an attempt on a key; for `map_err`.
pub(crate) fn failed(attempt: &'static str, key: &str) -> impl FnOnce(Error) -> io::Error {
    let key = key.to_owned();
    move |cause| {
        let kind = kind_of(&cause);
        io::Error::new(
            kind,
            StoreFault {
                attempt,
                key,
                cause,
            },
        )
    }
}

/// What is left after the tries of a request is a store that cannot be reached or does not do its work: the same may succeed later.
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
