//! The GraphQL types of integration users and their access tokens.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, CreateIntegrationUser, IssuedAccessToken};
use shortlist_domain::{InvalidValue, Timestamp, UserType};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;

#[derive(GraphQLInputObject)]
pub(crate) struct CreateIntegrationUserInput {
    pub(crate) organization_id: String,
    /// Admin, Recruiter or Interviewer. It decides, with the API key, what the integration may do.
    user_type: String,
    /// The role, if it is narrower than the type: `HiringManager` or `ReadOnly`, which are roles of the type Recruiter.
    role: Option<String>,
    /// The name of the integration.
    full_name: String,
}

impl CreateIntegrationUserInput {
    pub(crate) fn request(self) -> Result<CreateIntegrationUser, InvalidValue> {
        Ok(CreateIntegrationUser {
            user_type: UserType::parse_with_role(&self.user_type, self.role.as_deref())?,
            full_name: self.full_name,
        })
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct CreateAccessTokenInput {
    pub(crate) organization_id: String,
    /// The integration user.
    pub(crate) user_id: String,
    /// The purpose of the token.
    pub(crate) name: String,
    /// The number of days until the token expires, at most 365.
    #[graphql(default = Some(90))]
    pub(crate) days: Option<i32>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListAccessTokensInput {
    pub(crate) organization_id: String,
    pub(crate) user_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct RevokeAccessTokenInput {
    pub(crate) organization_id: String,
    pub(crate) token_id: String,
}

/// An access token of an integration user, without its secret.
#[derive(GraphQLObject)]
pub(crate) struct AccessToken {
    token_id: String,
    user_id: String,
    name: String,
    /// The first characters of the secret, for display.
    shown_prefix: String,
    live: bool,
    created_at: String,
    expires_at: String,
    revoked_at: Option<String>,
    last_used_at: Option<String>,
}

/// The access tokens of an integration user, the newest first.
#[derive(GraphQLObject)]
pub(crate) struct AccessTokenList {
    tokens: Vec<AccessToken>,
}

/// A new access token with its secret, which is shown only once.
#[derive(GraphQLObject)]
pub(crate) struct IssuedToken {
    token_id: String,
    access_token: String,
    user_id: String,
    name: String,
    expires_at: String,
}

impl AccessToken {
    pub(crate) fn of(token: shortlist_domain::AccessToken, now: Timestamp) -> Self {
        Self {
            live: token.is_live(now),
            token_id: token.id.into_string(),
            user_id: token.user_id.into_string(),
            name: token.name,
            shown_prefix: token.shown_prefix,
            created_at: token.created_at.to_string(),
            expires_at: token.expires_at.to_string(),
            revoked_at: token.revoked_at.map(|at| at.to_string()),
            last_used_at: token.last_used_at.map(|at| at.to_string()),
        }
    }
}

impl AccessTokenList {
    pub(crate) fn load(
        context: &RequestContext,
        input: &ListAccessTokensInput,
    ) -> Result<Self, AppError> {
        let organization = &context.principal.organization_id;
        let accounts = context.app.accounts();
        let tokens = accounts.list_access_tokens(organization, &input.user_id)?;
        context.charge(ITEM_BYTES * tokens.len())?;
        let now = context.app.clock().now();
        let tokens = tokens.into_iter().map(|token| AccessToken::of(token, now));
        Ok(Self {
            tokens: tokens.collect(),
        })
    }
}

impl IssuedToken {
    pub(crate) fn of(issued: IssuedAccessToken) -> Self {
        let token = issued.token;
        Self {
            token_id: token.id.into_string(),
            access_token: issued.secret,
            user_id: token.user_id.into_string(),
            name: token.name,
            expires_at: token.expires_at.to_string(),
        }
    }
}
