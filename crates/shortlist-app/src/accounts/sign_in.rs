//! Sessions of programs: login and logout.

use chrono::Duration;
use shortlist_domain::{
    ApiKey, ClientDevice, EmailAddress, OrganizationId, ProviderSession, SecondFactorProof,
    SessionId, SessionKind, SessionOrigin, Timestamp, User,
};
use shortlist_persistence::{NewSession, Store, StoreError, Writer};

use crate::access::client_network::ClientNetwork;
use crate::access::{Access, access_fault};
use crate::accounts::known_devices::device_of_key;
use crate::accounts::sign_in_attempt::{PasswordSignIn, SignInAttempt};
use crate::clock::Clock;
use crate::error::{AccessError, AppError};
use crate::secrets::{Secret, random_bits};
use crate::writers::Writers;

/// The maximum duration of a session of the web app, and of one that an identity provider opens, in hours: a working day.
pub const SESSION_HOURS: i64 = 12;
/// The name of a login in the audit log.
const LOGIN: &str = "login";

/// Why signing in was refused.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// The key, e-mail address, password or refresh token is invalid. All causes share one message.
    #[error("the credentials are invalid")]
    Refused,
    /// The password is right, and a code of the second factor is needed too.
    #[error("a code is needed: send the code that your app shows, or a recovery code, as `code`")]
    CodeNeeded,
    /// The password is right. The code of the second factor is wrong, or was used before.
    #[error("the code is wrong or was used before; check it, or use the next code of the app")]
    WrongCode,
    /// The password is right, and a passkey is needed too, which programs do not have.
    #[error(
        "your second factor is a passkey, which programs cannot use; set up codes of an app on its page, too"
    )]
    PasskeyNeeded,
    /// The password is right. The organization requires a second factor, and the user has none.
    #[error(
        "your organization requires a second factor; sign in to the web app and set it up first"
    )]
    SecondFactorMissing,
    /// The password is right, but the organization requires its identity provider.
    #[error("this organization requires single sign-on")]
    SingleSignOn,
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

/// What a user types in order to sign in to the API.
#[derive(Clone, Copy)]
pub struct LoginCredentials<'a> {
    /// The e-mail address.
    pub email: &'a str,
    /// The password.
    pub password: &'a str,
    /// A code of the second factor, if one is sent.
    pub code: Option<&'a str>,
}

