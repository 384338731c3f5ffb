//! A cache of recently authenticated callers, so that not every request queries the database.
//!
//! An entry becomes invalid at once when this process changes a key, a session or a user. If another process did so, the
//! entry expires after [`REMEMBERED`], even if the machine's clock is changed meanwhile. Failed lookups are not cached.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use shortlist_domain::{Principal, Timestamp};

/// How long a caller is cached. It must be less than five seconds, the time within which a revocation takes effect on every
/// server.
const REMEMBERED: Duration = Duration::from_secs(3);
/// The largest number of cached callers.
const MOST_CALLERS: usize = 10_000;

/// The hashes of a key and a token.
pub(crate) type Credentials = ([u8; 32], [u8; 32]);

/// The cached callers, each with the state of all credentials at the time of the lookup.
#[derive(Default)]
pub(crate) struct Callers {
    found: RwLock<HashMap<Credentials, Found>>,
}

struct Found {
    principal: Principal,
    /// The clock's running time at the lookup.
    at: Duration,
    /// The time at which the key or the token expires.
    until: Timestamp,
    state: u64,
}

impl Callers {
    /// Returns a cached caller if the entry is recent, the credentials have not expired and no credentials have changed
    /// since.
    pub(crate) fn recall(
        &self,
        credentials: &Credentials,
        (now, running): (Timestamp, Duration),
        state: u64,
    ) -> Option<Principal> {
        let found = self.found.read().unwrap_or_else(PoisonError::into_inner);
        let caller = found.get(credentials)?;
        let fresh = running.saturating_sub(caller.at) < REMEMBERED;
        let holds = caller.state == state && fresh && now < caller.until;
        holds.then(|| caller.principal.clone())
    }

    /// Caches a caller. `state` is the state of all credentials, read before the lookup.
    pub(crate) fn remember(
        &self,
        credentials: Credentials,
        principal: &Principal,
        (at, until, state): (Duration, Timestamp, u64),
    ) {
        let mut found = self.found.write().unwrap_or_else(PoisonError::into_inner);
        if found.len() >= MOST_CALLERS {
            found.clear();
        }
        let principal = principal.clone();
        found.insert(
            credentials,
            Found {
                principal,
                at,
                until,
                state,
            },
        );
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
            user_type: UserType::Admin,
            key_id: ApiKeyId::parse("k", "key_1").unwrap(),
            permissions: Vec::new(),
            key_expires_at: None,
            address: None,
        }
    }

    fn ran(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_caller_is_remembered_for_seconds_and_until_anything_changes() {
        let (callers, mine) = (Callers::default(), ([1; 32], [2; 32]));
        callers.remember(mine, &principal(), (ran(1_000), at(9_000), 7));
        let recalled = |caller, millis, state| {
            let when = (at(0), ran(millis));
            callers.recall(&caller, when, state).is_some()
        };
        assert!(recalled(mine, 1_000, 7));
        assert!(recalled(mine, 3_999, 7));
        assert!(!recalled(mine, 4_000, 7));
        assert!(!recalled(mine, 1_000, 8));
        assert!(!recalled(([1; 32], [3; 32]), 1_000, 7));
    }

    #[test]
    fn nobody_is_remembered_past_the_end_of_their_key_or_token() {
        let (callers, mine) = (Callers::default(), ([1; 32], [2; 32]));
        callers.remember(mine, &principal(), (ran(0), at(500), 0));
        assert!(callers.recall(&mine, (at(499), ran(9)), 0).is_some());
        assert!(callers.recall(&mine, (at(500), ran(9)), 0).is_none());
    }

    #[test]
    fn the_memory_has_an_end() {
        let callers = Callers::default();
        for number in 0..=MOST_CALLERS {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&number.to_be_bytes());
            callers.remember((key, key), &principal(), (ran(0), at(9), 0));
        }
        assert_eq!(callers.found.read().unwrap().len(), 1);
    }
}
