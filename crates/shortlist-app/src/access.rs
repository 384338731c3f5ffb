//! Authentication of an API key and a bearer token, and database access on behalf of the caller.

use shortlist_domain::{
    Actor, ApiKey, InvalidValue, NewAuditEntry, Party, Principal, Timestamp, UserId, UserType,
};
use shortlist_persistence::{AccessGrant, Writer};

use crate::secrets::{has_valid_checksum, hash_secret};
use crate::{App, AppError, Claims, Operation};

/// Why a caller was denied access.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The key or the token is unknown, expired, revoked, of another environment, or the two belong to different
    /// organizations.
    ///
    /// All causes share one message, so that nobody learns which of the two was wrong.
    #[error("the API key or the bearer token is invalid")]
    Unauthenticated,
    /// The caller is known but lacks permission.
    #[error("{0}")]
    Forbidden(String),
    /// The check itself failed.
    #[error("look up the credentials")]
    Fault(#[source] AppError),
}

/// How outdated a key's last use may be, in minutes. The tolerance saves a write with every request.
const LAST_USED_GRAIN_MINUTES: i64 = 1;

impl App {
    /// Checks whether a caller may perform an operation, and records a refusal in the audit log.
    ///
    /// # Errors
    /// Returns [`AccessError::Forbidden`] with the violated rule.
    pub fn authorize(
        &self,
        principal: &Principal,
        operation: Operation,
        claims: Claims<'_>,
    ) -> Result<(), AccessError> {
        let checked = operation.authorize(principal, claims);
        if let Err(AccessError::Forbidden(rule)) = &checked {
            self.record_refusal(principal, operation, rule)
                .map_err(AccessError::Fault)?;
        }
        checked
    }

    /// Returns whether a caller's permission and role allow an operation. It writes nothing to the audit log.
    pub fn is_allowed(&self, principal: &Principal, operation: Operation) -> bool {
        operation.authorize(principal, Claims::default()).is_ok()
    }

    /// Passes on the result of an operation. If the operation itself found a violated rule, records the refusal in the
    /// audit log.
    ///
    /// # Errors
    /// Returns the operation's error, or an error if the refusal cannot be recorded.
    pub fn record_outcome<T>(
        &self,
        principal: &Principal,
        operation: Operation,
        done: Result<T, AppError>,
    ) -> Result<T, AppError> {
        if let Err(AppError::Forbidden(rule)) = &done {
            self.record_refusal(principal, operation, rule)?;
        }
        done
    }

    /// Records in the audit log that a rule refused a call.
    fn record_refusal(
        &self,
        principal: &Principal,
        operation: Operation,
        rule: &str,
    ) -> Result<(), AppError> {
        let entry = NewAuditEntry::refused(rule);
        Ok(self.writer_for(principal, operation).record(&[entry])?)
    }

