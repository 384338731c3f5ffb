//! The identity providers of organizations.

mod row;
mod sign_ins;

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, EmailDomain, IdentityProvider, NewAuditEntry, OfferedProvider, OrganizationId,
    ProviderMode, UserId,
};

use crate::accounts::user_row;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::{
    external_identities, identity_providers, organizations, provider_domains, provider_sign_ins,
};
use crate::store::Providers;
use crate::writer::{ProviderWriter, Written};
use row::ProviderRow;

/// The most organizations that the domain of an e-mail address offers.
const MAX_OFFERED: i64 = 20;

impl Providers<'_> {
    /// Returns the provider of an organization, if it has one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
    ) -> Result<Option<IdentityProvider>, StoreError> {
        self.pools.read(|conn| find(conn, organization.as_str()))
    }

    /// Returns whether any organization has a provider. Each provider is for at least one domain.
    ///
    /// # Errors
    /// When the database fails.
    pub fn have_domains(&self) -> Result<bool, StoreError> {
        self.pools.read(|conn| {
            // The empty text is before every domain, so the index finds the first one.
            let domains = provider_domains::table.filter(provider_domains::domain.ge(""));
            Ok(diesel::select(diesel::dsl::exists(domains)).get_result(conn)?)
        })
    }

    /// Lists the organizations whose providers are for a domain, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_by_domain(&self, domain: &EmailDomain) -> Result<Vec<OfferedProvider>, StoreError> {
        let found: Vec<(String, String, String)> =
            self.pools.read(|conn| {
                Ok(provider_domains::table
                    .inner_join(
                        organizations::table
                            .on(organizations::id.eq(provider_domains::organization_id)),
                    )
                    .inner_join(identity_providers::table.on(
                        identity_providers::organization_id.eq(provider_domains::organization_id),
                    ))
                    .filter(provider_domains::domain.eq(domain.as_str()))
                    .order(provider_domains::organization_id)
                    .limit(MAX_OFFERED)
                    .select((
                        organizations::id,
                        organizations::name,
                        identity_providers::mode,
                    ))
                    .load(conn)?)
            })?;
        let offered = |(id, organization_name, mode): (String, String, String)| {
            Ok(OfferedProvider {
                organization_id: OrganizationId::parse("id", &id)?,
                organization_name,
                mode: ProviderMode::parse("mode", &mode)?,
            })
        };
        found.into_iter().map(offered).collect()
    }
}

impl ProviderWriter<'_> {
    /// Sets the provider of an organization. Changes nothing if the emergency Admin is not an Admin who can sign in. If the issuer changes,
    /// all links to users of the earlier one are deleted.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set(&self, provider: &IdentityProvider) -> Result<ProviderUpdate, StoreError> {
        let organization = provider.organization_id.as_str();
        self.writer.check_organization(&provider.organization_id)?;
        self.writer.write(|conn| {
            // Two changes at once would both insert a row. Changes of users wait, too.
            dialect::lock_organization(conn, organization)?;
            if let Some(admin) = &provider.emergency_admin
                && !is_active_admin(conn, UserKey::of(&provider.organization_id, admin))?
            {
                return Ok(Written::nothing(ProviderUpdate::NoAdmin));
            }
            let before = find(conn, organization)?;
            delete(conn, organization)?;
            let is_other = |one: &IdentityProvider| one.issuer != provider.issuer;
            if before.as_ref().is_some_and(is_other) {
                forget_identities(conn, organization)?;
            }
            diesel::insert_into(identity_providers::table)
                .values(ProviderRow::of(provider)?)
                .execute(conn)?;
            for domain in &provider.domains {
                diesel::insert_into(provider_domains::table)
                    .values((
                        provider_domains::organization_id.eq(organization),
                        provider_domains::domain.eq(domain.as_str()),
                    ))
                    .execute(conn)?;
            }
            let entry = entry(organization, before.as_ref(), Some(provider));
            Ok(Written::one(ProviderUpdate::Done, entry))
        })
    }

    /// Removes the provider of an organization, and its links to users. `with_password` are users who have a password: unless one of them is
    /// an Admin who can sign in, nothing changes.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove(
        &self,
        organization: &OrganizationId,
        with_password: &[UserId],
    ) -> Result<ProviderUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let keys = with_password
            .iter()
            .map(|user| UserKey::of(organization, user));
        let keys: Vec<UserKey<'_>> = keys.collect();
        let organization = organization.as_str();
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization)?;
            let Some(before) = find(conn, organization)? else {
                return Ok(Written::nothing(ProviderUpdate::NotFound));
            };
            let mut can_help = false;
            for key in &keys {
                can_help = can_help || is_active_admin(conn, *key)?;
            }
            if !can_help {
                return Ok(Written::nothing(ProviderUpdate::NoAdmin));
            }
            delete(conn, organization)?;
            forget_identities(conn, organization)?;
            let entry = entry(organization, Some(&before), None);
            Ok(Written::one(ProviderUpdate::Done, entry))
        })
    }
}

