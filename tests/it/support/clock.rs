//! A clock that tests move.

use std::sync::Mutex;

use chrono::Duration;
use shortlist_app::Clock;
use shortlist_domain::Timestamp;

use super::records::at;

/// A clock that stands still until a test moves it: what it shows, and how long it has run.
pub(crate) struct TestClock(Mutex<(Timestamp, std::time::Duration)>);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        self.0.lock().unwrap().0
    }

    fn running(&self) -> std::time::Duration {
        self.0.lock().unwrap().1
    }
}

impl TestClock {
    /// A clock that has not run yet.
    pub(super) fn new() -> Self {
        Self(Mutex::new((at(0), std::time::Duration::ZERO)))
    }

    /// Lets time pass.
    pub(crate) fn advance(&self, duration: Duration) {
        self.set_by(duration);
        self.0.lock().unwrap().1 += duration.to_std().unwrap();
    }

    /// Sets the clock forward or back, while no time passes.
    pub(crate) fn set_by(&self, duration: Duration) {
        let mut clock = self.0.lock().unwrap();
        clock.0 = clock.0.plus(duration);
    }
}
