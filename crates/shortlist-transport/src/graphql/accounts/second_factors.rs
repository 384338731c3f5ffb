//! The GraphQL types and operations of second factors, which Admins manage.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::Operation;

use crate::graphql::accounts::User;
use crate::graphql::context::{RequestContext, Resolved, of_organization};

#[derive(GraphQLInputObject)]
pub(crate) struct ResetSecondFactorInput {
    organization_id: String,
    user_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetSecondFactorPolicyInput {
    organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetSecondFactorPolicyInput {
    organization_id: String,
    /// The roles: `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`. `Recruiter` includes `HiringManager` and `ReadOnly`. None means that nobody needs one.
    roles: Vec<String>,
}

/// Who must have a second factor.
#[derive(GraphQLObject)]
pub(crate) struct SecondFactorPolicy {
    /// The roles whose users must have one.
    roles: Vec<&'static str>,
}

impl SecondFactorPolicy {
    fn of(policy: &shortlist_domain::SecondFactorPolicy) -> Self {
        let roles = policy.roles().iter();
        Self {
            roles: roles.map(|role| role.as_str()).collect(),
        }
    }
}

pub(crate) fn get_policy(
    context: &RequestContext,
    input: &GetSecondFactorPolicyInput,
) -> Resolved<SecondFactorPolicy> {
    context.perform(
        Operation::GetSecondFactorPolicy,
        of_organization(&input.organization_id),
        |app, principal| {
            let accounts = app.accounts();
            let policy = accounts.second_factor_policy(&principal.organization_id)?;
            Ok(SecondFactorPolicy::of(&policy))
        },
    )
}

pub(crate) fn set_policy(
    context: &RequestContext,
    input: &SetSecondFactorPolicyInput,
) -> Resolved<SecondFactorPolicy> {
    context.perform(
        Operation::SetSecondFactorPolicy,
        of_organization(&input.organization_id),
        |app, principal| {
            let accounts = app.accounts();
            let policy = accounts.set_second_factor_policy(principal, &input.roles)?;
            Ok(SecondFactorPolicy::of(&policy))
        },
    )
}

pub(crate) fn reset(context: &RequestContext, input: &ResetSecondFactorInput) -> Resolved<User> {
    context.perform(
        Operation::ResetSecondFactor,
        of_organization(&input.organization_id),
        |app, principal| {
            let accounts = app.accounts();
            let user = accounts.reset_second_factor(&principal.party(), &input.user_id)?;
            Ok(User::with_factor(user, false))
        },
    )
}
