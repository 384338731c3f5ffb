//! Pages of a list: one row more than asked for tells whether another page follows.
//!
//! A page deep in a list is found by its identifiers alone, which an index holds in order, and only its rows are read whole. These come by
//! their key without an order: asked for one, either database may walk the list's index again instead of the keys. A page that
//! follows a place begins in the index where that place is.

use std::collections::HashMap;

use shortlist_domain::{Page, PageRequest, Place};

/// How many rows to fetch for a page.
pub(crate) fn fetched(page: &PageRequest) -> i64 {
    i64::from(page.size()) + 1
}

/// Cuts what was fetched to a page, without its count.
pub(crate) fn cut<T>(
    mut items: Vec<T>,
    page: &PageRequest,
    place_of: impl Fn(&T) -> Place,
) -> Page<T> {
    let size = usize::try_from(page.size()).unwrap_or(usize::MAX);
    let has_next_page = items.len() > size;
    items.truncate(size);
    Page {
        end: items.last().map(place_of),
        items,
        total_count: None,
        has_next_page,
    }
}

/// The page of a list that has no items.
pub(crate) fn empty<T>(counted: bool) -> Page<T> {
    Page {
        end: None,
        items: Vec::new(),
        total_count: counted.then_some(0),
        has_next_page: false,
    }
}

/// Leaves out what stands up to a place in a list that is ordered by a time, the latest first, and then by an identifier. The
/// first condition is the one that an index answers.
macro_rules! following {
    ($found:expr, $after:expr, $time:expr, $id:expr) => {
        match $after {
            None => $found,
            Some(place) => {
                let at = $crate::times::stored(place.at);
                $found
                    .filter($time.le(at))
                    .filter($time.lt(at).or($id.gt(place.tie.as_str())))
            }
        }
    };
}
pub(crate) use following;

/// Puts the rows of a page in the order of its identifiers.
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
