//! Devices from which a user has signed in before. Failures of strangers do not lock them out.
//!
//! A browser is recognized by random tokens in a cookie, and a client of the API by its key. What is stored is a hash of the device
//! and the account together. So a device that is known for one account says nothing about another.

use chrono::Duration;
use sha2::{Digest, Sha256};
use shortlist_domain::{ApiKeyId, Timestamp, User};
use shortlist_persistence::Store;

use crate::error::AppError;
use crate::secrets::{Secret, hash_secret, is_device_token};

/// The most tokens of a browser. Each account that is used in it may have its own.
const MAX_TOKENS: usize = 5;
/// What separates the tokens in the cookie.
const SEPARATOR: char = '.';

/// The tokens by which a browser is recognized, the last used one first.
#[derive(Clone, Default)]
pub struct DeviceTokens(Vec<String>);

/// The hash of a device: of a token of a browser, or of an API key.
pub(crate) type DeviceHash = [u8; 32];

/// The hash of a device and of an account.
pub(crate) type DeviceKey = [u8; 32];

impl DeviceTokens {
    /// Reads the tokens of a cookie. What is not a token of this service is left out.
    pub fn parse(cookie: &str) -> Self {
        let tokens = cookie
            .split(SEPARATOR)
            .filter(|token| is_device_token(token));
        Self(tokens.take(MAX_TOKENS).map(str::to_owned).collect())
    }

    /// Returns the text of the cookie.
    pub fn to_cookie(&self) -> String {
        self.0.join(&SEPARATOR.to_string())
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the hashes of the devices.
    pub(crate) fn hashes(&self) -> Vec<DeviceHash> {
        self.0.iter().map(|token| hash_secret(token)).collect()
    }

    /// Returns these tokens with one of them, or a new one, in front.
    fn with_first(&self, token: String) -> Self {
        let others = self.0.iter().filter(|other| **other != token).cloned();
        let others: Vec<String> = others.take(MAX_TOKENS - 1).collect();
        Self(std::iter::once(token).chain(others).collect())
    }
}

/// Shows no token.
impl std::fmt::Debug for DeviceTokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tokens of devices", self.0.len())
    }
}

/// Returns the device that a client of the API is: its key, which strangers do not have.
pub(crate) fn device_of_key(key: &ApiKeyId) -> DeviceHash {
    hash_secret(&format!("api key {key}"))
}

/// Returns the hash of a device and of an account.
pub(crate) fn device_key(device: &DeviceHash, user: &User) -> DeviceKey {
    let mut digest = Sha256::new();
    digest.update(device);
    for part in [user.organization_id.as_str(), user.id.as_str()] {
        digest.update([0]);
        digest.update(part);
    }
    digest.finalize().into()
}

/// Returns the hash of a device from which a user has signed in with a code of the second factor that counts since a time. It differs from
/// that of the device itself: whoever signed in with the password alone has proven less.
pub(crate) fn device_of_codes(device: &DeviceHash, factor_since: Timestamp) -> DeviceHash {
    let mut digest = Sha256::new();
    digest.update("code");
    digest.update(device);
    digest.update(factor_since.unix_millis().to_be_bytes());
    digest.finalize().into()
}

/// Finds and stores known devices.
#[derive(Clone, Copy)]
pub(crate) struct KnownDevices<'a> {
    pub(crate) store: &'a Store,
    pub(crate) now: Timestamp,
}

impl KnownDevices<'_> {
    /// Returns for each user the device among these that is known for them.
    pub(crate) fn of_users<'u>(
        self,
        users: impl Iterator<Item = &'u User> + Clone,
        devices: &[DeviceHash],
    ) -> Result<Vec<Option<DeviceKey>>, AppError> {
        let keys_of = |user: &User| {
            let keys = devices.iter().map(|device| device_key(device, user));
            keys.collect::<Vec<_>>()
        };
        let keys: Vec<DeviceKey> = users.clone().flat_map(keys_of).collect();
        let known = self.store.sessions().known_devices(&keys, self.now)?;
        let is_known = |key: &DeviceKey| known.iter().any(|one| one.as_slice() == key);
        let known_of = |user| keys_of(user).into_iter().find(is_known);
        Ok(users.map(known_of).collect())
    }

    /// Stores that a user has signed in with an API key.
    pub(crate) fn remember_key(self, user: &User, key: &ApiKeyId) -> Result<(), AppError> {
        let key = device_key(&device_of_key(key), user);
        Ok(self.store.sessions().remember_device(&key, self.now)?)
    }

    /// Stores that a user has signed in from a device with a code of the second factor that counts since a time.
    pub(crate) fn remember_code(
        self,
        user: &User,
        device: &DeviceHash,
        factor_since: Timestamp,
    ) -> Result<(), AppError> {
        let key = device_key(&device_of_codes(device, factor_since), user);
        Ok(self.store.sessions().remember_device(&key, self.now)?)
    }

    /// Stores that a user has signed in from a browser. Returns the tokens that the browser keeps from now on.
    ///
    /// A token that is not known for this user is not used for them, because somebody else may have put it into the browser.
    pub(crate) fn remember_browser(
        self,
        user: &User,
        tokens: &DeviceTokens,
    ) -> Result<DeviceTokens, AppError> {
        let mut known = None;
        for token in &tokens.0 {
            let device = [hash_secret(token)];
            if let [Some(_)] = self.of_users(std::iter::once(user), &device)?.as_slice() {
                known = Some(token.clone());
                break;
            }
        }
        let token = match known {
            Some(token) => token,
            None => Secret::device_token()?.text,
        };
        let key = device_key(&hash_secret(&token), user);
        self.store.sessions().remember_device(&key, self.now)?;
        Ok(tokens.with_first(token))
    }
}

/// Returns how long browsers keep the tokens.
pub fn device_lifetime() -> Duration {
    Duration::days(shortlist_persistence::DEVICE_DAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_of_codes_is_that_of_one_second_factor() {
        let since = |millis| Timestamp::from_unix_millis(millis).unwrap();
        let (device, other) = ([1; 32], [2; 32]);
        let of_codes = device_of_codes(&device, since(1));
        assert_eq!(of_codes, device_of_codes(&device, since(1)));
        for another in [
            device,
            device_of_codes(&device, since(2)),
            device_of_codes(&other, since(1)),
        ] {
            assert_ne!(of_codes, another);
        }
    }

    #[test]
    fn a_cookie_keeps_a_few_tokens_and_nothing_else() {
        let token = || Secret::device_token().unwrap().text;
        let all: Vec<String> = (0..7).map(|_| token()).collect();
        let read = DeviceTokens::parse(&format!("x.{}.", all.join(".")));
        assert_eq!(read.0, all[..MAX_TOKENS]);
        assert_eq!(DeviceTokens::parse(&read.to_cookie()).0, read.0);
        let moved = read.with_first(all[2].clone());
        assert_eq!(moved.0.len(), MAX_TOKENS);
        assert_eq!((&moved.0[0], &moved.0[1]), (&all[2], &all[0]));
        let added = read.with_first(all[6].clone());
        assert_eq!(added.0.len(), MAX_TOKENS);
        for other in [
            Secret::refresh_token().unwrap().text,
            format!("{}0", all[0]),
            all[0].to_lowercase(),
            String::new(),
        ] {
            assert!(DeviceTokens::parse(&other).0.is_empty(), "{other}");
        }
        assert!(!format!("{read:?}").contains(&all[0]));
    }
}
