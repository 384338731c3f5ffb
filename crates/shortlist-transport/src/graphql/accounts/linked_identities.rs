//! The GraphQL types and operations of the accounts at an identity provider that sign users in.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, Operation};

use crate::graphql::accounts::sessions::EndedSessions;
use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct ListIdentitiesInput {
    organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct UnlinkIdentityInput {
    organization_id: String,
    /// The provider.
    issuer: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListUserIdentitiesInput {
    organization_id: String,
    user_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct UnlinkUserIdentityInput {
    organization_id: String,
    user_id: String,
    /// The provider.
    issuer: String,
}

object! {
    /// An account at an identity provider that signs a user in.
    pub(crate) struct LinkedIdentity(shortlist_domain::LinkedIdentity) as linked {
        /// The provider.
        issuer: &str = &linked.identity.issuer;
        /// The beginning of the account's identifier at the provider.
        subject: String = linked.identity.short_subject();
        /// When they were linked.
        linked_at: String = linked.linked_at.to_string();
        /// When the user last signed in with it. Null if that was with an earlier version.
        last_used_at: Option<String> = linked.last_used_at.map(|at| at.to_string());
    }
}

/// The accounts at an identity provider that sign a user in.
#[derive(GraphQLObject)]
pub(crate) struct IdentityList {
    identities: Vec<LinkedIdentity>,
}

impl IdentityList {
    fn of(
        context: &RequestContext,
        identities: Vec<shortlist_domain::LinkedIdentity>,
    ) -> Result<Self, AppError> {
        context.charge(ITEM_BYTES * identities.len())?;
        Ok(Self {
            identities: identities.into_iter().map(LinkedIdentity).collect(),
        })
    }
}

pub(crate) fn list_identities(
    context: &RequestContext,
    input: &ListIdentitiesInput,
) -> Resolved<IdentityList> {
    context.perform(
        Operation::ListIdentities,
        of_organization(&input.organization_id),
        |app, principal| IdentityList::of(context, app.sessions().list_own_identities(principal)?),
    )
}

pub(crate) fn unlink_identity(
    context: &RequestContext,
    input: &UnlinkIdentityInput,
) -> Resolved<EndedSessions> {
    context.perform(
        Operation::UnlinkIdentity,
        of_organization(&input.organization_id),
        |app, principal| {
            let ended = app.sessions().unlink_own(principal, &input.issuer)?;
            Ok(EndedSessions::of(ended))
        },
    )
}

pub(crate) fn list_user_identities(
    context: &RequestContext,
    input: &ListUserIdentitiesInput,
) -> Resolved<IdentityList> {
    context.perform(
        Operation::ListUserIdentities,
        of_organization(&input.organization_id),
        |app, principal| {
            let sessions = app.sessions();
            let found = sessions.list_identities_of_user(principal, &input.user_id)?;
            IdentityList::of(context, found)
        },
    )
}

pub(crate) fn unlink_user_identity(
    context: &RequestContext,
    input: &UnlinkUserIdentityInput,
) -> Resolved<EndedSessions> {
    context.perform(
        Operation::UnlinkUserIdentity,
        of_organization(&input.organization_id),
        |app, principal| {
            let (user, issuer) = (&input.user_id, &input.issuer);
            let ended = app.sessions().unlink_user(principal, user, issuer)?;
            Ok(EndedSessions::of(ended))
        },
    )
}
