//! Mails that a change causes, and their outcomes.

mod causes;

use chrono::Duration;

use crate::{
    CandidateId, ChoiceProblem, InterviewDetails, InterviewId, InvalidValue, OrganizationId,
    Timestamp, UserId,
};

pub use causes::{ChangedInterview, MailEffect, mail_effects};

/// How long a rejection can be undone before the candidate gets a mail, in seconds.
pub const MAIL_UNDO_SECONDS: i64 = 30;
/// The delays after failures, in minutes. The last one is repeated.
const RETRY_MINUTES: [i64; 7] = [1, 5, 15, 30, 60, 120, 240];
/// How often a mail is attempted while the server asks to try later: for two and a half days.
const MAX_ATTEMPTS: u32 = 20;

macro_rules! stored_choices {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $choice:ident = $stored:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $choice,)* }

        impl $name {
            /// Returns the name, as it is stored.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$choice => $stored,)* }
            }

            /// Parses a stored name.
            ///
            /// # Errors
            /// Returns an error for any other text.
            pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
                match text {
                    $($stored => Ok(Self::$choice),)*
                    _ => Err(InvalidValue::new(field, ChoiceProblem::not_one_of([$($stored),*]))),
                }
            }
        }
    };
}

stored_choices! {
    /// What a mail is about.
    MailKind {
        /// To an interviewer of a new interview, or of one whose place or duration has changed.
        InterviewerInvited = "interviewer_invited",
        /// To an interviewer of an interview that has another time.
        InterviewerMoved = "interviewer_moved",
        /// To an interviewer of an interview that does not take place, or that somebody else holds.
        InterviewerCancelled = "interviewer_cancelled",
        /// To a candidate whose application has arrived.
        ApplicationReceived = "application_received",
        /// To a candidate who is not chosen.
        Rejected = "rejected",
    }
}

stored_choices! {
    /// The state of a mail.
    MailState {
        /// It is sent when it is due.
        Waiting = "waiting",
        /// The mail server has taken it.
        Sent = "sent",
        /// It is not attempted again.
        Failed = "failed",
        /// What caused it was undone before it was sent.
        Withdrawn = "withdrawn",
        /// There was no reason to send it any more, such as for an interview that has begun.
        Dropped = "dropped",
    }
}

/// Whom an installation sends mails to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailAudience {
    /// Users only, such as interviewers.
    Users,
    /// Users and candidates.
    UsersAndCandidates,
}

impl MailAudience {
    /// Returns whether a mail is to somebody of the audience.
    pub fn includes(self, mail: &NewMail) -> bool {
        self == Self::UsersAndCandidates || mail.user_id.is_some()
    }
}

/// The interview that a mail is about, as it was when the mail was caused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailedInterview {
    /// The interview.
    pub id: InterviewId,
    /// How often it was moved, cancelled or changed.
    pub sequence: u32,
    /// When it begins.
    pub begins_at: Timestamp,
    /// When it would have begun, if it was moved.
    pub previous_at: Option<Timestamp>,
    /// How long it takes, and where.
    pub details: InterviewDetails,
}

/// A mail that a change causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// Its identifier, made from its cause: the same change causes it once.
    pub id: String,
    /// What it is about.
    pub kind: MailKind,
    /// Whom it is to, unless it is to the candidate.
    pub user_id: Option<UserId>,
    /// The candidate whom it is about. It ends with them.
    pub candidate_id: CandidateId,
    /// The interview that it is about.
    pub interview: Option<MailedInterview>,
    /// When it may be sent.
    pub send_at: Timestamp,
}

/// A mail that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedMail {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The mail.
    pub mail: NewMail,
    /// When it was caused.
    pub created_at: Timestamp,
    /// The number of attempts so far.
    pub attempts: u32,
}

/// The outcome of a mail, for the export of its candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    /// What it is about.
    pub kind: MailKind,
    /// Whom it was to, unless it was to the candidate.
    pub user_id: Option<UserId>,
    /// The state.
    pub state: MailState,
    /// When it was caused.
    pub created_at: Timestamp,
    /// When the mail server took it.
    pub sent_at: Option<Timestamp>,
    /// The identifier of the message.
    pub message_id: Option<String>,
}

/// Returns the delay after a number of attempts (1 or more), or `None` if there is no further attempt.
pub fn mail_retry_delay(attempts: u32) -> Option<Duration> {
    if attempts >= MAX_ATTEMPTS {
        return None;
    }
    let index = usize::try_from(attempts.saturating_sub(1)).unwrap_or(usize::MAX);
    let minutes = RETRY_MINUTES.get(index).or_else(|| RETRY_MINUTES.last());
    minutes.map(|minutes| Duration::minutes(*minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_last_for_more_than_two_days() {
        let delays = (1..).map_while(mail_retry_delay);
        let minutes: Vec<i64> = delays.map(|delay| delay.num_minutes()).collect();
        assert_eq!(minutes[..4], [1, 5, 15, 30]);
        assert!(minutes.iter().sum::<i64>() > 2 * 24 * 60, "{minutes:?}");
    }
}
