//! The outcome of an attempt to send a mail, and what the attempt says about the mail server.

use std::time::Duration as StdDuration;

use chrono::Duration;
use shortlist_app::{MailOutcome, MailResult};
use shortlist_domain::{MailFailure, MailFailureReason, MailKind, Timestamp, mail_retry_delay};
use shortlist_mail::{AddressRole, Outcome, Retry, SendError, Step};

use super::measurements::count_attempt;

/// When mails are attempted again that could not be sent because of the mail server or the settings, in seconds.
const SERVER_PAUSE_SECONDS: i64 = 60;

/// An attempt to send a mail.
pub(super) struct Attempt {
    /// The mail.
    pub(super) id: String,
    /// What it is about.
    pub(super) kind: MailKind,
    /// The number of attempts before.
    pub(super) attempts: u32,
    /// The identifier of the message.
    pub(super) message_id: String,
    /// Whether it is from an address of the organization instead of the operator's.
    pub(super) has_own_address: bool,
}

/// Returns what to store of an attempt, and what the throttle learns from it.
pub(super) fn after_attempt(
    attempt: &Attempt,
    sent: Result<(), SendError>,
    now: Timestamp,
) -> (MailResult, Outcome) {
    let (outcome, heard) = match sent {
        Ok(()) => {
            let message_id = attempt.message_id.clone();
            (MailOutcome::Sent { message_id }, Outcome::Answered)
        }
        Err(error) => {
            let (mail, advice) = (&attempt.id, error.advice());
            tracing::warn!(mail, advice, "a mail was not sent: {error}");
            after_failure(attempt, &error, now)
        }
    };
    count_attempt(attempt.kind, &outcome);
    let id = attempt.id.clone();
    let result = MailResult {
        id,
        at: now,
        outcome,
    };
    (result, heard)
}

/// A mail counts an attempt only if the failure is about the mail. What is wrong with the mail server or the settings makes all mails
/// wait, for as long as it takes.
fn after_failure(attempt: &Attempt, error: &SendError, now: Timestamp) -> (MailOutcome, Outcome) {
    let failure = failure_of(error);
    let is_about_mail = matches!(error.step(), Step::Recipient | Step::Data);
    match error.retry() {
        Retry::Never => (MailOutcome::Failed { failure }, Outcome::Answered),
        Retry::Later if is_about_mail => {
            let heard = match error {
                SendError::TryLater { .. } => Outcome::DomainBusy,
                _ => Outcome::ServerBusy,
            };
            match mail_retry_delay(attempt.attempts.saturating_add(1)) {
                Some(delay) => {
                    let at = now.plus(delay);
                    (MailOutcome::Again { at, failure }, heard)
                }
                None => (MailOutcome::Failed { failure }, heard),
            }
        }
        Retry::Later | Retry::OnceConfigured => {
            let at = now.plus(Duration::seconds(SERVER_PAUSE_SECONDS));
            let reason = failure;
            // A server that refuses the address of one organization takes the mails of the others.
            let is_about_own_address = attempt.has_own_address
                && error.step() == Step::Sender
                && error.retry() == Retry::OnceConfigured;
            let heard = if is_about_own_address {
                Outcome::Answered
            } else {
                Outcome::ServerBusy
            };
            (MailOutcome::Postponed { at, reason }, heard)
        }
    }
}

/// Returns what is stored of an error: a reason that each language can say, and the words of the server.
fn failure_of(error: &SendError) -> MailFailure {
    let detail = match error {
        SendError::TryLater { reply, .. } | SendError::Refused { reply, .. } => {
            Some(reply.to_string())
        }
        SendError::Unreachable { problem, .. } => Some(problem.to_string()),
        SendError::Misconfigured { problem, .. } => Some(problem.to_string()),
        SendError::NeedsUtf8 { .. } | SendError::Unwritable => None,
    };
    let reason = reason_of(error);
    MailFailure { reason, detail }
}

