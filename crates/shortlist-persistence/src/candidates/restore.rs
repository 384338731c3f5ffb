//! Taking back a change of many candidates.

use diesel::prelude::*;
use shortlist_domain::{
    Actor, Candidate, CandidateId, CandidateStatus, NewAuditEntry, OrganizationId, StageId, Tag,
    Timestamp,
};

use super::stages::HeldStages;
use super::{bulk, changes, tags, update};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::candidate_tags;
use crate::writer::{CandidateWriter, Written};

/// What a change made of a candidate, and what the candidate was before.
#[derive(Debug, Clone, PartialEq)]
pub struct Restoration {
    /// The candidate.
    pub id: CandidateId,
    /// The status before and after the change.
    pub status: (Option<CandidateStatus>, Option<CandidateStatus>),
    /// The reason for the status before and after the change.
    pub reason: (Option<String>, Option<String>),
    /// The stage before and after the change.
    pub stage: (StageId, StageId),
    /// Whether the change was about status, reason or stage.
    pub moves: bool,
    /// The tags that the change removed.
    pub removed: Vec<Tag>,
    /// The tags that the change added.
    pub added: Vec<Tag>,
}

/// The outcome for each candidate when a change was taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restored {
    /// The candidates who are as before the change.
    pub restored: Vec<CandidateId>,
    /// The candidates who have the status of before in another stage, because theirs was removed or got another status.
    pub elsewhere: Vec<CandidateId>,
    /// The candidates whose status, reason or stage somebody has changed since, or of whom nothing was left to take back.
    pub kept: Vec<CandidateId>,
}

impl CandidateWriter<'_> {
    /// Takes a change of candidates back, in one transaction. Whoever was changed since stays as they are, and so does a tag that
    /// was removed or added again since. Candidates who do not exist any more are in no list of the result.
    ///
    /// # Errors
    /// When the database fails.
    pub fn restore_many(
        &self,
        organization: &OrganizationId,
        restorations: &[Restoration],
        at: Timestamp,
    ) -> Result<Restored, StoreError> {
        self.writer.check_organization(organization)?;
        let mut ordered: Vec<&Restoration> = restorations.iter().collect();
        ordered.sort_by_key(|one| one.id.as_str());
        let ids: Vec<&CandidateId> = ordered.iter().map(|one| &one.id).collect();
        let names: Vec<&str> = ids.iter().map(|id| id.as_str()).collect();
        let actor = &self.writer.action().actor;
        self.writer.write(|conn| {
            let held = HeldStages::of_candidates(conn, organization.as_str(), &names)?;
            for name in &names {
                // A candidate who was erased meanwhile is left out below.
                dialect::lock_candidate(conn, organization.as_str(), name)?;
            }
            let found = bulk::load(conn, organization, &ids)?;
            let mut entries = Vec::new();
            let mut result = Restored::default();
            for one in &ordered {
                let Some(before) = found.get(&one.id) else {
                    continue;
                };
                let entry = restore(conn, &held, before, one, actor, at)?;
                let is_taken_back = entry.is_some() && (!one.moves || is_as_changed(before, one));
                let list = if !is_taken_back {
                    &mut result.kept
                } else if one.moves && !has_stage_before(&held, one, before) {
                    &mut result.elsewhere
                } else {
                    &mut result.restored
                };
                list.push(one.id.clone());
                entries.extend(entry);
            }
            Ok(Written::each(result, entries))
        })
    }
}

/// Restores a candidate, who must be locked. Returns the audit entry, or `None` if nothing is as the change left it.
fn restore(
    conn: &mut DbConn,
    held: &HeldStages,
    before: &Candidate,
    change: &Restoration,
    actor: &Actor,
    at: Timestamp,
) -> Result<Option<NewAuditEntry>, StoreError> {
    let key = CandidateKey::of(&before.organization_id, &before.id);
    let (removed, added) = untouched_tags(conn, key, change)?;
    let moves = change.moves && is_as_changed(before, change);
    if !moves && removed.is_empty() && added.is_empty() {
        return Ok(None);
    }
    let mut after = before.clone();
    after.updated_at = at;
    if moves {
        after.status = change.status.0;
        after.status_reason.clone_from(&change.reason.0);
        after.stage_id = change.stage.0.clone();
        // The stage may have been removed since, or have another status.
        held.follow_status(&mut after);
    }
    update(conn, &after)?;
    let reason = after.status_reason.as_deref();
    held.record_step(conn, before, &after, actor, reason)?;
    let (tags_before, tags_after) = tags::change(conn, key, &removed, &added)?;
    let entry = changes::change_entry(before, &after);
    Ok(Some(entry.with_change(
        "tags",
        tags_before.as_deref(),
        tags_after.as_deref(),
    )))
}

/// Returns whether the stage of before still exists with the status of before.
fn has_stage_before(held: &HeldStages, change: &Restoration, now: &Candidate) -> bool {
    let (stage, status) = (&change.stage.0, change.status.0);
    let list = held.of_job(now.job_id.as_str());
    list.is_none_or(|list| list.after_status(stage, status) == *stage)
}

fn is_as_changed(now: &Candidate, change: &Restoration) -> bool {
    now.status == change.status.1
        && now.status_reason == change.reason.1
        && now.stage_id == change.stage.1
}

/// Returns the removed tags that are still missing, and the added tags that are still there.
fn untouched_tags(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    change: &Restoration,
) -> QueryResult<(Vec<Tag>, Vec<Tag>)> {
    let present: Vec<String> = candidate_tags::table
        .filter(candidate_tags::organization_id.eq(key.organization))
        .filter(candidate_tags::candidate_id.eq(key.candidate))
        .select(candidate_tags::folded_tag)
        .load(conn)?;
    let is_present = |tag: &&Tag| present.contains(&tag.folded());
    let removed = change.removed.iter().filter(|tag| !is_present(tag));
    let added = change.added.iter().filter(is_present);
    Ok((removed.cloned().collect(), added.cloned().collect()))
}
