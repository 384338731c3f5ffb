//! Limits on guessing passwords and codes. Failures are counted in the database, so all servers share the counts.
//!
//! A stranger's failures count for the account from their network, for the account and for the network. Those of a device from which
//! the user has signed in before count for this device alone, so strangers cannot lock it out. Accounts are counted by their e-mail
//! address, whether they exist or not. Otherwise a refusal would say which addresses have an account.

use chrono::Duration;
use data_encoding::HEXLOWER;
use shortlist_domain::{EmailAddress, Principal, Timestamp, User};
use shortlist_persistence::{FailureLimit, Store};

use crate::access::client_network::ClientNetwork;
use crate::accounts::known_devices::DeviceKey;
use crate::error::AppError;

/// How many failures of an account from one network are allowed within the window.
pub const MAX_FAILURES_FROM_NETWORK: i64 = 10;
/// How many failures of an account from all networks, and of a network for all accounts, are allowed within the window.
pub const MAX_FAILURES: i64 = 100;
/// How many links to reset the password of an account one network may ask for within the window.
const MAX_RESETS_FROM_NETWORK: i64 = 3;
/// How many links to reset the password of an account all networks may ask for within the window.
const MAX_RESETS: i64 = 10;
/// The window for counting failures, in minutes.
const WINDOW_MINUTES: i64 = 15;

/// Under what failures are counted, and how many of them are allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counter {
    key: String,
    limit: i64,
}

impl Counter {
    /// Returns the counters of somebody who is not known.
    pub(crate) fn of_stranger(email: &str, address: &str) -> Vec<Self> {
        let network = ClientNetwork::of_subnet(address);
        let network = network.map_or_else(String::new, |network| network.to_string());
        let mut counters = vec![Self::new(format!("network:{network}"), MAX_FAILURES)];
        // A malformed address has no account.
        if let Ok(email) = EmailAddress::parse("email", email) {
            let account = format!("account:{}", email.folded());
            let pair = format!("{account} from {network}");
            counters.push(Self::new(pair, MAX_FAILURES_FROM_NETWORK));
            counters.push(Self::new(account, MAX_FAILURES));
        }
        counters
    }

    /// Returns the counters of somebody who asks for a link to reset a password. Each request counts, whether there is such an account or
    /// not.
    pub(crate) fn of_reset(email: &str, address: &str) -> Vec<Self> {
        let limits = [MAX_FAILURES, MAX_RESETS_FROM_NETWORK, MAX_RESETS];
        let counters = Self::of_stranger(email, address).into_iter().zip(limits);
        let counter =
            |(counter, limit): (Self, i64)| Self::new(format!("reset {}", counter.key), limit);
        counters.map(counter).collect()
    }

    /// Returns the counter of a device that is known for an account.
    pub(crate) fn of_device(device: &DeviceKey) -> Self {
        let key = format!("device:{}", HEXLOWER.encode(device));
        Self::new(key, MAX_FAILURES_FROM_NETWORK)
    }

    /// Returns the counter of a user who is signed in and types the current password.
    pub(crate) fn of_signed_in(principal: &Principal) -> Self {
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        Self::new(
            format!("password:{organization}:{user}"),
            MAX_FAILURES_FROM_NETWORK,
        )
    }

    /// Returns the counters of the second step of a sign-in: those of the password, and one for the account from anywhere. Only who knows
    /// the password uses up the latter, and a code has few digits. A device from which the user has signed in with a code of the same second
    /// factor has its own counter. One that knows only the password does not: whoever has guessed it could collect many.
    pub(crate) fn of_code(user: &User, address: &str, device: Option<&DeviceKey>) -> Vec<Self> {
        if let Some(device) = device {
            return vec![Self::of_device(device)];
        }
        let (organization, id) = (&user.organization_id, &user.id);
        let mut counters = Self::of_stranger(user.email.as_str(), address);
        counters.push(Self::new(
            format!("code:{organization}:{id}"),
            MAX_FAILURES_FROM_NETWORK,
        ));
        counters
    }

    /// Returns the counter of a user who is signed in and types a code.
    pub(crate) fn of_typed_code(principal: &Principal) -> Self {
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        Self::new(
            format!("typed code:{organization}:{user}"),
            MAX_FAILURES_FROM_NETWORK,
        )
    }

    fn new(key: String, limit: i64) -> Self {
        Self { key, limit }
    }
}

/// Counts failed sign-ins.
#[derive(Clone, Copy)]
pub(crate) struct FailureCounts<'a> {
    pub(crate) store: &'a Store,
    pub(crate) now: Timestamp,
}

impl FailureCounts<'_> {
    /// Returns how many seconds to wait until none of the counters is at its limit; `None` if none is.
    pub(crate) fn wait(self, counters: &[Counter]) -> Result<Option<i64>, AppError> {
        let sessions = self.store.sessions();
        let mut longest = None;
        for Counter { key, limit } in counters {
            let failure = sessions.find_login_failure(key.as_str(), *limit, self.since())?;
            longest = longest.max(failure.map(|at| self.seconds_after(at)));
        }
        Ok(longest)
    }

    /// Counts an attempt of a user as a failure before it is checked, unless one of the counters is at its limit. Then it returns how many
    /// seconds to wait. Attempts at the same time cannot exceed a limit together, as they could if each was counted after its check.
    pub(crate) fn count_before(
        self,
        user: &User,
        counters: &[Counter],
    ) -> Result<Option<i64>, AppError> {
        let limit = |counter: &Counter| FailureLimit {
            key: counter.key.clone(),
            most: counter.limit,
        };
        let limits: Vec<FailureLimit> = counters.iter().map(limit).collect();
        let (organization, id) = (&user.organization_id, &user.id);
        let sessions = self.store.sessions();
        let full =
            sessions.count_limited_failure(organization, id, &limits, self.since(), self.now)?;
        Ok(full.map(|at| self.seconds_after(at)))
    }

    /// Takes back what [`FailureCounts::count_before`] has counted, after an attempt that was right.
    pub(crate) fn take_back(self, counters: &[Counter]) -> Result<(), AppError> {
        let sessions = self.store.sessions();
        Ok(sessions.take_back_login_failure(&keys(counters), self.now)?)
    }

    /// Returns since when failures count.
    fn since(self) -> Timestamp {
        self.now.minus(Duration::minutes(WINDOW_MINUTES))
    }

    /// Returns in how many seconds a failure no longer counts.
    fn seconds_after(self, failed_at: Timestamp) -> i64 {
        let end = failed_at.plus(Duration::minutes(WINDOW_MINUTES));
        let left = end.as_datetime() - self.now.as_datetime();
        left.num_seconds().max(1)
    }

    /// Counts a failure under each counter.
    pub(crate) fn count(self, counters: &[Counter]) -> Result<(), AppError> {
        let sessions = self.store.sessions();
        Ok(sessions.count_login_failure(&keys(counters), self.now)?)
    }
}

fn keys(counters: &[Counter]) -> Vec<String> {
    counters.iter().map(|one| one.key.clone()).collect()
}
