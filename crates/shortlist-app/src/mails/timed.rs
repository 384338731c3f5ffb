//! Mails that a time causes: whether there is still a reason for them. They say what the interview is now, because a change of its place
//! causes no other reminder.

use shortlist_domain::{Interview, MailFailureReason, MailKind, QueuedMail};

use crate::error::AppError;
use crate::mails::MailOutbox;

impl MailOutbox<'_> {
    /// Returns whether the recipient has switched off mails of the kind.
    pub(super) fn is_switched_off(&self, queued: &QueuedMail) -> Result<bool, AppError> {
        let kind = queued.mail.kind;
        let recipient = queued.mail.user_id.as_ref();
        let Some(user) = recipient.filter(|_| kind.is_optional()) else {
            return Ok(false);
        };
        let mails = self.store.mails();
        let preferences = mails.preferences(&queued.organization_id, user)?;
        Ok(!preferences.include(kind))
    }

    /// Looks up the interview of a mail that a time causes, and writes its present values into the mail. Returns why there is no reason to
    /// send it any more.
    pub(super) fn refresh(
        &self,
        queued: &mut QueuedMail,
    ) -> Result<Option<MailFailureReason>, AppError> {
        let mail = &mut queued.mail;
        if !mail.kind.is_timed() {
            return Ok(None);
        }
        let (Some(candidate), Some(mailed)) = (&mail.candidate_id, &mut mail.interview) else {
            return Ok(Some(MailFailureReason::InterviewChanged));
        };
        let interviews = self.store.interviews();
        let all = interviews.list_for_candidate(&queued.organization_id, candidate)?;
        let is_meant = |one: &Interview| {
            let is_held = match &mail.user_id {
                Some(user) => one.id == mailed.id && one.interviewer_id == *user,
                None => *one.appointment_id() == mailed.id,
            };
            is_held && one.date_and_time == mailed.begins_at
        };
        let meant: Vec<Interview> = all.into_iter().filter(is_meant).collect();
        let Some(found) = meant.iter().find(|one| mail.kind.suits(one)) else {
            return Ok(Some(why_not(mail.kind, &meant)));
        };
        mailed.sequence = found.sequence;
        mailed.details = found.details.clone();
        Ok(None)
    }
}

/// Returns why there is no reason for a mail about interviews of which none suits.
fn why_not(kind: MailKind, meant: &[Interview]) -> MailFailureReason {
    if kind == MailKind::ReportDue && meant.iter().any(|one| one.has_report) {
        MailFailureReason::ReportWritten
    } else {
        MailFailureReason::InterviewChanged
    }
}
