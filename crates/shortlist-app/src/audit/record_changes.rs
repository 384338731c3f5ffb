//! The records that have changed since a position, for systems that keep copies.

use shortlist_domain::{
    ChangePosition, ChangeQuery, Changes, InvalidValue, NumberProblem, Permission, Principal,
    RecordKind,
};
use shortlist_persistence::StoreError;

use crate::access::job_access::team_scope;
use crate::audit::AuditLog;
use crate::conflict::Conflict;
use crate::error::AppError;
use crate::refusal::Refusal;

/// The most changes of one answer.
pub const MAX_CHANGES: u32 = 1_000;

/// A request for changes, as the caller gave it.
#[derive(Debug, Clone, Default)]
pub struct ChangesRequest {
    /// The position after which changes are wanted; `None` for all records.
    pub after: Option<ChangePosition>,
    /// The kinds of records; `None` for all that the key may read.
    pub kinds: Option<Vec<RecordKind>>,
    /// The largest number of changes.
    pub limit: u32,
}

impl AuditLog<'_> {
    /// Lists the records that have changed after a position, the earliest change first. Each is listed once.
    ///
    /// # Errors
    /// Returns an error if the key may not read a kind, or if the position is not one of this database.
    pub fn changes_since(
        &self,
        principal: &Principal,
        request: ChangesRequest,
    ) -> Result<Changes, AppError> {
        if !(1..=MAX_CHANGES).contains(&request.limit) {
            let problem = NumberProblem::OutOfRange {
                least: 1,
                most: i64::from(MAX_CHANGES),
            };
            return Err(InvalidValue::new("perPage", problem).into());
        }
        let query = ChangeQuery {
            organization_id: principal.organization_id.clone(),
            after: request.after,
            kinds: readable(principal, request.kinds)?,
            limit: request.limit,
        };
        let member = team_scope(self.store, principal)?;
        match self.store.audit().list_changes(&query, member) {
            Err(StoreError::Stale) => Err(AppError::conflict(Conflict::DatabaseRestored)),
            found => Ok(found?),
        }
    }
}

/// Returns the kinds that the key may read.
fn readable(
    principal: &Principal,
    kinds: Option<Vec<RecordKind>>,
) -> Result<Vec<RecordKind>, AppError> {
    let may_read = |kind: &RecordKind| principal.has(permission(*kind));
    let Some(kinds) = kinds else {
        return Ok(RecordKind::ALL.into_iter().filter(may_read).collect());
    };
    match kinds.iter().find(|kind| !may_read(kind)) {
        None => Ok(kinds),
        Some(kind) => Err(AppError::Forbidden(Refusal::KindNeedsPermission(
            *kind,
            permission(*kind),
        ))),
    }
}

fn permission(kind: RecordKind) -> Permission {
    match kind {
        RecordKind::Job => Permission::JobsRead,
        RecordKind::Candidate => Permission::CandidatesRead,
        RecordKind::Interview => Permission::InterviewsRead,
    }
}
