//! A fair queue of items that wait for a slot.

use std::collections::VecDeque;
use std::hash::Hash;

use crate::{Shares, Sharing};

/// A queue for a limited number of slots.
///
/// Callers take turns, and so do the lanes of one caller. A small upload therefore does not wait for a large one, and a
/// caller does not wait for a hundred requests of another.
#[derive(Debug)]
pub struct FairQueue<K, T> {
    slots: Shares<K>,
    /// In the order of their next turn: the caller served last is at the end.
    callers: VecDeque<CallerQueue<K, T>>,
}

#[derive(Debug)]
struct CallerQueue<K, T> {
    caller: K,
    /// In the order of their next turn: the lane served last is at the end.
    lanes: VecDeque<(u64, VecDeque<T>)>,
}

impl<K: Hash + Eq + Clone, T> FairQueue<K, T> {
    /// Creates a queue for the given number of slots.
    pub fn new(slots: usize, sharing: Sharing) -> Self {
        Self {
            slots: Shares::new(slots, sharing),
            callers: VecDeque::new(),
        }
    }

    /// Takes a slot for a caller without waiting. Returns `false` if no slot is available to the caller, or if its
    /// earlier items wait.
    pub fn try_take(&mut self, caller: &K) -> bool {
        self.waiting(caller) == 0 && self.slots.try_take(caller, 1)
    }

    /// Adds an item to the end of a caller's lane.
    pub fn push(&mut self, caller: &K, lane: u64, item: T) {
        let found = self.callers.iter_mut().find(|one| one.caller == *caller);
        let Some(waiting) = found else {
            self.callers.push_back(CallerQueue {
                caller: caller.clone(),
                lanes: VecDeque::from([(lane, VecDeque::from([item]))]),
            });
            return;
        };
        match waiting.lanes.iter_mut().find(|(number, _)| *number == lane) {
            Some((_, items)) => items.push_back(item),
            None => waiting.lanes.push_back((lane, VecDeque::from([item]))),
        }
    }

    /// Takes the next item and a slot for its caller. Returns `None` if no waiting caller may take a slot. The slot
    /// stays taken until [`FairQueue::release`].
    pub fn pop(&mut self) -> Option<(K, T)> {
        let slots = &self.slots;
        let can_have_one = |one: &CallerQueue<K, T>| slots.can_take(&one.caller, 1);
        let index = self.callers.iter().position(can_have_one)?;
        let mut waiting = self.callers.remove(index)?;
        let item = waiting.next()?;
        let caller = waiting.caller.clone();
        if !waiting.lanes.is_empty() {
            self.callers.push_back(waiting);
        }
        self.slots.try_take(&caller, 1);
        Some((caller, item))
    }

    /// Returns a caller's slot.
    pub fn release(&mut self, caller: &K) {
        self.slots.release(caller, 1);
    }

    /// Removes and returns the items waiting in a caller's lane.
    pub fn close_lane(&mut self, caller: &K, lane: u64) -> Vec<T> {
        let Some(caller_index) = self.callers.iter().position(|one| one.caller == *caller) else {
            return Vec::new();
        };
        let Some(waiting) = self.callers.get_mut(caller_index) else {
            return Vec::new();
        };
        let index = waiting.lanes.iter().position(|(number, _)| *number == lane);
        let closed = index.and_then(|index| waiting.lanes.remove(index));
        if waiting.lanes.is_empty() {
            self.callers.remove(caller_index);
        }
        closed.map(|(_, items)| items.into()).unwrap_or_default()
    }

    /// Removes and returns all waiting items.
    pub fn drain(&mut self) -> Vec<T> {
        let callers = std::mem::take(&mut self.callers);
        let lanes = callers.into_iter().flat_map(|waiting| waiting.lanes);
        lanes.flat_map(|(_, items)| items).collect()
    }

    /// Returns the number of waiting items of all callers.
    pub fn len(&self) -> usize {
        let lanes = self.callers.iter().flat_map(|one| &one.lanes);
        lanes.map(|(_, items)| items.len()).sum()
    }

    /// Returns whether no item waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of a caller's waiting items.
    pub fn waiting(&self, caller: &K) -> usize {
        let found = self.callers.iter().find(|one| one.caller == *caller);
        found.map_or(0, |one| {
            one.lanes.iter().map(|(_, items)| items.len()).sum()
        })
    }

    /// Removes waiting items that are no longer wanted.
    pub fn retain(&mut self, wanted: impl Fn(&T) -> bool) {
        for waiting in &mut self.callers {
            for (_, items) in &mut waiting.lanes {
                items.retain(&wanted);
            }
            waiting.lanes.retain(|(_, items)| !items.is_empty());
        }
        self.callers.retain(|waiting| !waiting.lanes.is_empty());
    }
}

impl<K, T> CallerQueue<K, T> {
    fn next(&mut self) -> Option<T> {
        let (lane, mut items) = self.lanes.pop_front()?;
        let item = items.pop_front();
        if !items.is_empty() {
            self.lanes.push_back((lane, items));
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(
        queue: &mut FairQueue<&'static str, &'static str>,
        count: usize,
    ) -> Vec<&'static str> {
        let mut one = || queue.pop().map(|(_, item)| item);
        (0..count).map_while(|_| one()).collect()
    }

    #[test]
    fn callers_are_served_in_turn_and_so_are_the_lanes_of_one() {
        let mut queue = FairQueue::new(10, Sharing::OneCaller);
        for item in ["a1", "a2", "a3"] {
            queue.push(&"a", 1, item);
        }
        queue.push(&"a", 2, "another upload of a");
        queue.push(&"b", 1, "b1");
        let order = ["a1", "b1", "another upload of a", "a2", "a3"];
        assert_eq!(served(&mut queue, 6), order);
    }

    #[test]
    fn a_caller_that_holds_its_share_is_passed_over() {
        let mut queue = FairQueue::new(2, Sharing::ManyCallers);
        for item in ["a1", "a2"] {
            queue.push(&"a", 1, item);
        }
        assert_eq!(served(&mut queue, 2), ["a1"]);
        queue.push(&"b", 1, "b1");
        assert_eq!(served(&mut queue, 2), ["b1"]);
        queue.release(&"a");
        assert_eq!(served(&mut queue, 2), ["a2"]);
    }

    #[test]
    fn a_closed_lane_leaves_the_others() {
        let mut queue = FairQueue::new(2, Sharing::ManyCallers);
        queue.push(&"a", 1, "gone");
        queue.push(&"a", 2, "stays");
        assert_eq!(queue.close_lane(&"a", 1), ["gone"]);
        assert_eq!(queue.close_lane(&"nobody", 1), Vec::<&str>::new());
        assert_eq!(served(&mut queue, 2), ["stays"]);
    }

    #[test]
    fn a_caller_cannot_overtake_its_own_items() {
        let mut queue = FairQueue::new(2, Sharing::ManyCallers);
        assert!(queue.try_take(&"a"));
        queue.push(&"a", 1, "a1");
        queue.release(&"a");
        assert!(!queue.try_take(&"a"), "a1 was first");
        assert!(queue.try_take(&"b"));
    }

    #[test]
    fn unwanted_items_are_removed() {
        let mut queue = FairQueue::new(4, Sharing::ManyCallers);
        queue.push(&"a", 1, "old");
        queue.push(&"b", 1, "new");
        queue.retain(|item| *item == "new");
        assert_eq!((queue.waiting(&"a"), queue.waiting(&"b")), (0, 1));
        assert_eq!(queue.drain(), ["new"]);
    }
}
