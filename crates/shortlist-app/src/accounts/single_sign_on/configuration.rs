//! The settings of an organization's identity provider.

use std::collections::HashSet;

use shortlist_domain::{
    AccountProblem, GroupRole, IdentityProvider, InvalidValue, ListProblem, MAX_GROUP_ROLES,
    OrganizationId, Principal, ProviderMode, ProviderProblem, ProviderSecret, User, UserId,
    UserType, check_provider_domains, check_provider_group, check_provider_text,
};
use shortlist_persistence::ProviderUpdate;

use super::{SecretChange, SetIdentityProvider, SingleSignOn, TypedGroupRole, client_of};
use crate::accounts::identity_provider::{ProviderFailure, ProviderSetup};
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::external_server::{AddressError, NetworkTrust, ServerAddress, ServerSecret};
use crate::operations::Operation;
use crate::secrets::NO_PASSWORD;

const NO_PROVIDER: AppError = AppError::NotFound {
    field: "organizationId",
    what: "identity provider",
};

impl SingleSignOn<'_> {
    /// Returns the provider of the caller's organization, if it has one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn configured(&self, principal: &Principal) -> Result<Option<IdentityProvider>, AppError> {
        let providers = self.sessions.store.providers();
        Ok(providers.find(&principal.organization_id)?)
    }

    /// Asks the provider of the caller's organization what it says about itself, in order to check the settings.
    ///
    /// # Errors
    /// Returns an error if the organization has no provider, or why it cannot be used.
    pub fn check(&self, principal: &Principal) -> Result<ProviderSetup, AppError> {
        let provider = self.configured(principal)?.ok_or(NO_PROVIDER)?;
        self.ask(&provider)
    }

    /// Sets the provider of the caller's organization, after it was asked what it says about itself.
    ///
    /// # Errors
    /// As [`SingleSignOn::check_typed`] and [`SingleSignOn::store`].
    pub fn configure(
        &self,
        principal: &Principal,
        typed: &SetIdentityProvider,
    ) -> Result<IdentityProvider, AppError> {
        let provider = self.check_typed(principal, typed)?;
        self.store(principal, &provider)?;
        Ok(provider)
    }

    /// Checks settings, and asks the provider what it says about itself. This stores nothing.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the provider cannot be used, or if it is enforced without an emergency Admin.
    pub fn check_typed(
        &self,
        principal: &Principal,
        typed: &SetIdentityProvider,
    ) -> Result<IdentityProvider, AppError> {
        let before = self.configured(principal)?;
        let provider = self.checked(principal, typed, before.as_ref())?;
        self.ask(&provider)?;
        Ok(provider)
    }

    /// Stores settings that were checked.
    ///
    /// # Errors
    /// Returns an error if the emergency Admin cannot sign in any more.
    pub fn store(
        &self,
        principal: &Principal,
        provider: &IdentityProvider,
    ) -> Result<(), AppError> {
        let stored = self
            .sessions
            .writers
            .for_caller(principal, Operation::SetIdentityProvider)
            .providers()
            .set(provider)?;
        match stored {
            ProviderUpdate::Done | ProviderUpdate::NotFound => Ok(()),
            ProviderUpdate::NoAdmin => Err(not_emergency_admin()),
        }
    }

    /// Removes the provider of the caller's organization. Users sign in with passwords again.
    ///
    /// # Errors
    /// Returns an error if the organization has none, or if no Admin could sign in without it.
    pub fn remove(&self, principal: &Principal) -> Result<IdentityProvider, AppError> {
        let provider = self.configured(principal)?.ok_or(NO_PROVIDER)?;
        let organization = &principal.organization_id;
        let users = self.sessions.store.users().list(organization)?;
        let mut with_password = Vec::new();
        for user in users.into_iter().filter(User::is_active_admin) {
            if self.has_password(organization, &user)? {
                with_password.push(user.id);
            }
        }
        let removed = self
            .sessions
            .writers
            .for_caller(principal, Operation::RemoveIdentityProvider)
            .providers()
            .remove(organization, &with_password)?;
        match removed {
            ProviderUpdate::Done => Ok(provider),
            ProviderUpdate::NotFound => Err(NO_PROVIDER),
            ProviderUpdate::NoAdmin => {
                Err(AppError::conflict(AccountConflict::NoAdminWithPassword))
            }
        }
    }

    fn ask(&self, provider: &IdentityProvider) -> Result<ProviderSetup, AppError> {
        let asked = self.verifier()?.check(&client_of(provider)?);
        asked.map_err(|failure| {
            let text = match failure {
                ProviderFailure::Unreachable(text) | ProviderFailure::Misconfigured(text) => text,
                ProviderFailure::NotProven(check) => check.to_owned(),
            };
            InvalidValue::new("issuer", ProviderProblem::CheckSays(text)).into()
        })
    }

    fn checked(
        &self,
        principal: &Principal,
        typed: &SetIdentityProvider,
        before: Option<&IdentityProvider>,
    ) -> Result<IdentityProvider, AppError> {
        let organization = &principal.organization_id;
        let issuer = checked_issuer(&typed.issuer)?;
        let client_id = check_provider_text("clientId", &typed.client_id)?;
        let mode = ProviderMode::parse("mode", &typed.mode)?;
        let admin = typed.emergency_admin_id.as_deref();
        let emergency_admin = admin
            .map(|id| self.checked_admin(organization, id))
            .transpose()?;
        if mode == ProviderMode::Enforced && emergency_admin.is_none() {
            let problem = ProviderProblem::NoEmergencyAdmin;
            return Err(InvalidValue::new("emergencyAdminId", problem).into());
        }
        let client_secret = match &typed.client_secret {
            SecretChange::Keep => kept_secret(before, &issuer, &client_id)?,
            SecretChange::Remove => None,
            SecretChange::Set(text) => Some(checked_secret(text)?),
        };
        let role = typed.default_role.as_deref();
        Ok(IdentityProvider {
            organization_id: organization.clone(),
            issuer,
            client_id,
            client_secret,
            domains: check_provider_domains("domains", &typed.domains)?,
            mode,
            emergency_admin,
            default_role: role
                .map(|role| UserType::parse("defaultRole", role))
                .transpose()?,
            group_roles: checked_group_roles(&typed.group_roles)?,
            updated_at: self.sessions.clock.now(),
        })
    }

    fn checked_admin(&self, organization: &OrganizationId, id: &str) -> Result<UserId, AppError> {
        let id = UserId::parse("emergencyAdminId", id)?;
        let found = self.sessions.store.users().find(organization, &id)?;
        if let Some(user) = found.filter(User::is_active_admin)
            && self.has_password(organization, &user)?
        {
            return Ok(id);
        }
        Err(not_emergency_admin())
    }

    fn has_password(&self, organization: &OrganizationId, user: &User) -> Result<bool, AppError> {
        let users = self.sessions.store.users();
        let found = users.find_by_email(organization, &user.email)?;
        Ok(found.is_some_and(|(_, hash)| hash != NO_PASSWORD))
    }
}

