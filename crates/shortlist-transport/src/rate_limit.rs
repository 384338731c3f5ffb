//! Rate limits: the requests per minute of an API key, and the bad credentials per minute of an address.
//!
//! Requests are counted in windows of one minute. A window starts with its first request, so the rate limit headers are
//! exact: the remaining requests are available until the reset time. Each process keeps its own counts.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::http::header::{HeaderMap, HeaderName};
use shortlist_app::ClientNetwork;
use shortlist_domain::Timestamp;

use crate::applicants::ApplicationOrigin;
use crate::error::{ApiError, Code};
use crate::sign_in_scope::SignInScope;

/// The length of a window, in milliseconds.
const WINDOW_MILLIS: i64 = 60_000;
/// The most windows that are kept, for each kind of count. Beyond it, new keys and addresses are not counted, so that a
/// client with very many addresses cannot exhaust the memory.
const MAX_WINDOWS: usize = 100_000;

/// The message about too many applications with one key.
const OF_KEY: &str = "too many applications with this API key";

pub(crate) static LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
pub(crate) static REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
pub(crate) static RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// The configured rate limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateLimits {
    /// The most requests of an API key per minute.
    pub requests_per_minute: u32,
    /// The most calls with bad credentials from an address per minute.
    pub bad_credentials_per_minute: u32,
    /// The most sign-in attempts of an organization, or of a network in the web app, per minute. Each keeps a core busy for some hundredths of a second.
    pub sign_ins_per_minute: u32,
    /// The most sign-in attempts for one account per minute.
    pub account_sign_ins_per_minute: u32,
    /// The most applications from outside per minute with one key.
    pub applications_per_minute: u32,
    /// The most applications from outside per minute from one network.
    pub network_applications_per_minute: u32,
    /// The most forms without a session per minute from one network. Sign-ins have a count of their own.
    pub network_forms_per_minute: u32,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            requests_per_minute: 6_000,
            bad_credentials_per_minute: 600,
            sign_ins_per_minute: 300,
            account_sign_ins_per_minute: 60,
            applications_per_minute: 300,
            network_applications_per_minute: 60,
            network_forms_per_minute: 600,
        }
    }
}

/// The state of a rate limit: how many requests remain, and when the window resets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateLimitStatus {
    limit: u32,
    remaining: u32,
    /// The reset time, in milliseconds since 1970.
    resets_at: i64,
}

impl RateLimitStatus {
    /// Adds the rate limit headers. The reset time is in seconds since 1970.
    pub(crate) fn add_headers(self, headers: &mut HeaderMap) {
        headers.insert(LIMIT.clone(), self.limit.into());
        headers.insert(REMAINING.clone(), self.remaining.into());
        headers.insert(RESET.clone(), whole_seconds(self.resets_at).into());
    }
}

/// A form that is sent without a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StrangerForm {
    /// The form that begins a session.
    SignIn,
    /// A form whose session has ended.
    Expired,
    /// A form that asks for a link to reset a password, or that sets a password by one.
    Password,
    /// The beginning or the end of a sign-in with an identity provider.
    SingleSignOn,
    /// A notice of an identity provider that a user has signed out. Only those count that are refused.
    SignOutNotice,
}

/// The requests and failures of the last minute.
pub(crate) struct RateLimiter {
    keys: Counter<u64>,
    addresses: Counter<Option<ClientNetwork>>,
    sign_ins: Counter<u64>,
    accounts: Counter<u64>,
    applications: Counter<u64>,
    applicants: Counter<Option<ClientNetwork>>,
    stranger_forms: Counter<(StrangerForm, Option<ClientNetwork>)>,
    fingerprints: RandomState,
}

impl RateLimiter {
    pub(crate) fn new(limits: &RateLimits) -> Self {
        Self {
            keys: Counter::new(limits.requests_per_minute),
            addresses: Counter::new(limits.bad_credentials_per_minute),
            sign_ins: Counter::new(limits.sign_ins_per_minute),
            accounts: Counter::new(limits.account_sign_ins_per_minute),
            applications: Counter::new(limits.applications_per_minute),
            applicants: Counter::new(limits.network_applications_per_minute),
            stranger_forms: Counter::new(limits.network_forms_per_minute),
            fingerprints: RandomState::new(),
        }
    }

