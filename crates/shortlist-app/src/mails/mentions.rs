//! Mails to users whom somebody mentions in a note. They do not contain its text.

use shortlist_domain::{MailFailureReason, QueuedMail};

use crate::access::job_access::sees_notes;
use crate::error::AppError;
use crate::mails::MailOutbox;
use crate::mails::drafts::ComposedMail;

impl MailOutbox<'_> {
    /// Looks up what a mail about a note says.
    pub(super) fn compose_mention(&self, queued: QueuedMail) -> Result<ComposedMail, AppError> {
        let author = match self.author_for(&queued)? {
            Ok(author) => author,
            Err(reason) => return Ok(ComposedMail::Dropped(reason)),
        };
        let mut composed = self.compose_of_candidate(queued)?;
        if let ComposedMail::Draft(draft) = &mut composed {
            draft.author = Some(author);
        }
        Ok(composed)
    }

    /// Returns the name of who has written the note, if the recipient sees it.
    fn author_for(
        &self,
        queued: &QueuedMail,
    ) -> Result<Result<String, MailFailureReason>, AppError> {
        let organization = &queued.organization_id;
        let (Some(note), Some(user)) = (queued.mail.note_id(), &queued.mail.user_id) else {
            return Ok(Err(MailFailureReason::NoteDeleted));
        };
        let (candidates, users) = (self.store.candidates(), self.store.users());
        let Some(note) = candidates.find_note(organization, &note)? else {
            return Ok(Err(MailFailureReason::NoteDeleted));
        };
        let Some(candidate) = candidates.find(organization, &note.candidate_id)? else {
            return Ok(Err(MailFailureReason::CandidateErased));
        };
        let author = users.find(organization, &note.author_id)?;
        let recipient = users.find(organization, user)?;
        let (Some(author), Some(recipient)) = (author, recipient) else {
            return Ok(Err(MailFailureReason::UserInactive));
        };
        Ok(if sees_notes(self.store, &recipient, &candidate.job_id)? {
            Ok(author.full_name)
        } else {
            Err(MailFailureReason::NoAccess)
        })
    }
}
