//! Times as both databases keep them: UTC without an offset, to the microsecond.

use chrono::NaiveDateTime;
use shortlist_domain::Timestamp;

/// The time to store.
pub(crate) fn stored(at: Timestamp) -> NaiveDateTime {
    at.as_datetime().naive_utc()
}

/// The stored time.
pub(crate) fn timestamp(at: NaiveDateTime) -> Timestamp {
    Timestamp::new(at.and_utc())
}
