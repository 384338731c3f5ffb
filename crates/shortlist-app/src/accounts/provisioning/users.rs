//! Users as the provider of an organization provisions them.

use shortlist_domain::{
    EmailAddress, InvalidValue, NewUser, OrganizationId, ProvisionedGroup, ProvisionedUser,
    TextProblem, UserId, UserProvision, UserSearch, UserType, check_full_name,
    check_provider_group,
};
use shortlist_persistence::{StoreError, UserProvisioning};

use super::{Provisioning, ProvisioningClient};
use crate::accounts::conflict_if_taken;
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::secrets::{NO_PASSWORD, random_bits};

/// The names of the actions in the audit log.
pub(crate) const PROVISION_USER: &str = "provisionUser";
pub(crate) const CHANGE_PROVISIONED_USER: &str = "changeProvisionedUser";
pub(crate) const REMOVE_PROVISIONED_USER: &str = "removeProvisionedUser";

const NO_USER: AppError = AppError::NotFound {
    field: "id",
    what: "user",
};

/// What a provider sends about a user. Without a value, what is stored stays, except the identifier of the provider.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProvisionUser {
    /// The name that identifies the user for the provider.
    pub user_name: Option<String>,
    /// The provider's identifier of the user.
    pub external_id: Option<String>,
    /// The display name.
    pub display_name: Option<String>,
    /// The e-mail address. Without it, a user name that is an address counts, unless another address is stored.
    pub address: Option<String>,
    /// Whether they may sign in.
    pub is_active: Option<bool>,
}

/// What a provider sends about a user, given what is stored; `None` if nothing can be done.
pub type SentUser<'a> = dyn FnMut(&ProvisionedUser) -> Option<ProvisionUser> + 'a;

impl Provisioning<'_> {
    /// Lists the users that the provider sees, by identifier.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_users(
        &self,
        client: &ProvisioningClient,
        search: &UserSearch,
    ) -> Result<Vec<ProvisionedUser>, AppError> {
        let providers = self.records.store.providers();
        Ok(providers.list_provisioned_users(&client.organization_id, search)?)
    }

    /// Returns a user.
    ///
    /// # Errors
    /// Returns an error if the provider sees no such user.
    pub fn get_user(
        &self,
        client: &ProvisioningClient,
        id: &str,
    ) -> Result<ProvisionedUser, AppError> {
        let search = UserSearch::Id(user_id(id)?);
        let found = self.list_users(client, &search)?;
        found.into_iter().next().ok_or(NO_USER)
    }

    /// Lists the groups of a user, by identifier.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_groups_of_user(
        &self,
        client: &ProvisioningClient,
        user: &UserId,
    ) -> Result<Vec<ProvisionedGroup>, AppError> {
        let providers = self.records.store.providers();
        Ok(providers.list_groups_of_user(&client.organization_id, user)?)
    }

    /// Creates a user without a password, with the role of users whose groups have none. Somebody whom the provider had removed is
    /// activated again.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if another user has the name or the address.
    pub fn create_user(
        &self,
        client: &ProvisioningClient,
        sent: ProvisionUser,
    ) -> Result<ProvisionedUser, AppError> {
        let provision = checked(sent, None)?;
        let now = self.records.clock.now();
        let organization = &client.organization_id;
        let new = NewUser {
            id: UserId::generate(now, random_bits()?),
            organization_id: organization.clone(),
            user_type: self.role_of_new_users(organization)?,
            full_name: provision.full_name.clone(),
            email: provision.email.clone(),
            password_hash: NO_PASSWORD.to_owned(),
            created_at: now,
        };
        let writer = self.writer(client, PROVISION_USER);
        let stored = writer.providers().provision_user(&new, &provision);
        outcome(stored)?.ok_or(NO_USER)
    }

    /// Changes a user. Returns `None` if what was sent changes nothing that can be changed.
    ///
    /// # Errors
    /// Returns an error if the provider sees no such user, if a value is invalid or taken, or if no Admin would remain.
    pub fn change_user(
        &self,
        client: &ProvisioningClient,
        id: &str,
        sent: &mut SentUser<'_>,
    ) -> Result<Option<ProvisionedUser>, AppError> {
        let id = user_id(id)?;
        let mut invalid = None;
        let mut provision_of = |before: &ProvisionedUser| {
            let provision = checked(sent(before)?, Some(before));
            provision.map_err(|problem| invalid = Some(problem)).ok()
        };
        let writer = self.writer(client, CHANGE_PROVISIONED_USER);
        let changed = writer.providers().change_provisioned_user(
            &client.organization_id,
            &id,
            self.records.clock.now(),
            &mut provision_of,
        );
        match invalid {
            Some(problem) => Err(problem.into()),
            None => outcome(changed),
        }
    }

    /// Removes a user, who is deactivated at once. The account remains for the history of the organization.
    ///
    /// # Errors
    /// Returns an error if the provider sees no such user, or if no Admin would remain.
    pub fn remove_user(&self, client: &ProvisioningClient, id: &str) -> Result<(), AppError> {
        let writer = self.writer(client, REMOVE_PROVISIONED_USER);
        let removed = writer.providers().remove_provisioned_user(
            &client.organization_id,
            &user_id(id)?,
            self.records.clock.now(),
        );
        outcome(removed).map(drop)
    }

    /// Returns the role of users who are in no group yet: the default of single sign-on, or else the one with the fewest rights.
    fn role_of_new_users(&self, organization: &OrganizationId) -> Result<UserType, AppError> {
        let provider = self.records.store.providers().find(organization)?;
        let role = provider.and_then(|provider| provider.role_of(&[]));
        Ok(role.unwrap_or(UserType::Interviewer))
    }
}

