//! Single sign-on: users of an organization sign in with its identity provider.
//!
//! The provider proves who a user is, by issuer and subject. [`IdentityProviders`] verifies the proof; this module decides which user
//! that is and what they may do. An e-mail address decides once, at the first sign-in, and only if the provider says that it is
//! verified and its domain is one of the organization's.

mod configuration;
pub(crate) mod sign_in;
pub(crate) mod sign_out;
mod users;

use shortlist_domain::{
    ClientDevice, EmailAddress, EmailDomain, IdentityProvider, OfferedProvider, OrganizationId,
};
use shortlist_persistence::StoreError;

use crate::accounts::identity_provider::{
    IdentityProviders, ProviderAnswer, ProviderClient, ProviderFailure,
};
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::accounts::web_sessions::WebSession;
use crate::conflict::AccountConflict;
use crate::error::{AccessError, AppError, StorageFault};
use crate::external_server::ServerSecret;
use crate::refusal::IdentityRefusal;

/// Settings of an identity provider, as an Admin typed them.
#[derive(Debug, Clone)]
pub struct SetIdentityProvider {
    /// The issuer.
    pub issuer: String,
    /// The client ID of this service at the provider.
    pub client_id: String,
    /// How the secret changes.
    pub client_secret: SecretChange,
    /// The domains of e-mail addresses.
    pub domains: Vec<String>,
    /// `Offered` or `Enforced`.
    pub mode: String,
    /// The Admin who may use a password although the provider is enforced.
    pub emergency_admin_id: Option<String>,
    /// The role of users whose groups have none.
    pub default_role: Option<String>,
    /// The roles of groups.
    pub group_roles: Vec<TypedGroupRole>,
}

/// How the secret of a provider changes. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub enum SecretChange {
    /// It stays. If the issuer or the client changes, it has to be typed again, so that it is sent to nobody else.
    Keep,
    /// There is none: the client is public.
    Remove,
    /// It is this.
    Set(String),
}

impl std::fmt::Debug for SecretChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Keep => "Keep",
            Self::Remove => "Remove",
            Self::Set(_) => "Set(***)",
        })
    }
}

/// The role of a group, as an Admin typed it.
#[derive(Debug, Clone)]
pub struct TypedGroupRole {
    /// The group.
    pub group: String,
    /// The role.
    pub role: String,
}

/// A sign-in to begin.
#[derive(Debug, Clone)]
pub struct BeginSignIn {
    /// The organization.
    pub organization: String,
    /// The redirect URI.
    pub redirect: String,
    /// The page to continue at.
    pub next: String,
}

/// A sign-in that has begun. Its debug output is redacted.
pub struct BegunSignIn {
    /// The address that the browser is sent to.
    pub address: String,
    /// What only this browser keeps, in a cookie. It names the organization.
    pub browser_token: String,
}

impl std::fmt::Debug for BegunSignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BegunSignIn(***)")
    }
}

/// What a browser comes back with. Its debug output is redacted.
pub struct FinishSignIn {
    /// The organization whose address the browser came back to.
    pub organization: String,
    /// That address.
    pub redirect: String,
    /// What the browser keeps in its cookie.
    pub browser_token: String,
    /// The state.
    pub state: String,
    /// The provider's answer.
    pub answer: ProviderAnswer,
    /// The network address of the client.
    pub address: String,
    /// The browser and the system, as they name themselves.
    pub device: ClientDevice,
}

impl std::fmt::Debug for FinishSignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FinishSignIn(***)")
    }
}

/// A sign-in that is finished.
#[derive(Debug)]
pub struct FinishedSignIn {
    /// The session.
    pub session: WebSession,
    /// The page to continue at.
    pub next: String,
}

