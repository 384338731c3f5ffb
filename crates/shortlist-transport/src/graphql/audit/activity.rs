//! The GraphQL types of the activity of a job or a candidate.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{ActivityOf, AppError};
use shortlist_domain::{Actor, AuditChanges, PageRequest, Principal};

use crate::graphql::audit::{AuditChange, text_bytes};
use crate::graphql::context::RequestContext;
use crate::graphql::cursor::CursorScope;
use crate::graphql::page::{PageInfo, filter};

#[derive(GraphQLInputObject)]
pub(crate) struct GetActivityInput {
    pub(crate) organization_id: String,
    /// The job, instead of a candidate.
    job_id: Option<String>,
    /// The candidate, instead of a job. The interviews and reviews are included.
    candidate_id: Option<String>,
    #[graphql(default = Some(1))]
    page_number: Option<i32>,
    #[graphql(default = Some(20))]
    page_size: Option<i32>,
    /// The `endCursor` of the previous page, instead of a page number.
    after: Option<String>,
}

/// What happened to a job or to a candidate, newest first.
#[derive(GraphQLObject)]
pub(crate) struct Activity {
    entries: Vec<ActivityEntry>,
    page_info: PageInfo,
}

/// An action. What only Admins may decide has its reason and its changes only for Admins.
#[derive(GraphQLObject)]
struct ActivityEntry {
    at: String,
    /// `caller`, `operator` (the command line) or `service` (a rule that the organization set).
    actor: &'static str,
    user_id: Option<String>,
    operation: String,
    /// `done` or `refused`.
    outcome: &'static str,
    thing_id: Option<String>,
    reason: Option<String>,
    changes: Vec<AuditChange>,
}

impl GetActivityInput {
    fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        CursorScope::of("getActivity", principal)
            .numbered()
            .with(filter(self.job_id.as_ref()))
            .with(filter(self.candidate_id.as_ref()))
    }
}

impl Activity {
    pub(crate) fn load(
        context: &RequestContext,
        input: &GetActivityInput,
    ) -> Result<Self, AppError> {
        let of = ActivityOf::parse(
            filter(input.job_id.as_ref()),
            filter(input.candidate_id.as_ref()),
        )?;
        let request = PageRequest::parse(
            ("pageNumber", input.page_number.unwrap_or(1)),
            ("pageSize", input.page_size.unwrap_or(20)),
        )?;
        let scope = input.cursor_scope(&context.principal);
        let request = scope.page(request, "pageNumber", filter(input.after.as_ref()))?;
        let page = context
            .app
            .audit()
            .activity(&context.principal, of, request.clone())?;
        context.charge(page.items.iter().map(text_bytes).sum())?;
        Ok(Self {
            page_info: PageInfo::of(&scope, &request, &page),
            entries: page.items.into_iter().map(ActivityEntry::of).collect(),
        })
    }
}

impl ActivityEntry {
    fn of(entry: shortlist_domain::AuditEntry) -> Self {
        let changes = match entry.changes {
            AuditChanges::Known(changes) => changes,
            AuditChanges::Destroyed => Vec::new(),
        };
        let user_id = match &entry.actor {
            Actor::Caller { user_id, .. } => user_id.clone(),
            Actor::Integration { user_id, .. } => Some(user_id.clone()),
            Actor::Operator | Actor::Service => None,
        };
        Self {
            at: entry.at.to_string(),
            actor: entry.actor.kind(),
            user_id: user_id.map(shortlist_domain::UserId::into_string),
            operation: entry.operation,
            outcome: entry.outcome.as_str(),
            thing_id: entry.thing_id,
            reason: entry.reason,
            changes: changes.into_iter().map(AuditChange).collect(),
        }
    }
}
