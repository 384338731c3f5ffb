//! Which roles of an organization must have a second factor.

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, SecondFactorPolicy, UserType};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::organizations;
use crate::store::Organizations;
use crate::writer::{OrganizationWriter, Written};

impl Organizations<'_> {
    /// Returns which roles must have a second factor.
    ///
    /// # Errors
    /// When the database fails.
    pub fn second_factor_policy(
        &self,
        organization: &OrganizationId,
    ) -> Result<SecondFactorPolicy, StoreError> {
        self.pools.read(|conn| find(conn, organization.as_str()))
    }
}

impl OrganizationWriter<'_> {
    /// Sets which roles must have a second factor.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_second_factor_policy(
        &self,
        organization: &OrganizationId,
        policy: &SecondFactorPolicy,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let before = find(conn, organization.as_str())?;
            if before == *policy {
                return Ok(Written::nothing(()));
            }
            let stored = Some(policy.names()).filter(|names| !names.is_empty());
            diesel::update(
                organizations::table.filter(organizations::id.eq(organization.as_str())),
            )
            .set(organizations::second_factor_roles.eq(stored))
            .execute(conn)?;
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str());
            let (before, after) = (before.names(), policy.names());
            Ok(Written::one(
                (),
                entry.with_change("secondFactorRoles", Some(&before), Some(&after)),
            ))
        })
    }
}

fn find(conn: &mut DbConn, organization: &str) -> Result<SecondFactorPolicy, StoreError> {
    let names: Option<Option<String>> = organizations::table
        .filter(organizations::id.eq(organization))
        .select(organizations::second_factor_roles)
        .first(conn)
        .optional()?;
    let names = names.flatten().unwrap_or_default();
    let names = names.split(',').filter(|name| !name.is_empty());
    let roles = names.map(|name| UserType::parse("second_factor_roles", name));
    let roles: Vec<UserType> = roles.collect::<Result<_, _>>()?;
    Ok(SecondFactorPolicy::new(roles))
}