    /// Returns a database writer that acts for a caller.
    pub(crate) fn writer_for(&self, principal: &Principal, operation: Operation) -> Writer<'_> {
        self.writer_for_party(&principal.party(), operation.name())
    }

    /// Returns a database writer that acts for a caller, an operator or the service itself.
    pub(crate) fn writer_for_party(&self, party: &Party, operation: &'static str) -> Writer<'_> {
        self.store.writer_for(party.action(operation, self.now()))
    }

    /// Returns a database writer that acts for an API key and, once known, for the user who signs in with it.
    pub(crate) fn writer_for_key(
        &self,
        key: &ApiKey,
        user: Option<&UserId>,
        operation: &'static str,
        address: &str,
    ) -> Writer<'_> {
        let party = Party {
            organization_id: key.organization_id.clone(),
            actor: Actor::Caller {
                user_id: user.cloned(),
                key_id: key.id.clone(),
                address: non_empty(address),
            },
        };
        self.writer_for_party(&party, operation)
    }

    /// Finds the caller behind a key and a bearer token. `address` is the network address of the call; empty if unknown.
    ///
    /// # Errors
    /// Returns [`AccessError::Unauthenticated`] if either is invalid, or if they belong to different organizations.
    pub fn authenticate(
        &self,
        api_key: &str,
        token: &str,
        address: &str,
    ) -> Result<Principal, AccessError> {
        if let Some(caller) = self.cached_caller(api_key, token, address) {
            return Ok(caller);
        }
        // Read before the lookup: a change during the lookup then invalidates the cached result.
        let (running, state) = (self.clock.running(), self.store.credential_changes());
        let (mut caller, until) = self.find_caller(api_key, token)?;
        let credentials = (hash_secret(api_key), hash_secret(token));
        self.caller_cache
            .insert(credentials, &caller, (running, until, state));
        caller.address = non_empty(address);
        Ok(caller)
    }

    /// Rejects a key that cannot be one of ours, by its checksum alone. Invented keys therefore cost no database lookup.
    ///
    /// # Errors
    /// Returns [`AccessError::Unauthenticated`] if the checksum is wrong.
    pub fn check_key_form(api_key: &str) -> Result<(), AccessError> {
        has_valid_checksum(api_key)
            .then_some(())
            .ok_or(AccessError::Unauthenticated)
    }

    /// Finds a caller who called within the last seconds. Unlike [`App::authenticate`], it never waits for the database.
    pub fn cached_caller(&self, api_key: &str, token: &str, address: &str) -> Option<Principal> {
        let (running, state) = (self.clock.running(), self.store.credential_changes());
        let credentials = (hash_secret(api_key), hash_secret(token));
        let found = self
            .caller_cache
            .get(&credentials, (self.now(), running), state);
        found.map(|caller| Principal {
            address: non_empty(address),
            ..caller
        })
    }

    /// Finds the caller in the database, and the time at which their access ends.
    fn find_caller(
        &self,
        api_key: &str,
        token: &str,
    ) -> Result<(Principal, Timestamp), AccessError> {
        let key = self.live_key(api_key)?;
        let grant = self.live_grant(token)?;
        let user = grant.user;
        if !user.active || user.organization_id != key.organization_id {
            return Err(AccessError::Unauthenticated);
        }
        let key_expires_at = key.expires_at.into_iter().chain(key.revoked_at).min();
        let until = key_expires_at.map_or(grant.expires_at, |end| end.min(grant.expires_at));
        let caller = Principal {
            organization_id: key.organization_id,
            user_id: user.id,
            user_type: user.user_type,
            key_id: key.id,
            permissions: key.permissions,
            key_expires_at,
            address: None,
        };
        Ok((caller, until))
    }

    /// Finds the grant of a bearer token that has not expired.
    pub(crate) fn live_grant(&self, token: &str) -> Result<AccessGrant, AccessError> {
        let now = self.now();
        let found = self
            .store
            .sessions()
            .find_access(&hash_secret(token))
            .map_err(access_fault)?;
        found
            .filter(|grant| now < grant.expires_at)
            .ok_or(AccessError::Unauthenticated)
    }

    /// Finds a key that is valid now and in this environment.
    pub(crate) fn live_key(&self, api_key: &str) -> Result<ApiKey, AccessError> {
        let now = self.now();
        let environment = self.settings.environment;
        if !has_valid_checksum(api_key) {
            return Err(AccessError::Unauthenticated);
        }
        let key = self
            .store
            .api_keys()
            .find_by_hash(&hash_secret(api_key))
            .map_err(access_fault)?
            .filter(|key| key.is_live(now) && key.environment == environment)
            .ok_or(AccessError::Unauthenticated)?;
        let stale = now.minus(chrono::Duration::minutes(LAST_USED_GRAIN_MINUTES));
        if key.last_used_at.is_none_or(|at| at < stale) {
            self.store
                .api_keys()
                .touch(&key.organization_id, &key.id, now)
                .map_err(access_fault)?;
        }
        Ok(key)
    }

    /// Refuses an Interviewer to whom the candidate is not assigned.
    pub(crate) fn check_assigned(
        &self,
        principal: &Principal,
        candidate: &shortlist_domain::CandidateId,
    ) -> Result<(), AppError> {
        let assigned = principal.user_type != UserType::Interviewer
            || self.store.interviews().is_assigned(
                &principal.organization_id,
                candidate,
                &principal.user_id,
            )?;
        if assigned {
            return Ok(());
        }
        Err(AppError::Forbidden(
            "the candidate is not assigned to this interviewer".to_owned(),
        ))
    }

    /// Finds the recruiter named in an input.
    pub(crate) fn recruiter(
        &self,
        principal: &Principal,
        id: &UserId,
    ) -> Result<shortlist_domain::User, AppError> {
        self.store
            .users()
            .find(&principal.organization_id, id)?
            .filter(|user| user.active && user.user_type != UserType::Interviewer)
            .ok_or_else(|| {
                InvalidValue::new("recruiterId", "is not a recruiter of this organization").into()
            })
    }
}

fn non_empty(address: &str) -> Option<String> {
    Some(address.to_owned()).filter(|address| !address.is_empty())
}

pub(crate) fn access_fault(error: shortlist_persistence::StoreError) -> AccessError {
    AccessError::Fault(error.into())
}
