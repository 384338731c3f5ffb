//! The GraphQL types and operations of the sessions that users see and end.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, ListedSession, Operation};
use shortlist_domain::{Browser, ClientSystem, SessionKind};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct ListSessionsInput {
    organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct EndSessionInput {
    organization_id: String,
    session_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct EndOtherSessionsInput {
    organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListUserSessionsInput {
    organization_id: String,
    user_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct EndUserSessionInput {
    organization_id: String,
    user_id: String,
    session_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct EndUserSessionsInput {
    organization_id: String,
    user_id: String,
}

object! {
    /// A session that has not ended.
    pub(crate) struct Session(ListedSession) as listed {
        session_id: &str = listed.session.id.as_str();
        /// Whether it is the session of this request.
        is_current: bool = listed.is_current;
        /// What it is used with: `WebApp` or `Api`. Null if it was opened by an earlier version.
        kind: Option<&'static str> = listed.session.kind.map(SessionKind::as_str);
        /// The browser that it was opened with, such as Firefox. Null if it is not known.
        browser: Option<&'static str> = listed.session.device.browser.map(Browser::as_str);
        /// The operating system that it was opened with, such as macOS. Null if it is not known.
        system: Option<&'static str> = listed.session.device.system.map(ClientSystem::as_str);
        /// The network that it was last used from: an IPv4 /24 or an IPv6 /48. Null if it is not known.
        network: Option<&str> = listed.session.network.as_deref();
        /// When the user signed in.
        created_at: String = listed.session.opened_at.to_string();
        /// When it was last used, accurate to five minutes.
        last_used_at: Option<String> = listed.session.last_used_at.map(|at| at.to_string());
        /// When it ends unless it is used again.
        expires_at: String = listed.session.ends_at.to_string();
    }
}

/// The sessions of a user that have not ended, the last used one first.
#[derive(GraphQLObject)]
pub(crate) struct SessionList {
    sessions: Vec<Session>,
}

/// The sessions that a call has ended.
#[derive(GraphQLObject)]
pub(crate) struct EndedSessions {
    /// How many there were.
    count: i32,
}

impl SessionList {
    fn of(context: &RequestContext, sessions: Vec<ListedSession>) -> Result<Self, AppError> {
        context.charge(ITEM_BYTES * sessions.len())?;
        Ok(Self {
            sessions: sessions.into_iter().map(Session).collect(),
        })
    }
}

impl EndedSessions {
    pub(crate) fn of(count: usize) -> Self {
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        Self { count }
    }
}

pub(crate) fn list_sessions(
    context: &RequestContext,
    input: &ListSessionsInput,
) -> Resolved<SessionList> {
    context.perform(
        Operation::ListSessions,
        of_organization(&input.organization_id),
        |app, principal| SessionList::of(context, app.sessions().list_own(principal)?),
    )
}

pub(crate) fn end_session(
    context: &RequestContext,
    input: &EndSessionInput,
) -> Resolved<EndedSessions> {
    context.perform(
        Operation::EndSession,
        of_organization(&input.organization_id),
        |app, principal| {
            app.sessions().end_own(principal, &input.session_id)?;
            Ok(EndedSessions::of(1))
        },
    )
}

pub(crate) fn end_other_sessions(
    context: &RequestContext,
    input: &EndOtherSessionsInput,
) -> Resolved<EndedSessions> {
    context.perform(
        Operation::EndOtherSessions,
        of_organization(&input.organization_id),
        |app, principal| Ok(EndedSessions::of(app.sessions().end_others(principal)?)),
    )
}

pub(crate) fn list_user_sessions(
    context: &RequestContext,
    input: &ListUserSessionsInput,
) -> Resolved<SessionList> {
    context.perform(
        Operation::ListUserSessions,
        of_organization(&input.organization_id),
        |app, principal| {
            let found = app.sessions().list_of_user(principal, &input.user_id)?;
            SessionList::of(context, found.sessions)
        },
    )
}

pub(crate) fn end_user_session(
    context: &RequestContext,
    input: &EndUserSessionInput,
) -> Resolved<EndedSessions> {
    context.perform(
        Operation::EndUserSession,
        of_organization(&input.organization_id),
        |app, principal| {
            let (user, session) = (&input.user_id, &input.session_id);
            app.sessions().end_of_user(principal, user, session)?;
            Ok(EndedSessions::of(1))
        },
    )
}

pub(crate) fn end_user_sessions(
    context: &RequestContext,
    input: &EndUserSessionsInput,
) -> Resolved<EndedSessions> {
    context.perform(
        Operation::EndUserSessions,
        of_organization(&input.organization_id),
        |app, principal| {
            let ended = app.sessions().end_all_of_user(principal, &input.user_id)?;
            Ok(EndedSessions::of(ended))
        },
    )
}
