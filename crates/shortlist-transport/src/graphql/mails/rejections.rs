//! The GraphQL types of the preview of rejections.

use juniper::GraphQLObject;
use shortlist_app::{
    MailContent, MailRecipient, Operation, PreviewRejectionMails, RecipientAddress,
};
use shortlist_domain::MailFailureReason;
use shortlist_domain::english::mail_failure_text;

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::object::object;

input! {
    pub(crate) struct PreviewRejectionMailsInput(PreviewRejectionMails) of organization_id "organizationId" {
        /// The candidates to reject: at most 1,000 identifiers or `uId`s.
        "candidateIds" as candidate_ids: Vec<String>;
        /// One of these candidates, whose whole mail is returned.
        "mailOf" as mail_of: Option<String>;
    }
}

object! {
    /// A candidate whom a rejection concerns, and what differs in the mail.
    pub(crate) struct RejectionMailRecipient(MailRecipient) as one {
        candidate_id: &str = one.candidate_id.as_str();
        /// The code of the candidate.
        u_id: &str = one.code.as_str();
        /// The name in the mail. For a masked candidate it is the code here, and the mail has the name.
        name: &str = &one.shown_name;
        /// The title of the job.
        job_title: &str = &one.job_title;
        /// Whether the candidate has an e-mail address.
        has_address: bool = !matches!(one.address, RecipientAddress::Missing);
        /// The e-mail address. Null for a masked candidate.
        email_address: Option<&str> = one.address.shown();
        /// Whether the candidate gets a mail.
        gets_mail: bool = one.no_mail.is_none();
        /// The name of why there is no mail: `no_address`, `candidate_rejected` (already) or `unwritable`.
        failure_reason: Option<&'static str> = one.no_mail.map(MailFailureReason::as_str);
        /// Why there is no mail, in English.
        failure: Option<String> = one.no_mail.map(|reason| mail_failure_text(&reason.into()));
    }
}

object! {
    /// A mail as it is sent.
    pub(crate) struct WrittenMail(MailContent) as content {
        subject: &str = content.subject.as_str();
        /// The plain text.
        text: &str = &content.text;
        /// The same text as HTML.
        html: &str = &content.html;
    }
}

object! {
    /// The mails that a rejection sends.
    pub(crate) struct RejectionMails(shortlist_app::RejectionMails) as mails {
        /// The digest of everything that is shown here. With it, `updateCandidates` changes nothing if the mails have changed.
        digest: String = mails.digest();
        /// The language: `en`, `de`, `fr` or `es`.
        language: &'static str = mails.language.code();
        /// The subject. What differs is a placeholder, such as `{{candidate_name}}`.
        subject: &str = mails.common.subject.as_str();
        /// The text that all mails have in common. What differs is a placeholder.
        text: &str = &mails.common.text;
        /// The candidates, in the order of the request.
        recipients: Vec<RejectionMailRecipient> = mails.recipients.iter().cloned().map(RejectionMailRecipient).collect();
        /// The whole mail of the candidate `mailOf`. Null if that is none of the candidates, or one who gets no mail.
        mail: Option<WrittenMail> = mails.whole.clone().map(WrittenMail);
    }
}

/// What a rejection of some candidates would send.
#[derive(GraphQLObject)]
pub(crate) struct RejectionPreview {
    /// The mails. Null if candidates get no mails.
    mails: Option<RejectionMails>,
}

pub(crate) fn preview(
    context: &RequestContext,
    input: &PreviewRejectionMailsInput,
) -> Resolved<RejectionPreview> {
    context.perform(
        Operation::PreviewRejectionMails,
        of_organization(&input.organization_id),
        |app, principal| {
            let mails = app.mails().preview_rejections(principal, &input.request)?;
            let recipients = mails.as_ref().map_or(0, |mails| mails.recipients.len());
            let whole = mails.as_ref().and_then(|mails| mails.whole.as_ref());
            let whole = whole.map_or(0, |mail| mail.text.len() + mail.html.len());
            context.charge(ITEM_BYTES * recipients + whole)?;
            let mails = mails.map(RejectionMails);
            Ok(RejectionPreview { mails })
        },
    )
}
