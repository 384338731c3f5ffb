//! What becomes of a delivery after an attempt.

use std::time::Duration as StdDuration;

use chrono::Duration;
use shortlist_app::AttemptOutcome;
use shortlist_domain::{Timestamp, retry_delay};

/// The longest delay that a receiver may ask for.
const MAX_RETRY_AFTER: StdDuration = StdDuration::from_secs(24 * 60 * 60);

/// Returns when a delivery is attempted again after a failure. `failures` counts this one. `retry_after` is what the receiver
/// asked for.
pub(crate) fn after_failure(
    failures: u32,
    now: Timestamp,
    retry_after: Option<StdDuration>,
) -> AttemptOutcome {
    let Some(delay) = retry_delay(failures, fastrand::u32(0..1_000)) else {
        return AttemptOutcome::Dead;
    };
    let asked = retry_after.map(|asked| asked.min(MAX_RETRY_AFTER));
    let asked = asked.and_then(|asked| Duration::from_std(asked).ok());
    AttemptOutcome::Again(now.plus(asked.map_or(delay, |asked| asked.max(delay))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delay(failures: u32, retry_after: Option<u64>) -> Option<Duration> {
        let now = Timestamp::from_unix_millis(0).unwrap();
        let asked = retry_after.map(StdDuration::from_secs);
        match after_failure(failures, now, asked) {
            AttemptOutcome::Again(at) => Some(at.as_datetime() - now.as_datetime()),
            AttemptOutcome::Dead => None,
            AttemptOutcome::Delivered => panic!("a failure is no delivery"),
        }
    }

    #[test]
    fn the_receiver_may_ask_for_a_longer_delay_but_not_for_a_shorter_one() {
        let five_seconds = Duration::seconds(5)..=Duration::milliseconds(5_500);
        assert!(five_seconds.contains(&delay(1, None).unwrap()));
        assert!(five_seconds.contains(&delay(1, Some(1)).unwrap()));
        assert_eq!(delay(1, Some(600)), Some(Duration::minutes(10)));
        assert_eq!(delay(1, Some(10_000_000)), Some(Duration::hours(24)));
        assert_eq!(delay(10, Some(600)), None);
    }
}
