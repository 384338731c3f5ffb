//! The outcomes of attempts to send mails.

use diesel::prelude::*;
use shortlist_domain::{MailFailure, MailFailureReason, MailState, OrganizationId, Timestamp};

use crate::error::StoreError;
use crate::outbox::{ended, failed_by};
use crate::schema::mails;
use crate::store::Mails;
use crate::times::stored;

/// The outcome of an attempt to send a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailOutcome {
    /// The mail server has taken it.
    Sent {
        /// The identifier of the message.
        message_id: String,
    },
    /// It is attempted again.
    Again {
        /// When.
        at: Timestamp,
        /// Why it was not sent.
        failure: MailFailure,
    },
    /// It is sent later, because of others or of the settings. This counts as no attempt.
    Postponed {
        /// When.
        at: Timestamp,
        /// What prevents it.
        reason: MailFailure,
    },
    /// It is not attempted again.
    Failed {
        /// Why it was not sent.
        failure: MailFailure,
    },
    /// There is no reason to send it any more.
    Dropped {
        /// Why.
        reason: MailFailureReason,
    },
}

/// The result of an attempt to send a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailResult {
    /// The mail.
    pub id: String,
    /// When it was attempted.
    pub at: Timestamp,
    /// The outcome.
    pub outcome: MailOutcome,
}

impl Mails<'_> {
    /// Stores the results of attempts. Those of mails that were deleted meanwhile are dropped. One that was withdrawn while it was sent
    /// counts as sent, and is not attempted again if it was not.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record(
        &self,
        organization: &OrganizationId,
        results: &[MailResult],
    ) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            for result in results {
                let row = mails::table
                    .filter(mails::organization_id.eq(organization.as_str()))
                    .filter(mails::id.eq(&result.id));
                let waiting = row.filter(mails::next_attempt_at.is_not_null());
                let counted = mails::attempts.eq(mails::attempts + 1);
                match &result.outcome {
                    MailOutcome::Sent { message_id } => diesel::update(row)
                        .set((
                            ended(MailState::Sent),
                            counted,
                            failed_by(None),
                            mails::sent_at.eq(stored(result.at)),
                            mails::message_id.eq(message_id),
                        ))
                        .execute(conn)?,
                    MailOutcome::Again { at, failure } => diesel::update(waiting)
                        .set((
                            counted,
                            mails::next_attempt_at.eq(stored(*at)),
                            failed_by(Some(failure)),
                        ))
                        .execute(conn)?,
                    MailOutcome::Postponed { at, reason } => diesel::update(waiting)
                        .set((
                            mails::next_attempt_at.eq(stored(*at)),
                            failed_by(Some(reason)),
                        ))
                        .execute(conn)?,
                    MailOutcome::Failed { failure } => diesel::update(waiting)
                        .set((ended(MailState::Failed), counted, failed_by(Some(failure))))
                        .execute(conn)?,
                    MailOutcome::Dropped { reason } => diesel::update(waiting)
                        .set((
                            ended(MailState::Dropped),
                            failed_by(Some(&MailFailure::from(*reason))),
                        ))
                        .execute(conn)?,
                };
            }
            Ok(())
        })
    }
}
