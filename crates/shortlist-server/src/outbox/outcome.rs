//! The outcome of an attempt to send a mail, and what the attempt says about the mail server.

use std::time::Duration as StdDuration;

use chrono::Duration;
use shortlist_app::{MailOutcome, MailResult};
use shortlist_domain::{MailFailure, MailFailureReason, MailKind, Timestamp, mail_retry_delay};
use shortlist_mail::{AddressRole, Outcome, Retry, SendError, Step};

use super::measurements::count_attempt;

/// When mails are attempted again that could not be sent because of the mail server or the settings, in seconds.
const SERVER_PAUSE_SECONDS: i64 = 60;
/// The subject of an enhanced status that is about an address (RFC 3463, section 3.2).
const ADDRESSES: u16 = 1;

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
            (
                MailOutcome::Postponed { at, reason },
                heard_from(attempt, error),
            )
        }
    }
}

/// Returns what the throttle learns from a failure that does not count as an attempt. A server that refuses the address of one
/// organization, for now or for good, takes the mails of the others.
fn heard_from(attempt: &Attempt, error: &SendError) -> Outcome {
    let is_about_address = match error {
        SendError::TryLater { reply, .. } => reply
            .status
            .is_some_and(|status| status.subject == ADDRESSES),
        _ => error.retry() == Retry::OnceConfigured,
    };
    if attempt.has_own_address && error.step() == Step::Sender && is_about_address {
        Outcome::Answered
    } else {
        Outcome::ServerBusy
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
    use shortlist_mail::{EnhancedStatus, Misconfigured, ServerReply, Unreachable};

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
        let step = Step::Sender;
        let reply = |code, class, subject| ServerReply {
            code,
            status: Some(EnhancedStatus {
                class,
                subject,
                detail: 7,
            }),
            text: String::new(),
        };
        let refusals = [
            SendError::NeedsUtf8 {
                role: AddressRole::Sender,
            },
            SendError::TryLater {
                step,
                reply: reply(450, 4, 1),
            },
            SendError::Refused {
                step,
                reply: reply(553, 5, 1),
            },
        ];
        let heard_of = |has_own_address: bool, error: &SendError| {
            let attempt = Attempt {
                has_own_address,
                ..attempt(0)
            };
            let (result, heard) = after_attempt(&attempt, Err(error.clone()), now);
            let waits = matches!(result.outcome, MailOutcome::Postponed { .. });
            assert!(waits, "{error:?}");
            heard
        };
        for refusal in &refusals {
            assert_eq!(heard_of(true, refusal), Outcome::Answered, "{refusal:?}");
            assert_eq!(heard_of(false, refusal), Outcome::ServerBusy, "{refusal:?}");
        }
        let problem = Unreachable::NoSmtp;
        let lost = SendError::Unreachable { step, problem };
        let busy = SendError::TryLater {
            step,
            reply: reply(452, 4, 3),
        };
        for failure in [lost, busy] {
            assert_eq!(heard_of(true, &failure), Outcome::ServerBusy, "{failure:?}");
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
