//! Known positions in long lists, from which pages deep in them are found quickly.
//!
//! A page with a given number is found by walking the list's index from the beginning. Turning page after page would
//! therefore walk further and further. Instead, a walk starts at the last position that an earlier walk recorded. A position
//! is valid while the organization's audit log ends where it ended at that time. This works because every change of a list
//! appends to that log in the same transaction.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use shortlist_domain::ListPosition;

use crate::audit_head::LogEnd;

/// The maximum number of lists with known positions. If there are more, all positions are dropped.
const MAX_LISTS: usize = 256;
/// The maximum number of positions of a list. If there are more, all positions of that list are dropped.
const MAX_POSITIONS_PER_LIST: usize = 256;

/// The known positions of all lists.
#[derive(Default)]
pub(crate) struct PagePositions {
    lists: Mutex<HashMap<String, List>>,
}

struct List {
    log_end: LogEnd,
    /// Maps a number of items to the place of the last of them.
    places: BTreeMap<i64, ListPosition>,
}

impl PagePositions {
    /// Returns the last position within the first `items` items, and how many items it covers.
    pub(crate) fn before(
        &self,
        list: &str,
        log_end: &LogEnd,
        items: i64,
    ) -> Option<(i64, ListPosition)> {
        let lists = self.lock();
        let known = lists.get(list).filter(|known| known.log_end == *log_end)?;
        let (passed, place) = known.places.range(..=items).next_back()?;
        Some((*passed, place.clone()))
    }

    /// Records that `passed` items lead up to a place, inclusive.
    pub(crate) fn record(&self, list: &str, log_end: &LogEnd, passed: i64, place: ListPosition) {
        let mut lists = self.lock();
        if lists.len() >= MAX_LISTS && !lists.contains_key(list) {
            lists.clear();
        }
        let unknown = || List {
            log_end: log_end.clone(),
            places: BTreeMap::new(),
        };
        let known = lists.entry(list.to_owned()).or_insert_with(unknown);
        if known.log_end != *log_end || known.places.len() >= MAX_POSITIONS_PER_LIST {
            *known = unknown();
        }
        known.places.insert(passed, place);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, List>> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Timestamp;

    use super::*;

    fn place(tie: &str) -> ListPosition {
        ListPosition {
            at: Timestamp::from_unix_micros(0).unwrap(),
            tie_breaker: tie.to_owned(),
        }
    }

    #[test]
    fn a_position_is_valid_until_the_audit_log_changes() {
        let page_positions = PagePositions::default();
        let (then, now) = ((1, vec![1]), (2, vec![2]));
        page_positions.record("a", &then, 200, place("200"));
        page_positions.record("a", &then, 300, place("300"));
        let found = |list, end, items| page_positions.before(list, end, items).map(|found| found.0);
        assert_eq!(found("a", &then, 199), None);
        assert_eq!(found("a", &then, 299), Some(200));
        assert_eq!(
            page_positions.before("a", &then, 300),
            Some((300, place("300")))
        );
        assert_eq!(found("b", &then, 300), None);
        assert_eq!(found("a", &now, 300), None);
        page_positions.record("a", &now, 400, place("400"));
        assert_eq!(found("a", &now, 399), None);
        assert_eq!(found("a", &then, 500), None);
    }

    #[test]
    fn the_cache_is_bounded() {
        let page_positions = PagePositions::default();
        let end = (1, vec![1]);
        for list in 0..2 * MAX_LISTS {
            page_positions.record(&list.to_string(), &end, 1, place("1"));
        }
        for passed in 0..2 * 256 {
            page_positions.record("long", &end, passed, place("p"));
        }
        let lists = page_positions.lock();
        assert!(lists.len() <= MAX_LISTS);
        assert!(
            lists
                .values()
                .all(|list| list.places.len() <= MAX_POSITIONS_PER_LIST)
        );
    }
}
