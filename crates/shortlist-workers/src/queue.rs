//! Who is read next: one document of each line in turn, so that a small upload does not wait for a large one.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lines of things to do, taken in turn.
pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    lines: VecDeque<(u64, VecDeque<T>)>,
    next_line: u64,
    closed: bool,
}

impl<T> Queue<T> {
    pub(crate) fn new() -> Self {
        let state = State {
            lines: VecDeque::new(),
            next_line: 0,
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

    /// A new line's number.
    pub(crate) fn open_line(&self) -> u64 {
        let mut state = self.lock();
        state.next_line += 1;
        state.next_line
    }

    /// Puts something at the end of a line; what a closed queue is given is dropped.
    pub(crate) fn push(&self, line: u64, item: T) {
        let mut state = self.lock();
        if state.closed {
            drop(state);
            return;
        }
        match state.lines.iter_mut().find(|(number, _)| *number == line) {
            Some((_, items)) => items.push_back(item),
            None => state.lines.push_back((line, VecDeque::from([item]))),
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Takes what is next, waiting for it; `None` once the queue is closed.
    pub(crate) fn next(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some((line, mut items)) = state.lines.pop_front() {
                let item = items.pop_front();
                if !items.is_empty() {
                    state.lines.push_back((line, items));
                }
                if item.is_some() {
                    return item;
                }
                continue;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Drops what waits in a line.
    pub(crate) fn close_line(&self, line: u64) {
        let mut state = self.lock();
        let place = state.lines.iter().position(|(number, _)| *number == line);
        let dropped = place.and_then(|place| state.lines.remove(place));
        drop(state);
        drop(dropped);
    }

    /// Drops what waits in all lines; nothing is taken or given any more.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let dropped = std::mem::take(&mut state.lines);
        drop(state);
        drop(dropped);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_served_in_turn() {
        let queue = Queue::new();
        let (large, small) = (queue.open_line(), queue.open_line());
        for n in 0..3 {
            queue.push(large, format!("large {n}"));
        }
        queue.push(small, "small".to_owned());
        let order: Vec<_> = (0..4).map(|_| queue.next().unwrap()).collect();
        assert_eq!(order, ["large 0", "small", "large 1", "large 2"]);
    }

    #[test]
    fn a_closed_line_leaves_the_others() {
        let queue = Queue::new();
        let (gone, stays) = (queue.open_line(), queue.open_line());
        queue.push(gone, 1);
        queue.push(stays, 2);
        queue.close_line(gone);
        assert_eq!(queue.next(), Some(2));
        queue.close();
        queue.push(stays, 3);
        assert_eq!(queue.next(), None);
    }
}
