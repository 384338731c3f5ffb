//! The GraphQL types of mails, and of which ones users get.

pub(crate) mod rejections;
pub(crate) mod sender;
pub(crate) mod templates;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, ListMails, Operation};
use shortlist_domain::english::mail_failure_text;
use shortlist_domain::{
    CandidateId, InterviewId, MailPreferencesChange, MailRecord, Principal, Timestamp, UserId,
};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
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

#[derive(GraphQLInputObject)]
pub(crate) struct GetMailPreferencesInput {
    organization_id: String,
}

input! {
    pub(crate) struct UpdateMailPreferencesInput(MailPreferencesChange) of organization_id "organizationId" {
        /// Whether the caller gets reminders of interviews. Null keeps it.
        "interviewReminders" as reminders: Option<bool>;
        /// Whether the caller gets a mail about a report that is missing. Null keeps it.
        "reportsDue" as reports_due: Option<bool>;
        /// Whether the caller gets a mail if somebody mentions them in a note. Null keeps it.
        "mentions" as mentions: Option<bool>;
        /// Whether the caller gets the daily digest. Null keeps it.
        "dailyDigest" as daily_digest: Option<bool>;
    }
}

object! {
    /// Which mails the caller gets. Invitations, new times and cancellations of interviews cannot be switched off.
    pub(crate) struct MailPreferences(shortlist_domain::MailPreferences) as preferences {
        /// Whether the caller gets reminders of interviews.
        interview_reminders: bool = preferences.reminders;
        /// Whether the caller gets a mail about a report that is missing.
        reports_due: bool = preferences.reports_due;
        /// Whether the caller gets a mail if somebody mentions them in a note.
        mentions: bool = preferences.mentions;
        /// Whether the caller gets the daily digest.
        daily_digest: bool = preferences.daily_digest;
    }
}

pub(crate) fn get_preferences(
    context: &RequestContext,
    input: &GetMailPreferencesInput,
) -> Resolved<MailPreferences> {
    context.perform(
        Operation::GetMailPreferences,
        of_organization(&input.organization_id),
        |app, principal| {
            let preferences = app.mails().own_preferences(principal)?;
            Ok(MailPreferences(preferences))
        },
    )
}

pub(crate) fn update_preferences(
    context: &RequestContext,
    input: &UpdateMailPreferencesInput,
) -> Resolved<MailPreferences> {
    context.perform(
        Operation::UpdateMailPreferences,
        of_organization(&input.organization_id),
        |app, principal| {
            let preferences = app.mails().set_own_preferences(principal, input.request)?;
            Ok(MailPreferences(preferences))
        },
    )
}

object! {
    /// A mail that a change has caused, and its outcome. It shows neither an address nor a text.
    pub(crate) struct Mail(MailRecord) as record {
        #[graphql(name = "_id")]
        id: &str = &record.queued.mail.id;
        /// What it is about: `interviewer_invited`, `interviewer_moved`, `interviewer_cancelled`, `interviewer_reminder`, `report_due`;
        /// `interview_invited`, `interview_moved`, `interview_cancelled`, `interview_reminder`, `application_received`, `rejected` and `offer` to the
        /// candidate; `mention`, `daily_digest`, `user_invited` or `password_reset` to a user.
        kind: &'static str = record.queued.mail.kind.as_str();
        /// Whom it is to: `candidate`, `interviewer`, or `user` if it is about no interview.
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
    match (&mail.user_id, &mail.interview) {
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
