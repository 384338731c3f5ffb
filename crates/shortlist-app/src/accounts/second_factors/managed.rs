//! What Admins and operators decide about second factors: which roles need one, and that of a user who has lost it.

use std::collections::HashSet;

use shortlist_domain::{
    OrganizationId, Party, Principal, SecondFactorPolicy, User, UserId, UserType,
};

use crate::accounts::Accounts;
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::operations::Operation;

impl Accounts<'_> {
    /// Returns the identifiers of the users who have a second factor.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn users_with_second_factor(
        &self,
        organization: &OrganizationId,
    ) -> Result<HashSet<UserId>, AppError> {
        let users = self.records.store.users();
        let with_app = users.list_with_second_factor(organization)?;
        let with_passkey = users.list_with_passkey(organization)?;
        Ok(with_app.into_iter().chain(with_passkey).collect())
    }

    /// Removes the app and the passkeys of a user who has lost them, and ends their sessions. Nobody does this for themselves: the page of
    /// one's own second factor asks for proof.
    ///
    /// # Errors
    /// Returns an error if the organization has no such user, if the user has no second factor, or if it is that of the caller.
    pub fn reset_second_factor(&self, party: &Party, user_id: &str) -> Result<User, AppError> {
        let id = UserId::parse("userId", user_id)?;
        let organization = &party.organization_id;
        let found = self.records.store.users().find(organization, &id)?;
        let user = found.ok_or(AppError::NotFound {
            field: "userId",
            what: "user",
        })?;
        if party.user_id() == Some(&id) {
            return Err(AppError::conflict(AccountConflict::OwnSecondFactor));
        }
        let writer = self
            .records
            .writers
            .for_party(party, Operation::ResetSecondFactor.name());
        let now = self.records.clock.now();
        if writer.users().reset_second_factor(organization, &id, now)? {
            Ok(user)
        } else {
            Err(AppError::conflict(AccountConflict::NoSecondFactor))
        }
    }

    /// Returns which roles must have a second factor.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn second_factor_policy(
        &self,
        organization: &OrganizationId,
    ) -> Result<SecondFactorPolicy, AppError> {
        let organizations = self.records.store.organizations();
        Ok(organizations.second_factor_policy(organization)?)
    }

    /// Sets which roles must have a second factor. Their users set it up before anything else in the web app works.
    ///
    /// # Errors
    /// Returns an error if there is no such role.
    pub fn set_second_factor_policy(
        &self,
        principal: &Principal,
        roles: &[String],
    ) -> Result<SecondFactorPolicy, AppError> {
        let parsed = roles.iter().map(|role| UserType::parse("roles", role));
        let policy = SecondFactorPolicy::new(parsed.collect::<Result<Vec<_>, _>>()?);
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::SetSecondFactorPolicy);
        writer
            .organizations()
            .set_second_factor_policy(&principal.organization_id, &policy)?;
        Ok(policy)
    }
}
