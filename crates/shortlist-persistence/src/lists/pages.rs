//! Pages of a list. One extra row is fetched to find out whether another page follows.
//!
//! For a page deep in a list, only the identifiers are read from the ordered index. Then the page's rows are read by key,
//! without `ORDER BY`. With it, either database might walk the list's index again instead of using the keys. A page after a
//! cursor starts in the index at the cursor's place.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use shortlist_domain::{ListPosition, Page, PageRequest, Total};

use crate::times::timestamp;

/// Returns how many rows to fetch for a page.
pub(crate) fn fetched(page: &PageRequest) -> i64 {
    i64::from(page.size()) + 1
}

/// Returns the position of a row in a list ordered by time.
pub(crate) fn position((at, tie_breaker): (NaiveDateTime, String)) -> ListPosition {
    ListPosition {
        at: timestamp(at),
        tie_breaker,
    }
}

/// Cuts the fetched rows to a page. The page has no total count.
pub(crate) fn cut<T>(
    mut items: Vec<T>,
    page: &PageRequest,
    place_of: impl Fn(&T) -> ListPosition,
) -> Page<T> {
    let size = usize::try_from(page.size()).unwrap_or(usize::MAX);
    let has_next_page = items.len() > size;
    items.truncate(size);
    Page {
        end: items.last().map(place_of),
        items,
        total: None,
        has_next_page,
    }
}

/// Returns the page of an empty list.
pub(crate) fn empty<T>(counted: bool) -> Page<T> {
    Page {
        end: None,
        items: Vec::new(),
        total: counted.then_some(Total::exact(0)),
        has_next_page: false,
    }
}

/// Leaves out the rows up to a place, in a list ordered by time (latest first) and then by identifier. An index can use the
/// first of the two conditions.
macro_rules! following {
    ($found:expr, $after:expr, $time:expr, $id:expr) => {
        match $after {
            None => $found,
            Some(place) => {
                let at = $crate::times::stored(place.at);
                $found
                    .filter($time.le(at))
                    .filter($time.lt(at).or($id.gt(place.tie_breaker.as_str())))
            }
        }
    };
}
pub(crate) use following;

/// Leaves out the rows up to a place, in a list ordered by time (earliest first) and then by identifier. A row that changes
/// while the list is read moves to its end, so no change is missed.
macro_rules! following_change {
    ($found:expr, $after:expr, $time:expr, $id:expr) => {
        match $after {
            None => $found,
            Some(place) => {
                let at = $crate::times::stored(place.at);
                $found
                    .filter($time.ge(at))
                    .filter($time.gt(at).or($id.gt(place.tie_breaker.as_str())))
            }
        }
    };
}
pub(crate) use following_change;

/// Sorts the rows of a page in the order of its identifiers.
pub(crate) fn in_order<R>(ids: &[String], rows: Vec<R>, id_of: impl Fn(&R) -> &str) -> Vec<R> {
    let places: HashMap<&str, usize> = ids
        .iter()
        .enumerate()
        .map(|(place, id)| (id.as_str(), place))
        .collect();
    let mut rows = rows;
    rows.sort_by_key(|row| places.get(id_of(row)).copied());
    rows
}