/// How a session of the API is opened.
struct Opening<'a> {
    lifetime: Duration,
    origin: SessionOrigin,
    second_factor: SecondFactorProof,
    /// The session at the identity provider, if that proved who the user is.
    opened_by: Option<&'a ProviderSession>,
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
    /// Returns the key that someone signs in with.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] for an invalid key.
    pub fn login_key(&self, api_key: &str) -> Result<ApiKey, LoginError> {
        self.access.live_key(api_key).map_err(login_access)
    }

    /// Refuses a sign-in after too many failures, without checking the password, which is expensive.
    ///
    /// # Errors
    /// Returns [`LoginError::Throttled`] after ten failures in 15 minutes for the account from the client's network, or a hundred
    /// for the account or the network. A client whose key the user has signed in with before has ten failures of its own.
    pub fn check_failures(
        &self,
        key: &ApiKey,
        email: &str,
        address: &str,
    ) -> Result<(), LoginError> {
        let sent = sent_with_key(key, email, "", address);
        self.check_throttle(&attempt_with_key(key, &sent))
    }

    /// Signs a user in by e-mail address and password, and by a code if the user has a second factor.
    ///
    /// It uses 19 MiB of memory and a processor core for some hundredths of a second. Limit the number of concurrent calls,
    /// and call [`Sessions::check_failures`] first.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] for wrong credentials, and [`LoginError::Throttled`] as [`Sessions::check_failures`] does. Only
    /// after the right password, it returns [`LoginError::CodeNeeded`], [`LoginError::WrongCode`],
    /// [`LoginError::PasskeyNeeded`] or [`LoginError::SecondFactorMissing`].
    pub fn login(
        &self,
        api_key: &str,
        typed: &LoginCredentials<'_>,
        address: &str,
        device: ClientDevice,
    ) -> Result<SignedIn, LoginError> {
        let key = self.login_key(api_key)?;
        let sent = sent_with_key(&key, typed.email, typed.password, address);
        let attempt = attempt_with_key(&key, &sent);
        let writer = |user: Option<&User>| {
            let user = user.map(|user| &user.id);
            self.writers.for_key(&key, user, LOGIN, address)
        };
        let found = self.check_password(&attempt, |user| Some(writer(user)))?;
        let account = found.into_iter().next().ok_or(LoginError::Refused)?;
        let user = account.user;
        let writer = writer(Some(&user));
        self.check_password_permission(&user, &writer)?;
        let known = device_of_key(&key.id);
        let proof = self.check_login_code(&user, typed.code, address, &known, &writer)?;
        self.known_devices().remember_key(&user, &key.id)?;
        let opening = Opening {
            lifetime: self.access_lifetime,
            origin: origin_of_program(address, device),
            second_factor: proof,
            opened_by: None,
        };
        self.insert(&writer, user, opening)
    }

    /// Opens a session of a program for a user whose identity a provider has proven.
    pub(crate) fn open_with_token(
        &self,
        writer: &Writer<'_>,
        user: User,
        opened_by: &ProviderSession,
        address: &str,
        device: ClientDevice,
    ) -> Result<SignedIn, LoginError> {
        let opening = Opening {
            lifetime: self.access_lifetime,
            origin: origin_of_program(address, device),
            second_factor: SecondFactorProof::NotNeeded,
            opened_by: Some(opened_by),
        };
        self.insert(writer, user, opening)
    }

    /// Opens a session for a user whose identity has been verified.
    ///
    /// # Errors
    /// Returns an error if the session cannot be stored.
    pub fn open(&self, user: User, lifetime: Duration) -> Result<SignedIn, LoginError> {
        let writer = self
            .writers
            .for_operator(&user.organization_id, "openSession");
        let opening = Opening {
            lifetime,
            origin: origin_of_program("", ClientDevice::default()),
            second_factor: SecondFactorProof::NotNeeded,
            opened_by: None,
        };
        self.insert(&writer, user, opening)
    }

    fn insert(
        &self,
        writer: &Writer<'_>,
        user: User,
        opening: Opening<'_>,
    ) -> Result<SignedIn, LoginError> {
        let limited = |lifetime: Duration| match opening.opened_by {
            Some(_) => lifetime.min(provider_lifetime()),
            None => lifetime,
        };
        let lifetime = limited(opening.lifetime);
        let refresh_lifetime = limited(self.refresh_lifetime);
        let tokens = NewTokens::generate(self.clock.now(), lifetime, refresh_lifetime)?;
        let new = NewSession {
            id: SessionId::generate(self.clock.now(), random_bits()?),
            organization_id: user.organization_id.clone(),
            user_id: user.id.clone(),
            access_hash: tokens.access.hash,
            access_expires_at: tokens.access_expires_at,
            refresh_hash: tokens.refresh.hash,
            refresh_expires_at: tokens.refresh_expires_at,
            created_at: self.clock.now(),
            origin: opening.origin,
            second_factor: opening.second_factor,
        };
        insert_session(writer, &new, opening.opened_by)?;
        Ok(tokens.into_signed_in(user, lifetime))
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

/// Returns how long a session lasts that an identity provider has opened. After that, the provider has to prove the user again.
pub(crate) fn provider_lifetime() -> Duration {
    Duration::hours(SESSION_HOURS)
}

/// Stores a session, and the one at a provider that it comes from. Refuses it if the user was unlinked from the provider meanwhile.
pub(crate) fn insert_session(
    writer: &Writer<'_>,
    new: &NewSession,
    opened_by: Option<&ProviderSession>,
) -> Result<(), LoginError> {
    let sessions = writer.sessions();
    let inserted = match opened_by {
        Some(opened_by) => sessions.insert_of_provider(new, opened_by),
        None => sessions.insert(new),
    };
    inserted.map_err(|error| match error {
        StoreError::Stale => LoginError::Refused,
        error => error.into(),
    })
}

/// Returns from where a program opens a session. The address is empty if it is unknown.
fn origin_of_program(address: &str, device: ClientDevice) -> SessionOrigin {
    SessionOrigin {
        kind: SessionKind::Api,
        device,
        network: ClientNetwork::of_session(address),
    }
}

/// Returns what a client of the API sends in order to sign a user in.
fn sent_with_key(key: &ApiKey, email: &str, password: &str, address: &str) -> PasswordSignIn {
    PasswordSignIn {
        organization: Some(key.organization_id.clone()),
        email: email.to_owned(),
        password: password.to_owned(),
        address: address.to_owned(),
    }
}

/// Returns the attempt of a client of the API, which is recognized by its key.
fn attempt_with_key<'a>(key: &ApiKey, typed: &'a PasswordSignIn) -> SignInAttempt<'a> {
    SignInAttempt {
        typed,
        devices: vec![device_of_key(&key.id)],
    }
}

pub(crate) fn login_access(error: AccessError) -> LoginError {
    match error {
        AccessError::Fault(fault) => LoginError::Fault(fault),
        AccessError::Unauthenticated | AccessError::Forbidden(_) => LoginError::Refused,
    }
}

/// Both tokens of a session, with their expiry times.
pub(crate) struct NewTokens {
    pub(crate) access: Secret,
    pub(crate) access_expires_at: Timestamp,
    pub(crate) refresh: Secret,
    pub(crate) refresh_expires_at: Timestamp,
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
    pub(crate) fn derive(
        refresh_token: &str,
        nonce: &[u8; 32],
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

    pub(crate) fn into_signed_in(self, user: User, lifetime: Duration) -> SignedIn {
        SignedIn {
            access_token: self.access.text,
            expires_in_seconds: lifetime.num_seconds(),
            refresh_token: self.refresh.text,
            user,
        }
    }
}
