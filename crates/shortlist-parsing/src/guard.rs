//! Protects the caller from code that may panic or recurse deeply on hostile bytes.
//!
//! A panic of a third-party crate does not reach the caller. This module cannot stop an endless loop or
//! running out of memory. For those, the service reads documents in worker processes.

use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread::Builder;

use crate::ReadError;
use shortlist_domain::Damage;

/// The stack of a reader. Page trees and nested tables recurse, and the default 2 MiB would overflow.
pub(crate) const READER_STACK_BYTES: usize = 64 << 20;

thread_local! {
    /// Whether this thread has the deep stack of a reader.
    static ON_DEEP_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` on a thread whose stack is deep enough for every reader.
///
/// A PDF that is read inside `work` reuses this thread. This saves most of the cost of a small file when many
/// are read in turn, because the pages of the stack and the heap of the allocator stay warm. A panic of
/// `work` continues in the caller.
///
/// # Errors
/// Returns the error of the operating system if the thread cannot start.
pub fn with_deep_stack<T, F>(work: F) -> io::Result<T>
where
    T: Send,
    F: FnOnce() -> T + Send,
{
    if ON_DEEP_STACK.get() {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = Builder::new()
            .name("document reader".into())
            .stack_size(READER_STACK_BYTES)
            .spawn_scoped(scope, || {
                ON_DEEP_STACK.set(true);
                work()
            })?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Runs a reader on a deep stack and turns its panic into an error.
///
/// # Errors
/// Returns the error of the reader, or [`ReadError::Damaged`] if the reader panics or the thread cannot
/// start.
pub(crate) fn isolated_call<T, F>(read: F) -> Result<T, ReadError>
where
    T: Send,
    F: FnOnce() -> Result<T, ReadError> + Send,
{
    // A reader that panics is dropped together with its state, so nobody sees half-finished values.
    with_deep_stack(|| catch_unwind(AssertUnwindSafe(read)))
        .map_err(|_error| ReadError::damaged(Damage::NoThread))?
        .map_err(|_panic| ReadError::panicked())?
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

    fn current() -> std::thread::ThreadId {
        std::thread::current().id()
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let panics = || isolated_call::<(), _>(|| panic!("a reader's panic"));
        assert!(matches!(panics(), Err(ReadError::Damaged(_))));
        let inside = with_deep_stack(|| [panics(), panics()]).unwrap();
        assert!(inside.iter().all(Result::is_err));
    }

    #[test]
    fn deep_recursion_has_room() {
        assert_eq!(isolated_call(|| Ok(depth(60_000))), Ok(60_000));
        let inside = with_deep_stack(|| isolated_call(|| Ok(depth(60_000))));
        assert_eq!(inside.unwrap(), Ok(60_000));
    }

    #[test]
    fn readings_on_a_deep_stack_share_its_thread() {
        let threads = with_deep_stack(|| {
            let nested = with_deep_stack(current).unwrap();
            [isolated_call(|| Ok(current())).unwrap(), nested, current()]
        })
        .unwrap();
        assert!(threads.iter().all(|thread| *thread == threads[0]));
        assert_ne!(threads[0], current());
        assert_ne!(isolated_call(|| Ok(current())), Ok(current()));
    }
}
