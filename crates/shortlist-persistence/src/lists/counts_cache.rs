//! A cache for numbers of candidates that take long to count.
//!
//! The page of a ranking shows a chart of all candidates of a job. Counting 100,000 of them takes most of the time of that page, and
//! recruiters open it often. Counting the matches of a common search term reads ten thousand texts, for each page of the list again.

use std::time::{Duration, Instant};

use crate::lists::audit_head::LogEnd;
use crate::lists::list_cache::ListCache;

/// The longest time that counts are valid, because a back-fill after an upgrade leaves no entry in the audit log.
const MAX_AGE: Duration = Duration::from_secs(60);

/// The counts of recently requested lists.
pub(crate) struct CountsCache<T>(ListCache<(Instant, T)>);

impl<T: Clone> CountsCache<T> {
    /// Creates a cache for a number of lists.
    pub(crate) fn new(lists: usize) -> Self {
        Self(ListCache::new(lists))
    }

    /// Returns the counts of a list, if they are valid.
    pub(crate) fn get(&self, list: &str, log_end: &LogEnd) -> Option<T> {
        let (counted_at, counts) = self.0.get(list, log_end)?;
        (counted_at.elapsed() < MAX_AGE).then_some(counts)
    }

    /// Stores the counts of a list. `log_end` must have been read before they were counted.
    pub(crate) fn insert(&self, list: &str, log_end: LogEnd, counts: T) {
        self.0.insert(list, log_end, (Instant::now(), counts));
    }
}
