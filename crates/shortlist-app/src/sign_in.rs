//! Sessions: login, refresh, logout.

use std::sync::LazyLock;

use chrono::Duration;
use shortlist_domain::{EmailAddress, OrganizationId, SessionId, Timestamp, User, UserId};
use shortlist_persistence::{NewSession, RefreshRequest, Rotation, Store, Writer};

use crate::access::access_fault;
use crate::secrets::{
    Secret, hash_password, hash_secret, password_matches, random_bits, random_nonce,
};
use crate::writers::Writers;
use crate::{Access, AccessError, AppError, ClientNetwork, Clock};

/// The number of failures allowed for one account or network within the window.
const MAX_FAILURES: i64 = 10;
/// The window for counting failures, in minutes.
const FAILURE_WINDOW_MINUTES: i64 = 15;

/// The name of a login in the audit log.
const LOGIN: &str = "login";

/// Why signing in was refused.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// The key, e-mail address, password or refresh token is invalid. All causes share one message.
    #[error("the credentials are invalid")]
    Refused,
    /// There were too many recent failures.
    #[error("too many failed logins; try again in {retry_after_seconds} s")]
    Throttled {
        /// The number of seconds until the next attempt is allowed.
        retry_after_seconds: i64,
    },
    /// The check itself failed.
    #[error("sign in")]
    Fault(#[source] AppError),
}

impl<E: Into<AppError>> From<E> for LoginError {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

/// A session's tokens, which are shown only once.
#[derive(Debug)]
pub struct SignedIn {
    /// The access token, used as bearer token.
    pub access_token: String,
    /// The lifetime of the access token, in seconds.
    pub expires_in_seconds: i64,
    /// The refresh token.
    pub refresh_token: String,
    /// The user who signed in.
    pub user: User,
}

/// The input of a sign-in with a password.
pub(crate) struct SignInAttempt<'a> {
    pub(crate) organization: &'a OrganizationId,
    pub(crate) email: &'a str,
    pub(crate) password: &'a str,
    pub(crate) address: &'a str,
}

/// A hash of no user's password. It makes a login to an unknown account take as long as one with a wrong password.
static DECOY: LazyLock<String> = LazyLock::new(|| hash_password("decoy").unwrap_or_default());

/// Returns the keys under which failures are counted: the account and the client's network.
fn counters(organization: &OrganizationId, email: &str, address: &str) -> [String; 2] {
    let account = format!("account:{organization}:{}", email.trim().to_lowercase());
    let network = ClientNetwork::of(address).map(|network| network.to_string());
    [account, format!("address:{}", network.unwrap_or_default())]
}

/// Opens, renews and ends sessions.
pub struct Sessions<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) access: Access<'a>,
    pub(crate) access_lifetime: Duration,
    pub(crate) refresh_lifetime: Duration,
}