/// Why a sign-in with a provider was refused.
#[derive(Debug, thiserror::Error)]
pub enum SingleSignOnError {
    /// The organization has no provider, or does not exist.
    #[error("this organization has no identity provider")]
    NotConfigured,
    /// This browser has not begun the sign-in, or with another organization, or it is over.
    #[error(
        "the sign-in was not begun in this browser, was finished already, or took too long; start again"
    )]
    StartAgain,
    /// The notice was handled before.
    #[error("the notice was sent before")]
    Repeated,
    /// The credentials of the caller are invalid.
    #[error("the credentials are invalid")]
    InvalidKey,
    /// The provider cannot be used, or proves nothing.
    #[error("the identity provider cannot be used")]
    Provider(ProviderFailure),
    /// The provider knows the user, who may not sign in here.
    #[error("{0}")]
    Refused(IdentityRefusal),
    /// The service failed.
    #[error("sign in with an identity provider")]
    Fault(#[source] AppError),
}

impl From<AppError> for SingleSignOnError {
    fn from(error: AppError) -> Self {
        Self::Fault(error)
    }
}

impl From<StoreError> for SingleSignOnError {
    fn from(error: StoreError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<StorageFault> for SingleSignOnError {
    fn from(fault: StorageFault) -> Self {
        Self::Fault(fault.into())
    }
}

impl From<ProviderFailure> for SingleSignOnError {
    fn from(failure: ProviderFailure) -> Self {
        Self::Provider(failure)
    }
}

impl From<LoginError> for SingleSignOnError {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::Fault(fault) => Self::Fault(fault),
            LoginError::Refused
            | LoginError::Throttled { .. }
            | LoginError::SingleSignOn
            | LoginError::CodeNeeded
            | LoginError::WrongCode
            | LoginError::PasskeyNeeded
            | LoginError::SecondFactorMissing => Self::InvalidKey,
        }
    }
}

impl From<AccessError> for SingleSignOnError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Fault(fault) => Self::Fault(fault),
            AccessError::Unauthenticated | AccessError::Forbidden(_) => Self::InvalidKey,
        }
    }
}

/// Signs users in with identity providers.
pub struct SingleSignOn<'a> {
    pub(crate) sessions: Sessions<'a>,
    /// What verifies the sign-ins. Without it, nobody can sign in with a provider.
    pub(crate) verifier: Option<&'a dyn IdentityProviders>,
}

impl SingleSignOn<'_> {
    /// Returns whether sign-ins with providers can be verified.
    pub fn is_available(&self) -> bool {
        self.verifier.is_some()
    }

    /// Returns whether the domain of any e-mail address leads to a provider.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn is_offered(&self) -> Result<bool, AppError> {
        Ok(self.sessions.store.providers().have_domains()?)
    }

    /// Returns the organizations whose providers are for an e-mail address, whether it has an account or not. A malformed address has
    /// none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn offers_for(&self, email: &str) -> Result<Vec<OfferedProvider>, AppError> {
        let Ok(email) = EmailAddress::parse("email", email) else {
            return Ok(Vec::new());
        };
        let providers = self.sessions.store.providers();
        Ok(providers.list_by_domain(&EmailDomain::of(&email))?)
    }

    /// Returns the provider of an organization that a caller without a session names.
    fn provider_named(&self, organization: &str) -> Result<IdentityProvider, SingleSignOnError> {
        let organization = OrganizationId::parse("organization", organization);
        let organization = organization.map_err(|_malformed| SingleSignOnError::NotConfigured)?;
        self.provider_of(&organization)
    }

    fn provider_of(
        &self,
        organization: &OrganizationId,
    ) -> Result<IdentityProvider, SingleSignOnError> {
        let found = self.sessions.store.providers().find(organization)?;
        found.ok_or(SingleSignOnError::NotConfigured)
    }

    fn verifier(&self) -> Result<&dyn IdentityProviders, AppError> {
        let off = || AppError::conflict(AccountConflict::SingleSignOnOff);
        self.verifier.ok_or_else(off)
    }
}

/// Returns how the service is known to a provider.
fn client_of(provider: &IdentityProvider) -> Result<ProviderClient, AppError> {
    let secret = provider.client_secret.as_ref();
    // It was checked when it was stored.
    let unusable = |_invalid| AppError::conflict(AccountConflict::UnusableProviderSecret);
    let secret = secret.map(|secret| ServerSecret::parse(secret.as_str()));
    Ok(ProviderClient {
        issuer: provider.issuer.clone(),
        client_id: provider.client_id.clone(),
        client_secret: secret.transpose().map_err(unusable)?,
    })
}
