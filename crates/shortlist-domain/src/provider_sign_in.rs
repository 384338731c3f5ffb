//! Sign-ins with an identity provider: what a pending one needs, and what is kept of a finished one.

use std::fmt;

use crate::{OrganizationId, ProviderMode, Timestamp};

/// How long a user may take to sign in at the provider, in minutes.
pub const PROVIDER_SIGN_IN_MINUTES: i64 = 10;

/// How many characters of a longer subject are shown.
const SHOWN_SUBJECT_CHARS: usize = 8;

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

impl ExternalIdentity {
    /// Returns the beginning of the subject: enough to tell users apart, and too little to be recognized elsewhere.
    pub fn short_subject(&self) -> String {
        match self.subject.char_indices().nth(SHOWN_SUBJECT_CHARS) {
            Some((end, _)) => format!("{}…", self.subject.get(..end).unwrap_or_default()),
            None => self.subject.clone(),
        }
    }
}

/// An account at a provider that signs a user of this service in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// The user at the provider.
    pub identity: ExternalIdentity,
    /// When they were linked.
    pub linked_at: Timestamp,
    /// When the user last signed in with it; `None` if that was with an earlier version.
    pub last_used_at: Option<Timestamp>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_subject_is_shown_by_its_beginning() {
        let shown = |subject: &str| {
            let identity = ExternalIdentity {
                issuer: "https://id.example.org".to_owned(),
                subject: subject.to_owned(),
            };
            identity.short_subject()
        };
        assert_eq!(shown("sub-1"), "sub-1");
        assert_eq!(shown("12345678"), "12345678");
        assert_eq!(shown("123456789"), "12345678…");
        assert_eq!(shown("ääääääääää"), "ääääääää…");
    }
}
