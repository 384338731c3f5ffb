//! A circuit breaker. A server that fails repeatedly is not called for a while, so that a dead server costs nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Counts consecutive failures, and decides whether the server may be called.
#[derive(Debug)]
pub(crate) struct CircuitBreaker {
    max_failures: u32,
    open_duration: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// The end of the rest period, if the server has failed too often.
    open_until: Option<Instant>,
}

impl CircuitBreaker {
    pub(crate) fn new(max_failures: u32, open_duration: Duration) -> Self {
        Self {
            max_failures: max_failures.max(1),
            open_duration,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a call may be made now. After the rest period, one trial call may be made. The others wait until its
    /// outcome is known, at most for another rest period.
    pub(crate) fn allows(&self, now: Instant) -> bool {
        let mut state = self.lock();
        match state.open_until {
            None => true,
            Some(until) if now < until => false,
            Some(_) => {
                state.open_until = Some(now + self.open_duration);
                true
            }
        }
    }

    /// Records the outcome of a call.
    pub(crate) fn record(&self, now: Instant, answered: bool) {
        let mut state = self.lock();
        if answered {
            *state = State::default();
            return;
        }
        state.failures = state.failures.saturating_add(1);
        if state.failures >= self.max_failures {
            state.open_until = Some(now + self.open_duration);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN_DURATION: Duration = Duration::from_secs(60);

    fn breaker_after_failures(times: u32, now: Instant) -> CircuitBreaker {
        let breaker = CircuitBreaker::new(3, OPEN_DURATION);
        for _ in 0..times {
            assert!(breaker.allows(now));
            breaker.record(now, false);
        }
        breaker
    }

    #[test]
    fn it_opens_after_consecutive_failures() {
        let now = Instant::now();
        assert!(breaker_after_failures(2, now).allows(now));
        assert!(!breaker_after_failures(3, now).allows(now));
        let breaker = breaker_after_failures(2, now);
        breaker.record(now, true);
        breaker.record(now, false);
        assert!(breaker.allows(now), "a success resets the count");
    }

    #[test]
    fn after_the_rest_one_trial_call_is_allowed() {
        let now = Instant::now();
        let later = now + OPEN_DURATION;
        let breaker = breaker_after_failures(3, now);
        assert!(breaker.allows(later));
        assert!(!breaker.allows(later), "one trial is enough");
        breaker.record(later, false);
        assert!(
            !breaker.allows(later + OPEN_DURATION / 2),
            "it is open again"
        );
        assert!(breaker.allows(later + OPEN_DURATION));
        breaker.record(later + OPEN_DURATION, true);
        assert!(breaker.allows(later + OPEN_DURATION) && breaker.allows(later + OPEN_DURATION));
    }

    #[test]
    fn an_unreported_trial_is_followed_by_another() {
        let now = Instant::now();
        let breaker = breaker_after_failures(3, now);
        assert!(breaker.allows(now + OPEN_DURATION));
        assert!(breaker.allows(now + OPEN_DURATION * 2));
    }
}
