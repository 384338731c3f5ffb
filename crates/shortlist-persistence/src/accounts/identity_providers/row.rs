//! An identity provider as a row.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    EmailDomain, GroupRole, IdentityProvider, OrganizationId, ProviderMode, ProviderSecret, UserId,
    UserType,
};

use crate::error::StoreError;
use crate::schema::identity_providers;
use crate::times::{stored, timestamp};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = identity_providers)]
pub(super) struct ProviderRow {
    organization_id: String,
    issuer: String,
    client_id: String,
    client_secret: Option<String>,
    mode: String,
    emergency_admin: Option<String>,
    default_role: Option<String>,
    group_roles: String,
    updated_at: NaiveDateTime,
}

/// The role of a group as JSON.
#[derive(Serialize, Deserialize)]
struct StoredGroupRole {
    group: String,
    role: String,
}

impl ProviderRow {
    pub(super) fn of(provider: &IdentityProvider) -> Result<Self, StoreError> {
        let secret = provider.client_secret.as_ref();
        let stored_role = |one: &GroupRole| StoredGroupRole {
            group: one.group.clone(),
            role: one.role.as_str().to_owned(),
        };
        let roles: Vec<StoredGroupRole> = provider.group_roles.iter().map(stored_role).collect();
        let role = provider.default_role.map(UserType::as_str);
        Ok(Self {
            organization_id: provider.organization_id.as_str().to_owned(),
            issuer: provider.issuer.clone(),
            client_id: provider.client_id.clone(),
            client_secret: secret.map(|secret| secret.as_str().to_owned()),
            mode: provider.mode.as_str().to_owned(),
            emergency_admin: provider.emergency_admin.as_ref().map(UserId::to_string),
            default_role: role.map(str::to_owned),
            group_roles: serde_json::to_string(&roles)?,
            updated_at: stored(provider.updated_at),
        })
    }

    pub(super) fn into_provider(self, domains: &[String]) -> Result<IdentityProvider, StoreError> {
        let roles: Vec<StoredGroupRole> = serde_json::from_str(&self.group_roles)?;
        let role = |one: StoredGroupRole| {
            Ok::<_, StoreError>(GroupRole {
                role: UserType::parse("group_roles", &one.role)?,
                group: one.group,
            })
        };
        let domains = domains.iter().map(|one| EmailDomain::parse("domain", one));
        let admin = self.emergency_admin.as_deref();
        let default_role = self.default_role.as_deref();
        Ok(IdentityProvider {
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            issuer: self.issuer,
            client_id: self.client_id,
            client_secret: self.client_secret.map(ProviderSecret::stored),
            domains: domains.collect::<Result<_, _>>()?,
            mode: ProviderMode::parse("mode", &self.mode)?,
            emergency_admin: admin
                .map(|id| UserId::parse("emergency_admin", id))
                .transpose()?,
            default_role: default_role
                .map(|role| UserType::parse("default_role", role))
                .transpose()?,
            group_roles: roles.into_iter().map(role).collect::<Result<_, _>>()?,
            updated_at: timestamp(self.updated_at),
        })
    }
}
