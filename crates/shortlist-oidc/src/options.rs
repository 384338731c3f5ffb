//! The options of the client: which addresses it may call, and its time limits.

use std::time::Duration;

use shortlist_app::AddressRules;

/// The options of the client: which addresses it may call, and its time limits.
#[derive(Debug, Clone)]
pub struct OidcOptions {
    /// Which addresses providers may have.
    pub rules: AddressRules,
    /// How long one use may take, with all its calls.
    pub time_limit: Duration,
    /// How long a provider's discovery document and keys are used.
    pub discovery_age: Duration,
    /// How long keys are not read again although a token names an unknown one.
    pub key_pause: Duration,
    /// How long a provider's discovery document is not read again after a failure. Other calls do not pause: the exchange of a code,
    /// details of users, newer keys and `check`.
    pub failure_pause: Duration,
}

impl OidcOptions {
    /// Returns the default options: 10 s for a use, discovery documents for an hour, keys again after a minute, and a pause of 10 s after a
    /// failure.
    pub fn new(rules: AddressRules) -> Self {
        Self {
            rules,
            time_limit: Duration::from_secs(10),
            discovery_age: Duration::from_secs(60 * 60),
            key_pause: Duration::from_secs(60),
            failure_pause: Duration::from_secs(10),
        }
    }
}
