//! Why a mail was not sent, and what to do about it.

use crate::{MailFailure, MailFailureReason};

/// Returns why a mail was not sent, without a capital and a full stop.
pub fn mail_failure_text(failure: &MailFailure) -> String {
    let reason = reason_text(failure.reason);
    match &failure.detail {
        Some(detail) => format!("{reason}: {detail}"),
        None => reason.to_owned(),
    }
}

fn reason_text(reason: MailFailureReason) -> &'static str {
    use MailFailureReason as R;
    match reason {
        R::RecipientRefused => "the mail server refused the address of the recipient",
        R::RecipientLater => "the mail server does not accept mail for the recipient now",
        R::RecipientNeedsUtf8 => {
            "the address of the recipient has letters that the mail server does not accept"
        }
        R::SenderNeedsUtf8 => {
            "the address of the sender has letters that the mail server does not accept"
        }
        R::TextRefused => "the mail server refused the mail",
        R::TextLater => "the mail server does not accept the mail now",
        R::Unwritable => "the mail cannot be written",
        R::ServerBusy => "the mail server accepts no mail now",
        R::ServerRefused => "the mail server accepts no mail with the present settings",
        R::ServerUnreachable => "the mail server cannot be reached",
        R::ServerMisconfigured => "the settings do not fit the mail server",
        R::OthersFirst => "other mails are sent first",
        R::CandidateErased => "the candidate was erased",
        R::JobDeleted => "the job was deleted",
        R::UserInactive => "the user is not active",
        R::NoAddress => "the candidate has no e-mail address",
        R::CandidateRejected => "the candidate was rejected",
        R::NotRejected => "the candidate is not rejected any more",
        R::NoOpenOffer => "the candidate has no offer to answer any more",
        R::InterviewBegun => "the interview has begun",
        R::InterviewChanged => "the interview has been changed or cancelled since",
        R::ReportWritten => "the report has been written",
        R::SwitchedOff => "the user has switched off mails of this kind",
        R::LinkClosed => "the link cannot be used any more",
        R::KeyChanged => "the service has another key than when the link was made",
        R::NoteDeleted => "the note was deleted",
        R::NoAccess => "the user does not see the notes on the candidate",
        R::NothingNew => "nothing waits for the user",
        R::DayOver => "the day of the digest is over",
    }
}

/// Returns what to do about a mail that was not sent, without a capital and a full stop; `None` if there is nothing to do.
pub fn mail_failure_advice(reason: MailFailureReason) -> Option<&'static str> {
    use MailFailureReason as R;
    Some(match reason {
        R::RecipientRefused | R::RecipientNeedsUtf8 => {
            "correct the address of the candidate or the user, then send the mail again"
        }
        R::NoAddress => "add the e-mail address of the candidate",
        R::TextRefused => {
            "ask the operator to check SPF, DKIM and DMARC of the sender's domain, then send the mail again"
        }
        R::LinkClosed | R::KeyChanged => "send the user a new link",
        R::Unwritable => "shorten the names of sender and recipient, then send the mail again",
        R::SenderNeedsUtf8 | R::ServerRefused => {
            "check the sender under Settings, Mail; if it is not changed there, ask the operator to check the settings of the mail server"
        }
        R::ServerMisconfigured | R::ServerUnreachable => {
            "ask the operator to check the settings of the mail server"
        }
        R::RecipientLater
        | R::TextLater
        | R::ServerBusy
        | R::OthersFirst
        | R::CandidateErased
        | R::JobDeleted
        | R::UserInactive
        | R::CandidateRejected
        | R::NotRejected
        | R::NoOpenOffer
        | R::InterviewBegun
        | R::InterviewChanged
        | R::ReportWritten
        | R::SwitchedOff
        | R::NoteDeleted
        | R::NoAccess
        | R::NothingNew
        | R::DayOver => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_a_sentence_with_the_answer_of_the_server() {
        let refused = MailFailure {
            reason: MailFailureReason::RecipientRefused,
            detail: Some("550 5.1.1 no such user".to_owned()),
        };
        assert_eq!(
            mail_failure_text(&refused),
            "the mail server refused the address of the recipient: 550 5.1.1 no such user"
        );
        let advice = mail_failure_advice(refused.reason).unwrap();
        assert!(advice.contains("correct the address"), "{advice}");
        let begun = MailFailure::from(MailFailureReason::InterviewBegun);
        assert_eq!(mail_failure_text(&begun), "the interview has begun");
        assert_eq!(mail_failure_advice(begun.reason), None);
    }
}
