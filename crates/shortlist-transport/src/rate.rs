//! How many requests a key may make in a minute, and how many bad credentials an address may show.
//!
//! Windows of a minute are counted, each from the first request in it: what a caller is told by the headers (so many are left
//! until then) is exactly what holds. The counts are this process's own.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

use crate::error::{ApiError, Code};

/// How long a window is.
const WINDOW: Duration = Duration::from_secs(60);
/// The most windows that are kept of keys, and of addresses. Past it newcomers are not counted: a stranger with very many
/// addresses may not take the memory.
const MAX_WINDOWS: usize = 100_000;

static LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
static REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
static RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// How much may be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateLimits {
    /// The requests that a key may make in a minute.
    pub requests_per_minute: u32,
    /// The calls with bad credentials that an address may make in a minute.
    pub bad_credentials_per_minute: u32,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            requests_per_minute: 6_000,
            bad_credentials_per_minute: 600,
        }
    }
}

/// Where a caller stands in its window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    limit: u32,
    remaining: u32,
    resets_in: Duration,
}

impl Standing {
    /// Says it in headers; the time of the reset in seconds since 1970.
    pub(crate) fn tell(self, headers: &mut HeaderMap) {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        headers.insert(LIMIT.clone(), self.limit.into());
        headers.insert(REMAINING.clone(), self.remaining.into());
        headers.insert(
            RESET.clone(),
            HeaderValue::from(whole_seconds(since_epoch + self.resets_in)),
        );
    }
}

/// The requests and failures of the last minute.
pub(crate) struct RateLimiter {
    keys: Tally<u64>,
    addresses: Tally<Option<IpAddr>>,
    fingerprints: RandomState,
}

impl RateLimiter {
    pub(crate) fn new(limits: &RateLimits) -> Self {
        Self {
            keys: Tally::new(limits.requests_per_minute),
            addresses: Tally::new(limits.bad_credentials_per_minute),
            fingerprints: RandomState::new(),
        }
    }

    /// Refuses an address that showed too many bad credentials, before any are looked up. A key that was good within the
    /// minute is let through: many callers may share the address.
    pub(crate) fn check_address(&self, api_key: &str, address: &str) -> Result<(), ApiError> {
        let now = Instant::now();
        let spent = self
            .addresses
            .standing(&network(address), now)
            .filter(|standing| standing.remaining == 0);
        match spent {
            Some(standing)
                if self
                    .keys
                    .standing(&self.fingerprint(api_key), now)
                    .is_none() =>
            {
                Err(over(
                    "too many calls with bad credentials from this address",
                    standing,
                ))
            }
            _ => Ok(()),
        }
    }

    /// Counts bad credentials.
    pub(crate) fn count_failure(&self, address: &str) {
        // Whether it was one too many, the next call is told.
        let _standing = self.addresses.take(network(address), Instant::now());
    }

    /// Counts a request of a key that is good: where it stands then, and the refusal where that was one too many.
    pub(crate) fn count_request(&self, api_key: &str) -> (Option<Standing>, Result<(), ApiError>) {
        match self.keys.take(self.fingerprint(api_key), Instant::now()) {
            Taken::Counted(standing) => (Some(standing), Ok(())),
            Taken::Over(standing) => {
                let refusal = over("this API key has made too many requests", standing);
                (Some(standing), Err(refusal))
            }
            Taken::Uncounted => (None, Ok(())),
        }
    }

    /// What stands for a key in memory: nothing that could be read out.
    fn fingerprint(&self, api_key: &str) -> u64 {
        self.fingerprints.hash_one(api_key)
    }
}

