//! Calls into code that may panic or recurse deeply on hostile bytes.
//!
//! This keeps a panic of a foreign crate from its caller. It cannot stop a loop, nor memory
//! that runs out: for these, documents are read in worker processes.

use std::thread::Builder;

use crate::ReadError;

/// The stack of a reader: page trees and nested tables recurse, and the default 2 MiB end early.
pub(crate) const READER_STACK_BYTES: usize = 64 << 20;

/// Runs a reader on a thread with a deep stack and takes its panic as an error.
///
/// # Errors
/// What the reader answers, or [`ReadError::Damaged`] when it panics or no thread can be had.
pub(crate) fn isolated_call<T, F>(read: F) -> Result<T, ReadError>
where
    T: Send,
    F: FnOnce() -> Result<T, ReadError> + Send,
{
    std::thread::scope(|scope| {
        Builder::new()
            .name("document reader".into())
            .stack_size(READER_STACK_BYTES)
            .spawn_scoped(scope, read)
            .map_err(|error| ReadError::Damaged(format!("no thread to read it: {error}")))?
            .join()
            .map_err(|_panic| ReadError::Damaged("its structure cannot be followed".into()))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(levels: u32) -> u32 {
        let frame = std::hint::black_box([levels; 64]);
        match levels {
            0 => frame[0],
            _ => depth(levels - 1) + u32::from(frame[1] > 0),
        }
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let result: Result<(), _> = isolated_call(|| panic!("a reader's panic"));
        assert!(matches!(result, Err(ReadError::Damaged(_))));
    }

    #[test]
    fn deep_recursion_has_room() {
        assert_eq!(isolated_call(|| Ok(depth(60_000))), Ok(60_000));
    }
}
