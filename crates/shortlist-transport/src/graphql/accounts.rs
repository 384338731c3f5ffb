//! The GraphQL types of users and API keys.

pub(crate) mod integrations;
pub(crate) mod invitations;
pub(crate) mod sessions;
pub(crate) mod settings;

use chrono::Duration;
use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError, CreateApiKey, CreateUser, IssuedApiKey, UpdateUser};
use shortlist_domain::{ApiKeyId, InvalidValue, Permission, Principal, Timestamp, UserType};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct ListUsersInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListInterviewersInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct CreateUserInput {
    pub(crate) organization_id: String,
    /// An identifier from another system. Without it, one is generated.
    user_id: Option<String>,
    /// The role: Admin, Recruiter or Interviewer.
    user_type: String,
    full_name: String,
    email: String,
    password: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct UpdateUserInput {
    pub(crate) organization_id: String,
    user_id: String,
    user_type: Option<String>,
    full_name: Option<String>,
    /// Whether the user may sign in. Deactivating a user ends all sessions at once.
    active: Option<bool>,
    /// The new password. It ends all sessions.
    password: Option<String>,
}

object! {
    /// A user account.
    pub(crate) struct User(shortlist_domain::User) as user {
        #[graphql(name = "_id")]
        id: &str = user.id.as_str();
        user_type: &'static str = user.user_type.as_str();
        full_name: &str = &user.full_name;
        email: &str = user.email.as_str();
        active: bool = user.active;
        /// Whether the user is a machine, which has access tokens instead of a password.
        is_integration: bool = user.is_integration;
        /// Whether the user was invited and has not chosen a password yet.
        is_invited: bool = user.is_invited;
    }
}

/// The users of an organization, ordered by name.
#[derive(GraphQLObject)]
pub(crate) struct UserList {
    users: Vec<User>,
}

impl UserList {
    pub(crate) fn load(context: &RequestContext, principal: &Principal) -> Result<Self, AppError> {
        let users = context
            .app
            .accounts()
            .list_users(&principal.organization_id)?;
        Self::of(context, users)
    }

    pub(crate) fn interviewers(
        context: &RequestContext,
        principal: &Principal,
    ) -> Result<Self, AppError> {
        let users = context.app.accounts().list_interviewers(principal)?;
        Self::of(context, users)
    }

    fn of(context: &RequestContext, users: Vec<shortlist_domain::User>) -> Result<Self, AppError> {
        context.charge(ITEM_BYTES * users.len())?;
        Ok(Self {
            users: users.into_iter().map(User).collect(),
        })
    }
}

impl CreateUserInput {
    pub(crate) fn request(self) -> Result<CreateUser, InvalidValue> {
        Ok(CreateUser {
            id: self.user_id,
            user_type: UserType::parse("userType", &self.user_type)?,
            full_name: self.full_name,
            email: self.email,
            password: self.password,
        })
    }
}

impl UpdateUserInput {
    /// Returns the user, and the change.
    pub(crate) fn request(self) -> Result<(String, UpdateUser), InvalidValue> {
        let user_type = self.user_type.as_deref();
        let change = UpdateUser {
            user_type: user_type
                .map(|name| UserType::parse("userType", name))
                .transpose()?,
            full_name: self.full_name,
            active: self.active,
            password: self.password,
        };
        Ok((self.user_id, change))
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListApiKeysInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct CreateApiKeyInput {
    pub(crate) organization_id: String,
    /// The purpose of the key.
    name: String,
    /// The permissions, such as `jobs:read`.
    permissions: Vec<String>,
    /// The number of days until the key expires.
    #[graphql(default = Some(90))]
    days: Option<i32>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct RotateApiKeyInput {
    pub(crate) organization_id: String,
    pub(crate) key_id: String,
    /// The number of hours for which the old key continues to work.
    #[graphql(default = Some(24))]
    overlap_hours: Option<i32>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct RevokeApiKeyInput {
    pub(crate) organization_id: String,
    key_id: String,
}

/// An API key without its secret.
#[derive(GraphQLObject)]
pub(crate) struct ApiKey {
    key_id: String,
    name: String,
    /// The first characters of the secret, for display.
    shown_prefix: String,
    permissions: Vec<&'static str>,
    environment: &'static str,
    live: bool,
    created_at: String,
    expires_at: Option<String>,
    revoked_at: Option<String>,
    last_used_at: Option<String>,
}

/// The API keys of an organization, newest first.
#[derive(GraphQLObject)]
pub(crate) struct ApiKeyList {
    keys: Vec<ApiKey>,
}

/// A new API key with its secret, which is shown only once.
#[derive(GraphQLObject)]
pub(crate) struct IssuedKey {
    key_id: String,
    api_key: String,
    name: String,
    permissions: Vec<&'static str>,
    expires_at: Option<String>,
}

fn names(permissions: &[Permission]) -> Vec<&'static str> {
    permissions.iter().map(|one| one.as_str()).collect()
}

fn time(at: Option<Timestamp>) -> Option<String> {
    at.map(|at| at.to_string())
}

impl ApiKey {
    pub(crate) fn of(key: shortlist_domain::ApiKey, now: Timestamp) -> Self {
        Self {
            live: key.is_live(now),
            key_id: key.id.into_string(),
            name: key.name,
            shown_prefix: key.shown_prefix,
            permissions: names(&key.permissions),
            environment: key.environment.as_str(),
            created_at: key.created_at.to_string(),
            expires_at: time(key.expires_at),
            revoked_at: time(key.revoked_at),
            last_used_at: time(key.last_used_at),
        }
    }

    /// Revokes a key and returns its new state.
    pub(crate) fn revoke(
        app: &App,
        principal: &Principal,
        input: &RevokeApiKeyInput,
    ) -> Result<Self, AppError> {
        let id = ApiKeyId::parse("keyId", &input.key_id)?;
        let revoked = app.accounts().revoke_api_key(&principal.party(), &id)?;
        Ok(Self::of(revoked, app.clock().now()))
    }
}

impl ApiKeyList {
    pub(crate) fn load(context: &RequestContext, principal: &Principal) -> Result<Self, AppError> {
        let keys = context
            .app
            .accounts()
            .list_api_keys(&principal.organization_id)?;
        context.charge(ITEM_BYTES * keys.len())?;
        let now = context.app.clock().now();
        Ok(Self {
            keys: keys.into_iter().map(|key| ApiKey::of(key, now)).collect(),
        })
    }
}

impl IssuedKey {
    pub(crate) fn of(issued: IssuedApiKey) -> Self {
        Self {
            key_id: issued.key.id.into_string(),
            api_key: issued.secret,
            name: issued.key.name,
            permissions: names(&issued.key.permissions),
            expires_at: time(issued.key.expires_at),
        }
    }
}

impl CreateApiKeyInput {
    pub(crate) fn request(self) -> Result<CreateApiKey, InvalidValue> {
        let permissions = self.permissions.iter();
        Ok(CreateApiKey {
            name: self.name,
            permissions: permissions
                .map(|name| Permission::parse("permissions", name))
                .collect::<Result<_, _>>()?,
            lifetime: self.days.map(|days| Duration::days(days.into())),
        })
    }
}

impl RotateApiKeyInput {
    pub(crate) fn overlap(&self) -> Duration {
        Duration::hours(self.overlap_hours.unwrap_or(24).into())
    }
}
