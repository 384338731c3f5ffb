//! Pages of a list: one row more than asked for tells whether another page follows.

use shortlist_domain::{Page, PageRequest};

/// How many rows to fetch for a page.
pub(crate) fn fetched(page: PageRequest) -> i64 {
    i64::from(page.size()) + 1
}

/// Cuts what was fetched to a page, without its count.
pub(crate) fn cut<T>(mut items: Vec<T>, page: PageRequest) -> Page<T> {
    let size = usize::try_from(page.size()).unwrap_or(usize::MAX);
    let has_next_page = items.len() > size;
    items.truncate(size);
    Page {
        items,
        total_count: None,
        has_next_page,
    }
}
