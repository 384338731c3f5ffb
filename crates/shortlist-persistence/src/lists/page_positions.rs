//! Known positions in long lists, from which pages deep in them are found quickly.
//!
//! A page with a given number is found by walking the list's index from the beginning. Turning page after page would
//! therefore walk further and further. Instead, a walk starts at the last position that an earlier walk recorded.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shortlist_domain::ListPosition;

use crate::lists::audit_head::LogEnd;
use crate::lists::list_cache::ListCache;

/// The maximum number of lists with known positions.
const MAX_LISTS: usize = 256;
/// The maximum number of positions of a list. If there are more, all positions of that list are dropped.
const MAX_POSITIONS_PER_LIST: usize = 256;

/// The known positions of all lists.
pub(crate) struct PagePositions(ListCache<Arc<Positions>>);

/// The known positions of a list. Each number of items has the place of the last of them.
#[derive(Default)]
struct Positions(Mutex<BTreeMap<i64, ListPosition>>);

impl Positions {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<i64, ListPosition>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for PagePositions {
    fn default() -> Self {
        Self(ListCache::new(MAX_LISTS))
    }
}

impl PagePositions {
    /// Returns the last position within the first `items` items, and how many items it covers.
    pub(crate) fn before(
        &self,
        list: &str,
        log_end: &LogEnd,
        items: i64,
    ) -> Option<(i64, ListPosition)> {
        let known = self.0.get(list, log_end)?;
        let places = known.lock();
        let (passed, place) = places.range(..=items).next_back()?;
        Some((*passed, place.clone()))
    }

    /// Records that `passed` items lead up to a place, inclusive.
    pub(crate) fn record(&self, list: &str, log_end: &LogEnd, passed: i64, place: ListPosition) {
        let known = self.0.get(list, log_end).unwrap_or_else(|| {
            let unknown = Arc::<Positions>::default();
            self.0.insert(list, log_end.clone(), Arc::clone(&unknown));
            unknown
        });
        let mut places = known.lock();
        if places.len() >= MAX_POSITIONS_PER_LIST {
            places.clear();
        }
        places.insert(passed, place);
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
        let end = |number, byte| LogEnd {
            number,
            hash: vec![byte],
        };
        let (then, now) = (end(1, 1), end(2, 2));
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
        let end = LogEnd {
            number: 1,
            hash: vec![1],
        };
        for list in 0..2 * MAX_LISTS {
            page_positions.record(&list.to_string(), &end, 1, place("1"));
        }
        for passed in 0..2 * 256 {
            page_positions.record("long", &end, passed, place("p"));
        }
        assert!(page_positions.0.len() <= MAX_LISTS);
        let known = page_positions.0.get("long", &end).unwrap();
        assert!(known.lock().len() <= MAX_POSITIONS_PER_LIST);
    }
}
