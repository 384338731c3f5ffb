//! The GraphQL types and operations of single sign-on.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{Operation, SecretChange, SetIdentityProvider, TypedGroupRole};
use shortlist_domain::{EmailDomain, GroupRole, UserId, UserType};

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct IdentityProviderInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct GroupRoleInput {
    /// The group, exactly as the provider writes it in its tokens.
    group: String,
    /// The role: `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`.
    role: String,
}

input! {
    pub(crate) struct SetIdentityProviderInput(SetIdentityProvider) of organization_id "organizationId" {
        /// The issuer, exactly as the provider writes it in its tokens.
        "issuer" as issuer: String;
        "clientId" as client_id: String;
        /// The secret. Without it, the stored one stays, and has to be sent again if the issuer or the client changes. An empty text removes it: the client is public.
        "clientSecret" as client_secret: Option<String> = secret_change(client_secret);
        /// The domains of the e-mail addresses whose users the provider signs in.
        "domains" as domains: Vec<String>;
        /// `Offered` or `Enforced`: then only the emergency Admin may use a password.
        "mode" as mode: String;
        /// An active Admin with a password. An enforced provider needs one.
        "emergencyAdminId" as emergency_admin_id: Option<String>;
        /// The role of users whose groups have none. Null: no account is created for them, and if any group has a role, they may not sign in.
        "defaultRole" as default_role: Option<String>;
        "groupRoles" as group_roles: Option<Vec<GroupRoleInput>> = typed_roles(group_roles);
    }
}

fn secret_change(sent: Option<String>) -> SecretChange {
    match sent {
        None => SecretChange::Keep,
        Some(secret) if secret.is_empty() => SecretChange::Remove,
        Some(secret) => SecretChange::Set(secret),
    }
}

fn typed_roles(sent: Option<Vec<GroupRoleInput>>) -> Vec<TypedGroupRole> {
    let typed = |one: GroupRoleInput| TypedGroupRole {
        group: one.group,
        role: one.role,
    };
    sent.into_iter().flatten().map(typed).collect()
}

object! {
    /// The identity provider of an organization. Its secret is never returned.
    pub(crate) struct IdentityProvider(shortlist_domain::IdentityProvider) as provider {
        issuer: &str = &provider.issuer;
        client_id: &str = &provider.client_id;
        has_client_secret: bool = provider.client_secret.is_some();
        domains: Vec<&str> = provider.domains.iter().map(EmailDomain::as_str).collect();
        /// `Offered` or `Enforced`.
        mode: &'static str = provider.mode.as_str();
        emergency_admin_id: Option<&str> = provider.emergency_admin.as_ref().map(UserId::as_str);
        default_role: Option<&'static str> = provider.default_role.map(UserType::as_str);
        group_roles: Vec<ProviderGroupRole> = provider.group_roles.iter().cloned().map(ProviderGroupRole).collect();
        updated_at: String = provider.updated_at.to_string();
    }
}

object! {
    /// The role of the members of a group at the provider.
    pub(crate) struct ProviderGroupRole(GroupRole) as one {
        group: &str = &one.group;
        role: &'static str = one.role.as_str();
    }
}

/// A provider that was removed.
#[derive(GraphQLObject)]
pub(crate) struct RemovedIdentityProvider {
    issuer: String,
}

pub(crate) fn identity_provider(
    context: &RequestContext,
    input: &IdentityProviderInput,
) -> Resolved<IdentityProvider> {
    let found = context.perform(
        Operation::GetIdentityProvider,
        of_organization(&input.organization_id),
        |app, principal| {
            let found = app.single_sign_on().configured(principal)?;
            Ok(found.map(IdentityProvider))
        },
    );
    found.map(Option::flatten)
}

pub(crate) fn set_identity_provider(
    context: &RequestContext,
    input: &SetIdentityProviderInput,
) -> Resolved<IdentityProvider> {
    context.perform(
        Operation::SetIdentityProvider,
        of_organization(&input.organization_id),
        |app, principal| {
            let set = app.single_sign_on().configure(principal, &input.request)?;
            Ok(IdentityProvider(set))
        },
    )
}

pub(crate) fn remove_identity_provider(
    context: &RequestContext,
    input: &IdentityProviderInput,
) -> Resolved<RemovedIdentityProvider> {
    context.perform(
        Operation::RemoveIdentityProvider,
        of_organization(&input.organization_id),
        |app, principal| {
            let removed = app.single_sign_on().remove(principal)?;
            Ok(RemovedIdentityProvider {
                issuer: removed.issuer,
            })
        },
    )
}
