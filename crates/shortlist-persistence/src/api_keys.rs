//! API keys, known by the hash of their secret.

use crate::{Store, StoreError};
use shortlist_domain::{ApiKey, ApiKeyId, NewApiKey, OrganizationId, Timestamp};

impl Store {
    /// Keeps an API key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_api_key(&self, new: &NewApiKey) -> Result<ApiKey, StoreError> {
        let _ = (new,);
        Err(self.not_built())
    }

    /// Finds a key by the SHA-256 of its secret, expired and revoked ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_api_key_by_hash(
        &self,
        secret_hash: &[u8; 32],
    ) -> Result<Option<ApiKey>, StoreError> {
        let _ = (secret_hash,);
        Err(self.not_built())
    }

    /// Lists the organization's keys, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_api_keys(&self, organization: &OrganizationId) -> Result<Vec<ApiKey>, StoreError> {
        let _ = (organization,);
        Err(self.not_built())
    }

    /// Revokes a key from the given time on, unless it is revoked already; tells whether the organization has the key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn revoke_api_key(
        &self,
        organization: &OrganizationId,
        id: &ApiKeyId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let _ = (organization, id, at);
        Err(self.not_built())
    }

    /// Notes when a key was last used.
    ///
    /// # Errors
    /// When the database fails.
    pub fn touch_api_key(
        &self,
        organization: &OrganizationId,
        id: &ApiKeyId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let _ = (organization, id, at);
        Err(self.not_built())
    }
}
