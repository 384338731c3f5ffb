//! Limits on guessing passwords. Failures are counted in the database, so all servers share the counts.
//!
//! A stranger's failures count for the account from their network, for the account and for the network. Those of a device from which
//! the user has signed in before count for this device alone, so strangers cannot lock it out. Accounts are counted by their e-mail
//! address, whether they exist or not. Otherwise a refusal would say which addresses have an account.

use chrono::Duration;
use data_encoding::HEXLOWER;
use shortlist_domain::{EmailAddress, Principal, Timestamp};
use shortlist_persistence::Store;

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
        let window = Duration::minutes(WINDOW_MINUTES);
        let since = self.now.minus(window);
        let sessions = self.store.sessions();
        let mut longest = None;
        for Counter { key, limit } in counters {
            let failure = sessions.find_login_failure(key.as_str(), *limit, since)?;
            let wait = failure.map(|at| {
                let left = at.plus(window).as_datetime() - self.now.as_datetime();
                left.num_seconds().max(1)
            });
            longest = longest.max(wait);
        }
        Ok(longest)
    }

    /// Counts a failure under each counter.
    pub(crate) fn count(self, counters: &[Counter]) -> Result<(), AppError> {
        let keys: Vec<String> = counters.iter().map(|one| one.key.clone()).collect();
        Ok(self.store.sessions().count_login_failure(&keys, self.now)?)
    }
}
