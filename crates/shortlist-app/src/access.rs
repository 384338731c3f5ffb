//! Authentication of an API key and a bearer token, and the authorization of operations.

pub(crate) mod application_sender;
pub(crate) mod caller_cache;
pub(crate) mod client_network;
pub(crate) mod job_access;

use shortlist_domain::{
    ApiKey, Environment, NewAuditEntry, OrganizationId, Permission, Principal, SessionId,
    Timestamp, User, UserType,
};
use shortlist_persistence::{AccessGrant, SessionUse};

use crate::access::application_sender::ApplicationSender;
use crate::access::caller_cache::{CallerCache, Credentials};
use crate::access::client_network::ClientNetwork;
use crate::error::{AccessError, AppError};
use crate::operations::{Claims, Operation};
use crate::records::Records;
use crate::refusal::Refusal;
use crate::secrets::{has_valid_checksum, hash_secret, is_integration_token, is_web_token};
use crate::writers::known_address;

/// How outdated a key's last use may be, in minutes. The tolerance saves a write with every request.
const LAST_USED_GRAIN_MINUTES: i64 = 1;
/// How outdated a session's last use may be, in minutes. Browsers send many requests, and the list of sessions needs no more.
const SESSION_USE_GRAIN_MINUTES: i64 = 5;

/// The user of a bearer token.
struct TokenOwner {
    user: User,
    /// When the token expires.
    expires_at: Timestamp,
    /// The session of the token. The tokens of integration users have none.
    session_id: Option<SessionId>,
}

/// Checks who a caller is and what they may do.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) environment: Environment,
    pub(crate) caller_cache: &'a CallerCache,
}

