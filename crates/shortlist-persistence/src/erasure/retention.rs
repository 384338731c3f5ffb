//! Retention policies: how long candidates are stored.

use chrono::NaiveDateTime;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, ListPosition, NewAuditEntry, OrganizationId, Timestamp,
};

use crate::dialect::{self, MultiBackend, on_either};
use crate::error::StoreError;
use crate::schema::{
    candidates, interviews, legal_holds, person_applications, person_holds, retention_policies,
    reviews,
};
use crate::store::{Candidates, Organizations};
use crate::times::{stored, timestamp};
use crate::writer::{OrganizationWriter, Written};

impl OrganizationWriter<'_> {
    /// Sets the number of days without contact after which candidates are erased. `None` keeps them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_retention(
        &self,
        organization: &OrganizationId,
        days: Option<i32>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            // Two changes at once would both insert a row.
            dialect::lock_organization(conn, organization.as_str())?;
            let policy = retention_policies::table
                .filter(retention_policies::organization_id.eq(organization.as_str()));
            let before: Option<i32> = policy
                .select(retention_policies::days)
                .first(conn)
                .optional()?;
            diesel::delete(policy).execute(conn)?;
            if let Some(days) = days {
                let insert = diesel::insert_into(retention_policies::table).values((
                    retention_policies::organization_id.eq(organization.as_str()),
                    retention_policies::days.eq(days),
                    retention_policies::set_at.eq(stored(at)),
                ));
                on_either!(conn, conn => insert.execute(conn))?;
            }
            let text = |days: Option<i32>| days.map(|days| days.to_string());
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
                .with_change(
                    "retentionDays",
                    text(before).as_deref(),
                    text(days).as_deref(),
                );
            Ok(Written::one((), entry))
        })
    }
}

impl Organizations<'_> {
    /// Finds the number of days without contact after which an organization's candidates are erased. Returns `None` if they
    /// are kept.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_retention(&self, organization: &OrganizationId) -> Result<Option<i32>, StoreError> {
        self.pools.read(|conn| {
            Ok(retention_policies::table
                .filter(retention_policies::organization_id.eq(organization.as_str()))
                .select(retention_policies::days)
                .first(conn)
                .optional()?)
        })
    }
}

impl Candidates<'_> {
    /// Lists candidates without a legal hold whose last contact was before the given time, by identifier and after `after`. A
    /// contact is the upload, a change of the candidate, an interview (past, future or changed) or a review.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_expired(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
        after: Option<&CandidateId>,
        limit: u32,
    ) -> Result<Vec<CandidateId>, StoreError> {
        // Every identifier sorts after the empty string.
        let after = after.map_or("", CandidateId::as_str);
        let ids: Vec<String> = self.pools.read(|conn| {
            Ok(expired(organization, before)
                .filter(candidates::id.gt(after))
                .order(candidates::id)
                .limit(i64::from(limit))
                .select(candidates::id)
                .load(conn)?)
        })?;
        identifiers(&ids)
    }

    /// Returns which of these candidates [`Candidates::list_expired`] would list.
    ///
    /// # Errors
    /// When the database fails.
    pub fn expired_among(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
        ids: &[CandidateId],
    ) -> Result<Vec<CandidateId>, StoreError> {
        let names: Vec<&str> = ids.iter().map(CandidateId::as_str).collect();
        let found: Vec<String> = self.pools.read(|conn| {
            Ok(expired(organization, before)
                .filter(candidates::id.eq_any(&names))
                .order(candidates::id)
                .select(candidates::id)
                .load(conn)?)
        })?;
        identifiers(&found)
    }

    /// Lists candidates that were created before a time, the oldest first, after a position. It reads an index only.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_created_before(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
        after: Option<&ListPosition>,
        limit: u32,
    ) -> Result<Vec<ListPosition>, StoreError> {
        let rows: Vec<(NaiveDateTime, String)> = self.pools.read(|conn| {
            let mut found = candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::created_at.lt(stored(before)))
                .into_boxed();
            if let Some(after) = after {
                let at = stored(after.at);
                let later = candidates::created_at
                    .gt(at)
                    .or(candidates::id.lt(after.tie_breaker.as_str()));
                // The first condition is a range of the index, the second continues within the same time.
                found = found.filter(candidates::created_at.ge(at)).filter(later);
            }
            // The reverse of the order of the index.
            Ok(found
                .order((candidates::created_at.asc(), candidates::id.desc()))
                .limit(i64::from(limit))
                .select((candidates::created_at, candidates::id))
                .load(conn)?)
        })?;
        let position = |(at, id): (NaiveDateTime, String)| ListPosition {
            at: timestamp(at),
            tie_breaker: id,
        };
        Ok(rows.into_iter().map(position).collect())
    }
}

fn identifiers(ids: &[String]) -> Result<Vec<CandidateId>, StoreError> {
    let ids = ids.iter().map(|id| CandidateId::parse("id", id));
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Returns the candidates without a legal hold whose last contact was before a time.
fn expired(
    organization: &OrganizationId,
    before: Timestamp,
) -> candidates::BoxedQuery<'_, MultiBackend> {
    let before = stored(before);
    let interviewed = interviews::table
        .filter(interviews::organization_id.eq(candidates::organization_id))
        .filter(interviews::candidate_id.eq(candidates::id))
        .filter(
            interviews::held_at
                .ge(before)
                .or(interviews::updated_at.ge(before)),
        );
    let reviewed = reviews::table
        .filter(reviews::organization_id.eq(candidates::organization_id))
        .filter(reviews::candidate_id.eq(candidates::id))
        .filter(reviews::updated_at.ge(before));
    let held = legal_holds::table
        .filter(legal_holds::organization_id.eq(candidates::organization_id))
        .filter(legal_holds::candidate_id.eq(candidates::id));
    let held_people = person_holds::table
        .filter(person_holds::organization_id.eq(person_applications::organization_id))
        .filter(person_holds::person_id.eq(person_applications::person_id));
    let held_as_person = person_applications::table
        .filter(person_applications::organization_id.eq(candidates::organization_id))
        .filter(person_applications::candidate_id.eq(candidates::id))
        .filter(exists(held_people));
    candidates::table
        .filter(candidates::organization_id.eq(organization.as_str()))
        .filter(candidates::created_at.lt(before))
        .filter(
            candidates::contacted_at
                .lt(before)
                .or(candidates::contacted_at
                    .is_null()
                    .and(candidates::updated_at.lt(before))),
        )
        .filter(not(exists(interviewed)))
        .filter(not(exists(reviewed)))
        .filter(not(exists(held)))
        .filter(not(exists(held_as_person)))
        .into_boxed()
}
