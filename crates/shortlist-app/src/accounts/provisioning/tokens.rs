//! The token with which the provider of an organization provisions users.

use chrono::Duration;
use shortlist_domain::{Principal, ScimToken};

use super::{Provisioning, ProvisioningClient};
use crate::access::access_fault;
use crate::error::{AccessError, AppError};
use crate::operations::Operation;
use crate::secrets::{Secret, hash_secret, organization_of_scim_token};

/// How outdated a token's last use may be, in minutes. The tolerance saves a write with every request.
const LAST_USED_GRAIN_MINUTES: i64 = 1;

/// A new token with its secret, which is shown only once. Its debug output is redacted.
pub struct IssuedScimToken {
    /// The token.
    pub token: ScimToken,
    /// The secret.
    pub secret: String,
}

impl std::fmt::Debug for IssuedScimToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IssuedScimToken(***)")
    }
}

impl Provisioning<'_> {
    /// Returns the token of the caller's organization, if it has one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn token(&self, principal: &Principal) -> Result<Option<ScimToken>, AppError> {
        let providers = self.records.store.providers();
        Ok(providers.find_scim_token(&principal.organization_id)?)
    }

    /// Creates the token of the caller's organization. An earlier one ends at once.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn create_token(&self, principal: &Principal) -> Result<IssuedScimToken, AppError> {
        let secret = Secret::scim_token(&principal.organization_id)?;
        let token = ScimToken {
            organization_id: principal.organization_id.clone(),
            shown_prefix: secret.shown_letters(),
            created_at: self.records.clock.now(),
            created_by: Some(principal.user_id.clone()),
            last_used_at: None,
        };
        self.records
            .writers
            .for_caller(principal, Operation::CreateScimToken)
            .providers()
            .set_scim_token(&token, &secret.hash)?;
        Ok(IssuedScimToken {
            token,
            secret: secret.text,
        })
    }

    /// Ends the token of the caller's organization at once.
    ///
    /// # Errors
    /// Returns an error if it has none.
    pub fn revoke_token(&self, principal: &Principal) -> Result<ScimToken, AppError> {
        let revoked = self
            .records
            .writers
            .for_caller(principal, Operation::RevokeScimToken)
            .providers()
            .remove_scim_token(&principal.organization_id)?;
        revoked.ok_or(AppError::NotFound {
            field: "organizationId",
            what: "provisioning token",
        })
    }

    /// Finds the provider behind a token. `address` is the network address of the call; empty if unknown.
    ///
    /// # Errors
    /// Returns [`AccessError::Unauthenticated`] if the token is invalid.
    pub fn authenticate(
        &self,
        token: &str,
        address: &str,
    ) -> Result<ProvisioningClient, AccessError> {
        let organization_id =
            organization_of_scim_token(token).ok_or(AccessError::Unauthenticated)?;
        let providers = self.records.store.providers();
        let hash = hash_secret(token);
        let found = providers.find_scim_token_by_hash(&organization_id, &hash);
        let found = found
            .map_err(access_fault)?
            .ok_or(AccessError::Unauthenticated)?;
        self.touch(&found, &hash);
        Ok(ProvisioningClient {
            organization_id,
            address: address.to_owned(),
        })
    }

    /// Records the use of a token. A caller must not fail because of this.
    fn touch(&self, token: &ScimToken, hash: &[u8; 32]) {
        let now = self.records.clock.now();
        let stale = now.minus(Duration::minutes(LAST_USED_GRAIN_MINUTES));
        if token.last_used_at.is_some_and(|at| stale <= at) {
            return;
        }
        let organization = &token.organization_id;
        let providers = self.records.store.providers();
        if let Err(error) = providers.touch_scim_token(organization, hash, now) {
            tracing::warn!(%error, %organization, "the use of a provisioning token was not recorded");
        }
    }
}
