//! The GraphQL types of mails.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, ListMails};
use shortlist_domain::english::mail_failure_text;
use shortlist_domain::{CandidateId, InterviewId, MailRecord, Principal, Timestamp, UserId};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;
use crate::graphql::input::input;
use crate::graphql::object::object;

input! {
    pub(crate) struct ListMailsInput(ListMails) of organization_id "organizationId" {
        /// The state: `waiting`, `sent`, `failed`, `withdrawn` or `dropped`.
        "state" as state: Option<String>;
        /// Lists the mails about this candidate only.
        "candidateId" as candidate_id: Option<String>;
        /// Lists the mails that come after the one with this identifier. Use the last one of the list to get the next.
        "before" as before: Option<String>;
        /// The number of mails, at most 100.
        "limit" as limit: Option<i32>;
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ResendMailInput {
    pub(crate) organization_id: String,
    pub(crate) mail_id: String,
}

object! {
    /// A mail that a change has caused, and its outcome. It shows neither an address nor a text.
    pub(crate) struct Mail(MailRecord) as record {
        #[graphql(name = "_id")]
        id: &str = &record.queued.mail.id;
        /// What it is about: `interviewer_invited`, `interviewer_moved`, `interviewer_cancelled`, `application_received`, `rejected`,
        /// `user_invited` or `password_reset`.
        kind: &'static str = record.queued.mail.kind.as_str();
        /// Whom it is to: `candidate`, `interviewer`, or `user` if it is about no candidate.
        recipient: &'static str = recipient(record);
        /// The user whom it is to, unless it is to the candidate.
        user_id: Option<&str> = record.queued.mail.user_id.as_ref().map(UserId::as_str);
        /// The candidate whom it is about, if it is about one.
        candidate_id: Option<&str> = record.queued.mail.candidate_id.as_ref().map(CandidateId::as_str);
        /// The interview that it is about.
        interview_id: Option<&str> = interview_id(record).map(InterviewId::as_str);
        /// The state: `waiting`, `sent`, `failed`, `withdrawn` (its reason was undone) or `dropped` (it was not needed any more).
        state: &'static str = record.state.as_str();
        /// When the change caused it.
        created_at: String = record.queued.created_at.to_string();
        /// When it is attempted next, if it waits.
        next_attempt_at: Option<String> = time(record.next_attempt_at);
        /// How often it was attempted, since it was last sent again by hand.
        attempts: i32 = i32::try_from(record.queued.attempts).unwrap_or(i32::MAX);
        /// The name of why it was not sent, or not yet, such as `recipient_refused`.
        failure_reason: Option<&'static str> = record.failure.as_ref().map(|failure| failure.reason.as_str());
        /// Why it was not sent, or not yet, in English. It has the words of the mail server, unless the candidate is masked.
        failure: Option<String> = record.failure.as_ref().map(mail_failure_text);
        /// When the mail server took it.
        sent_at: Option<String> = time(record.sent_at);
        /// The identifier of the message, once the mail server has taken it.
        message_id: Option<&str> = record.message_id.as_deref();
    }
}

/// Mails, the latest first.
#[derive(GraphQLObject)]
pub(crate) struct MailList {
    mails: Vec<Mail>,
}

impl MailList {
    pub(crate) fn load(
        context: &RequestContext,
        principal: &Principal,
        input: &ListMailsInput,
    ) -> Result<Self, AppError> {
        let mails = context.app.mails().list(principal, &input.request)?;
        context.charge(ITEM_BYTES * mails.len())?;
        Ok(Self {
            mails: mails.into_iter().map(Mail).collect(),
        })
    }
}

fn recipient(record: &MailRecord) -> &'static str {
    let mail = &record.queued.mail;
    match (&mail.user_id, &mail.candidate_id) {
        (None, _) => "candidate",
        (Some(_), Some(_)) => "interviewer",
        (Some(_), None) => "user",
    }
}

fn interview_id(record: &MailRecord) -> Option<&InterviewId> {
    let interview = record.queued.mail.interview.as_ref();
    interview.map(|interview| &interview.id)
}

fn time(at: Option<Timestamp>) -> Option<String> {
    at.map(|at| at.to_string())
}