/// The outcome of changing the provider of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderUpdate {
    /// It was changed.
    Done,
    /// The organization has no provider.
    NotFound,
    /// No Admin could sign in with a password if the provider failed, or once it is removed.
    NoAdmin,
}

/// Returns whether a user is the Admin who may use a password although the provider is enforced.
pub(super) fn is_emergency_admin(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<bool> {
    let enforced = identity_providers::table
        .filter(identity_providers::organization_id.eq(key.organization))
        .filter(identity_providers::mode.eq(ProviderMode::Enforced.as_str()))
        .filter(identity_providers::emergency_admin.eq(key.user));
    diesel::select(diesel::dsl::exists(enforced)).get_result(conn)
}

/// Returns whether a user is the Admin who may use a password if the provider is enforced, now or later.
pub(super) fn is_named_as_emergency_admin(
    conn: &mut DbConn,
    key: UserKey<'_>,
) -> QueryResult<bool> {
    let named = identity_providers::table
        .filter(identity_providers::organization_id.eq(key.organization))
        .filter(identity_providers::emergency_admin.eq(key.user));
    diesel::select(diesel::dsl::exists(named)).get_result(conn)
}

fn is_active_admin(conn: &mut DbConn, key: UserKey<'_>) -> Result<bool, StoreError> {
    let found = user_row::find(conn, key)?;
    Ok(found.is_some_and(|user| user.is_active_admin()))
}

/// Finds the provider of an organization in a transaction.
pub(super) fn find(
    conn: &mut DbConn,
    organization: &str,
) -> Result<Option<IdentityProvider>, StoreError> {
    let row: Option<ProviderRow> = identity_providers::table
        .filter(identity_providers::organization_id.eq(organization))
        .select(ProviderRow::as_select())
        .first(conn)
        .optional()?;
    let Some(row) = row else {
        return Ok(None);
    };
    let domains: Vec<String> = provider_domains::table
        .filter(provider_domains::organization_id.eq(organization))
        .order(provider_domains::domain)
        .select(provider_domains::domain)
        .load(conn)?;
    row.into_provider(&domains).map(Some)
}

fn delete(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let domains =
        provider_domains::table.filter(provider_domains::organization_id.eq(organization));
    diesel::delete(domains).execute(conn)?;
    let provider =
        identity_providers::table.filter(identity_providers::organization_id.eq(organization));
    diesel::delete(provider).execute(conn)?;
    Ok(())
}

/// Deletes who the users of an earlier provider are, and the sign-ins with it that have begun.
fn forget_identities(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let identities =
        external_identities::table.filter(external_identities::organization_id.eq(organization));
    diesel::delete(identities).execute(conn)?;
    let begun =
        provider_sign_ins::table.filter(provider_sign_ins::organization_id.eq(organization));
    diesel::delete(begun).execute(conn)?;
    Ok(())
}

/// Returns the settings as the audit log has them, without the secret. Without a provider, none has a value.
fn logged(provider: Option<&IdentityProvider>) -> [(&'static str, Option<String>); 7] {
    let value = |of: fn(&IdentityProvider) -> Option<String>| provider.and_then(of);
    [
        ("providerIssuer", value(|one| Some(one.issuer.clone()))),
        ("providerClientId", value(|one| Some(one.client_id.clone()))),
        (
            "providerDomains",
            value(|one| {
                let domains: Vec<&str> = one.domains.iter().map(EmailDomain::as_str).collect();
                Some(domains.join(" "))
            }),
        ),
        (
            "providerMode",
            value(|one| Some(one.mode.as_str().to_owned())),
        ),
        (
            "emergencyAdmin",
            value(|one| one.emergency_admin.as_ref().map(UserId::to_string)),
        ),
        (
            "providerDefaultRole",
            value(|one| one.default_role.map(|role| role.as_str().to_owned())),
        ),
        ("providerGroupRoles", value(group_roles)),
    ]
}

fn group_roles(provider: &IdentityProvider) -> Option<String> {
    let roles = provider.group_roles.iter();
    let roles: Vec<String> = roles
        .map(|one| format!("{}: {}", one.group, one.role.as_str()))
        .collect();
    Some(roles.join(", ")).filter(|roles| !roles.is_empty())
}

/// Returns the audit entry for changed settings. Of the secret, it says only that it has changed.
fn entry(
    organization: &str,
    before: Option<&IdentityProvider>,
    after: Option<&IdentityProvider>,
) -> NewAuditEntry {
    let secret = |one: Option<&IdentityProvider>| one.and_then(|one| one.client_secret.clone());
    let mut entry = NewAuditEntry::done(AuditedKind::Organization, organization);
    for ((field, old), (_, new)) in logged(before).into_iter().zip(logged(after)) {
        entry = entry.with_change(field, old.as_deref(), new.as_deref());
    }
    if secret(before) == secret(after) {
        return entry;
    }
    entry.with_field("providerSecret", "changed")
}
