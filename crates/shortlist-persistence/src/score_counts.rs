//! A cache for the counts of candidates by score.
//!
//! The page of a ranking shows a chart of all candidates of a job. Counting 100,000 of them takes most of the time of that page, and
//! recruiters open it often.

use std::time::{Duration, Instant};

use shortlist_domain::ScoreCounts;

use crate::audit_head::LogEnd;
use crate::list_cache::ListCache;

/// The maximum number of lists in the cache. The counts of each take up to 16 KB.
const MAX_LISTS: usize = 128;
/// The longest time that counts are valid. After an upgrade, new columns are filled without an entry in the audit log.
const MAX_AGE: Duration = Duration::from_secs(60);

/// The counts of recently requested lists.
pub(crate) struct ScoreCountsCache(ListCache<(Instant, ScoreCounts)>);

impl Default for ScoreCountsCache {
    fn default() -> Self {
        Self(ListCache::new(MAX_LISTS))
    }
}

impl ScoreCountsCache {
    /// Returns the counts of a list, if they are valid.
    pub(crate) fn get(&self, list: &str, log_end: &LogEnd) -> Option<ScoreCounts> {
        let (counted_at, counts) = self.0.get(list, log_end)?;
        (counted_at.elapsed() < MAX_AGE).then_some(counts)
    }

    /// Stores the counts of a list. `log_end` must have been read before they were counted.
    pub(crate) fn insert(&self, list: &str, log_end: LogEnd, counts: ScoreCounts) {
        self.0.insert(list, log_end, (Instant::now(), counts));
    }
}
