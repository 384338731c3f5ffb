//! Where a page is in a list of jobs.

use shortlist_domain::Page;

/// Where a page is in a list of jobs, with the addresses of the pages next to it.
pub(crate) struct ListPlace {
    pub(crate) search: String,
    pub(crate) total: i64,
    pub(crate) previous: Option<String>,
    pub(crate) next: Option<String>,
}

impl ListPlace {
    /// Returns the place of the page with this number. `address` returns the address of another one.
    pub(crate) fn of<T>(
        found: &Page<T>,
        search: &str,
        number: i32,
        address: impl Fn(i32) -> String,
    ) -> Self {
        let next = number.saturating_add(1);
        Self {
            search: search.to_owned(),
            total: found.total_count().unwrap_or_default(),
            previous: (number > 1).then(|| address(number - 1)),
            next: found.has_next_page.then(|| address(next)),
        }
    }
}
