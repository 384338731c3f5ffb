//! Organizations, users and keys, as an operator makes them.

use chrono::Duration;
use shortlist_domain::{
    ApiKey, ApiKeyId, EmailAddress, InvalidValue, NewApiKey, NewOrganization, NewUser,
    Organization, OrganizationId, Party, Permission, User, UserId, UserType, check_full_name,
};
use shortlist_persistence::{StoreError, Writer};

use crate::secrets::{Secret, hash_password};
use crate::{App, AppError};

/// How long a key lives when nobody says otherwise, in days.
pub const DEFAULT_KEY_DAYS: i64 = 90;
/// The shortest password, in characters.
pub const MIN_PASSWORD_CHARS: usize = 12;
/// The longest password, in characters: hashing has a cost.
pub const MAX_PASSWORD_CHARS: usize = 512;

/// An organization to create.
#[derive(Debug, Clone)]
pub struct CreateOrganization {
    /// An identifier from another system, or a generated one.
    pub id: Option<String>,
    /// Its display name.
    pub name: String,
}

/// A user to create.
#[derive(Debug, Clone)]
pub struct CreateUser {
    /// An identifier from another system, or a generated one.
    pub id: Option<String>,
    /// Their role.
    pub user_type: UserType,
    /// Their display name.
    pub full_name: String,
    /// What they sign in with.
    pub email: String,
    /// Their password.
    pub password: String,
}

/// A key to create.
#[derive(Debug, Clone)]
pub struct CreateApiKey {
    /// What it is for.
    pub name: String,
    /// What it may be used for.
    pub permissions: Vec<Permission>,
    /// How long it lives; `None` is 90 days.
    pub lifetime: Option<Duration>,
}

/// A key just made, with its secret, which is shown this once.
#[derive(Debug)]
pub struct IssuedApiKey {
    /// The key.
    pub key: NewApiKey,
    /// The secret.
    pub secret: String,
}

