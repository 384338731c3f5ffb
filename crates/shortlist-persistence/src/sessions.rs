//! Sign-in sessions: an access and a refresh token, both known by their hashes.

use crate::{Store, StoreError};
use shortlist_domain::{OrganizationId, SessionId, Timestamp, User, UserId};

/// A session to be opened.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Its identifier.
    pub id: SessionId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Who signed in.
    pub user_id: UserId,
    /// SHA-256 of the access token.
    pub access_hash: [u8; 32],
    /// When the access token stops working.
    pub access_expires_at: Timestamp,
    /// SHA-256 of the refresh token.
    pub refresh_hash: [u8; 32],
    /// When the refresh token stops working.
    pub refresh_expires_at: Timestamp,
    /// When.
    pub created_at: Timestamp,
}

/// A refresh token that was shown, and what is to take its place.
#[derive(Debug, Clone)]
pub struct RefreshRequest {
    /// SHA-256 of the refresh token that was shown.
    pub shown_hash: [u8; 32],
    /// SHA-256 of the new access token.
    pub access_hash: [u8; 32],
    /// When the new access token stops working.
    pub access_expires_at: Timestamp,
    /// SHA-256 of the new refresh token.
    pub refresh_hash: [u8; 32],
    /// When the new refresh token stops working.
    pub refresh_expires_at: Timestamp,
    /// When.
    pub now: Timestamp,
}

/// What became of a refresh.
#[derive(Debug, Clone, PartialEq)]
pub enum Rotation {
    /// Both tokens were replaced; the old access token is dead.
    Rotated(SessionId, User),
    /// No live session has such a refresh token.
    Unknown,
    /// The refresh token's time is over.
    Expired,
    /// The refresh token was used before: the whole session is revoked now.
    Reused,
}

/// What an access token stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct AccessGrant {
    /// The session.
    pub session_id: SessionId,
    /// Who signed in, as they are now.
    pub user: User,
    /// When the access token stops working.
    pub expires_at: Timestamp,
}

impl Store {
    /// Opens a session.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_session(&self, new: &NewSession) -> Result<(), StoreError> {
        let _ = (new,);
        Err(self.not_built())
    }

    /// Finds what an access token stands for; nothing where its session was revoked. Expiry is the caller's to check.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_access(&self, access_hash: &[u8; 32]) -> Result<Option<AccessGrant>, StoreError> {
        let _ = (access_hash,);
        Err(self.not_built())
    }

    /// Replaces both tokens of a session, or revokes it where its refresh token was used before.
    ///
    /// # Errors
    /// When the database fails.
    pub fn rotate_session(&self, request: &RefreshRequest) -> Result<Rotation, StoreError> {
        let _ = (request,);
        Err(self.not_built())
    }

    /// Revokes a session; its tokens are dead at once.
    ///
    /// # Errors
    /// When the database fails.
    pub fn revoke_session(
        &self,
        organization: &OrganizationId,
        id: &SessionId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let _ = (organization, id, at);
        Err(self.not_built())
    }
}
