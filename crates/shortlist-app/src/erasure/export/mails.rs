//! The mails about a candidate in an export: those that were sent, and those that wait.

use serde_json::{Value, json};
use shortlist_domain::{CandidateId, MailRecord, OrganizationId, UserId};

use crate::candidates::Candidates;
use crate::error::AppError;

impl Candidates<'_> {
    pub(super) fn exported_mails(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<Value, AppError> {
        let mails = self.store.mails().list_for_candidate(organization, id)?;
        Ok(mails.iter().map(mail).collect())
    }
}

fn mail(record: &MailRecord) -> Value {
    let mail = &record.queued.mail;
    json!({
        "kind": mail.kind.as_str(),
        "userId": mail.user_id.as_ref().map(UserId::as_str),
        "state": record.state.as_str(),
        "createdAt": record.queued.created_at.to_string(),
        "sentAt": record.sent_at.map(|at| at.to_string()),
        "messageId": record.message_id,
    })
}
