//! The GraphQL types of users and API keys.

pub(crate) mod integrations;
pub(crate) mod invitations;
pub(crate) mod linked_identities;
pub(crate) mod passkeys;
pub(crate) mod provisioning;
pub(crate) mod second_factors;
pub(crate) mod sessions;
pub(crate) mod settings;
pub(crate) mod single_sign_on;

use chrono::Duration;
use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError, CreateApiKey, CreateUser, IssuedApiKey, UpdateUser};
use shortlist_domain::{
    ApiKeyId, InvalidValue, Permission, Principal, RoleChange, Timestamp, UserType,
};

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
    /// Admin, Recruiter or Interviewer.
    user_type: String,
    /// The role, if it is narrower than the type: `HiringManager` or `ReadOnly`, which are roles of the type Recruiter.
    role: Option<String>,
    full_name: String,
    email: String,
    password: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct UpdateUserInput {
    pub(crate) organization_id: String,
    user_id: String,
    /// A new type. A user who has a role of this type keeps it, unless `role` names another one.
    user_type: Option<String>,
    /// A new role: `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`.
    role: Option<String>,
    full_name: Option<String>,
    /// Whether the user may sign in. Deactivating a user ends all sessions at once.
    active: Option<bool>,
    /// The new password. It ends all sessions.
    password: Option<String>,
}

/// A user, and what is known of their second factor.
pub(crate) struct ListedUser {
    user: shortlist_domain::User,
    has_second_factor: Option<bool>,
}

object! {
    /// A user account.
    pub(crate) struct User(ListedUser) as listed {
        #[graphql(name = "_id")]
        id: &str = listed.user.id.as_str();
        /// `Admin`, `Recruiter` or `Interviewer`: the `userType` with which the user calls.
        user_type: &'static str = listed.user.user_type.claim().as_str();
        /// What the user may do: `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`.
        role: &'static str = listed.user.user_type.as_str();
        full_name: &str = &listed.user.full_name;
        email: &str = listed.user.email.as_str();
        active: bool = listed.user.active;
        /// Whether the user is a machine, which has access tokens instead of a password.
        is_integration: bool = listed.user.is_integration;
        /// Whether the user was invited and has not chosen a password yet.
        is_invited: bool = listed.user.is_invited;
        /// Whether the user has a second factor, so that the password alone does not sign in. Null in other answers than those of
        /// listUsers and resetSecondFactor.
        has_second_factor: Option<bool> = listed.has_second_factor;
    }
}

impl From<shortlist_domain::User> for User {
    fn from(user: shortlist_domain::User) -> Self {
        Self(ListedUser {
            user,
            has_second_factor: None,
        })
    }
}

impl User {
    /// Returns a user of whom it is known whether they have a second factor.
    pub(crate) fn with_factor(user: shortlist_domain::User, has_second_factor: bool) -> Self {
        Self(ListedUser {
            user,
            has_second_factor: Some(has_second_factor),
        })
    }
}

/// The users of an organization, ordered by name.
#[derive(GraphQLObject)]
pub(crate) struct UserList {
    users: Vec<User>,
}

impl UserList {
    pub(crate) fn load(context: &RequestContext, principal: &Principal) -> Result<Self, AppError> {
        let (accounts, organization) = (context.app.accounts(), &principal.organization_id);
        let users = accounts.list_users(organization)?;
        let with_factor = accounts.users_with_second_factor(organization)?;
        let user = |user: shortlist_domain::User| {
            let has_factor = with_factor.contains(&user.id);
            User::with_factor(user, has_factor)
        };
        Self::of(context, users.into_iter().map(user).collect())
    }

    pub(crate) fn interviewers(
        context: &RequestContext,
        principal: &Principal,
    ) -> Result<Self, AppError> {
        let users = context.app.accounts().list_interviewers(principal)?;
        Self::of(context, users.into_iter().map(User::from).collect())
    }

    fn of(context: &RequestContext, users: Vec<User>) -> Result<Self, AppError> {
        context.charge(ITEM_BYTES * users.len())?;
        Ok(Self { users })
    }
}

impl CreateUserInput {
    pub(crate) fn request(self) -> Result<CreateUser, InvalidValue> {
        Ok(CreateUser {
            id: self.user_id,
            user_type: UserType::parse_with_role(&self.user_type, self.role.as_deref())?,
            full_name: self.full_name,
            email: self.email,
            password: self.password,
        })
    }
}

impl UpdateUserInput {
    /// Returns the user, and the change.
    pub(crate) fn request(self) -> Result<(String, UpdateUser), InvalidValue> {
        let (user_type, role) = (self.user_type.as_deref(), self.role.as_deref());
        let role = match (user_type, role) {
            (None, None) => RoleChange::Keep,
            (None, Some(role)) => RoleChange::Role(UserType::parse("role", role)?),
            (Some(name), None) => RoleChange::Type(UserType::parse_type("userType", name)?),
            (Some(name), role) => RoleChange::Role(UserType::parse_with_role(name, role)?),
        };
        let change = UpdateUser {
            role,
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
