//! The accounts at an identity provider that sign a user in, on the pages of sessions.

use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{LinkedIdentity, Principal, UserId};

use super::time;
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// An account at the provider in the table.
pub(super) struct IdentityRow {
    pub(super) issuer: String,
    pub(super) subject: String,
    pub(super) linked: String,
    pub(super) last_used: String,
}

impl IdentityRow {
    fn of(linked: LinkedIdentity) -> Self {
        Self {
            subject: linked.identity.short_subject(),
            issuer: linked.identity.issuer,
            linked: time(linked.linked_at),
            last_used: linked.last_used_at.map_or("unknown".to_owned(), time),
        }
    }
}

/// Returns the rows of the signed-in user.
pub(super) async fn own(visit: &Visit) -> Result<Vec<IdentityRow>, PageError> {
    let list = |app: &App, principal: &Principal| app.sessions().list_own_identities(principal);
    let found = visit.run(Operation::ListIdentities, list).await?;
    Ok(found.into_iter().map(IdentityRow::of).collect())
}

/// Returns the rows of a user.
pub(super) async fn of_user(visit: &Visit, user: UserId) -> Result<Vec<IdentityRow>, PageError> {
    let list = move |app: &App, principal: &Principal| {
        let sessions = app.sessions();
        sessions.list_identities_of_user(principal, user.as_str())
    };
    let found = visit.run(Operation::ListUserIdentities, list).await?;
    Ok(found.into_iter().map(IdentityRow::of).collect())
}

/// Unlinks the signed-in user. Returns what the page shows about it: the link may be gone since the page was shown.
pub(super) async fn unlink_own(visit: &Visit, fields: &Fields) -> Result<&'static str, PageError> {
    let issuer = fields.exact("issuer").to_owned();
    let unlink = move |app: &App, principal: &Principal| {
        AppError::if_found(app.sessions().unlink_own(principal, &issuer))
    };
    let unlinked = visit.run(Operation::UnlinkIdentity, unlink).await?;
    Ok(outcome(unlinked))
}

/// Does the same for a user.
pub(super) async fn unlink_user(
    visit: &Visit,
    user: UserId,
    fields: &Fields,
) -> Result<&'static str, PageError> {
    let issuer = fields.exact("issuer").to_owned();
    let unlink = move |app: &App, principal: &Principal| {
        let sessions = app.sessions();
        AppError::if_found(sessions.unlink_user(principal, user.as_str(), &issuer))
    };
    let unlinked = visit.run(Operation::UnlinkUserIdentity, unlink).await?;
    Ok(outcome(unlinked))
}

fn outcome(unlinked: Option<usize>) -> &'static str {
    if unlinked.is_some() {
        "unlinked"
    } else {
        "not-linked"
    }
}
