//! How much of a limited resource each caller may hold.

use std::collections::HashMap;
use std::hash::Hash;

/// The rule that limits a caller's share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// The only caller may hold everything.
    OneCaller,
    /// Each caller may take more as long as it then holds no more than was free before. The first caller gets up to half,
    /// the next a quarter, and so on, so that something remains for a newcomer.
    ///
    /// This is the dynamic threshold of A. K. Choudhury and E. L. Hahne, "Dynamic queue length thresholds for shared-memory
    /// packet switches" (IEEE/ACM Transactions on Networking 6(2), 1998), with a factor of 1.
    ManyCallers,
}

/// A limited amount, and how much of it each caller holds.
#[derive(Debug)]
pub struct Shares<K> {
    sharing: Sharing,
    free: usize,
    held: HashMap<K, usize>,
}

impl<K: Hash + Eq + Clone> Shares<K> {
    /// Creates an amount that is entirely free.
    pub fn new(capacity: usize, sharing: Sharing) -> Self {
        Self {
            sharing,
            free: capacity,
            held: HashMap::new(),
        }
    }

    /// Returns whether a caller may take the amount now.
    pub fn can_take(&self, caller: &K, amount: usize) -> bool {
        let held = match self.sharing {
            Sharing::OneCaller => 0,
            Sharing::ManyCallers => self.held_by(caller),
        };
        held.saturating_add(amount) <= self.free
    }

    /// Takes the amount for a caller. If the caller cannot take it, returns `false` and changes nothing.
    pub fn try_take(&mut self, caller: &K, amount: usize) -> bool {
        if !self.can_take(caller, amount) {
            return false;
        }
        self.free -= amount;
        *self.held.entry(caller.clone()).or_default() += amount;
        true
    }

    /// Returns an amount that a caller has taken.
    pub fn release(&mut self, caller: &K, amount: usize) {
        let Some(held) = self.held.get_mut(caller) else {
            return;
        };
        let returned = amount.min(*held);
        *held -= returned;
        if *held == 0 {
            self.held.remove(caller);
        }
        self.free += returned;
    }

    /// Returns how much a caller holds.
    pub fn held_by(&self, caller: &K) -> usize {
        self.held.get(caller).copied().unwrap_or(0)
    }

    /// Returns how much is free.
    pub fn free(&self) -> usize {
        self.free
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns how much each of several callers gets if they take as much as they can, one after another.
    fn greedy(capacity: usize, sharing: Sharing, callers: usize) -> Vec<usize> {
        let mut shares = Shares::new(capacity, sharing);
        let take_all = |caller| {
            while shares.try_take(&caller, 1) {}
            shares.held_by(&caller)
        };
        (0..callers).map(take_all).collect()
    }

    #[test]
    fn each_caller_leaves_something_for_the_next() {
        assert_eq!(greedy(60, Sharing::ManyCallers, 4), [30, 15, 8, 4]);
        assert_eq!(greedy(4, Sharing::ManyCallers, 3), [2, 1, 1]);
        assert_eq!(greedy(1, Sharing::ManyCallers, 2), [1, 0]);
        assert_eq!(greedy(4, Sharing::OneCaller, 1), [4]);
    }

    #[test]
    fn nobody_takes_more_at_once_than_is_free() {
        let mut shares = Shares::new(100, Sharing::ManyCallers);
        assert!(!shares.try_take(&"a", 101));
        assert!(shares.try_take(&"a", 40));
        assert!(
            !shares.try_take(&"a", 40),
            "80 of 100 would be held, 60 were free"
        );
        assert!(shares.try_take(&"b", 60));
        assert_eq!(shares.free(), 0);
    }

    proptest! {
        #[test]
        fn held_and_free_amounts_add_up(steps in prop::collection::vec((0_usize..4, 1_usize..9, any::<bool>()), 0..200)) {
            let mut shares = Shares::new(32, Sharing::ManyCallers);
            for (caller, amount, takes) in steps {
                if takes {
                    shares.try_take(&caller, amount);
                } else {
                    shares.release(&caller, amount);
                }
                let held: usize = (0..4).map(|caller| shares.held_by(&caller)).sum();
                prop_assert_eq!(held + shares.free(), 32);
            }
        }
    }
}
