//! Why a mail is not sent, in English.

use shortlist_domain::english::mail_failure_text;
use shortlist_domain::{MailFailure, MailState};

use crate::conflict::MailConflict;

/// Returns why a mail is not sent.
pub(super) fn mail(why: MailConflict) -> String {
    match why {
        MailConflict::NotFailed(state) => not_failed(state).to_owned(),
        MailConflict::Pointless(reason) => {
            let reason = mail_failure_text(&MailFailure::from(reason));
            format!("the mail cannot be sent again, because {reason}")
        }
        MailConflict::LaterMail => {
            "the candidate has a later mail about the same, so this one is not sent again".to_owned()
        }
        MailConflict::Off => {
            "no mail server is configured, so no mail is sent; the operator sets mail_url and mail_sender"
                .to_owned()
        }
        MailConflict::NotToCandidates => {
            "candidates get no mails; the operator turns mail_to_candidates on".to_owned()
        }
        MailConflict::PreviewChanged => {
            "the mails are not those that you have seen, because their text, a recipient or an address differs; look at them \
             again, and repeat this if you still want it"
                .to_owned()
        }
        MailConflict::TestTooSoon(seconds) => {
            format!("a test was sent a moment ago; try again in {seconds} seconds")
        }
    }
}

fn not_failed(state: MailState) -> &'static str {
    match state {
        MailState::Waiting => "the mail waits already, and is sent as soon as it can be",
        MailState::Sent => "the mail was sent, so it is not sent again",
        MailState::Withdrawn => "the mail was withdrawn, because its reason was undone",
        MailState::Dropped => "the mail was not needed any more, so it is not sent",
        MailState::Failed => "the mail was changed meanwhile; read it again and repeat the request",
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::MailFailureReason;

    use super::*;

    #[test]
    fn a_refusal_says_what_has_become_of_the_mail() {
        for (why, part) in [
            (MailConflict::NotFailed(MailState::Sent), "was sent"),
            (MailConflict::NotFailed(MailState::Waiting), "waits already"),
            (
                MailConflict::Pointless(MailFailureReason::InterviewChanged),
                "because the interview has been changed or cancelled since",
            ),
            (MailConflict::TestTooSoon(7), "in 7 seconds"),
        ] {
            let text = mail(why);
            assert!(text.contains(part), "{text}");
        }
    }
}
