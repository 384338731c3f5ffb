//! The GraphQL types of the records that have changed since a cursor.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError, ChangesRequest};
use shortlist_domain::{CandidateId, JobId, Principal, RecordChange, RecordKind};

use crate::graphql::cursor::CursorScope;
use crate::graphql::object::object;
use crate::graphql::page::filter;

#[derive(GraphQLInputObject)]
pub(crate) struct ChangesSinceInput {
    pub(crate) organization_id: String,
    /// The `endCursor` of the last answer. Without it, all records are listed.
    after: Option<String>,
    /// `Job`, `Candidate` or `Interview`. Without it, all kinds that the key may read.
    kinds: Option<Vec<String>>,
    #[graphql(default = Some(100))]
    per_page: Option<i32>,
}

impl ChangesSinceInput {
    fn kinds(&self) -> Result<Option<Vec<RecordKind>>, AppError> {
        let Some(kinds) = &self.kinds else {
            return Ok(None);
        };
        let kinds = kinds.iter().map(|kind| RecordKind::parse("kinds", kind));
        let mut kinds: Vec<RecordKind> = kinds.collect::<Result<_, _>>()?;
        kinds.sort_unstable();
        kinds.dedup();
        Ok(Some(kinds))
    }
}

object! {
    /// The last change of a record. Read the record itself, unless it was removed.
    pub(crate) struct Change(RecordChange) as change {
        /// `Job`, `Candidate` or `Interview`.
        kind: &'static str = change.kind.as_str();
        /// The identifier of the record.
        record_id: &str = &change.id;
        /// Whether the record was deleted or erased. Delete the copies of it.
        removed: bool = change.is_removed;
        /// When it changed, by the clock of the server.
        changed_at: String = change.changed_at.to_string();
        /// The job that it belongs to, if the record exists.
        job_id: Option<&str> = change.job_id.as_ref().map(JobId::as_str);
        /// The candidate of an interview.
        candidate_id: Option<&str> = change.candidate_id.as_ref().map(CandidateId::as_str);
    }
}

/// The records that have changed, the earliest change first. Each is listed once, with its last change.
#[derive(GraphQLObject)]
pub(crate) struct ChangeList {
    changes: Vec<Change>,
    /// The value for `after` of the next call. Keep it, also if nothing has changed.
    end_cursor: Option<String>,
    /// Whether there are more changes now.
    has_more: bool,
}

impl ChangeList {
    pub(crate) fn load(
        app: &App,
        principal: &Principal,
        input: &ChangesSinceInput,
    ) -> Result<Self, AppError> {
        let kinds = input.kinds()?;
        let names = kinds.iter().flatten().map(|kind| kind.as_str());
        let scope = names.fold(CursorScope::of("changesSince", principal), |scope, kind| {
            scope.with(Some(kind))
        });
        let after = filter(input.after.as_ref());
        let request = ChangesRequest {
            after: after
                .map(|after| scope.change_position(after))
                .transpose()?,
            kinds,
            limit: u32::try_from(input.per_page.unwrap_or(100)).unwrap_or(0),
        };
        let found = app.audit().changes_since(principal, request)?;
        Ok(Self {
            end_cursor: scope.end_of_changes(&found.end),
            has_more: found.has_more,
            changes: found.changes.into_iter().map(Change).collect(),
        })
    }
}
