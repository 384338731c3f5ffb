//! Times as both databases store them: UTC without an offset, to the microsecond.

use chrono::NaiveDateTime;
use shortlist_domain::Timestamp;

/// Returns the stored form of a time.
pub(crate) fn stored(at: Timestamp) -> NaiveDateTime {
    at.as_datetime().naive_utc()
}

/// Returns the time of a stored form.
pub(crate) fn timestamp(at: NaiveDateTime) -> Timestamp {
    Timestamp::new(at.and_utc())
}
