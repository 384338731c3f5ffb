//! Counts steps of work in debug builds, so that a test can check how work grows with a text.
//!
//! Code counts where it looks at text, words or lines that it may look at more than once. A release build counts nothing.

use std::cell::Cell;

thread_local! {
    /// The steps of this thread so far.
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Adds to the steps of this thread.
#[inline]
pub fn count(steps: usize) {
    if cfg!(debug_assertions) {
        STEPS.set(STEPS.get().wrapping_add(steps));
    }
}

/// Returns the steps that `work` takes on this thread. It returns 0 in a release build.
pub fn measure<T>(work: impl FnOnce() -> T) -> usize {
    let before = STEPS.get();
    drop(std::hint::black_box(work()));
    STEPS.get().wrapping_sub(before)
}
