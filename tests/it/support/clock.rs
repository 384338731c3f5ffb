//! A clock that tests control.

use std::sync::Mutex;

use chrono::Duration;
use shortlist_app::Clock;
use shortlist_domain::Timestamp;

use super::records::at;

/// A clock with its current time and its running time. Both change only when a test changes them.
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
    /// Returns a clock with no running time.
    pub(super) fn new() -> Self {
        Self(Mutex::new((at(0), std::time::Duration::ZERO)))
    }

    /// Lets time pass.
    pub(crate) fn advance(&self, duration: Duration) {
        self.set_by(duration);
        self.0.lock().unwrap().1 += duration.to_std().unwrap();
    }

    /// Changes the current time, but not the running time.
    pub(crate) fn set_by(&self, duration: Duration) {
        let mut clock = self.0.lock().unwrap();
        clock.0 = clock.0.plus(duration);
    }
}
