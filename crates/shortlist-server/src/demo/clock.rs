//! A clock that the demo moves through the past.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use shortlist_app::Clock;
use shortlist_domain::Timestamp;

use crate::service;

/// The system's clock, which can be set back while the demo data is loaded. What is loaded then has the times at which people
/// would have done it.
pub(crate) struct DemoClock {
    start: Instant,
    behind: Mutex<chrono::Duration>,
}

impl DemoClock {
    /// Returns a clock that shows the present.
    pub(crate) fn new() -> Self {
        Self {
            start: Instant::now(),
            behind: Mutex::default(),
        }
    }

    /// Sets the clock to a time, from which it runs on.
    pub(super) fn go_to(&self, at: Timestamp) {
        self.set(service::now().as_datetime() - at.as_datetime());
    }

    /// Sets the clock to the present.
    pub(super) fn return_to_present(&self) {
        self.set(chrono::Duration::zero());
    }

    fn set(&self, behind: chrono::Duration) {
        *self.behind.lock().unwrap_or_else(PoisonError::into_inner) = behind;
    }
}

impl Clock for DemoClock {
    fn now(&self) -> Timestamp {
        let behind = self.behind.lock().unwrap_or_else(PoisonError::into_inner);
        service::now().minus(*behind)
    }

    fn running(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_on_from_where_it_is_set_and_returns() {
        let clock = DemoClock::new();
        let past = clock.now().minus(chrono::Duration::days(30));
        clock.go_to(past);
        let later = clock.now();
        assert!(later >= past && later < past.plus(chrono::Duration::days(1)));
        clock.return_to_present();
        assert!(clock.now() > past.plus(chrono::Duration::days(29)));
    }
}