/// Returns an identifier. Nothing has a malformed one.
fn user_id(id: &str) -> Result<UserId, AppError> {
    UserId::parse("id", id).map_err(|_malformed| NO_USER)
}

fn outcome(
    stored: Result<UserProvisioning, StoreError>,
) -> Result<Option<ProvisionedUser>, AppError> {
    let stored = stored.map_err(|error| conflict_if_taken(error, AccountConflict::UserTaken))?;
    let conflict = match stored {
        UserProvisioning::Done(user) => return Ok(Some(user)),
        UserProvisioning::Refused => return Ok(None),
        UserProvisioning::NotFound => return Err(NO_USER),
        UserProvisioning::Taken => AccountConflict::UserTaken,
        UserProvisioning::TakenByRemoved => AccountConflict::RemovedUserTaken,
        UserProvisioning::LastAdmin => AccountConflict::LastAdmin,
        UserProvisioning::EmergencyAdmin => AccountConflict::EmergencyAdmin,
        UserProvisioning::AddressOfAdmin => AccountConflict::AddressOfAdmin,
    };
    Err(AppError::conflict(conflict))
}

/// Checks what a provider sends about a user.
fn checked(
    sent: ProvisionUser,
    before: Option<&ProvisionedUser>,
) -> Result<UserProvision, InvalidValue> {
    let user_name = match (sent.user_name, before) {
        (Some(name), _) => check_provider_group("userName", &name)?,
        (None, Some(before)) => before.user_name.clone(),
        (None, None) => return Err(InvalidValue::new("userName", TextProblem::Empty)),
    };
    let external_id = sent.external_id.filter(|id| !id.trim().is_empty());
    let external_id = external_id.map(|id| check_provider_group("externalId", &id));
    let email = match &sent.address {
        Some(address) => EmailAddress::parse("emails", address)?,
        None => address_of(&user_name, before)?,
    };
    let given = sent.display_name.unwrap_or_default();
    let full_name = match check_full_name("displayName", &given)? {
        name if !name.is_empty() => name,
        _ => before.map_or(user_name.clone(), |before| before.user.full_name.clone()),
    };
    let was_active = before.is_none_or(|before| before.user.active);
    Ok(UserProvision {
        external_id: external_id.transpose()?,
        active: sent.is_active.unwrap_or(was_active),
        user_name,
        full_name,
        email,
    })
}

/// Returns the address of a user about whom none was sent. A new user has the name as the address. A stored address follows the name only if it
/// was the same.
fn address_of(
    user_name: &str,
    before: Option<&ProvisionedUser>,
) -> Result<EmailAddress, InvalidValue> {
    let address = EmailAddress::parse("emails", user_name);
    let Some(before) = before else {
        return address;
    };
    let stored = &before.user.email;
    let was_same = before.user_name.to_lowercase() == stored.folded();
    Ok(address
        .ok()
        .filter(|_| was_same)
        .unwrap_or_else(|| stored.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_domain::{Timestamp, User};

    fn sent(user_name: &str) -> ProvisionUser {
        ProvisionUser {
            user_name: Some(user_name.to_owned()),
            ..ProvisionUser::default()
        }
    }

    fn stored() -> ProvisionedUser {
        ProvisionedUser {
            user: User {
                id: UserId::parse("id", "usr_1").unwrap(),
                organization_id: OrganizationId::parse("id", "org_1").unwrap(),
                user_type: UserType::Recruiter,
                full_name: "Ada".to_owned(),
                email: EmailAddress::parse("email", "ada@example.org").unwrap(),
                active: false,
                is_integration: false,
                is_invited: false,
            },
            user_name: "ada@example.org".to_owned(),
            external_id: Some("7".to_owned()),
            created_at: Timestamp::from_unix_millis(0).unwrap(),
        }
    }

    #[test]
    fn a_user_name_that_is_an_address_is_enough() {
        let user = checked(sent(" grace@example.org "), None).unwrap();
        assert_eq!(user.user_name, "grace@example.org");
        assert_eq!(user.full_name, "grace@example.org");
        assert_eq!(user.email.as_str(), "grace@example.org");
        assert!(user.active);
        assert_eq!(checked(sent("grace"), None).unwrap_err().field, "emails");
        let nameless = checked(ProvisionUser::default(), None);
        assert_eq!(nameless.unwrap_err().field, "userName");
    }

    #[test]
    fn what_is_not_sent_stays_except_the_identifier_of_the_provider() {
        let before = stored();
        let user = checked(sent("lovelace"), Some(&before)).unwrap();
        assert_eq!(user.user_name, "lovelace");
        assert_eq!(user.email, before.user.email);
        assert_eq!(user.full_name, "Ada");
        assert_eq!((user.external_id, user.active), (None, false));
        let renamed = checked(sent("a@b.example"), Some(&before)).unwrap();
        assert_eq!(renamed.email.as_str(), "a@b.example");
        let other = ProvisionedUser {
            user_name: "ada@login.example".to_owned(),
            ..before
        };
        let kept = checked(sent("a@b.example"), Some(&other)).unwrap();
        assert_eq!(kept.email.as_str(), "ada@example.org");
    }
}
