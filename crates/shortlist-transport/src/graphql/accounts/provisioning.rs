//! The GraphQL types and operations of the token with which an identity provider provisions users.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::Operation;
use shortlist_domain::UserId;

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct ScimTokenInput {
    pub(crate) organization_id: String,
}

object! {
    /// The token with which the identity provider provisions users, without its secret.
    pub(crate) struct ScimToken(shortlist_domain::ScimToken) as token {
        /// The first characters of the secret, for display.
        shown_prefix: &str = &token.shown_prefix;
        created_at: String = token.created_at.to_string();
        /// The Admin who created it.
        created_by: Option<&str> = token.created_by.as_ref().map(UserId::as_str);
        /// When it was last used, accurate to about a minute.
        last_used_at: Option<String> = token.last_used_at.map(|at| at.to_string());
    }
}

/// A new token with its secret, which is shown only once.
#[derive(GraphQLObject)]
pub(crate) struct IssuedScimToken {
    /// The secret, which the identity provider sends as its bearer token.
    secret: String,
    shown_prefix: String,
    created_at: String,
}

pub(crate) fn scim_token(context: &RequestContext, input: &ScimTokenInput) -> Resolved<ScimToken> {
    let found = context.perform(
        Operation::GetScimToken,
        of_organization(&input.organization_id),
        |app, principal| Ok(app.provisioning().token(principal)?.map(ScimToken)),
    );
    found.map(Option::flatten)
}

pub(crate) fn create_scim_token(
    context: &RequestContext,
    input: &ScimTokenInput,
) -> Resolved<IssuedScimToken> {
    context.perform(
        Operation::CreateScimToken,
        of_organization(&input.organization_id),
        |app, principal| {
            let issued = app.provisioning().create_token(principal)?;
            Ok(IssuedScimToken {
                secret: issued.secret,
                shown_prefix: issued.token.shown_prefix,
                created_at: issued.token.created_at.to_string(),
            })
        },
    )
}

pub(crate) fn revoke_scim_token(
    context: &RequestContext,
    input: &ScimTokenInput,
) -> Resolved<ScimToken> {
    context.perform(
        Operation::RevokeScimToken,
        of_organization(&input.organization_id),
        |app, principal| app.provisioning().revoke_token(principal).map(ScimToken),
    )
}
