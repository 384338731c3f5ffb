//! Mails that failed for good, and are queued again.

use shortlist_domain::{
    MailFailureReason, MailKind, MailRecord, MailState, MailedInterview, NewMail, Principal,
    QueuedMail,
};

use crate::conflict::MailConflict;
use crate::error::AppError;
use crate::mails::ComposedMail;
use crate::mails::listing::Mails;
use crate::operations::Operation;

impl Mails<'_> {
    /// Queues a mail that failed again. Returns it.
    ///
    /// # Errors
    /// Returns an error if there is no such mail, if it has not failed, or if there is no reason to send it any more.
    pub fn resend(&self, principal: &Principal, mail_id: &str) -> Result<MailRecord, AppError> {
        let failed = self.get(principal, mail_id)?;
        if let Some(why) = self.refusal(&failed)? {
            return Err(AppError::conflict(why));
        }
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::ResendMail);
        let is_queued = writer.mails().resend(&principal.organization_id, &failed)?;
        let queued = self.get(principal, mail_id)?;
        if is_queued {
            Ok(queued)
        } else {
            Err(AppError::conflict(MailConflict::NotFailed(queued.state)))
        }
    }

    /// Returns why a mail is not sent again.
    fn refusal(&self, failed: &MailRecord) -> Result<Option<MailConflict>, AppError> {
        if failed.state != MailState::Failed {
            return Ok(Some(MailConflict::NotFailed(failed.state)));
        }
        let Some(audience) = self.audience else {
            return Ok(Some(MailConflict::Off));
        };
        if !audience.includes(&failed.queued.mail) {
            return Ok(Some(MailConflict::NotToCandidates));
        }
        if let ComposedMail::Dropped(reason) = self.outbox.compose(failed.queued.clone())? {
            return Ok(Some(MailConflict::Pointless(reason)));
        }
        if self.has_later(&failed.queued)? {
            return Ok(Some(MailConflict::LaterMail));
        }
        let changed = MailFailureReason::InterviewChanged;
        let is_current = self.is_current(&failed.queued)?;
        Ok((!is_current).then_some(MailConflict::Pointless(changed)))
    }

    /// Returns whether the interview of a mail is still what the mail says. A later change has a mail of its own, if there was a
    /// recipient for it.
    fn is_current(&self, queued: &QueuedMail) -> Result<bool, AppError> {
        let mail = &queued.mail;
        let Some(mailed) = &mail.interview else {
            return Ok(true);
        };
        // It says what the interview is when it is sent, and composing it has found that interview.
        if mail.kind.is_timed() {
            return Ok(true);
        }
        let interviews = self.records.store.interviews();
        let found = interviews.find(&queued.organization_id, &mailed.id)?;
        let held = found.filter(|one| one.status.occupies());
        Ok(match (&mail.user_id, held) {
            (Some(user), held) => match held.filter(|one| one.interviewer_id == *user) {
                Some(held) => {
                    mail.kind != MailKind::InterviewerCancelled && held.sequence == mailed.sequence
                }
                None => mail.kind == MailKind::InterviewerCancelled,
            },
            (None, Some(held)) => {
                mail.kind != MailKind::InterviewCancelled
                    && held.date_and_time == mailed.begins_at
                    && held.details == mailed.details
            }
            (None, None) => self.is_current_for_panel(queued, mailed)?,
        })
    }

    /// Returns whether a mail to a candidate is still right although the first interviewer does not hold the appointment.
    fn is_current_for_panel(
        &self,
        queued: &QueuedMail,
        mailed: &MailedInterview,
    ) -> Result<bool, AppError> {
        let interviews = self.records.store.interviews();
        let panel = std::slice::from_ref(&mailed.id);
        let members = interviews.panels(&queued.organization_id, panel)?;
        let mut members = members.into_values().flatten();
        let is_held = members.any(|member| member.status.occupies());
        Ok(is_held != (queued.mail.kind == MailKind::InterviewCancelled))
    }

    /// Returns whether the candidate has a later mail about the same: another rejection or offer, or a change of the same interview.
    fn has_later(&self, queued: &QueuedMail) -> Result<bool, AppError> {
        let mail = &queued.mail;
        let candidate = mail.candidate_id.as_ref();
        let Some(candidate) = candidate.filter(|_| mail.user_id.is_none()) else {
            return Ok(false);
        };
        let mails = self.records.store.mails();
        let all = mails.list_for_candidate(&queued.organization_id, candidate)?;
        let is_later = |one: &MailRecord| {
            is_about_the_same(&one.queued.mail, mail) && queued.created_at < one.queued.created_at
        };
        Ok(all.iter().any(is_later))
    }
}

/// Returns whether two mails to a candidate are about the same matter.
fn is_about_the_same(one: &NewMail, other: &NewMail) -> bool {
    let is_timed = one.kind.is_timed() || other.kind.is_timed();
    if is_timed || one.user_id.is_some() || one.interview.is_some() != other.interview.is_some() {
        return false;
    }
    match (&one.interview, &other.interview) {
        (Some(one), Some(other)) => one.id == other.id,
        _ => one.kind == other.kind && matches!(one.kind, MailKind::Rejected | MailKind::Offer),
    }
}
