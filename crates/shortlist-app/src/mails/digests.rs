//! The daily digests: when they are queued, and what they say.

use shortlist_domain::{
    DigestCounts, MailFailureReason, OrganizationId, QueuedMail, Timestamp, UserType,
};

use crate::error::AppError;
use crate::mails::MailOutbox;
use crate::mails::drafts::{ComposedMail, MailDraft};

impl MailOutbox<'_> {
    /// Queues the digests of an organization if it is their time. Returns when the next ones are due, if any user wants them.
    pub(super) fn queue_digests(
        &self,
        organization: &OrganizationId,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, AppError> {
        let day = self.digest_time.day_at(now);
        let mails = self.store.mails();
        let is_wanted = mails.queue_digests(organization, day, now)?;
        Ok(is_wanted.then(|| self.digest_time.next_after(now)))
    }

    /// Looks up what a digest says. It is about the day on which it was queued.
    pub(super) fn compose_digest(&self, queued: QueuedMail) -> Result<ComposedMail, AppError> {
        let day = self.digest_time.day_of(queued.created_at);
        if self.digest_time.day_of(self.clock.now()) != day {
            return Ok(ComposedMail::Dropped(MailFailureReason::DayOver));
        }
        if self.is_switched_off(&queued)? {
            return Ok(ComposedMail::Dropped(MailFailureReason::SwitchedOff));
        }
        let organization_id = &queued.organization_id;
        let user = match &queued.mail.user_id {
            Some(id) => self.store.users().find(organization_id, id)?,
            None => None,
        };
        let user = user.filter(|user| user.active && !user.is_integration);
        let organization = self.store.organizations().find(organization_id)?;
        let (Some(user), Some(organization)) = (user, organization) else {
            return Ok(ComposedMail::Dropped(MailFailureReason::UserInactive));
        };
        let mails = self.store.mails();
        let mut counts = mails.digest_counts(organization_id, &user.id, day)?;
        if user.user_type == UserType::Interviewer {
            // They see only the candidates assigned to them.
            counts.new_candidates = 0;
        }
        if counts == DigestCounts::default() {
            return Ok(ComposedMail::Dropped(MailFailureReason::NothingNew));
        }
        Ok(ComposedMail::Draft(Box::new(MailDraft {
            digest: Some(counts),
            ..MailDraft::to_user(queued, user, organization)
        })))
    }
}