impl App {
    /// Lists the identifiers of all organizations, for an operator's work on each.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_organization_ids(&self) -> Result<Vec<OrganizationId>, AppError> {
        let all = self.store.list_organizations()?;
        Ok(all
            .into_iter()
            .map(|organization| organization.id)
            .collect())
    }

    /// Creates an organization.
    ///
    /// # Errors
    /// When a value cannot be used, or the identifier is taken.
    pub fn create_organization(
        &self,
        request: CreateOrganization,
    ) -> Result<Organization, AppError> {
        let id = match request.id {
            Some(id) => OrganizationId::parse("organizationId", &id)?,
            None => self.new_id(OrganizationId::generate)?,
        };
        let organization = NewOrganization {
            id,
            name: named("name", &request.name)?,
            created_at: self.now(),
        };
        let writer = self.by_operator(&organization.id, "createOrganization");
        let inserted = writer.insert_organization(&organization);
        inserted.map_err(|error| taken(error, "the organization's identifier is taken"))
    }

    /// Creates a user of an organization.
    ///
    /// # Errors
    /// When a value cannot be used, the organization is unknown, or identifier or e-mail address is taken.
    pub fn create_user(
        &self,
        organization: &OrganizationId,
        request: &CreateUser,
    ) -> Result<User, AppError> {
        self.require_organization(organization)?;
        let id = match &request.id {
            Some(id) => UserId::parse("userId", id)?,
            None => self.new_id(UserId::generate)?,
        };
        check_password(&request.password)?;
        let user = NewUser {
            id,
            organization_id: organization.clone(),
            user_type: request.user_type,
            full_name: named("fullName", &request.full_name)?,
            email: EmailAddress::parse("email", &request.email)?,
            password_hash: hash_password(&request.password)?,
            created_at: self.now(),
        };
        let writer = self.by_operator(organization, "createUser");
        let inserted = writer.insert_user(&user);
        inserted.map_err(|error| taken(error, "the user's identifier or e-mail address is taken"))
    }

    /// Gives a user another password.
    ///
    /// # Errors
    /// When the password cannot be used or the organization has no such user.
    pub fn set_password(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        password: &str,
    ) -> Result<(), AppError> {
        check_password(password)?;
        let hash = hash_password(password)?;
        let writer = self.by_operator(organization, "updateUser");
        if writer.set_password_hash(organization, user, &hash)? {
            return Ok(());
        }
        Err(AppError::NotFound {
            field: "userId",
            what: "user",
        })
    }

    /// Issues a key of an organization.
    ///
    /// # Errors
    /// When a value cannot be used or the organization is unknown.
    pub fn create_api_key(
        &self,
        organization: &OrganizationId,
        request: CreateApiKey,
    ) -> Result<IssuedApiKey, AppError> {
        self.require_organization(organization)?;
        if request.permissions.is_empty() {
            return Err(
                InvalidValue::new("permissions", "must name at least one permission").into(),
            );
        }
        let environment = self.settings.environment;
        let secret = Secret::api_key(environment)?;
        let now = self.now();
        let lifetime = request
            .lifetime
            .unwrap_or_else(|| Duration::days(DEFAULT_KEY_DAYS));
        let key = NewApiKey {
            id: self.new_id(ApiKeyId::generate)?,
            organization_id: organization.clone(),
            name: named("name", &request.name)?,
            shown_prefix: secret.shown_prefix(),
            secret_hash: secret.hash,
            permissions: request.permissions,
            environment,
            created_at: now,
            expires_at: Some(now.plus(lifetime)),
        };
        self.by_operator(organization, "createApiKey")
            .insert_api_key(&key)?;
        Ok(IssuedApiKey {
            key,
            secret: secret.text,
        })
    }

    /// Lists the keys of an organization, the newest first.
    ///
    /// # Errors
    /// When the organization is unknown.
    pub fn list_api_keys(&self, organization: &OrganizationId) -> Result<Vec<ApiKey>, AppError> {
        self.require_organization(organization)?;
        Ok(self.store.list_api_keys(organization)?)
    }

    /// Makes a key stop working.
    ///
    /// # Errors
    /// When the organization has no such key.
    pub fn revoke_api_key(
        &self,
        organization: &OrganizationId,
        key: &ApiKeyId,
    ) -> Result<(), AppError> {
        let revoked = self
            .by_operator(organization, "revokeApiKey")
            .revoke_api_key(organization, key, self.now())?;
        if revoked {
            Ok(())
        } else {
            Err(AppError::NotFound {
                field: "keyId",
                what: "API key",
            })
        }
    }

    /// The store on behalf of whoever runs the command line.
    pub(crate) fn by_operator(
        &self,
        organization: &OrganizationId,
        operation: &'static str,
    ) -> Writer<'_> {
        self.by_party(&Party::operator(organization), operation)
    }

    pub(crate) fn require_organization(&self, id: &OrganizationId) -> Result<(), AppError> {
        match self.store.find_organization(id)? {
            Some(_) => Ok(()),
            None => Err(InvalidValue::new(
                "organizationId",
                "is unknown; create the organization first",
            )
            .into()),
        }
    }
}

fn check_password(password: &str) -> Result<(), InvalidValue> {
    let length = password.chars().count();
    if (MIN_PASSWORD_CHARS..=MAX_PASSWORD_CHARS).contains(&length) {
        return Ok(());
    }
    let bounds = format!("must have {MIN_PASSWORD_CHARS} to {MAX_PASSWORD_CHARS} characters");
    Err(InvalidValue::new("password", bounds))
}

fn named(field: &str, value: &str) -> Result<String, AppError> {
    let value = check_full_name(field, value)?;
    if value.is_empty() {
        return Err(InvalidValue::new(field, "must not be empty").into());
    }
    Ok(value)
}

fn taken(error: StoreError, message: &str) -> AppError {
    match error {
        StoreError::UniqueViolation(_) => AppError::Conflict(message.to_owned()),
        error => error.into(),
    }
}