impl Sessions<'_> {
    /// Returns the organization of the key that someone signs in with.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] for an invalid key.
    pub fn organization_of(&self, api_key: &str) -> Result<OrganizationId, LoginError> {
        let key = self.access.live_key(api_key).map_err(login_access)?;
        Ok(key.organization_id)
    }

    /// Refuses a sign-in after too many failures, without checking the password, which is expensive.
    ///
    /// # Errors
    /// Returns [`LoginError::Throttled`] after ten failures in 15 minutes.
    pub fn check_failures(
        &self,
        organization: &OrganizationId,
        email: &str,
        address: &str,
    ) -> Result<(), LoginError> {
        self.check_throttle(&counters(organization, email, address))
    }

    /// Signs a user in by e-mail address and password.
    ///
    /// It uses 19 MiB of memory and a processor core for some hundredths of a second. Limit the number of concurrent calls,
    /// and call [`Sessions::check_failures`] first.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] for wrong credentials, and [`LoginError::Throttled`] after ten failures in 15
    /// minutes.
    pub fn login(
        &self,
        api_key: &str,
        email: &str,
        password: &str,
        address: &str,
    ) -> Result<SignedIn, LoginError> {
        let key = self.access.live_key(api_key).map_err(login_access)?;
        let attempt = SignInAttempt {
            organization: &key.organization_id,
            email,
            password,
            address,
        };
        let writer = |account: Option<&UserId>| self.writers.for_key(&key, account, LOGIN, address);
        let user = self.check_password(&attempt, writer)?;
        self.insert(&writer(Some(&user.id)), user, self.access_lifetime)
    }

    /// Returns the user whose password is correct. Counts and records a failure.
    pub(crate) fn check_password<'a>(
        &self,
        attempt: &SignInAttempt<'_>,
        writer: impl Fn(Option<&UserId>) -> Writer<'a>,
    ) -> Result<User, LoginError> {
        let organization = attempt.organization;
        let counters = counters(organization, attempt.email, attempt.address);
        self.check_throttle(&counters)?;
        // A malformed address belongs to nobody. Checking the decoy makes the response equally slow.
        let found = match EmailAddress::parse("email", attempt.email) {
            Ok(email) => self.store.users().find_by_email(organization, &email)?,
            Err(_) => None,
        };
        // A machine has no password.
        let found = found.filter(|(user, _)| !user.is_integration);
        let hash = found
            .as_ref()
            .map_or_else(|| DECOY.as_str(), |(_, hash)| hash);
        let matches = password_matches(attempt.password, hash);
        let account = found.as_ref().map(|(user, _)| user.id.clone());
        let reason = match &found {
            None => "nobody has this address",
            Some(_) if !matches => "wrong password",
            Some(_) => "the user is deactivated",
        };
        let Some((user, _)) = found.filter(|(user, _)| matches && user.active) else {
            writer(account.as_ref()).sessions().record_login_failure(
                &counters,
                account.as_ref(),
                self.clock.now(),
            )?;
            log_failure(organization, account.as_ref(), reason);
            return Err(LoginError::Refused);
        };
        if let Some(account) = counters.first() {
            self.store.sessions().clear_login_failures(account)?;
        }
        Ok(user)
    }

    fn check_throttle(&self, counters: &[String]) -> Result<(), LoginError> {
        let window = Duration::minutes(FAILURE_WINDOW_MINUTES);
        let now = self.clock.now();
        for counter in counters {
            let (count, oldest) = self
                .store
                .sessions()
                .count_login_failures(counter, now.minus(window))?;
            if count >= MAX_FAILURES {
                tracing::warn!("a sign-in was refused, because too many have failed");
                let free_at = oldest.unwrap_or(now).plus(window);
                let wait = free_at.as_datetime() - now.as_datetime();
                return Err(LoginError::Throttled {
                    retry_after_seconds: wait.num_seconds().max(1),
                });
            }
        }
        Ok(())
    }

    /// Opens a session for a user whose identity has been verified.
    ///
    /// # Errors
    /// Returns an error if the session cannot be stored.
    pub fn open(&self, user: User, lifetime: Duration) -> Result<SignedIn, LoginError> {
        let writer = self
            .writers
            .for_operator(&user.organization_id, "openSession");
        self.insert(&writer, user, lifetime)
    }

    fn insert(
        &self,
        writer: &Writer<'_>,
        user: User,
        lifetime: Duration,
    ) -> Result<SignedIn, LoginError> {
        let tokens = NewTokens::generate(self.clock.now(), lifetime, self.refresh_lifetime)?;
        writer.sessions().insert(&NewSession {
            id: SessionId::generate(self.clock.now(), random_bits()?),
            organization_id: user.organization_id.clone(),
            user_id: user.id.clone(),
            access_hash: tokens.access.hash,
            access_expires_at: tokens.access_expires_at,
            refresh_hash: tokens.refresh.hash,
            refresh_expires_at: tokens.refresh_expires_at,
            created_at: self.clock.now(),
        })?;
        Ok(tokens.into_signed_in(user, lifetime))
    }

    /// Exchanges a refresh token for new tokens. The refresh token becomes invalid. Sent again within ten seconds, it returns the
    /// same new tokens, because two tabs of a browser or two threads of a client may refresh at once.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] if the token is unknown, expired, of another organization than the key, or used
    /// earlier. Such a reuse ends the whole session.
    pub fn refresh(
        &self,
        api_key: &str,
        refresh_token: &str,
        address: &str,
    ) -> Result<SignedIn, LoginError> {
        let key = self.access.live_key(api_key).map_err(login_access)?;
        let lifetime = self.access_lifetime;
        let now = self.clock.now();
        let nonce = random_nonce()?;
        let tokens = NewTokens::derive(
            (refresh_token, &nonce),
            now,
            lifetime,
            self.refresh_lifetime,
        );
        let writer = self.writers.for_key(&key, None, "refresh", address);
        let rotation = writer.sessions().rotate(&RefreshRequest {
            presented_hash: hash_secret(refresh_token),
            nonce,
            access_hash: tokens.access.hash,
            access_expires_at: tokens.access_expires_at,
            refresh_hash: tokens.refresh.hash,
            refresh_expires_at: tokens.refresh_expires_at,
            now,
        })?;
        match rotation {
            Rotation::Rotated(_, user) if user.active => Ok(tokens.into_signed_in(user, lifetime)),
            Rotation::Repeated {
                nonce,
                access_expires_at,
                user,
            } if user.active => {
                let left = access_expires_at.as_datetime() - now.as_datetime();
                let source = (refresh_token, &nonce);
                let tokens = NewTokens::derive(source, now, left, self.refresh_lifetime);
                Ok(tokens.into_signed_in(user, left))
            }
            // The old token is used up and the new one was never shown, so the session is effectively over.
            Rotation::Rotated(..)
            | Rotation::Repeated { .. }
            | Rotation::Unknown
            | Rotation::Expired
            | Rotation::Reused => Err(LoginError::Refused),
        }
    }

    /// Ends the session that a bearer token belongs to.
    ///
    /// # Errors
    /// Returns [`AccessError::Unauthenticated`] if the key or the token is invalid.
    pub fn logout(&self, api_key: &str, token: &str, address: &str) -> Result<(), AccessError> {
        let principal = self.access.authenticate(api_key, token, address)?;
        let organization = &principal.organization_id;
        let session = self.access.live_grant(organization, token)?.session_id;
        self.writers
            .for_party(&principal.party(), "logout")
            .sessions()
            .revoke(organization, &session, self.clock.now())
            .map_err(access_fault)
    }

    /// Opens a session for a user found by e-mail address, without a password. The sandbox uses it for its printed
    /// credentials.
    ///
    /// # Errors
    /// Returns an error if there is no such user.
    pub fn open_for(
        &self,
        organization: &OrganizationId,
        email: &EmailAddress,
        lifetime: Duration,
    ) -> Result<SignedIn, LoginError> {
        let found = self.store.users().find_by_email(organization, email)?;
        let (user, _) = found.ok_or(LoginError::Refused)?;
        self.open(user, lifetime)
    }
}

