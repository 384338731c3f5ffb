//! Work done at the same time.

use std::thread;

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