fn not_emergency_admin() -> AppError {
    InvalidValue::new("emergencyAdminId", ProviderProblem::NotEmergencyAdmin).into()
}

/// Returns the stored secret, if it is for the same client. It is sent to nobody else.
fn kept_secret(
    before: Option<&IdentityProvider>,
    issuer: &str,
    client_id: &str,
) -> Result<Option<ProviderSecret>, InvalidValue> {
    let Some(before) = before else {
        return Ok(None);
    };
    let is_same = before.issuer == issuer && before.client_id == client_id;
    if !is_same && before.client_secret.is_some() {
        return Err(InvalidValue::new(
            "clientSecret",
            ProviderProblem::TypeAgain,
        ));
    }
    Ok(before.client_secret.clone())
}

/// Checks an issuer. It is compared with the provider's tokens as text, so it stays as it was typed. Whether the service may connect to
/// it is decided when it does.
fn checked_issuer(text: &str) -> Result<String, InvalidValue> {
    let issuer = check_provider_text("issuer", text)?;
    let refused = |error| {
        let problem = match error {
            AddressError::Unusable(problem) => ProviderProblem::CheckSays(problem),
            AddressError::Unencrypted(_) => ProviderProblem::NotHttps,
        };
        InvalidValue::new("issuer", problem)
    };
    ServerAddress::parse(&issuer, NetworkTrust::Untrusted).map_err(refused)?;
    Ok(issuer)
}

fn checked_secret(text: &str) -> Result<ProviderSecret, InvalidValue> {
    let text = check_provider_text("clientSecret", text)?;
    let unusable = |_invalid| InvalidValue::new("clientSecret", AccountProblem::NotSecret);
    let secret = ServerSecret::parse(&text).map_err(unusable)?;
    Ok(ProviderSecret::stored(secret.as_str().to_owned()))
}

fn checked_group_roles(typed: &[TypedGroupRole]) -> Result<Vec<GroupRole>, InvalidValue> {
    if typed.len() > MAX_GROUP_ROLES {
        let problem = ListProblem::TooMany(MAX_GROUP_ROLES);
        return Err(InvalidValue::new("groupRoles", problem));
    }
    let mut groups = HashSet::new();
    let mut roles = Vec::with_capacity(typed.len());
    for one in typed {
        let group = check_provider_group("groupRoles", &one.group)?;
        if !groups.insert(group.clone()) {
            let problem = ProviderProblem::GroupTwice(group);
            return Err(InvalidValue::new("groupRoles", problem));
        }
        let role = UserType::parse("groupRoles", &one.role)?;
        roles.push(GroupRole { group, role });
    }
    Ok(roles)
}