    /// Refuses an address with too many bad credentials before they are looked up. An API key that was valid within the
    /// last minute is still accepted, because many callers may share the address.
    pub(crate) fn check_address(
        &self,
        api_key: &str,
        address: &str,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let now = millis(now);
        let spent = self
            .addresses
            .status(&ClientNetwork::of(address), now)
            .filter(|status| status.remaining == 0);
        match spent {
            Some(status) if self.keys.status(&self.fingerprint(api_key), now).is_none() => {
                Err(over(
                    "too many calls with bad credentials from this address",
                    status,
                    now,
                ))
            }
            _ => Ok(()),
        }
    }

    /// Counts bad credentials.
    pub(crate) fn count_failure(&self, address: &str, now: Timestamp) {
        // Whether this exceeded the limit, the next call finds out.
        let _status = self
            .addresses
            .count(ClientNetwork::of(address), millis(now));
    }

    /// Counts a request of a valid API key. Returns the new state, and a refusal if the limit is exceeded.
    pub(crate) fn count_request(
        &self,
        api_key: &str,
        now: Timestamp,
    ) -> (Option<RateLimitStatus>, Result<(), ApiError>) {
        let now = millis(now);
        match self.keys.count(self.fingerprint(api_key), now) {
            CountResult::Counted(status) => (Some(status), Ok(())),
            CountResult::Over(status) => {
                let refusal = over("this API key has made too many requests", status, now);
                (Some(status), Err(refusal))
            }
            CountResult::Uncounted => (None, Ok(())),
        }
    }

    /// Counts a sign-in attempt, successful or not, for the account within its scope and for the scope. An attempt over the
    /// account's limit does not count for the scope. Otherwise one account could lock out all colleagues.
    pub(crate) fn count_sign_in(
        &self,
        scope: &SignInScope,
        email: &str,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let now = millis(now);
        let account = (scope, email.trim().to_lowercase());
        if let CountResult::Over(status) = self.accounts.count(self.fingerprint(account), now) {
            return Err(over("too many sign-ins to this account", status, now));
        }
        match self.sign_ins.count(self.fingerprint(scope), now) {
            CountResult::Over(status) => {
                let problem = format!("too many sign-ins {}", scope.name());
                Err(over(&problem, status, now))
            }
            CountResult::Counted(_) | CountResult::Uncounted => Ok(()),
        }
    }

    /// Counts an application from outside that begins to arrive, for its network. It is refused if the limit of its key is
    /// spent already. Without an origin, only the key's limit holds.
    pub(crate) fn begin_application(
        &self,
        api_key: &str,
        origin: ApplicationOrigin,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let now = millis(now);
        if let ApplicationOrigin::Network(network) = origin
            && let CountResult::Over(status) = self.applicants.count(network, now)
        {
            return Err(over("too many applications from this network", status, now));
        }
        let spent = self.applications.status(&self.fingerprint(api_key), now);
        match spent.filter(|status| status.remaining == 0) {
            Some(status) => Err(over(OF_KEY, status, now)),
            None => Ok(()),
        }
    }

    /// Counts an application from outside that has arrived, for its key. Those that never arrive do not count. Otherwise a few
    /// networks could keep all others from applying.
    pub(crate) fn count_application(&self, api_key: &str, now: Timestamp) -> Result<(), ApiError> {
        let now = millis(now);
        match self.applications.count(self.fingerprint(api_key), now) {
            CountResult::Over(status) => Err(over(OF_KEY, status, now)),
            CountResult::Counted(_) | CountResult::Uncounted => Ok(()),
        }
    }

    /// Counts a form that a network sends without a session. Each kind has its own count, so that forms whose session has
    /// ended keep nobody from signing in.
    pub(crate) fn count_stranger_form(
        &self,
        form: StrangerForm,
        network: Option<ClientNetwork>,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let now = millis(now);
        match self.stranger_forms.count((form, network), now) {
            CountResult::Over(status) => {
                let problem = "too many forms without a session from this network";
                Err(over(problem, status, now))
            }
            CountResult::Counted(_) | CountResult::Uncounted => Ok(()),
        }
    }

    /// Refuses a form that only counts if it fails, after too many that have failed.
    pub(crate) fn check_stranger_form(
        &self,
        form: StrangerForm,
        network: Option<ClientNetwork>,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let now = millis(now);
        let status = self.stranger_forms.status(&(form, network), now);
        match status.filter(|status| status.remaining == 0) {
            Some(status) => Err(over("too many failed forms from this network", status, now)),
            None => Ok(()),
        }
    }

    /// Returns a keyed hash of an API key or account. The secret itself cannot be recovered from it.
    fn fingerprint(&self, secret: impl Hash) -> u64 {
        self.fingerprints.hash_one(secret)
    }
}

