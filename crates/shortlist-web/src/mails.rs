//! Mails as rows of pages.

use shortlist_app::{App, ListMails, Operation};
use shortlist_domain::english::{mail_failure_advice, mail_failure_text};
use shortlist_domain::{MailFailure, MailKind, MailRecord, MailState, Principal, UserId};

use crate::respond::error::{PageError, sentence};
use crate::trail::{Names, time};
use crate::visit::Visit;

/// The most mails that the page of a candidate shows.
const MAX_ROWS: i32 = 50;

/// A mail.
pub(crate) struct MailRow {
    pub(crate) id: String,
    /// What it is about.
    pub(crate) about: &'static str,
    /// Whom it is to: the name of the user, or the candidate.
    pub(crate) to: String,
    pub(crate) state: &'static str,
    pub(crate) class: &'static str,
    /// When it was caused or sent, or is attempted next.
    pub(crate) when: String,
    /// Why it was not sent, or not yet, and what to do.
    pub(crate) failure: String,
    pub(crate) may_resend: bool,
}

impl MailRow {
    pub(crate) fn of(record: &MailRecord, names: &Names) -> Self {
        let mail = &record.queued.mail;
        let (state, class) = state(record.state);
        Self {
            id: mail.id.clone(),
            about: about(mail.kind),
            to: recipient(mail.user_id.as_ref(), names),
            state,
            class,
            when: when(record),
            failure: record.failure.as_ref().map(failure).unwrap_or_default(),
            may_resend: record.state == MailState::Failed,
        }
    }
}

/// Lists the mails about a candidate, the latest first.
pub(crate) async fn of_candidate(
    visit: &Visit,
    id: &str,
    names: &Names,
) -> Result<Vec<MailRow>, PageError> {
    let request = ListMails {
        candidate_id: Some(id.to_owned()),
        limit: Some(MAX_ROWS),
        ..ListMails::default()
    };
    let list = move |app: &App, principal: &Principal| app.mails().list(principal, &request);
    let found = visit.run(Operation::ListMails, list).await?;
    let row = |record: &MailRecord| MailRow::of(record, names);
    Ok(found.iter().map(row).collect())
}

/// Sends a mail again that failed.
pub(crate) async fn resend(visit: &Visit, id: String) -> Result<(), PageError> {
    let resend = move |app: &App, principal: &Principal| app.mails().resend(principal, &id);
    visit.run(Operation::ResendMail, resend).await?;
    Ok(())
}

/// Returns the English name of a language of mails.
pub(crate) fn language_name(code: &str) -> &'static str {
    match code {
        "de" => "German",
        "fr" => "French",
        "es" => "Spanish",
        _ => "English",
    }
}

fn about(kind: MailKind) -> &'static str {
    match kind {
        MailKind::InterviewerInvited | MailKind::InterviewInvited => "Invitation to an interview",
        MailKind::InterviewerMoved | MailKind::InterviewMoved => "New time of an interview",
        MailKind::InterviewerCancelled | MailKind::InterviewCancelled => {
            "Cancellation of an interview"
        }
        MailKind::InterviewerReminder | MailKind::InterviewReminder => "Reminder of an interview",
        MailKind::ReportDue => "Reminder of a report",
        MailKind::ApplicationReceived => "Receipt of the application",
        MailKind::Rejected => "Rejection",
        MailKind::Offer => "Offer",
        MailKind::UserInvited => "Invitation of a user",
        MailKind::PasswordReset => "Link to reset a password",
        MailKind::Mention => "Mention in a note",
        MailKind::DailyDigest => "Daily digest",
    }
}

fn recipient(user: Option<&UserId>, names: &Names) -> String {
    user.map_or_else(|| "the candidate".to_owned(), |id| names.of(id))
}

fn state(state: MailState) -> (&'static str, &'static str) {
    match state {
        MailState::Waiting => ("Waiting", "hold"),
        MailState::Sent => ("Sent", "active"),
        MailState::Failed => ("Failed", "rejected"),
        MailState::Withdrawn => ("Withdrawn", ""),
        MailState::Dropped => ("Not needed", ""),
    }
}

fn when(record: &MailRecord) -> String {
    match (record.sent_at, record.next_attempt_at) {
        (Some(sent), _) => time(sent),
        (None, Some(next)) => format!("next attempt {}", time(next)),
        (None, None) => time(record.queued.created_at),
    }
}

/// Returns why a mail was not sent and what to do, as sentences.
fn failure(failure: &MailFailure) -> String {
    let why = sentence(&mail_failure_text(failure));
    match mail_failure_advice(failure.reason) {
        Some(advice) => format!("{why} {}", sentence(advice)),
        None => why,
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::MailFailureReason;

    use super::*;

    #[test]
    fn a_failure_says_what_to_do() {
        let refused = MailFailure {
            reason: MailFailureReason::RecipientRefused,
            detail: Some("550 no such user".to_owned()),
        };
        assert_eq!(
            failure(&refused),
            "The mail server refused the address of the recipient: 550 no such user. \
             Correct the address of the candidate or the user, then send the mail again."
        );
    }
}