fn over(what: &str, standing: Standing) -> ApiError {
    let seconds = whole_seconds(standing.resets_in).max(1);
    let limit = standing.limit;
    let message =
        format!("{what}: no more than {limit} are taken in a minute; try again in {seconds} s");
    ApiError::new(Code::TooManyRequests, message)
        .retry_after(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// A time in seconds, rounded up.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// What failures are counted for: an address of IPv4, a network of IPv6, for whoever has one address of it has all.
fn network(address: &str) -> Option<IpAddr> {
    match address.parse::<IpAddr>().ok()?.to_canonical() {
        IpAddr::V6(address) => {
            let bits = u128::from(address) >> 64 << 64;
            Some(IpAddr::V6(bits.into()))
        }
        address => Some(address),
    }
}

/// What counting came to.
#[derive(Debug, PartialEq, Eq)]
enum Taken {
    /// Within the limit.
    Counted(Standing),
    /// Over it.
    Over(Standing),
    /// There are too many windows to begin one more.
    Uncounted,
}

struct Window {
    began: Instant,
    count: u32,
}

/// Windows, one for each key.
struct Tally<K> {
    limit: u32,
    windows: Mutex<Windows<K>>,
}

struct Windows<K> {
    of: HashMap<K, Window>,
    swept: Option<Instant>,
}

impl<K: Hash + Eq> Tally<K> {
    fn new(limit: u32) -> Self {
        let windows = Windows {
            of: HashMap::new(),
            swept: None,
        };
        Self {
            limit,
            windows: Mutex::new(windows),
        }
    }

    /// Counts one more.
    fn take(&self, key: K, now: Instant) -> Taken {
        let mut windows = self.windows();
        if !windows.of.contains_key(&key) && !windows.make_room(now) {
            return Taken::Uncounted;
        }
        let fresh = Window {
            began: now,
            count: 0,
        };
        let window = windows.of.entry(key).or_insert(fresh);
        if window.is_over(now) {
            (window.began, window.count) = (now, 0);
        }
        if window.count >= self.limit {
            return Taken::Over(self.standing_in(window, now));
        }
        window.count += 1;
        Taken::Counted(self.standing_in(window, now))
    }

    /// Where a key stands, where it has a window now.
    fn standing(&self, key: &K, now: Instant) -> Option<Standing> {
        let windows = self.windows();
        let window = windows.of.get(key).filter(|window| !window.is_over(now))?;
        Some(self.standing_in(window, now))
    }

    fn standing_in(&self, window: &Window, now: Instant) -> Standing {
        Standing {
            limit: self.limit,
            remaining: self.limit.saturating_sub(window.count),
            resets_in: WINDOW.saturating_sub(now.saturating_duration_since(window.began)),
        }
    }

    fn windows(&self) -> MutexGuard<'_, Windows<K>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Window {
    fn is_over(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.began) >= WINDOW
    }
}

impl<K: Hash + Eq> Windows<K> {
    /// Whether one more may begin. Where it is full those that are over are swept out, at most once in a window: sweeping for
    /// every newcomer would be work that a stranger orders.
    fn make_room(&mut self, now: Instant) -> bool {
        let is_due = |at: Instant| now.saturating_duration_since(at) >= WINDOW;
        if self.of.len() >= MAX_WINDOWS && self.swept.is_none_or(is_due) {
            self.of.retain(|_key, window| !window.is_over(now));
            self.swept = Some(now);
        }
        self.of.len() < MAX_WINDOWS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_its_limit_and_begins_anew_after_a_minute() {
        let tally = Tally::new(2);
        let start = Instant::now();
        let standing = |remaining, seconds| Standing {
            limit: 2,
            remaining,
            resets_in: Duration::from_secs(seconds),
        };
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(tally.take("a", at(0)), Taken::Counted(standing(1, 60)));
        assert_eq!(tally.take("a", at(10)), Taken::Counted(standing(0, 50)));
        assert_eq!(tally.take("a", at(59)), Taken::Over(standing(0, 1)));
        assert_eq!(tally.standing(&"a", at(59)), Some(standing(0, 1)));
        assert_eq!(tally.take("b", at(59)), Taken::Counted(standing(1, 60)));
        assert_eq!(tally.standing(&"a", at(60)), None);
        assert_eq!(tally.take("a", at(60)), Taken::Counted(standing(1, 60)));
    }

    #[test]
    fn windows_are_bounded_and_those_that_are_over_make_room() {
        let tally = Tally::new(1);
        let start = Instant::now();
        for key in 0..MAX_WINDOWS {
            assert!(matches!(tally.take(key, start), Taken::Counted(_)));
        }
        assert_eq!(tally.take(MAX_WINDOWS, start), Taken::Uncounted);
        assert!(matches!(tally.take(0, start), Taken::Over(_)));
        let later = start + WINDOW;
        assert!(matches!(tally.take(MAX_WINDOWS, later), Taken::Counted(_)));
        assert_eq!(tally.windows().of.len(), 1);
    }

    #[test]
    fn ipv6_is_counted_by_network_and_mapped_ipv4_as_ipv4() {
        let same = |a: &str, b: &str| network(a) == network(b);
        assert!(same("2001:db8::1", "2001:db8::ffff:2"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
        assert!(same("", "unknown"));
    }

    #[test]
    fn a_key_that_was_good_is_let_through_where_its_address_is_not() {
        let limits = RateLimits {
            bad_credentials_per_minute: 1,
            ..RateLimits::default()
        };
        let limiter = RateLimiter::new(&limits);
        assert!(limiter.count_request("good").1.is_ok());
        assert!(limiter.check_address("bad", "192.0.2.1").is_ok());
        limiter.count_failure("192.0.2.1");
        let refusal = limiter.check_address("bad", "192.0.2.1").unwrap_err();
        assert_eq!(refusal.code, Code::TooManyRequests);
        assert!(
            refusal
                .retry_after_seconds
                .is_some_and(|seconds| seconds > 0)
        );
        assert!(limiter.check_address("bad", "192.0.2.2").is_ok());
        assert!(limiter.check_address("good", "192.0.2.1").is_ok());
    }
}