fn over(what: &str, status: RateLimitStatus, now: i64) -> ApiError {
    let seconds = whole_seconds(status.resets_at - now).max(1);
    let limit = status.limit;
    let message = format!("{what}: the limit is {limit} per minute; try again in {seconds} s");
    ApiError::new(Code::TooManyRequests, message).retry_after(seconds)
}

/// Converts milliseconds to seconds, rounded up.
fn whole_seconds(millis: i64) -> i64 {
    millis.div_euclid(1_000) + i64::from(millis.rem_euclid(1_000) > 0)
}

fn millis(time: Timestamp) -> i64 {
    time.as_datetime().timestamp_millis()
}

/// The result of counting a request.
#[derive(Debug, PartialEq, Eq)]
enum CountResult {
    /// The request is within the limit.
    Counted(RateLimitStatus),
    /// The request exceeds the limit.
    Over(RateLimitStatus),
    /// The request is not counted, because there are too many windows.
    Uncounted,
}

struct Window {
    began: i64,
    count: u32,
}

/// The windows of one kind of count, one for each key.
struct Counter<K> {
    limit: u32,
    windows: Mutex<Windows<K>>,
}

struct Windows<K> {
    of: HashMap<K, Window>,
    swept: Option<i64>,
}

impl<K: Hash + Eq> Counter<K> {
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

    /// Counts one request.
    fn count(&self, key: K, now: i64) -> CountResult {
        let mut windows = self.windows();
        if !windows.of.contains_key(&key) && !windows.make_room(now) {
            return CountResult::Uncounted;
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
            return CountResult::Over(self.status_in(window));
        }
        window.count += 1;
        CountResult::Counted(self.status_in(window))
    }

    /// Returns the state of a key, if it has a current window.
    fn status(&self, key: &K, now: i64) -> Option<RateLimitStatus> {
        let windows = self.windows();
        let window = windows.of.get(key).filter(|window| !window.is_over(now))?;
        Some(self.status_in(window))
    }

    fn status_in(&self, window: &Window) -> RateLimitStatus {
        RateLimitStatus {
            limit: self.limit,
            remaining: self.limit.saturating_sub(window.count),
            resets_at: window.began + WINDOW_MILLIS,
        }
    }

    fn windows(&self) -> MutexGuard<'_, Windows<K>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a window has ended. A window that began in the future predates a change of the clock. It has ended
/// too, so that nobody waits for that time.
fn is_past(began: i64, now: i64) -> bool {
    !(0..WINDOW_MILLIS).contains(&(now - began))
}

impl Window {
    fn is_over(&self, now: i64) -> bool {
        is_past(self.began, now)
    }
}

impl<K: Hash + Eq> Windows<K> {
    /// Returns whether a new window may start. If the table is full, ended windows are removed, at most once per window
    /// length. Removing them for every new key would let any client cause expensive work.
    fn make_room(&mut self, now: i64) -> bool {
        let is_due = |at| is_past(at, now);
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
    fn a_window_keeps_its_limit_and_restarts_after_a_minute() {
        let counter = Counter::new(2);
        let status = |remaining, resets_at| RateLimitStatus {
            limit: 2,
            remaining,
            resets_at,
        };
        assert_eq!(
            counter.count("a", 0),
            CountResult::Counted(status(1, 60_000))
        );
        assert_eq!(
            counter.count("a", 10_000),
            CountResult::Counted(status(0, 60_000))
        );
        assert_eq!(
            counter.count("a", 59_999),
            CountResult::Over(status(0, 60_000))
        );
        assert_eq!(counter.status(&"a", 59_999), Some(status(0, 60_000)));
        assert_eq!(
            counter.count("b", 59_999),
            CountResult::Counted(status(1, 119_999))
        );
        assert_eq!(counter.status(&"a", 60_000), None);
        assert_eq!(
            counter.count("a", 60_000),
            CountResult::Counted(status(1, 120_000))
        );
        assert_eq!(
            counter.count("a", 5_000),
            CountResult::Counted(status(1, 65_000)),
            "the clock was set back"
        );
    }

    #[test]
    fn windows_are_limited_and_ended_ones_are_removed() {
        let counter = Counter::new(1);
        for key in 0..MAX_WINDOWS {
            assert!(matches!(counter.count(key, 0), CountResult::Counted(_)));
        }
        assert_eq!(counter.count(MAX_WINDOWS, 1), CountResult::Uncounted);
        assert!(matches!(counter.count(0, 1), CountResult::Over(_)));
        let later = 1 + WINDOW_MILLIS;
        assert!(matches!(
            counter.count(MAX_WINDOWS, later),
            CountResult::Counted(_)
        ));
        assert_eq!(counter.windows().of.len(), 1);
    }
}
