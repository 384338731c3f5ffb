//! A cache of recently authenticated callers, so that not every request queries the database.
//!
//! An entry becomes invalid at once when this process changes a key, a session or a user. If another process did so, the
//! entry expires after [`MAX_AGE`], even if the machine's clock is changed meanwhile. Failed lookups are not cached.

use std::time::Duration;

use quick_cache::sync::Cache;
use shortlist_domain::{Principal, Timestamp};

use crate::measurements::count_lookup;

/// How long a caller is cached. It must be less than five seconds, the time within which a revocation takes effect on every
/// server.
const MAX_AGE: Duration = Duration::from_secs(3);
/// The largest number of cached callers.
const MAX_CACHED_CALLERS: usize = 10_000;

/// The hashes of a key and a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Credentials {
    pub(crate) key: [u8; 32],
    pub(crate) token: [u8; 32],
}

/// The cached callers, each with the state of all credentials at the time of the lookup.
pub(crate) struct CallerCache(Cache<Credentials, CachedCaller>);

impl Default for CallerCache {
    fn default() -> Self {
        Self(Cache::new(MAX_CACHED_CALLERS))
    }
}

#[derive(Clone)]
struct CachedCaller {
    principal: Principal,
    /// The clock's running time at the lookup.
    at: Duration,
    /// The time at which the key or the token expires.
    until: Timestamp,
    state: u64,
}

impl CallerCache {
    /// Returns a cached caller if the entry is recent, the credentials have not expired and no credentials have changed
    /// since.
    pub(crate) fn get(
        &self,
        credentials: &Credentials,
        now: Timestamp,
        running: Duration,
        state: u64,
    ) -> Option<Principal> {
        let found = self.0.get(credentials).filter(|caller| {
            let fresh = running.saturating_sub(caller.at) < MAX_AGE;
            caller.state == state && fresh && now < caller.until
        });
        count_lookup("callers", found.is_some());
        found.map(|caller| caller.principal)
    }

    /// Caches a caller. `state` is the state of all credentials, read before the lookup.
    pub(crate) fn insert(
        &self,
        credentials: Credentials,
        principal: &Principal,
        at: Duration,
        until: Timestamp,
        state: u64,
    ) {
        let caller = CachedCaller {
            principal: principal.clone(),
            at,
            until,
            state,
        };
        self.0.insert(credentials, caller);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_domain::{ApiKeyId, OrganizationId, UserId, UserType};

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_unix_millis(millis).unwrap()
    }

    fn principal() -> Principal {
        Principal {
            organization_id: OrganizationId::parse("o", "org_1").unwrap(),
            user_id: UserId::parse("u", "usr_1").unwrap(),
            is_integration: false,
            user_type: UserType::Admin,
            key_id: Some(ApiKeyId::parse("k", "key_1").unwrap()),
            permissions: Vec::new(),
            key_expires_at: None,
            address: None,
            session_id: None,
        }
    }

    fn credentials(token: u8) -> Credentials {
        Credentials {
            key: [1; 32],
            token: [token; 32],
        }
    }

    fn running_for(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_cached_caller_expires_and_is_invalidated_by_changes() {
        let (cache, mine) = (CallerCache::default(), credentials(2));
        cache.insert(mine, &principal(), running_for(1_000), at(9_000), 7);
        let is_cached = |caller, millis, state| {
            let running = running_for(millis);
            cache.get(&caller, at(0), running, state).is_some()
        };
        assert!(is_cached(mine, 1_000, 7));
        assert!(is_cached(mine, 3_999, 7));
        assert!(!is_cached(mine, 4_000, 7));
        assert!(!is_cached(mine, 1_000, 8));
        assert!(!is_cached(credentials(3), 1_000, 7));
    }

    #[test]
    fn no_caller_is_cached_past_the_expiry_of_key_or_token() {
        let (cache, mine) = (CallerCache::default(), credentials(2));
        cache.insert(mine, &principal(), running_for(0), at(500), 0);
        assert!(cache.get(&mine, at(499), running_for(9), 0).is_some());
        assert!(cache.get(&mine, at(500), running_for(9), 0).is_none());
    }

    #[test]
    fn the_cache_is_bounded() {
        let cache = CallerCache::default();
        for number in 0..2 * MAX_CACHED_CALLERS {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&number.to_be_bytes());
            let credentials = Credentials { key, token: key };
            cache.insert(credentials, &principal(), running_for(0), at(9), 0);
        }
        // It drops single callers, not all of them at once.
        let cached = cache.0.len();
        assert!(cached <= MAX_CACHED_CALLERS && cached > MAX_CACHED_CALLERS / 2);
    }
}
