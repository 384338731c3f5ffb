//! Taking back a change of many candidates. The audit log says what it changed.

use std::collections::HashMap;

use chrono::Duration;
use shortlist_domain::{
    AuditChanges, AuditEntry, AuditOutcome, AuditQuery, CandidateId, CandidateProblem,
    CandidateStatus, FieldChange, InvalidValue, MAX_BULK_CANDIDATES, PageRequest, Principal,
    StageId, Tag, TimeProblem, Timestamp,
};
use shortlist_persistence::Restoration;

use crate::access::job_access::check_candidates_visible;
use crate::candidates::{Candidates, check_only_decides};
use crate::error::AppError;
use crate::operations::Operation;

/// How long a change can be taken back.
const UNDO_HOURS: i64 = 24;
/// Separates the tags of an entry of the audit log.
const TAG_SEPARATOR: &str = ", ";

/// How much of a change was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneChange {
    /// The number of candidates that are as they were before.
    pub restored: usize,
    /// The number of candidates that have the status of before, but another stage, because theirs was removed or got another status.
    pub elsewhere: usize,
    /// The candidates that were changed since, so that they keep their present status.
    pub kept: Vec<CandidateId>,
    /// The number of candidates that do not exist any more.
    pub gone: usize,
}

impl Candidates<'_> {
    /// Takes back the caller's own change of many candidates, which happened at this time: statuses with their reasons and stages,
    /// and tags. Whoever was changed since stays as they are.
    ///
    /// # Errors
    /// Returns an error if the caller changed nobody at this time, or if it was too long ago. Also returns an error if a hiring
    /// manager would change tags.
    pub fn undo_update(
        &self,
        principal: &Principal,
        at: Timestamp,
    ) -> Result<UndoneChange, AppError> {
        if at < self.clock.now().minus(Duration::hours(UNDO_HOURS)) {
            let problem = TimeProblem::ChangeTooLongAgo(UNDO_HOURS);
            return Err(InvalidValue::new("change", problem).into());
        }
        let (changed, gone) = self.changed_at(principal, at)?;
        if changed.is_empty() {
            let problem = CandidateProblem::NothingToUndo;
            return Err(InvalidValue::new("change", problem).into());
        }
        let ids: Vec<CandidateId> = changed.iter().map(|one| one.id.clone()).collect();
        check_candidates_visible(self.store, principal, &ids)?;
        // They may have changed tags before they had this role.
        let keeps_tags = |one: &Restoration| one.removed.is_empty() && one.added.is_empty();
        check_only_decides(principal, changed.iter().all(keeps_tags))?;
        let writer = self
            .writers
            .for_caller(principal, Operation::UpdateCandidates);
        let at = writer.at();
        let organization = &principal.organization_id;
        let result = writer
            .candidates()
            .restore_many(organization, &changed, at)?;
        // Who was erased between the two reads is gone, too.
        let (restored, elsewhere) = (result.restored.len(), result.elsewhere.len());
        let found = restored + elsewhere + result.kept.len();
        Ok(UndoneChange {
            restored,
            elsewhere,
            kept: result.kept,
            gone: gone + changed.len().saturating_sub(found),
        })
    }

    /// Returns what a change made of each candidate, and how many of them were erased since.
    fn changed_at(
        &self,
        principal: &Principal,
        at: Timestamp,
    ) -> Result<(Vec<Restoration>, usize), AppError> {
        let query = AuditQuery {
            organization_id: principal.organization_id.clone(),
            from: Some(at),
            to: Some(at.plus(Duration::microseconds(1))),
            operation: Some(Operation::UpdateCandidates.name().to_owned()),
            user_id: Some(principal.user_id.clone()),
            thing_id: None,
            candidate_id: None,
            page: PageRequest::batch(),
            count: false,
        };
        let entries = self.store.audit().list(&query)?.items;
        debug_assert!(entries.len() <= MAX_BULK_CANDIDATES);
        let ids = entries
            .iter()
            .filter_map(|entry| entry.candidate_id.clone());
        let ids: Vec<CandidateId> = ids.collect();
        let now = self
            .store
            .candidates()
            .load_many(&principal.organization_id, &ids)?;
        let restoration = |entry: &AuditEntry| {
            let (candidate, _) = now.get(entry.candidate_id.as_ref()?)?;
            restoration(entry, candidate)
        };
        let gone = ids.iter().filter(|id| !now.contains_key(*id)).count();
        Ok((entries.iter().filter_map(restoration).collect(), gone))
    }
}

/// Returns what an entry of the log says about a candidate. A field that the change did not touch keeps its present value.
fn restoration(entry: &AuditEntry, now: &shortlist_domain::Candidate) -> Option<Restoration> {
    let AuditChanges::Known(changes) = &entry.changes else {
        return None;
    };
    if entry.outcome != AuditOutcome::Done {
        return None;
    }
    let changes: HashMap<&str, &FieldChange> = changes
        .iter()
        .map(|change| (change.field.as_str(), change))
        .collect();
    let status = |text: &Option<String>| {
        let text = text.as_deref();
        text.and_then(|text| CandidateStatus::parse("status", text).ok())
    };
    let stage = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        StageId::parse("stageId", text).unwrap_or_else(|_invalid| now.stage_id.clone())
    };
    let (removed, added) = changes.get("tags").map_or_else(Default::default, |tags| {
        let (before, after) = (tags_of(&tags.before), tags_of(&tags.after));
        (without(&before, &after), without(&after, &before))
    });
    let of = |field| changes.get(field);
    Some(Restoration {
        id: now.id.clone(),
        status: of("status").map_or((now.status, now.status), |change| {
            (status(&change.before), status(&change.after))
        }),
        reason: of("statusReason").map_or_else(
            || (now.status_reason.clone(), now.status_reason.clone()),
            |change| (change.before.clone(), change.after.clone()),
        ),
        stage: of("stageId").map_or_else(
            || (now.stage_id.clone(), now.stage_id.clone()),
            |change| (stage(&change.before), stage(&change.after)),
        ),
        moves: ["status", "statusReason", "stageId"]
            .iter()
            .any(|field| changes.contains_key(field)),
        removed,
        added,
    })
}

fn tags_of(text: &Option<String>) -> Vec<Tag> {
    let text = text.as_deref().unwrap_or_default();
    let tags = text.split(TAG_SEPARATOR);
    tags.filter_map(|tag| Tag::parse("tags", tag).ok())
        .collect()
}

fn without(tags: &[Tag], others: &[Tag]) -> Vec<Tag> {
    let is_other = |tag: &&Tag| others.iter().any(|other| other.folded() == tag.folded());
    tags.iter().filter(|tag| !is_other(tag)).cloned().collect()
}
