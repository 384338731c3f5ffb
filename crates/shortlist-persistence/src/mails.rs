//! Mails that wait, and the outcomes of attempts to send them.

mod digests;
mod listing;
mod outcomes;
mod preferences;
mod resend;
mod sender;
mod texts;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{CandidateId, MailRecord, OrganizationId, QueuedMail, Timestamp};

use crate::audit::{hold_until_committed, lock_events};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::outbox::{MAIL_TASK, MailRow, queue_timed};
use crate::schema::{mails, tasks};
use crate::store::Mails;
use crate::tasks::TaskLease;
use crate::times::{stored, timestamp};

pub use outcomes::{MailOutcome, MailResult};

impl Mails<'_> {
    /// Lists the mails of an organization that are due, the longest due first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_due(
        &self,
        organization: &OrganizationId,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<QueuedMail>, StoreError> {
        let rows: Vec<MailRow> = self.pools.read(|conn| {
            Ok(mails::table
                .filter(mails::organization_id.eq(organization.as_str()))
                .filter(mails::next_attempt_at.le(stored(now)))
                .order((mails::next_attempt_at, mails::id))
                .limit(limit)
                .select(MailRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().map(MailRow::into_mail).collect()
    }

    /// Lists the mails about a candidate, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_for_candidate(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<MailRecord>, StoreError> {
        let rows: Vec<MailRow> = self.pools.read(|conn| {
            Ok(mails::table
                .filter(mails::organization_id.eq(organization.as_str()))
                .filter(mails::candidate_id.eq(candidate.as_str()))
                .order((mails::created_at, mails::id))
                .select(MailRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().map(MailRow::into_record).collect()
    }

    /// If no mail is due, queues those whose time has come. If still none is due, releases the task of the organization's mails until the
    /// next one is. Returns `false` if one is due, or if another server has taken over the task.
    ///
    /// # Errors
    /// When the database fails.
    pub fn release_if_idle(
        &self,
        task: &TaskLease,
        now: Timestamp,
        at_latest: Timestamp,
    ) -> Result<bool, StoreError> {
        let organization = task.organization_id.as_str();
        let is_due = |next: Option<Timestamp>| next.is_some_and(|next| next <= now);
        // A server asks while it sends mails, so this comes before everything that takes locks.
        let next = self
            .pools
            .read(|conn| Ok(next_attempt(conn, organization)?))?;
        if is_due(next) {
            return Ok(false);
        }
        // In its own transaction: it locks candidates, which others lock before the audit log.
        let timed = match self.audience {
            Some(audience) => self
                .pools
                .write_unaudited(|conn| queue_timed(conn, &task.organization_id, audience, now))?,
            None => None,
        };
        self.pools.write_unaudited(|conn| {
            // Changes that queue mails make the task due while they hold this lock, and so see that nobody works on it.
            lock_events(conn, organization)?;
            let next = next_attempt(conn, organization)?;
            if is_due(next) {
                return Ok(false);
            }
            hold_until_committed(conn, organization)?;
            let due = next.into_iter().chain(timed).fold(at_latest, Ord::min);
            let own = tasks::table
                .filter(tasks::organization_id.eq(organization))
                .filter(tasks::name.eq(MAIL_TASK))
                .filter(tasks::holder.eq(&task.holder));
            let released = diesel::update(own)
                .set((
                    tasks::due_at.eq(stored(due)),
                    tasks::holder.eq(None::<String>),
                ))
                .execute(conn)?;
            Ok(released > 0)
        })
    }
}

/// Returns when the next mail of an organization is due.
fn next_attempt(conn: &mut DbConn, organization: &str) -> QueryResult<Option<Timestamp>> {
    let next: Option<Option<NaiveDateTime>> = mails::table
        .filter(mails::organization_id.eq(organization))
        .filter(mails::next_attempt_at.is_not_null())
        .order(mails::next_attempt_at)
        .select(mails::next_attempt_at)
        .first(conn)
        .optional()?;
    Ok(next.flatten().map(timestamp))
}