impl Access<'_> {
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
        let checked = self.check(principal, operation, claims);
        if let Err(AccessError::Forbidden(rule)) = &checked {
            self.record_refusal(principal, operation, *rule)
                .map_err(AccessError::Fault)?;
        }
        checked
    }

    /// Returns whether a caller's permission and role allow an operation. It writes nothing to the audit log.
    pub fn is_allowed(&self, principal: &Principal, operation: Operation) -> bool {
        self.check(principal, operation, Claims::default()).is_ok()
    }

    /// Checks the rules of an operation, and for a decision the setting of the organization.
    fn check(
        &self,
        principal: &Principal,
        operation: Operation,
        claims: Claims<'_>,
    ) -> Result<(), AccessError> {
        operation.authorize(principal, claims)?;
        let (role, organization) = (principal.user_type, &principal.organization_id);
        if operation.decides() && !self.may_decide(role, organization)? {
            return Err(AccessError::Forbidden(Refusal::MayNotDecide));
        }
        Ok(())
    }

    /// Returns whether users of a role may change the status and the stage of candidates.
    pub(crate) fn may_decide(
        &self,
        role: UserType,
        organization: &OrganizationId,
    ) -> Result<bool, AccessError> {
        match role {
            UserType::Admin | UserType::Recruiter => Ok(true),
            UserType::HiringManager => {
                let organizations = self.records.store.organizations();
                let decide = organizations.hiring_managers_decide(organization);
                decide.map_err(access_fault)
            }
            UserType::ReadOnly | UserType::Interviewer => Ok(false),
        }
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
            self.record_refusal(principal, operation, *rule)?;
        }
        done
    }

    /// Records in the audit log that a rule refused a call.
    fn record_refusal(
        &self,
        principal: &Principal,
        operation: Operation,
        rule: Refusal,
    ) -> Result<(), AppError> {
        let entry = NewAuditEntry::refused(rule.to_string());
        Ok(self
            .records
            .writers
            .for_caller(principal, operation)
            .record(&[entry])?)
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
        let (running, state) = (
            self.records.clock.running(),
            self.records.store.credential_changes(),
        );
        let (mut caller, until) = self.find_caller(api_key, token, address)?;
        let credentials = Credentials {
            key: hash_secret(api_key),
            token: hash_secret(token),
        };
        self.caller_cache
            .insert(credentials, &caller, running, until, state);
        caller.address = known_address(address);
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

    /// Finds a caller who called within the last seconds. Unlike [`Access::authenticate`], it never waits for the database.
    pub fn cached_caller(&self, api_key: &str, token: &str, address: &str) -> Option<Principal> {
        let (running, state) = (
            self.records.clock.running(),
            self.records.store.credential_changes(),
        );
        let credentials = Credentials {
            key: hash_secret(api_key),
            token: hash_secret(token),
        };
        let found = self
            .caller_cache
            .get(&credentials, self.records.clock.now(), running, state);
        found.map(|caller| Principal {
            address: known_address(address),
            ..caller
        })
    }

    /// Finds the caller in the database, and the time at which their access ends.
    fn find_caller(
        &self,
        api_key: &str,
        token: &str,
        address: &str,
    ) -> Result<(Principal, Timestamp), AccessError> {
        let key = self.live_key(api_key)?;
        if is_web_token(token) {
            return Err(AccessError::Unauthenticated);
        }
        let owner = self.find_owner(&key.organization_id, token, address)?;
        let (user, expires_at) = (owner.user, owner.expires_at);
        if !user.active {
            return Err(AccessError::Unauthenticated);
        }
        let key_expires_at = key.expires_at.into_iter().chain(key.revoked_at).min();
        let until = key_expires_at.map_or(expires_at, |end| end.min(expires_at));
        let caller = Principal {
            organization_id: key.organization_id,
            user_id: user.id,
            is_integration: user.is_integration,
            user_type: user.user_type,
            key_id: Some(key.id),
            permissions: key.permissions,
            key_expires_at,
            address: None,
            session_id: owner.session_id,
        };
        Ok((caller, until))
    }

    /// Finds the user of a bearer token. Tokens of other organizations are not found.
    fn find_owner(
        &self,
        organization: &OrganizationId,
        token: &str,
        address: &str,
    ) -> Result<TokenOwner, AccessError> {
        if !is_integration_token(token) {
            let grant = self.live_grant(organization, token)?;
            self.record_session_use(&grant, address, None);
            return Ok(TokenOwner {
                user: grant.user,
                expires_at: grant.expires_at,
                session_id: Some(grant.session_id),
            });
        }
        let now = self.records.clock.now();
        let found = if has_valid_checksum(token) {
            let hash = hash_secret(token);
            self.records
                .store
                .sessions()
                .find_token(organization, &hash)
        } else {
            Ok(None)
        };
        let found = found.map_err(access_fault)?;
        let (token, user) = found
            .filter(|(token, user)| token.is_live(now) && user.is_integration)
            .ok_or(AccessError::Unauthenticated)?;
        let stale = now.minus(chrono::Duration::minutes(LAST_USED_GRAIN_MINUTES));
        if token.last_used_at.is_none_or(|at| at < stale) {
            let sessions = self.records.store.sessions();
            sessions.touch_token(&token, now).map_err(access_fault)?;
        }
        Ok(TokenOwner {
            user,
            expires_at: token.expires_at,
            session_id: None,
        })
    }

    /// Records the use of a session, at most once in some minutes, and when a session of the web app ends now. A caller must not fail
    /// because of this.
    pub(crate) fn record_session_use(
        &self,
        grant: &AccessGrant,
        address: &str,
        ends_at: Option<Timestamp>,
    ) {
        let now = self.records.clock.now();
        let stale = now.minus(chrono::Duration::minutes(SESSION_USE_GRAIN_MINUTES));
        if grant.last_used_at.is_some_and(|at| stale <= at) {
            return;
        }
        let used = SessionUse {
            at: now,
            unless_since: stale,
            network: ClientNetwork::of_session(address),
            ends_at,
        };
        let sessions = self.records.store.sessions();
        let (organization, session) = (&grant.user.organization_id, &grant.session_id);
        if let Err(error) = sessions.record_use(organization, session, &used) {
            tracing::warn!(%error, %session, "the use of a session was not recorded");
        }
    }

    /// Finds the grant of an organization's bearer token that has not expired.
    pub(crate) fn live_grant(
        &self,
        organization: &OrganizationId,
        token: &str,
    ) -> Result<AccessGrant, AccessError> {
        let now = self.records.clock.now();
        let found = self
            .records
            .store
            .sessions()
            .find_access(organization, &hash_secret(token))
            .map_err(access_fault)?;
        found
            .filter(|grant| now < grant.expires_at)
            .ok_or(AccessError::Unauthenticated)
    }

    /// Finds the sender of an application behind a key.
    ///
    /// # Errors
    /// Returns [`AccessError::Unauthenticated`] if the key is invalid, and [`AccessError::Forbidden`] if it lacks the
    /// permissions `apply` and `apply:server`.
    pub fn application_sender(
        &self,
        api_key: &str,
        address: &str,
    ) -> Result<ApplicationSender, AccessError> {
        let key = self.find_live_key(api_key)?;
        let is_server = key.permissions.contains(&Permission::ApplyServer);
        if !(is_server || key.permissions.contains(&Permission::Apply)) {
            let rule = Refusal::MissingPermission(Permission::Apply);
            let entry = NewAuditEntry::refused(rule.to_string());
            self.records
                .writers
                .for_key(&key, None, Operation::Apply.name(), address)
                .record(&[entry])
                .map_err(access_fault)?;
            return Err(AccessError::Forbidden(rule));
        }
        Ok(ApplicationSender {
            organization_id: key.organization_id,
            key_id: key.id,
            address: known_address(address),
            is_server,
        })
    }

    /// Finds a key with which users call the API. A key for applications opens nothing else.
    pub(crate) fn live_key(&self, api_key: &str) -> Result<ApiKey, AccessError> {
        let key = self.find_live_key(api_key)?;
        if key.permissions.iter().any(|one| one.is_for_applications()) {
            Err(AccessError::Unauthenticated)
        } else {
            Ok(key)
        }
    }

    /// Records the use of a key. On a cluster, keys are written on every machine. While one of them is down, callers whose
    /// records are on others must not fail because of this.
    fn touch(&self, key: &ApiKey) {
        let keys = self.records.store.api_keys();
        if let Err(error) = keys.touch(&key.organization_id, &key.id, self.records.clock.now()) {
            tracing::warn!(%error, key = %key.id, "the use of an API key was not recorded");
        }
    }

    /// Finds a key that is valid now and in this environment.
    fn find_live_key(&self, api_key: &str) -> Result<ApiKey, AccessError> {
        let now = self.records.clock.now();
        let environment = self.environment;
        if !has_valid_checksum(api_key) {
            return Err(AccessError::Unauthenticated);
        }
        let key = self
            .records
            .store
            .api_keys()
            .find_by_hash(&hash_secret(api_key))
            .map_err(access_fault)?
            .filter(|key| key.is_live(now) && key.environment == environment)
            .ok_or(AccessError::Unauthenticated)?;
        let stale = now.minus(chrono::Duration::minutes(LAST_USED_GRAIN_MINUTES));
        if key.last_used_at.is_none_or(|at| at < stale) {
            self.touch(&key);
        }
        Ok(key)
    }
}

pub(crate) fn access_fault(error: shortlist_persistence::StoreError) -> AccessError {
    AccessError::Fault(error.into())
}
