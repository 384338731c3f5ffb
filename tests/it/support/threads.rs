//! Concurrent work in tests.

use std::thread;
use std::time::{Duration, Instant};

/// Runs the work on this many threads at once, and returns the result of each.
pub(crate) fn at_once<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut results: Vec<Option<T>> = (0..threads).map(|_| None).collect();
    thread::scope(|scope| {
        for (number, result) in results.iter_mut().enumerate() {
            let work = &work;
            scope.spawn(move || *result = Some(work(number)));
        }
    });
    results.into_iter().flatten().collect()
}

/// Waits until the condition is true. There is no other signal from the other thread.
pub(crate) fn until(holds: impl Fn() -> bool) {
    until_for(30, holds);
}

/// Waits until the condition is true, at most this long.
pub(crate) fn until_for(seconds: u64, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(
            begun.elapsed() < Duration::from_secs(seconds),
            "it never came to hold"
        );
        thread::sleep(Duration::from_millis(1));
    }
}
