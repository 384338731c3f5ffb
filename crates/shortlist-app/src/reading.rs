//! Reading in parallel, with as many readers at once as the machine has cores, whatever the number of uploads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Permits to read: a bound over all uploads of the process.
pub(crate) struct ReadingSlots {
    free: Mutex<usize>,
    released: Condvar,
    count: usize,
}

impl ReadingSlots {
    pub(crate) fn for_this_machine() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }

    fn new(count: usize) -> Self {
        Self {
            free: Mutex::new(count),
            released: Condvar::new(),
            count,
        }
    }

    /// Runs the work with a permit, waiting for one.
    fn with_slot<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self
                .released
                .wait(free)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        drop(free);
        let _release = Release(self);
        work()
    }

    /// Applies the work to each item, in parallel; results stand in the items' order.
    pub(crate) fn map<T: Sync, U: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> U + Sync,
    ) -> Vec<U> {
        let next = AtomicUsize::new(0);
        let run = || {
            let mut done = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(place) else {
                    break done;
                };
                done.push((place, self.with_slot(|| work(item))));
            }
        };
        let mut results = std::thread::scope(|scope| {
            // All are started before any is waited for.
            #[expect(
                clippy::needless_collect,
                reason = "a lazy chain would start and join one thread at a time"
            )]
            let threads: Vec<_> = (0..self.count.min(items.len()))
                .map(|_| scope.spawn(run))
                .collect();
            let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined
                .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect::<Vec<_>>()
        });
        results.sort_by_key(|(place, _)| *place);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

/// Gives the permit back even when the work panics.
struct Release<'a>(&'a ReadingSlots);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.released.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_and_the_bound_holds() {
        let slots = ReadingSlots::new(2);
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let items: Vec<u32> = (0..200).collect();
        let doubled = slots.map(&items, |n| {
            most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            running.fetch_sub(1, Ordering::SeqCst);
            n * 2
        });
        assert_eq!(doubled, items.iter().map(|n| n * 2).collect::<Vec<_>>());
        assert!(most.into_inner() <= 2);
    }
}
