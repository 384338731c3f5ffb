//! The queue of documents. Callers take turns, and so do the lanes of one caller.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use shortlist_turns::{FairQueue, Sharing};

use crate::measurements::measure_queue;

/// The caller that documents belong to.
pub(crate) type Caller = Arc<str>;

/// Lines of items, served in turn.
pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    waiting: FairQueue<Caller, T>,
    next_lane: u64,
    closed: bool,
}

impl<T> State<T> {
    fn measure(&self) {
        measure_queue(self.waiting.len());
    }
}

impl<T> Queue<T> {
    /// Creates a queue for the given number of workers.
    pub(crate) fn new(workers: usize, sharing: Sharing) -> Self {
        let state = State {
            waiting: FairQueue::new(workers, sharing),
            next_lane: 0,
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of waiting items.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Opens a lane and returns its number.
    pub(crate) fn open_lane(&self) -> u64 {
        let mut state = self.lock();
        state.next_lane += 1;
        state.next_lane
    }

    /// Adds an item to the end of a lane. A closed queue drops the item.
    pub(crate) fn push(&self, caller: &Caller, lane: u64, item: T) {
        let mut state = self.lock();
        if state.closed {
            drop(state);
            return;
        }
        state.waiting.push(caller, lane, item);
        state.measure();
        drop(state);
        self.changed.notify_one();
    }

    /// Waits for the next item and a slot for it, and takes both. Returns `None` once the queue is closed.
    pub(crate) fn next(&self) -> Option<(Caller, T)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(next) = state.waiting.pop() {
                state.measure();
                return Some(next);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns a caller's slot. This may raise the shares of other callers, so it wakes every waiting thread.
    pub(crate) fn release(&self, caller: &Caller) {
        self.lock().waiting.release(caller);
        self.changed.notify_all();
    }

    /// Drops the items waiting in a lane.
    pub(crate) fn close_lane(&self, caller: &Caller, lane: u64) {
        let mut state = self.lock();
        let dropped = state.waiting.close_lane(caller, lane);
        state.measure();
        drop(state);
        drop(dropped);
    }

    /// Drops all waiting items and closes the queue.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let dropped = state.waiting.drain();
        drop(state);
        drop(dropped);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_caller_leaves_a_worker_for_others() {
        let queue = Queue::new(2, Sharing::ManyCallers);
        let (a, b) = (Caller::from("a"), Caller::from("b"));
        let lane = queue.open_lane();
        for n in 0..3 {
            queue.push(&a, lane, format!("a{n}"));
        }
        assert_eq!(queue.next().unwrap().1, "a0");
        queue.push(&b, queue.open_lane(), "b0".to_owned());
        assert_eq!(queue.next().unwrap().1, "b0");
        queue.release(&a);
        assert_eq!(queue.next().unwrap().1, "a1");
    }

    #[test]
    fn a_closed_lane_leaves_the_others() {
        let queue = Queue::new(2, Sharing::OneCaller);
        let caller = Caller::from("");
        let (gone, stays) = (queue.open_lane(), queue.open_lane());
        queue.push(&caller, gone, 1);
        queue.push(&caller, stays, 2);
        queue.close_lane(&caller, gone);
        assert_eq!(queue.next().map(|(_, item)| item), Some(2));
        queue.close();
        queue.push(&caller, stays, 3);
        assert_eq!(queue.next(), None);
    }
}
