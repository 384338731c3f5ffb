//! The counts of candidates by their score, as they were counted a moment ago.
//!
//! The page of a ranking shows a chart of all candidates. Counting 100,000 of them takes most of its time, and a recruiter opens the
//! page of a job again and again. Counts are valid while the organization's audit log ends where it ended before they were
//! counted, because every change of a candidate appends to that log in the same transaction.

use std::time::{Duration, Instant};

use quick_cache::sync::Cache;
use shortlist_domain::ScoreCounts;

use crate::audit_head::LogEnd;

/// The maximum number of lists whose counts are kept. Each takes up to 16 KB.
const MAX_LISTS: usize = 128;
/// How long counts are kept. After an upgrade, new columns are filled, and that does not append to the log.
const MAX_AGE: Duration = Duration::from_secs(60);

/// The counts of recently requested lists.
pub(crate) struct KnownScoreCounts(Cache<String, Known>);

#[derive(Clone)]
struct Known {
    log_end: LogEnd,
    counted_at: Instant,
    counts: ScoreCounts,
}

impl Default for KnownScoreCounts {
    fn default() -> Self {
        Self(Cache::new(MAX_LISTS))
    }
}

impl KnownScoreCounts {
    /// Returns the counts of a list, if nothing of the organization was written since.
    pub(crate) fn get(&self, list: &str, log_end: &LogEnd) -> Option<ScoreCounts> {
        let known = self.0.get(list)?;
        let is_valid = known.log_end == *log_end && known.counted_at.elapsed() < MAX_AGE;
        is_valid.then_some(known.counts)
    }

    /// Records the counts of a list. `log_end` was read before they were counted.
    pub(crate) fn record(&self, list: &str, log_end: LogEnd, counts: ScoreCounts) {
        let counted_at = Instant::now();
        let known = Known {
            log_end,
            counted_at,
            counts,
        };
        self.0.insert(list.to_owned(), known);
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Score;

    use super::*;

    #[test]
    fn counts_are_valid_until_the_audit_log_changes() {
        let known = KnownScoreCounts::default();
        let counts = ScoreCounts::new(vec![(Score::from_tenths(615), 3)]);
        let (then, now) = ((1, vec![1]), (2, vec![2]));
        known.record("a", then.clone(), counts.clone());
        assert_eq!(known.get("a", &then), Some(counts));
        assert_eq!(known.get("a", &now), None);
        assert_eq!(known.get("b", &then), None);
    }
}
