//! The source of time.

use shortlist_domain::Timestamp;

/// The source of time. It is a trait because it is an external dependency.
pub trait Clock: Send + Sync {
    /// Returns the present time of the machine's clock.
    fn now(&self) -> Timestamp;

    /// Returns how long this clock has run. It never decreases, even if the machine's clock is changed.
    fn running(&self) -> std::time::Duration;
}
