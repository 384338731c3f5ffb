//! The mails that a rejection of the selected candidates sends, on the pages that ask for a confirmation.

use shortlist_app::{
    App, MailContent, MailRecipient, Operation, PreviewRejectionMails, RecipientAddress,
    RejectionMails,
};
use shortlist_domain::english::mail_failure_text;
use shortlist_domain::{Candidate, MAIL_UNDO_SECONDS, Principal};

use crate::form::Fields;
use crate::mails::language_name;
use crate::respond::error::{PageError, sentence};
use crate::visit::Visit;

/// The field with the digest of the mails that the page has shown; empty if candidates get no mails.
pub(super) const DIGEST: &str = "mails";
/// The field of the buttons that show a whole mail.
pub(super) const MAIL_OF: &str = "mailOf";

/// The mails, for the page.
pub(super) struct MailsPart {
    pub(super) digest: String,
    pub(super) language: &'static str,
    /// How many candidates get a mail.
    pub(super) count: usize,
    /// How long a mail waits.
    pub(super) undo_seconds: i64,
    /// What all mails have in common.
    pub(super) common: MailContent,
    pub(super) rows: Vec<RecipientRow>,
    /// Whether some recipients are shown by their code.
    pub(super) has_masked: bool,
    /// The whole mail that a button asks for.
    pub(super) whole: Option<MailContent>,
    /// The name in that mail.
    pub(super) whole_to: String,
}

/// What differs in a mail.
pub(super) struct RecipientRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) address: String,
    /// Why there is no mail; empty if there is one.
    pub(super) problem: String,
}

impl RecipientRow {
    fn of(recipient: &MailRecipient) -> Self {
        let problem = recipient.no_mail.map(|reason| {
            let reason = mail_failure_text(&reason.into());
            sentence(&format!("no mail: {reason}"))
        });
        Self {
            id: recipient.candidate_id.to_string(),
            name: recipient.shown_name.clone(),
            address: match &recipient.address {
                RecipientAddress::Missing => "none".to_owned(),
                RecipientAddress::Masked => "hidden".to_owned(),
                RecipientAddress::Shown(address) => address.to_string(),
            },
            problem: problem.unwrap_or_default(),
        }
    }
}

impl MailsPart {
    fn of(mails: RejectionMails, mail_of: &str) -> Self {
        let recipients = mails.recipients.iter();
        let whole_to = recipients
            .clone()
            .find(|one| one.candidate_id.as_str() == mail_of);
        let is_masked = |one: &MailRecipient| matches!(one.address, RecipientAddress::Masked);
        Self {
            digest: mails.digest(),
            language: language_name(mails.language.code()),
            count: recipients
                .clone()
                .filter(|one| one.no_mail.is_none())
                .count(),
            undo_seconds: MAIL_UNDO_SECONDS,
            has_masked: recipients.clone().any(is_masked),
            whole_to: whole_to
                .map(|one| one.shown_name.clone())
                .unwrap_or_default(),
            rows: recipients.map(RecipientRow::of).collect(),
            common: mails.common,
            whole: mails.whole,
        }
    }

    /// Loads the mails of a rejection; `None` if candidates get none, or if nobody is rejected.
    pub(super) async fn load(
        visit: &Visit,
        candidates: &[Candidate],
        fields: &Fields,
    ) -> Result<Option<Self>, PageError> {
        if candidates.is_empty() {
            return Ok(None);
        }
        let mail_of = fields.get(MAIL_OF).to_owned();
        let input = PreviewRejectionMails {
            candidate_ids: candidates.iter().map(|one| one.id.to_string()).collect(),
            mail_of: Some(mail_of.clone()).filter(|id| !id.is_empty()),
        };
        let preview = move |app: &App, principal: &Principal| {
            app.mails().preview_rejections(principal, &input)
        };
        let mails = visit.run(Operation::PreviewRejectionMails, preview).await?;
        Ok(mails.map(|mails| Self::of(mails, &mail_of)))
    }
}
