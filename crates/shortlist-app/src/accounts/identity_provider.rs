//! Identity providers of organizations, by OpenID Connect. This crate does not know how tokens are fetched and verified.

use std::fmt;

use shortlist_domain::Timestamp;

use crate::external_server::ServerSecret;

/// What verifies sign-ins with identity providers. It is a trait because it is an external dependency.
pub trait IdentityProviders: Send + Sync {
    /// Reads what a provider says about itself, in order to check its settings.
    ///
    /// # Errors
    /// Returns why the provider cannot be used.
    fn check(&self, client: &ProviderClient) -> Result<ProviderSetup, ProviderFailure>;

    /// Begins a sign-in: returns the address that the browser is sent to, and what [`IdentityProviders::finish`] needs.
    ///
    /// # Errors
    /// Returns an error if the provider cannot be reached or used.
    fn begin(
        &self,
        client: &ProviderClient,
        redirect: &str,
    ) -> Result<StartedSignIn, ProviderFailure>;

    /// Exchanges the code that the browser came back with, and verifies the provider's statement of who the user is.
    ///
    /// # Errors
    /// Returns an error if the provider cannot be reached, or its answer does not prove an identity.
    fn finish(
        &self,
        client: &ProviderClient,
        pending: &PendingSignIn,
        answer: &ProviderAnswer,
        now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderFailure>;

    /// Verifies a token that a program got from the provider: an ID token for this client. There is no nonce, so the token must have
    /// been issued in the last five minutes. Otherwise an old one would open a session after its user signed out.
    ///
    /// # Errors
    /// Returns an error if the provider cannot be reached, or the token does not prove an identity.
    fn verify_token(
        &self,
        client: &ProviderClient,
        token: &str,
        now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderFailure>;

    /// Verifies a notice of the provider that a user has signed out (OpenID Connect Back-Channel Logout 1.0).
    ///
    /// # Errors
    /// Returns an error if the notice is not authentic.
    fn verify_logout(
        &self,
        client: &ProviderClient,
        token: &str,
        now: Timestamp,
    ) -> Result<LogoutNotice, ProviderFailure>;

    /// Returns the address that ends the user's session at the provider, or `None` if the provider has none.
    ///
    /// # Errors
    /// Returns an error if the provider cannot be reached.
    fn end_session_address(
        &self,
        client: &ProviderClient,
        back_to: &str,
    ) -> Result<Option<String>, ProviderFailure>;
}

/// How the service is known to a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderClient {
    /// The issuer: an https address without a query, exactly as the provider writes it in its tokens.
    pub issuer: String,
    /// The client ID that the provider gave to this service.
    pub client_id: String,
    /// The secret that the provider gave to this service; `None` for a public client.
    pub client_secret: Option<ServerSecret>,
}

/// What a provider says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSetup {
    /// The address where users sign in.
    pub authorization_endpoint: String,
    /// Whether it can end a session that the user began there.
    pub can_end_sessions: bool,
}

/// A sign-in that has begun. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct StartedSignIn {
    /// The address that the browser is sent to.
    pub address: String,
    /// The random value that the browser brings back. It identifies the sign-in.
    pub state: String,
    /// What is needed to finish the sign-in.
    pub pending: PendingSignIn,
}

/// What a sign-in needs when the browser comes back. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct PendingSignIn {
    /// The random value that the ID token repeats.
    pub nonce: String,
    /// The secret that proves that the code belongs to this sign-in (PKCE).
    pub verifier: String,
    /// The redirect URI.
    pub redirect: String,
}

/// What the browser came back with. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderAnswer {
    /// The authorization code.
    pub code: String,
    /// Who answered (RFC 9207), if the provider says so.
    pub issuer: Option<String>,
}

/// A user as a provider describes them. Issuer and subject identify the user; everything else may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider.
    pub issuer: String,
    /// The user's identifier at the provider.
    pub subject: String,
    /// The e-mail address, if the provider says that it is verified.
    pub verified_email: Option<String>,
    /// The display name.
    pub full_name: Option<String>,
    /// The user's groups: the claim `groups`, or `roles` if there is none.
    pub groups: Vec<String>,
    /// The session at the provider, for its notices of signing out.
    pub provider_session: Option<String>,
}

/// A notice that a user has signed out at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogoutNotice {
    /// Who signed out; `None` if only a session is named.
    pub subject: Option<String>,
    /// The session at the provider that ended; `None` means all of the subject.
    pub provider_session: Option<String>,
    /// The identifier of the notice, which is accepted once.
    pub token_id: String,
}

/// Why a provider cannot be used, or does not prove an identity. It contains no token and no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderFailure {
    /// The provider cannot be reached, or does not answer in time. The text says which step failed, and how.
    Unreachable(String),
    /// The provider's settings do not fit: what it says about itself, or that it does not accept the client. The text says what to change.
    Misconfigured(String),
    /// The answer proves no identity: a wrong signature, issuer, audience, nonce, time or code. The text names the check that failed.
    NotProven(&'static str),
}

impl fmt::Debug for StartedSignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StartedSignIn(***)")
    }
}

impl fmt::Debug for PendingSignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingSignIn(***)")
    }
}

impl fmt::Debug for ProviderAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProviderAnswer(***)")
    }
}
