//! Sign-ins with an identity provider: what a pending one needs, and what is kept of a finished one.

use std::fmt;

use crate::{OrganizationId, ProviderMode, Timestamp};

/// How long a user may take to sign in at the provider, in minutes.
pub const PROVIDER_SIGN_IN_MINUTES: i64 = 10;

/// A sign-in that has begun. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderSignIn {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// SHA-256 of the state that the browser brings back.
    pub state_hash: [u8; 32],
    /// SHA-256 of what the browser keeps in a cookie.
    pub browser_hash: [u8; 32],
    /// The random value that the ID token repeats.
    pub nonce: String,
    /// The secret of PKCE.
    pub verifier: String,
    /// The redirect URI.
    pub redirect: String,
    /// The page to continue at.
    pub next_page: String,
    /// Until when it can be finished.
    pub expires_at: Timestamp,
}

impl fmt::Debug for ProviderSignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProviderSignIn(***)")
    }
}

/// A user at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalIdentity {
    /// The provider.
    pub issuer: String,
    /// The user's identifier there.
    pub subject: String,
}

/// The session at a provider that a session of this service comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSession {
    /// The user at the provider.
    pub identity: ExternalIdentity,
    /// The provider's name of the session, if it names one.
    pub name: Option<String>,
}

/// An organization whose provider is for a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedProvider {
    /// The organization.
    pub organization_id: OrganizationId,
    /// Its name.
    pub organization_name: String,
    /// Whether its users have to sign in with the provider.
    pub mode: ProviderMode,
}
