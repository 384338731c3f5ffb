//! A cache for values that depend on an organization's lists.
//!
//! A value is valid while the organization's audit log ends where it ended before the value was computed. This works because every
//! change of a list appends to that log in the same transaction.

use quick_cache::sync::Cache;

use crate::lists::audit_head::LogEnd;

/// Values by list, each with the end of the audit log for which it is valid.
pub(crate) struct ListCache<T>(Cache<String, (LogEnd, T)>);

impl<T: Clone> ListCache<T> {
    /// Creates a cache for a number of lists.
    pub(crate) fn new(lists: usize) -> Self {
        Self(Cache::new(lists))
    }

    /// Returns the value of a list, if nothing of the organization was written since.
    pub(crate) fn get(&self, list: &str, log_end: &LogEnd) -> Option<T> {
        let (valid_for, value) = self.0.get(list)?;
        (valid_for == *log_end).then_some(value)
    }

    /// Stores the value of a list. `log_end` must have been read before the value was computed.
    pub(crate) fn insert(&self, list: &str, log_end: LogEnd, value: T) {
        self.0.insert(list.to_owned(), (log_end, value));
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_valid_until_the_audit_log_grows() {
        let cache = ListCache::new(8);
        let end = |number, byte| LogEnd {
            number,
            hash: vec![byte],
        };
        let (then, now) = (end(1, 1), end(2, 2));
        cache.insert("a", then.clone(), 7);
        assert_eq!(cache.get("a", &then), Some(7));
        assert_eq!(cache.get("a", &now), None);
        assert_eq!(cache.get("b", &then), None);
        cache.insert("a", now.clone(), 8);
        assert_eq!(
            (cache.get("a", &now), cache.get("a", &then)),
            (Some(8), None)
        );
    }
}
