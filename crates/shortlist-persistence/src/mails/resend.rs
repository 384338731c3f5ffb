//! Queues mails again that failed.

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, MailRecord, MailState, NewAuditEntry, OrganizationId};

use crate::audit::lock_events;
use crate::error::StoreError;
use crate::outbox::{failed_by, make_sending_due};
use crate::schema::mails;
use crate::times::stored;
use crate::writer::{MailWriter, Written};

impl MailWriter<'_> {
    /// Queues a mail that failed again, with all its attempts. It keeps its identifier, and so its `Message-ID`. Returns `false` if it
    /// does not exist any more, or has not failed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn resend(
        &self,
        organization: &OrganizationId,
        failed: &MailRecord,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let (now, mail) = (self.writer.action().at, &failed.queued.mail);
        self.writer.write(|conn| {
            // Servers release the task of sending while they hold this lock, and so see the mail.
            lock_events(conn, organization.as_str())?;
            let row = mails::table
                .filter(mails::organization_id.eq(organization.as_str()))
                .filter(mails::id.eq(&mail.id))
                .filter(mails::state.eq(MailState::Failed.as_str()));
            let queued = diesel::update(row)
                .set((
                    mails::state.eq(MailState::Waiting.as_str()),
                    mails::next_attempt_at.eq(stored(now)),
                    mails::attempts.eq(0),
                    failed_by(None),
                ))
                .execute(conn)?;
            if queued == 0 {
                return Ok(Written::nothing(false));
            }
            make_sending_due(conn, organization.as_str(), stored(now))?;
            let entry = NewAuditEntry::done(AuditedKind::Mail, mail.id.as_str())
                .with_field("kind", mail.kind.as_str());
            let entry = match &mail.candidate_id {
                Some(candidate) => entry.for_candidate(candidate),
                None => entry,
            };
            Ok(Written::one(true, entry))
        })
    }
}
