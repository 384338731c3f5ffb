//! Work done at the same time.

use std::thread;
use std::time::{Duration, Instant};

/// Does the work in so many threads at once and returns what each made of its number.
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

/// Looks until it holds; what happens on another thread has no other sign.
pub(crate) fn until(holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "it never came to hold"
        );
        thread::yield_now();
    }
}
