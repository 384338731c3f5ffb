//! A circuit breaker. A server that fails repeatedly is not called for a while, so that a dead server costs nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Counts consecutive failures, and decides whether the server may be called.
#[derive(Debug)]
pub(crate) struct Breaker {
    most_failures: u32,
    rest: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// The end of the rest period, if the server has failed too often.
    resting_until: Option<Instant>,
}

impl Breaker {
    pub(crate) fn new(most_failures: u32, rest: Duration) -> Self {
        Self {
            most_failures: most_failures.max(1),
            rest,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a call may be made now. After the rest period, one trial call may be made. The others wait until its
    /// outcome is known, at most for another rest period.
    pub(crate) fn admits(&self, now: Instant) -> bool {
        let mut state = self.lock();
        match state.resting_until {
            None => true,
            Some(until) if now < until => false,
            Some(_) => {
                state.resting_until = Some(now + self.rest);
                true
            }
        }
    }

    /// Records the outcome of a call.
    pub(crate) fn learn(&self, now: Instant, answered: bool) {
        let mut state = self.lock();
        if answered {
            *state = State::default();
            return;
        }
        state.failures = state.failures.saturating_add(1);
        if state.failures >= self.most_failures {
            state.resting_until = Some(now + self.rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: Duration = Duration::from_secs(60);

    fn failed(times: u32, now: Instant) -> Breaker {
        let breaker = Breaker::new(3, REST);
        for _ in 0..times {
            assert!(breaker.admits(now));
            breaker.learn(now, false);
        }
        breaker
    }

    #[test]
    fn it_opens_after_so_many_failures_in_a_row() {
        let now = Instant::now();
        assert!(failed(2, now).admits(now));
        assert!(!failed(3, now).admits(now));
        let breaker = failed(2, now);
        breaker.learn(now, true);
        breaker.learn(now, false);
        assert!(breaker.admits(now), "a success begins the count anew");
    }

    #[test]
    fn after_a_rest_one_question_tries_it() {
        let now = Instant::now();
        let later = now + REST;
        let breaker = failed(3, now);
        assert!(breaker.admits(later));
        assert!(!breaker.admits(later), "one is enough to see");
        breaker.learn(later, false);
        assert!(!breaker.admits(later + REST / 2), "it is open again");
        assert!(breaker.admits(later + REST));
        breaker.learn(later + REST, true);
        assert!(breaker.admits(later + REST) && breaker.admits(later + REST));
    }

    #[test]
    fn a_trial_that_nobody_reports_is_followed_by_another() {
        let now = Instant::now();
        let breaker = failed(3, now);
        assert!(breaker.admits(now + REST));
        assert!(breaker.admits(now + REST * 2));
    }
}
