//! The accounts at an identity provider that sign users in. Users see and unlink their own, and Admins those of their organization.

use shortlist_domain::{LinkedIdentity, Principal, UserId, check_provider_text};
use shortlist_persistence::IdentityUnlink;

use crate::accounts::sign_in::Sessions;
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::operations::Operation;

/// The error for a provider of which no account is linked to the user.
const NOT_LINKED: AppError = AppError::NotFound {
    field: "issuer",
    what: "linked account of this user",
};

impl Sessions<'_> {
    /// Lists the accounts at the identity provider that sign the caller in.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_own_identities(
        &self,
        principal: &Principal,
    ) -> Result<Vec<LinkedIdentity>, AppError> {
        self.list_identities(principal, &principal.user_id)
    }

    /// Lists those of a user of the caller's organization.
    ///
    /// # Errors
    /// Returns an error if the organization has no such user.
    pub fn list_identities_of_user(
        &self,
        principal: &Principal,
        user_id: &str,
    ) -> Result<Vec<LinkedIdentity>, AppError> {
        let user = self.user_of_caller(principal, user_id)?;
        self.list_identities(principal, &user.id)
    }

    /// Unlinks the caller's account at a provider, and ends the sessions that were opened with it, which may be the current one.
    /// Returns how many there were.
    ///
    /// # Errors
    /// Returns an error if the issuer is malformed, if no account at this provider is linked, or if the caller could not sign in any
    /// more.
    pub fn unlink_own(&self, principal: &Principal, issuer: &str) -> Result<usize, AppError> {
        let user = &principal.user_id;
        self.unlink(principal, Operation::UnlinkIdentity, user, issuer)
    }

    /// Does the same for a user of the caller's organization.
    ///
    /// # Errors
    /// As [`Sessions::unlink_own`], and if the organization has no such user.
    pub fn unlink_user(
        &self,
        principal: &Principal,
        user_id: &str,
        issuer: &str,
    ) -> Result<usize, AppError> {
        let user = self.user_of_caller(principal, user_id)?;
        self.unlink(principal, Operation::UnlinkUserIdentity, &user.id, issuer)
    }

    fn list_identities(
        &self,
        principal: &Principal,
        user: &UserId,
    ) -> Result<Vec<LinkedIdentity>, AppError> {
        let providers = self.store.providers();
        Ok(providers.list_identities(&principal.organization_id, user)?)
    }

    fn unlink(
        &self,
        principal: &Principal,
        operation: Operation,
        user: &UserId,
        issuer: &str,
    ) -> Result<usize, AppError> {
        let issuer = check_provider_text("issuer", issuer)?;
        let writer = self.writers.for_caller(principal, operation);
        let (organization, now) = (&principal.organization_id, self.clock.now());
        let providers = writer.providers();
        match providers.unlink(organization, user, &issuer, now)? {
            IdentityUnlink::Unlinked(ended) => Ok(ended),
            IdentityUnlink::NotFound => Err(NOT_LINKED),
            IdentityUnlink::LastWay => Err(AppError::conflict(AccountConflict::LastSignInWay)),
        }
    }
}
