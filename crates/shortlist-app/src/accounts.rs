//! Organizations, users and API keys.

pub(crate) mod identity_provider;
pub(crate) mod integrations;
pub(crate) mod invitations;
pub(crate) mod known_devices;
pub(crate) mod linked_identities;
pub(crate) mod linked_passwords;
pub(crate) mod new_password;
pub(crate) mod organization_choice;
pub(crate) mod passkeys;
mod password_check;
mod password_permission;
pub(crate) mod passwords;
pub(crate) mod provisioning;
pub(crate) mod second_factors;
pub(crate) mod session_list;
mod session_refreshes;
pub(crate) mod sign_in;
pub(crate) mod sign_in_attempt;
pub(crate) mod sign_in_limits;
mod signed_account;
pub(crate) mod single_sign_on;
pub(crate) mod web_sessions;

use chrono::Duration;
use shortlist_domain::{
    AccountProblem, ApiKey, ApiKeyId, EmailAddress, Environment, InvalidValue, LinkDelivery,
    ListProblem, NewApiKey, NewOrganization, NewUser, NumberProblem, Organization, OrganizationId,
    Party, Permission, Principal, RoleChange, StageList, TextProblem, User, UserChange, UserId,
    UserType, check_full_name,
};
use shortlist_persistence::{StoreError, UserUpdate};

use crate::accounts::new_password::check_new_password;
use crate::checks::require_organization;
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::operations::Operation;
use crate::records::{Records, list_organization_ids};
use crate::secrets::{Secret, hash_password, random_bits};
use crate::stage_ids::new_stage_ids;

/// The default lifetime of a key, in days.
pub const DEFAULT_KEY_DAYS: i64 = 90;

/// The longest lifetime of a key, in days: ten years.
const MAX_KEY_DAYS: i64 = 3_650;
/// The longest time, in days, for which a key works alongside its replacement.
const MAX_OVERLAP_DAYS: i64 = 30;

const NO_KEY: AppError = AppError::NotFound {
    field: "keyId",
    what: "API key",
};

/// An organization to create.
#[derive(Debug, Clone)]
pub struct CreateOrganization {
    /// An identifier from another system; `None` generates one.
    pub id: Option<String>,
    /// Its display name.
    pub name: String,
}

/// A user to create.
#[derive(Debug, Clone)]
pub struct CreateUser {
    /// An identifier from another system; `None` generates one.
    pub id: Option<String>,
    /// Their role.
    pub user_type: UserType,
    /// Their display name.
    pub full_name: String,
    /// The e-mail address they sign in with.
    pub email: String,
    /// Their password.
    pub password: String,
}

/// The fields of a user to change; `None` keeps a field.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateUser {
    pub role: RoleChange,
    pub full_name: Option<String>,
    pub active: Option<bool>,
    pub password: Option<String>,
}

/// A key to create.
#[derive(Debug, Clone)]
pub struct CreateApiKey {
    /// Its purpose.
    pub name: String,
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// Its lifetime; `None` means 90 days.
    pub lifetime: Option<Duration>,
}

/// A newly created key with its secret, which is shown only once.
#[derive(Debug)]
pub struct IssuedApiKey {
    /// The key.
    pub key: NewApiKey,
    /// The secret.
    pub secret: String,
}

/// Manages organizations, users and API keys.
pub struct Accounts<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) environment: Environment,
    /// How invited users get their link.
    pub(crate) link_delivery: LinkDelivery,
}