/// Logs a failed sign-in. The address that was typed is left out: it may be a password, or that of somebody else.
fn log_failure(organization: &OrganizationId, account: Option<&UserId>, reason: &'static str) {
    let user = account.map_or("-", UserId::as_str);
    tracing::warn!(%organization, user, reason, "a sign-in failed");
}

fn login_access(error: AccessError) -> LoginError {
    match error {
        AccessError::Fault(fault) => LoginError::Fault(fault),
        AccessError::Unauthenticated | AccessError::Forbidden(_) => LoginError::Refused,
    }
}

/// Both tokens of a session, with their expiry times.
struct NewTokens {
    access: Secret,
    access_expires_at: Timestamp,
    refresh: Secret,
    refresh_expires_at: Timestamp,
}

impl NewTokens {
    fn generate(now: Timestamp, access: Duration, refresh: Duration) -> Result<Self, AppError> {
        Ok(Self {
            access: Secret::access_token()?,
            access_expires_at: now.plus(access),
            refresh: Secret::refresh_token()?,
            refresh_expires_at: now.plus(refresh.max(access)),
        })
    }

    /// Returns the tokens that replace a refresh token.
    fn derive(
        (refresh_token, nonce): (&str, &[u8; 32]),
        now: Timestamp,
        access: Duration,
        refresh: Duration,
    ) -> Self {
        Self {
            access: Secret::next_access_token(refresh_token, nonce),
            access_expires_at: now.plus(access),
            refresh: Secret::next_refresh_token(refresh_token, nonce),
            refresh_expires_at: now.plus(refresh.max(access)),
        }
    }

    fn into_signed_in(self, user: User, lifetime: Duration) -> SignedIn {
        SignedIn {
            access_token: self.access.text,
            expires_in_seconds: lifetime.num_seconds(),
            refresh_token: self.refresh.text,
            user,
        }
    }
}