fn reason_of(error: &SendError) -> MailFailureReason {
    use MailFailureReason as R;
    match (error, error.step()) {
        (SendError::Unwritable, _) => R::Unwritable,
        (SendError::Unreachable { .. }, _) => R::ServerUnreachable,
        (SendError::Misconfigured { .. }, _) => R::ServerMisconfigured,
        (SendError::NeedsUtf8 { role }, _) if *role == AddressRole::Recipient => {
            R::RecipientNeedsUtf8
        }
        (SendError::NeedsUtf8 { .. }, _) => R::SenderNeedsUtf8,
        (SendError::TryLater { .. }, Step::Recipient) => R::RecipientLater,
        (SendError::TryLater { .. }, Step::Data) => R::TextLater,
        (SendError::TryLater { .. }, _) => R::ServerBusy,
        (SendError::Refused { .. }, _) if error.retry() != Retry::Never => R::ServerRefused,
        (SendError::Refused { .. }, Step::Recipient) => R::RecipientRefused,
        (SendError::Refused { .. }, _) => R::TextRefused,
    }
}

/// Returns the outcome of a mail that the throttle holds back.
pub(super) fn postponed(now: Timestamp, wait: StdDuration) -> MailOutcome {
    let wait = Duration::from_std(wait).unwrap_or_else(|_too_long| Duration::hours(1));
    MailOutcome::Postponed {
        at: now.plus(wait),
        reason: MailFailureReason::OthersFirst.into(),
    }
}

#[cfg(test)]
mod tests {
    use shortlist_mail::{Misconfigured, Unreachable};

    use super::*;

    fn attempt(attempts: u32) -> Attempt {
        Attempt {
            id: "rejected.cnd_1.1".to_owned(),
            kind: MailKind::Rejected,
            attempts,
            message_id: "rejected.cnd_1.1@example.org".to_owned(),
            has_own_address: false,
        }
    }

    fn outcome(attempts: u32, error: SendError) -> (MailOutcome, Outcome) {
        let now = Timestamp::from_unix_millis(0).unwrap();
        let (result, outcome) = after_attempt(&attempt(attempts), Err(error), now);
        (result.outcome, outcome)
    }

    #[test]
    fn a_refused_address_of_an_organization_does_not_delay_others() {
        let now = Timestamp::from_unix_millis(0).unwrap();
        for (has_own_address, expected) in [(true, Outcome::Answered), (false, Outcome::ServerBusy)]
        {
            let attempt = Attempt {
                has_own_address,
                ..attempt(0)
            };
            let role = AddressRole::Sender;
            let refused = Err(SendError::NeedsUtf8 { role });
            let (result, heard) = after_attempt(&attempt, refused, now);
            let waits = matches!(result.outcome, MailOutcome::Postponed { .. });
            assert!(waits && heard == expected, "{heard:?}");
        }
    }

    #[test]
    fn only_failures_of_the_mail_itself_count_as_attempts() {
        let unreachable = |step| SendError::Unreachable {
            step,
            problem: Unreachable::NoSmtp,
        };
        for attempts in [0, 99] {
            let (waits, heard) = outcome(attempts, unreachable(Step::Connect));
            assert!(matches!(waits, MailOutcome::Postponed { .. }));
            assert_eq!(heard, Outcome::ServerBusy);
            let misconfigured = SendError::Misconfigured {
                step: Step::Tls,
                problem: Misconfigured::NoStartTls,
            };
            let (waits, _) = outcome(attempts, misconfigured);
            assert!(matches!(waits, MailOutcome::Postponed { .. }));
        }
        let (again, _) = outcome(0, unreachable(Step::Data));
        let minute = Timestamp::from_unix_millis(60_000).unwrap();
        assert!(matches!(again, MailOutcome::Again { at, .. } if at == minute));
        let (failed, _) = outcome(99, unreachable(Step::Data));
        assert!(matches!(failed, MailOutcome::Failed { .. }));
        let (failed, heard) = outcome(0, SendError::Unwritable);
        assert!(matches!(failed, MailOutcome::Failed { .. }));
        assert_eq!(heard, Outcome::Answered);
    }
}
