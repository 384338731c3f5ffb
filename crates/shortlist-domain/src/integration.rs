//! Integration users: accounts for machines, with access tokens instead of a password.

use crate::{AccessTokenId, OrganizationId, Timestamp, UserId};

/// The most valid access tokens of an integration user. Two are enough to replace one without an interruption.
pub const MAX_ACCESS_TOKENS: usize = 10;
/// The longest lifetime of an access token of an integration user, in days.
pub const MAX_ACCESS_TOKEN_DAYS: i64 = 365;

/// An access token to be stored: the hash of its secret, never the secret.
#[derive(Debug, Clone)]
pub struct NewAccessToken {
    /// Its description.
    pub token: AccessToken,
    /// SHA-256 of the secret.
    pub secret_hash: [u8; 32],
}

/// An access token of an integration user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessToken {
    /// Its identifier.
    pub id: AccessTokenId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The integration user.
    pub user_id: UserId,
    /// Its purpose, in the words of its creator.
    pub name: String,
    /// The first characters of the secret, which distinguish tokens in a list.
    pub shown_prefix: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, accurate to about a minute.
    pub last_used_at: Option<Timestamp>,
}

impl AccessToken {
    /// Returns whether the token is valid at the given time. A revoked token stays revoked even if the clock changes.
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.revoked_at.is_none() && now < self.expires_at
    }
}
