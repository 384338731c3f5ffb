//! The GraphQL types of the audit log.

pub(crate) mod activity;
pub(crate) mod record_changes;

use data_encoding::HEXLOWER;
use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError, AuditFilters, audited_actions, unknown_value};
use shortlist_domain::{
    Actor, ApiKeyId, AuditChanges, AuditQuery, CandidateId, InvalidValue, PageRequest, Principal,
    UserId,
};

use crate::graphql::context::RequestContext;
use crate::graphql::cursor::CursorScope;
use crate::graphql::object::object;
use crate::graphql::page::{PageInfo, count, filter, resolved_candidate};

#[derive(GraphQLInputObject)]
pub(crate) struct GetAuditLogInput {
    pub(crate) organization_id: String,
    /// Only entries from this time on.
    from: Option<String>,
    /// Only entries before this time.
    to: Option<String>,
    operation: Option<String>,
    user_id: Option<String>,
    /// Only actions on the object with this identifier.
    thing_id: Option<String>,
    /// Only actions on this candidate, their interviews and their reviews.
    candidate_id: Option<String>,
    #[graphql(default = Some(1))]
    page_number: Option<i32>,
    #[graphql(default = Some(20))]
    page_size: Option<i32>,
    /// The `endCursor` of the previous page, instead of a page number.
    after: Option<String>,
}

impl GetAuditLogInput {
    /// Returns the list to which the cursors belong.
    pub(crate) fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        CursorScope::of("getAuditLog", principal)
            .numbered()
            .with(filter(self.from.as_ref()))
            .with(filter(self.to.as_ref()))
            .with(filter(self.operation.as_ref()))
            .with(filter(self.user_id.as_ref()))
            .with(filter(self.thing_id.as_ref()))
            .with(filter(self.candidate_id.as_ref()))
    }

    /// Returns the input with the candidate's identifier in place of a `uId`.
    pub(crate) fn resolved(self, app: &App, principal: &Principal) -> Result<Self, AppError> {
        let candidate_id = resolved_candidate(app, principal, self.candidate_id)?;
        Ok(Self {
            candidate_id,
            ..self
        })
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<AuditQuery, InvalidValue> {
        let page = PageRequest::parse(
            ("pageNumber", self.page_number.unwrap_or(1)),
            ("pageSize", self.page_size.unwrap_or(20)),
        )?;
        let page =
            self.cursor_scope(principal)
                .page(page, "pageNumber", filter(self.after.as_ref()))?;
        let filters = AuditFilters {
            from: filter(self.from.as_ref()),
            to: filter(self.to.as_ref()),
            operation: filter(self.operation.as_ref()),
            user_id: filter(self.user_id.as_ref()),
            thing_id: filter(self.thing_id.as_ref()),
            candidate_id: filter(self.candidate_id.as_ref()),
        };
        filters.query(principal, page, count)
    }
}

/// A page of the audit log, newest first.
#[derive(GraphQLObject)]
pub(crate) struct AuditLog {
    entries: Vec<AuditEntry>,
    total_count: i32,
    page_info: PageInfo,
}

object! {
    /// An action or its refusal. `number` counts the organization's rows from 1. `hash` covers the row and the hash
    /// of the previous row. So a hash that was recorded elsewhere proves all rows up to it.
    struct AuditEntry(shortlist_domain::AuditEntry) as entry {
        number: i32 = i32::try_from(entry.number).unwrap_or(i32::MAX);
        at: String = entry.at.to_string();
        /// `caller`, `integration` (an integration user), `operator` (the command line) or `service` (a rule that the organization set).
        actor: &'static str = entry.actor.kind();
        user_id: Option<&str> = caller_of(&entry.actor).user_id;
        key_id: Option<&str> = caller_of(&entry.actor).key_id;
        address: Option<&str> = caller_of(&entry.actor).address;
        operation: &str = &entry.operation;
        /// `done` or `refused`.
        outcome: &'static str = entry.outcome.as_str();
        kind: &'static str = entry.kind.as_str();
        thing_id: Option<&str> = entry.thing_id.as_deref();
        candidate_id: Option<&str> = entry.candidate_id.as_ref().map(CandidateId::as_str);
        reason: Option<&str> = entry.reason.as_deref();
        changes: Vec<AuditChange> = changes_of(entry);
        /// Whether the changes are unreadable because they concern an erased candidate.
        erased: bool = entry.changes == AuditChanges::Destroyed;
        hash: String = HEXLOWER.encode(&entry.hash);
    }
}

object! {
    pub(crate) struct AuditChange(shortlist_domain::FieldChange) as change {
        field: &str = &change.field;
        before: Option<&str> = change.before.as_deref();
        after: Option<&str> = change.after.as_deref();
    }
}

impl AuditLog {
    pub(crate) fn load(
        context: &RequestContext,
        input: &GetAuditLogInput,
        query: &AuditQuery,
    ) -> Result<Self, AppError> {
        let page = context.app.audit().list(&context.principal, query)?;
        context.charge(page.items.iter().map(text_bytes).sum())?;
        let scope = input.cursor_scope(&context.principal);
        Ok(Self {
            page_info: PageInfo::of(&scope, &query.page, &page).with_warning(warning(query)),
            total_count: count(page.total_count()),
            entries: page.items.into_iter().map(AuditEntry).collect(),
        })
    }
}

/// Returns the warning about an operation that the log cannot contain.
fn warning(query: &AuditQuery) -> Option<String> {
    let operation = query.operation.as_deref()?;
    let names: Vec<&'static str> = audited_actions().collect();
    (!names.contains(&operation)).then(|| unknown_value("operation", operation, &names))
}

/// Returns the size of an entry's texts that may be long, in bytes.
pub(super) fn text_bytes(entry: &shortlist_domain::AuditEntry) -> usize {
    let AuditChanges::Known(changes) = &entry.changes else {
        return 0;
    };
    let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let change =
        |change: &shortlist_domain::FieldChange| length(&change.before) + length(&change.after);
    changes.iter().map(change).sum()
}

/// What is known about the caller of an action.
#[derive(Default)]
struct AuditedCaller<'a> {
    user_id: Option<&'a str>,
    key_id: Option<&'a str>,
    address: Option<&'a str>,
}

fn caller_of(actor: &Actor) -> AuditedCaller<'_> {
    let (user_id, key_id, address) = match actor {
        Actor::Caller {
            user_id,
            key_id,
            address,
        } => (user_id.as_ref(), key_id, address),
        Actor::Integration {
            user_id,
            key_id,
            address,
        } => (Some(user_id), key_id, address),
        Actor::Operator | Actor::Service => return AuditedCaller::default(),
    };
    AuditedCaller {
        user_id: user_id.map(UserId::as_str),
        key_id: key_id.as_ref().map(ApiKeyId::as_str),
        address: address.as_deref(),
    }
}

fn changes_of(entry: &shortlist_domain::AuditEntry) -> Vec<AuditChange> {
    match &entry.changes {
        AuditChanges::Known(changes) => changes.iter().cloned().map(AuditChange).collect(),
        AuditChanges::Destroyed => Vec::new(),
    }
}
