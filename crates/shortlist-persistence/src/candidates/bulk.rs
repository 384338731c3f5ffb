//! Changing many candidates at once.

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{
    Actor, BulkChange, BulkUpdate, Candidate, CandidateChange, CandidateId, MAX_TAGS,
    NewAuditEntry, OrganizationId, Timestamp,
};

use super::custom_values::CustomWrites;
use super::stages::HeldStages;
use super::{apply, changes, tags, update};
use crate::candidate_rows::row::CandidateRow;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
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
        let ordered = in_lock_order(ids);
        let actor = &self.writer.action().actor;
        self.writer.write(|conn| {
            let prepared = match prepare(conn, organization, &ordered, change)? {
                Ok(prepared) => prepared,
                Err(refused) => return Ok(Written::nothing(refused)),
            };
            let mut found = load(conn, organization, &ordered)?;
            let mut entries = Vec::with_capacity(found.len());
            for id in &ordered {
                let Some(candidate) = found.get_mut(*id) else {
                    continue;
                };
                let (changed, entry) = prepared.apply(conn, candidate, change, actor, at)?;
                *candidate = changed;
                entries.push(entry);
            }
            let updated = ids.iter().filter_map(|id| found.get(id).cloned()).collect();
            Ok(Written::each(BulkUpdate::Updated(updated), entries))
        })
    }
}

/// Returns identifiers in the order in which concurrent transactions lock candidates, each once.
pub(super) fn in_lock_order(ids: &[CandidateId]) -> Vec<&CandidateId> {
    let mut ordered: Vec<&CandidateId> = ids.iter().collect();
    ordered.sort_by_key(|id| id.as_str());
    ordered.dedup();
    ordered
}

/// Locks candidates. Returns the missing ones, if there are any.
pub(super) fn lock_all(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ordered: &[&CandidateId],
) -> Result<Option<BulkUpdate>, StoreError> {
    let mut missing = Vec::new();
    for id in ordered {
        if !dialect::lock_candidate(conn, organization.as_str(), id.as_str())? {
            missing.push((*id).clone());
        }
    }
    Ok((!missing.is_empty()).then_some(BulkUpdate::Missing(missing)))
}

/// What a change of many candidates needs besides the candidates themselves.
struct Prepared {
    held: HeldStages,
    fields: CustomWrites,
}

/// Locks what a change affects and checks it. Nothing is written yet, so that a refusal changes no candidate.
fn prepare(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ordered: &[&CandidateId],
    change: &BulkChange,
) -> Result<Result<Prepared, BulkUpdate>, StoreError> {
    let names: Vec<&str> = ordered.iter().map(|id| id.as_str()).collect();
    let fields = match CustomWrites::read(conn, organization.as_str(), &change.custom_fields)? {
        Ok(fields) => fields,
        Err(refused) => return Ok(Err(BulkUpdate::Refused(refused))),
    };
    let held = match change.status {
        Some(_) => HeldStages::of_candidates(conn, organization.as_str(), &names)?,
        None => HeldStages::default(),
    };
    if let Some(missing) = lock_all(conn, organization, ordered)? {
        return Ok(Err(missing));
    }
    if let Some(id) = with_too_many_tags(conn, organization, ordered, change)? {
        return Ok(Err(BulkUpdate::TooManyTags(id)));
    }
    for name in &names {
        if let Err(refused) = fields.check(
            conn,
            CandidateKey {
                organization: organization.as_str(),
                candidate: name,
            },
        )? {
            return Ok(Err(BulkUpdate::Refused(refused)));
        }
    }
    Ok(Ok(Prepared { held, fields }))
}

impl Prepared {
    /// Changes one candidate. Returns it with its audit entry.
    fn apply(
        &self,
        conn: &mut DbConn,
        before: &Candidate,
        change: &BulkChange,
        actor: &Actor,
        at: Timestamp,
    ) -> Result<(Candidate, NewAuditEntry), StoreError> {
        let mut candidate = before.clone();
        apply(&mut candidate, &single_change(change), at);
        self.held.follow_status(&mut candidate);
        update(conn, &candidate)?;
        let reason = change.status_reason.as_deref();
        self.held
            .record_step(conn, before, &candidate, actor, reason)?;
        let key = CandidateKey::of(&candidate.organization_id, &candidate.id);
        let (tags_before, tags_after) =
            tags::change(conn, key, &change.add_tags, &change.remove_tags)?;
        let entry = changes::change_entry(before, &candidate).with_change(
            "tags",
            tags_before.as_deref(),
            tags_after.as_deref(),
        );
        let entry = self.fields.write(conn, key, entry)?;
        Ok((candidate, entry))
    }
}

/// Returns a candidate that would have too many tags after a change.
fn with_too_many_tags(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ids: &[&CandidateId],
    change: &BulkChange,
) -> Result<Option<CandidateId>, StoreError> {
    if change.add_tags.is_empty() {
        return Ok(None);
    }
    for id in ids {
        let key = CandidateKey::of(organization, id);
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

pub(super) fn load(
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
