//! How organizations explain decisions, and how long they keep their records.

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, DecisionPolicy, NewAuditEntry, OrganizationId};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::decision_policies;
use crate::store::Organizations;
use crate::writer::{OrganizationWriter, Written};

impl Organizations<'_> {
    /// Returns the policy of an organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn decision_policy(
        &self,
        organization: &OrganizationId,
    ) -> Result<DecisionPolicy, StoreError> {
        self.pools.read(|conn| Ok(load(conn, organization)?))
    }
}

fn load(conn: &mut DbConn, organization: &OrganizationId) -> QueryResult<DecisionPolicy> {
    let found: Option<(Option<String>, i32)> = decision_policies::table
        .filter(decision_policies::organization_id.eq(organization.as_str()))
        .select((decision_policies::contact, decision_policies::record_years))
        .first(conn)
        .optional()?;
    Ok(
        found.map_or_else(DecisionPolicy::default, |(contact, record_years)| {
            DecisionPolicy {
                contact,
                record_years,
            }
        }),
    )
}

impl OrganizationWriter<'_> {
    /// Sets the policy of an organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_decision_policy(
        &self,
        organization: &OrganizationId,
        policy: &DecisionPolicy,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            // Two changes at once would both insert a row.
            dialect::lock_organization(conn, organization.as_str())?;
            let before = load(conn, organization)?;
            let stored = decision_policies::table
                .filter(decision_policies::organization_id.eq(organization.as_str()));
            diesel::delete(stored).execute(conn)?;
            diesel::insert_into(decision_policies::table)
                .values((
                    decision_policies::organization_id.eq(organization.as_str()),
                    decision_policies::contact.eq(policy.contact.as_deref()),
                    decision_policies::record_years.eq(policy.record_years),
                ))
                .execute(conn)?;
            let years = |policy: &DecisionPolicy| policy.record_years.to_string();
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
                .with_change(
                    "decisionContact",
                    before.contact.as_deref(),
                    policy.contact.as_deref(),
                )
                .with_change(
                    "decisionRecordYears",
                    Some(&years(&before)),
                    Some(&years(policy)),
                );
            Ok(Written::one((), entry))
        })
    }
}
