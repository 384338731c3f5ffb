//! Changing many candidates at once.

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{
    BulkChange, BulkUpdate, Candidate, CandidateChange, CandidateId, MAX_TAGS, OrganizationId,
    Timestamp,
};

use super::row::CandidateRow;
use super::{apply, changes, tags, update};
use crate::StoreError;
use crate::dialect::{self, DbConn};
use crate::schema::candidates;
use crate::writer::{CandidateWriter, Written};

impl CandidateWriter<'_> {
    /// Changes all of the candidates in one transaction, or none of them.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if a new source makes two candidates have the same identifier of another system.
    pub fn update_many(
        &self,
        organization: &OrganizationId,
        ids: &[CandidateId],
        change: &BulkChange,
        at: Timestamp,
    ) -> Result<BulkUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        // Concurrent calls lock the candidates in the same order.
        let mut ordered: Vec<&CandidateId> = ids.iter().collect();
        ordered.sort_by_key(|id| id.as_str());
        ordered.dedup();
        let single = single_change(change);
        self.writer.write(|conn| {
            let mut missing = Vec::new();
            for id in &ordered {
                if !dialect::lock_candidate(conn, organization.as_str(), id.as_str())? {
                    missing.push((*id).clone());
                }
            }
            if !missing.is_empty() {
                return Ok(Written::nothing(BulkUpdate::Missing(missing)));
            }
            if let Some(id) = with_too_many_tags(conn, organization, (&ordered, change))? {
                return Ok(Written::nothing(BulkUpdate::TooManyTags(id)));
            }
            let mut found = load(conn, organization, &ordered)?;
            let mut entries = Vec::with_capacity(found.len());
            for id in &ordered {
                let Some(candidate) = found.get_mut(*id) else {
                    continue;
                };
                let before = candidate.clone();
                apply(candidate, &single, at);
                update(conn, candidate)?;
                let key = (organization.as_str(), id.as_str());
                let added_and_removed = (change.add_tags.as_slice(), change.remove_tags.as_slice());
                let (tags_before, tags_after) = tags::change(conn, key, added_and_removed)?;
                let entry = changes::change_entry(&before, candidate);
                let entry =
                    entry.with_change("tags", tags_before.as_deref(), tags_after.as_deref());
                entries.push(entry);
            }
            let updated = ids.iter().filter_map(|id| found.get(id).cloned()).collect();
            Ok(Written::each(BulkUpdate::Updated(updated), entries))
        })
    }
}

/// Returns a candidate that would have too many tags after a change.
fn with_too_many_tags(
    conn: &mut DbConn,
    organization: &OrganizationId,
    (ids, change): (&[&CandidateId], &BulkChange),
) -> Result<Option<CandidateId>, StoreError> {
    if change.add_tags.is_empty() {
        return Ok(None);
    }
    for id in ids {
        let key = (organization.as_str(), id.as_str());
        let count = tags::count_with(conn, key, &change.add_tags, &change.remove_tags)?;
        if count > MAX_TAGS {
            return Ok(Some((*id).clone()));
        }
    }
    Ok(None)
}

fn single_change(change: &BulkChange) -> CandidateChange {
    CandidateChange {
        status: change.status,
        status_reason: change.status_reason.clone(),
        source: change.source.clone(),
        ..CandidateChange::default()
    }
}

fn load(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ids: &[&CandidateId],
) -> Result<HashMap<CandidateId, Candidate>, StoreError> {
    let ids: Vec<&str> = ids.iter().map(|id| id.as_str()).collect();
    let rows: Vec<CandidateRow> = candidates::table
        .filter(candidates::organization_id.eq(organization.as_str()))
        .filter(candidates::id.eq_any(ids))
        .select(CandidateRow::as_select())
        .load(conn)?;
    let keyed = |row: CandidateRow| {
        let candidate = row.into_candidate()?;
        Ok((candidate.id.clone(), candidate))
    };
    rows.into_iter().map(keyed).collect()
}