impl Accounts<'_> {
    /// Lists the identifiers of all organizations, for operator tasks that process each of them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_organization_ids(&self) -> Result<Vec<OrganizationId>, AppError> {
        list_organization_ids(self.records.store)
    }

    /// Creates an organization, whose new jobs get the stages of recruiting.
    ///
    /// # Errors
    /// Returns an error if a value is invalid or the identifier is already in use.
    pub fn create_organization(
        &self,
        request: CreateOrganization,
    ) -> Result<Organization, AppError> {
        let id = match request.id {
            Some(id) => OrganizationId::parse("organizationId", &id)?,
            None => OrganizationId::generate(self.records.clock.now(), random_bits()?),
        };
        let mut new_id = new_stage_ids(self.records.clock)?;
        let organization = NewOrganization {
            id,
            name: named("name", &request.name)?,
            stages: StageList::of_recruiting(&mut new_id),
            created_at: self.records.clock.now(),
        };
        let writer = self
            .records
            .writers
            .for_operator(&organization.id, "createOrganization");
        let inserted = writer.organizations().insert(&organization);
        inserted.map_err(|error| conflict_if_taken(error, AccountConflict::OrganizationTaken))
    }

    /// Creates a user of an organization.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, the organization is unknown, or the identifier or e-mail address is already
    /// in use.
    pub fn create_user(&self, party: &Party, request: &CreateUser) -> Result<User, AppError> {
        let organization = &party.organization_id;
        require_organization(self.records.store, organization)?;
        let id = match &request.id {
            Some(id) => UserId::parse("userId", id)?,
            None => UserId::generate(self.records.clock.now(), random_bits()?),
        };
        let about = [request.full_name.as_str(), request.email.as_str()];
        check_new_password("password", &request.password, &about)?;
        let user = NewUser {
            id,
            organization_id: organization.clone(),
            user_type: request.user_type,
            full_name: named("fullName", &request.full_name)?,
            email: EmailAddress::parse("email", &request.email)?,
            password_hash: hash_password(&request.password)?,
            created_at: self.records.clock.now(),
        };
        let writer = self
            .records
            .writers
            .for_party(party, Operation::CreateUser.name());
        let inserted = writer.users().insert(&user);
        inserted.map_err(|error| conflict_if_taken(error, AccountConflict::UserTaken))
    }

    /// Changes a user's role, name, password, or whether they may sign in.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, the organization has no such user, or it would be left without an Admin.
    pub fn update_user(
        &self,
        party: &Party,
        user_id: &str,
        request: &UpdateUser,
    ) -> Result<User, AppError> {
        let id = UserId::parse("userId", user_id)?;
        if let Some(password) = &request.password {
            let user = self
                .records
                .store
                .users()
                .find(&party.organization_id, &id)?;
            let about = user.map(|user| [user.full_name, user.email.as_str().to_owned()]);
            let about = about.iter().flatten().map(String::as_str);
            check_new_password("password", password, &about.collect::<Vec<_>>())?;
        }
        if request.password.is_some() && self.is_integration(&party.organization_id, &id)? {
            let problem = AccountProblem::PasswordOfIntegration;
            return Err(InvalidValue::new("password", problem).into());
        }
        let full_name = request.full_name.as_deref();
        let password = request.password.as_deref();
        let change = UserChange {
            role: request.role,
            full_name: full_name.map(|name| named("fullName", name)).transpose()?,
            active: request.active,
            password_hash: password.map(hash_password).transpose()?,
        };
        let writer = self
            .records
            .writers
            .for_party(party, Operation::UpdateUser.name());
        match writer.users().update(
            &party.organization_id,
            &id,
            &change,
            self.records.clock.now(),
        )? {
            UserUpdate::Updated(user) => Ok(user),
            UserUpdate::NotFound => Err(AppError::NotFound {
                field: "userId",
                what: "user",
            }),
            UserUpdate::LastAdmin => Err(AppError::conflict(AccountConflict::LastAdmin)),
            UserUpdate::EmergencyAdmin => Err(AppError::conflict(AccountConflict::EmergencyAdmin)),
        }
    }

    fn is_integration(&self, organization: &OrganizationId, id: &UserId) -> Result<bool, AppError> {
        let found = self.records.store.users().find(organization, id)?;
        Ok(found.is_some_and(|user| user.is_integration))
    }

    /// Lists the users of an organization, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the organization is unknown.
    pub fn list_users(&self, organization: &OrganizationId) -> Result<Vec<User>, AppError> {
        require_organization(self.records.store, organization)?;
        Ok(self.records.store.users().list(organization)?)
    }

    /// Returns the users who may be assigned to interviews, ordered by name: those who may sign in.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_interviewers(&self, principal: &Principal) -> Result<Vec<User>, AppError> {
        let mut users = self
            .records
            .store
            .users()
            .list(&principal.organization_id)?;
        users.retain(|user| user.active && !user.is_integration);
        Ok(users)
    }

    /// Creates an API key for an organization.
    ///
    /// # Errors
    /// Returns an error if a value is invalid or the organization is unknown.
    pub fn create_api_key(
        &self,
        party: &Party,
        request: CreateApiKey,
    ) -> Result<IssuedApiKey, AppError> {
        require_organization(self.records.store, &party.organization_id)?;
        let issued = self.generate_key(party, request)?;
        self.records
            .writers
            .for_party(party, Operation::CreateApiKey.name())
            .api_keys()
            .insert(&issued.key)?;
        Ok(issued)
    }

    fn generate_key(&self, party: &Party, request: CreateApiKey) -> Result<IssuedApiKey, AppError> {
        if request.permissions.is_empty() {
            return Err(InvalidValue::new("permissions", ListProblem::NoPermission).into());
        }
        let mut permissions = request.permissions.iter();
        let applies = permissions.clone().find(|one| one.is_for_applications());
        if let Some(applies) = applies
            && permissions.any(|one| one != applies)
        {
            let problem = AccountProblem::NotOnlyPermission(applies.as_str());
            return Err(InvalidValue::new("permissions", problem).into());
        }
        let environment = self.environment;
        let secret = Secret::api_key(environment)?;
        let now = self.records.clock.now();
        let lifetime = request
            .lifetime
            .unwrap_or_else(|| Duration::days(DEFAULT_KEY_DAYS));
        if lifetime <= Duration::zero() || lifetime > Duration::days(MAX_KEY_DAYS) {
            let problem = NumberProblem::OutOfRange {
                least: 1,
                most: MAX_KEY_DAYS,
            };
            return Err(InvalidValue::new("days", problem).into());
        }
        let key = NewApiKey {
            id: ApiKeyId::generate(self.records.clock.now(), random_bits()?),
            organization_id: party.organization_id.clone(),
            name: named("name", &request.name)?,
            shown_prefix: secret.shown_prefix(),
            secret_hash: secret.hash,
            permissions: request.permissions,
            environment,
            created_at: now,
            expires_at: Some(now.plus(lifetime)),
        };
        Ok(IssuedApiKey {
            key,
            secret: secret.text,
        })
    }

    /// Replaces a key by a new one with the same name, permissions and lifetime. The old key works for the given overlap or
    /// until it expires, whichever is first.
    ///
    /// # Errors
    /// Returns an error if the overlap is invalid or the organization has no valid key with this identifier.
    pub fn rotate_api_key(
        &self,
        party: &Party,
        key_id: &str,
        overlap: Duration,
    ) -> Result<IssuedApiKey, AppError> {
        let id = ApiKeyId::parse("keyId", key_id)?;
        if overlap < Duration::zero() || overlap > Duration::days(MAX_OVERLAP_DAYS) {
            let problem = NumberProblem::OutOfRange {
                least: 0,
                most: MAX_OVERLAP_DAYS * 24,
            };
            return Err(InvalidValue::new("overlapHours", problem).into());
        }
        let now = self.records.clock.now();
        let old = self
            .records
            .store
            .api_keys()
            .find(&party.organization_id, &id)?
            .filter(|key| key.is_live(now))
            .ok_or(NO_KEY)?;
        let lived = old
            .expires_at
            .map(|end| end.as_datetime() - old.created_at.as_datetime());
        let request = CreateApiKey {
            name: old.name,
            permissions: old.permissions,
            lifetime: lived.map(|lived| lived.max(Duration::days(1))),
        };
        let issued = self.generate_key(party, request)?;
        let writer = self
            .records
            .writers
            .for_party(party, Operation::RotateApiKey.name());
        if writer
            .api_keys()
            .rotate(&id, &issued.key, now.plus(overlap))?
        {
            return Ok(issued);
        }
        Err(NO_KEY)
    }

    /// Returns the caller's own key with its permissions.
    ///
    /// # Errors
    /// Returns an error if the caller uses the web app, which needs no key, or if the database fails.
    pub fn api_key_info(&self, principal: &Principal) -> Result<ApiKey, AppError> {
        let key = principal.key_id.as_ref().ok_or(NO_KEY)?;
        self.records
            .store
            .api_keys()
            .find(&principal.organization_id, key)?
            .ok_or(NO_KEY)
    }

    /// Lists the keys of an organization, newest first.
    ///
    /// # Errors
    /// Returns an error if the organization is unknown.
    pub fn list_api_keys(&self, organization: &OrganizationId) -> Result<Vec<ApiKey>, AppError> {
        require_organization(self.records.store, organization)?;
        Ok(self.records.store.api_keys().list(organization)?)
    }

    /// Revokes a key.
    ///
    /// # Errors
    /// Returns an error if the organization has no such key.
    pub fn revoke_api_key(&self, party: &Party, key: &ApiKeyId) -> Result<ApiKey, AppError> {
        let writer = self
            .records
            .writers
            .for_party(party, Operation::RevokeApiKey.name());
        if writer
            .api_keys()
            .revoke(&party.organization_id, key, self.records.clock.now())?
        {
            let revoked = self
                .records
                .store
                .api_keys()
                .find(&party.organization_id, key)?;
            return revoked.ok_or(NO_KEY);
        }
        Err(NO_KEY)
    }
}

fn named(field: &str, value: &str) -> Result<String, AppError> {
    let value = check_full_name(field, value)?;
    if value.is_empty() {
        return Err(InvalidValue::new(field, TextProblem::Empty).into());
    }
    Ok(value)
}

fn conflict_if_taken(error: StoreError, taken: AccountConflict) -> AppError {
    match error {
        StoreError::UniqueViolation(_) => AppError::conflict(taken),
        error => error.into(),
    }
}
