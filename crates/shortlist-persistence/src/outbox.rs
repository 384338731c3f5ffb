//! The outbox of mails: they are written in the transaction of the change that causes them.

mod causes;
mod row;
mod timed;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{MailFailure, MailState};

use crate::dialect::DbConn;
use crate::schema::mails;

pub(crate) use causes::{apply, insert, make_sending_due};
pub(crate) use row::MailRow;
pub(crate) use timed::queue_timed;

/// The name of the task that sends an organization's mails.
pub const MAIL_TASK: &str = "send-mails";

/// Deletes the mails about a candidate: those that wait, and the records of those that were sent.
pub(crate) fn delete_of(conn: &mut DbConn, organization: &str, candidate: &str) -> QueryResult<()> {
    let rows = mails::table
        .filter(mails::organization_id.eq(organization))
        .filter(mails::candidate_id.eq(candidate));
    diesel::delete(rows).execute(conn)?;
    Ok(())
}

/// Returns the values of a mail that is not attempted any more.
pub(crate) fn ended(
    state: MailState,
) -> (
    diesel::dsl::Eq<mails::state, &'static str>,
    diesel::dsl::Eq<mails::next_attempt_at, Option<NaiveDateTime>>,
) {
    (
        mails::state.eq(state.as_str()),
        mails::next_attempt_at.eq(None::<NaiveDateTime>),
    )
}

type Reason = diesel::dsl::Eq<mails::failure, Option<&'static str>>;
type Detail<'a> = diesel::dsl::Eq<mails::failure_detail, Option<&'a str>>;

/// Returns the values of why a mail was not sent. Without a failure, what earlier attempts left is removed.
pub(crate) fn failed_by(failure: Option<&MailFailure>) -> (Reason, Detail<'_>) {
    let detail = failure.and_then(|failure| failure.detail.as_deref());
    (
        mails::failure.eq(failure.map(|failure| failure.reason.as_str())),
        mails::failure_detail.eq(detail),
    )
}
