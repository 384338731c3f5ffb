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

fn mail(mail: &MailRecord) -> Value {
    json!({
        "kind": mail.kind.as_str(),
        "userId": mail.user_id.as_ref().map(UserId::as_str),
        "state": mail.state.as_str(),
        "createdAt": mail.created_at.to_string(),
        "sentAt": mail.sent_at.map(|at| at.to_string()),
        "messageId": mail.message_id,
    })
}
