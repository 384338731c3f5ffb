//! Mails that a change causes, and their outcomes.

mod causes;
mod digest;
mod preferences;
mod sender;
mod text;
mod timed;

use chrono::Duration;

use crate::{
    AccountLinkId, CandidateId, ChoiceProblem, InterviewDetails, InterviewId, InvalidValue,
    ListPosition, NoteId, OrganizationId, Timestamp, UserId,
};

pub use causes::{Appointment, ChangedInterview, MailEffect, mail_effects, mentions_field};
pub use digest::{DigestCounts, DigestDay, DigestTime};
pub use preferences::{MailChoices, MailPreferences, MailPreferencesChange};
pub use sender::{MAX_MAIL_SENDER_CHARS, MailSender, check_sender_name};
pub use text::{
    MAX_MAIL_BODY_CHARS, MAX_MAIL_SUBJECT_CHARS, MailText, MailTextName, StoredMailText,
};
pub use timed::{MailTime, earliest_begin, mail_time, timed_mail};

/// How long a rejection or an offer can be undone before the candidate gets a mail, in seconds.
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
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$choice),*];

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
        /// To an interviewer a day before the interview.
        InterviewerReminder = "interviewer_reminder",
        /// To an interviewer who has not written the report a day after the interview.
        ReportDue = "report_due",
        /// To the candidate of a new interview, or of one whose place or duration has changed.
        InterviewInvited = "interview_invited",
        /// To the candidate of an interview that has another time.
        InterviewMoved = "interview_moved",
        /// To the candidate of an interview that does not take place.
        InterviewCancelled = "interview_cancelled",
        /// To the candidate a day before the interview.
        InterviewReminder = "interview_reminder",
        /// To a candidate whose application has arrived.
        ApplicationReceived = "application_received",
        /// To a candidate who is not chosen.
        Rejected = "rejected",
        /// To a candidate who gets an offer.
        Offer = "offer",
        /// To a new user, who chooses a password.
        UserInvited = "user_invited",
        /// To a user who has forgotten the password.
        PasswordReset = "password_reset",
        /// To a user whom somebody mentions in a note.
        Mention = "mention",
        /// To a user on each working day, with what waits.
        DailyDigest = "daily_digest",
    }
}

impl MailKind {
    /// Returns the identifier of the mail of this kind with a link.
    pub fn id_for_link(self, link: &AccountLinkId) -> String {
        format!("{}.{link}", self.as_str())
    }

    /// Returns the identifier of the mail of this kind to a user about a note.
    pub(crate) fn id_for_note(self, note: &str, user: &UserId) -> String {
        format!("{}.{note}.{user}", self.as_str())
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

stored_choices! {
    /// Why a mail was not sent, or not yet.
    MailFailureReason {
        /// The mail server never accepts mail for the recipient's address.
        RecipientRefused = "recipient_refused",
        /// The mail server does not accept mail for the recipient's address now.
        RecipientLater = "recipient_later",
        /// The recipient's address needs SMTPUTF8, which the mail server does not offer.
        RecipientNeedsUtf8 = "recipient_needs_utf8",
        /// The sender's address, or the one for answers, needs SMTPUTF8, which the mail server does not offer.
        SenderNeedsUtf8 = "sender_needs_utf8",
        /// The mail server never accepts this text.
        TextRefused = "text_refused",
        /// The mail server does not accept the text now.
        TextLater = "text_later",
        /// The mail cannot be written.
        Unwritable = "unwritable",
        /// The mail server accepts no mail now.
        ServerBusy = "server_busy",
        /// The mail server accepts no mail with these settings.
        ServerRefused = "server_refused",
        /// The mail server cannot be reached, or the connection broke.
        ServerUnreachable = "server_unreachable",
        /// The settings do not fit the mail server.
        ServerMisconfigured = "server_misconfigured",
        /// Other mails are sent first.
        OthersFirst = "others_first",
        /// The candidate was erased.
        CandidateErased = "candidate_erased",
        /// The job was deleted.
        JobDeleted = "job_deleted",
        /// The user is not active.
        UserInactive = "user_inactive",
        /// The candidate has no e-mail address.
        NoAddress = "no_address",
        /// The candidate was rejected, so nobody is invited any more.
        CandidateRejected = "candidate_rejected",
        /// The candidate is not rejected any more.
        NotRejected = "not_rejected",
        /// The candidate has no offer to answer: it was withdrawn or answered, or the candidate is hired or has withdrawn.
        NoOpenOffer = "no_open_offer",
        /// The interview has begun.
        InterviewBegun = "interview_begun",
        /// The interview has changed since, so a later mail tells the recipient more.
        InterviewChanged = "interview_changed",
        /// The interviewer has written the report.
        ReportWritten = "report_written",
        /// The user does not want mails of this kind.
        SwitchedOff = "switched_off",
        /// The link cannot be used any more.
        LinkClosed = "link_closed",
        /// The key of the service is another one than when the link was made.
        KeyChanged = "key_changed",
        /// The note was deleted.
        NoteDeleted = "note_deleted",
        /// The user does not see the notes on the candidate, or not any more.
        NoAccess = "no_access",
        /// Nothing waits for the user.
        NothingNew = "nothing_new",
        /// The day of the digest is over.
        DayOver = "day_over",
    }
}

/// Why a mail was not sent, or not yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFailure {
    /// The reason.
    pub reason: MailFailureReason,
    /// What the mail server answered, or how the connection failed. It contains no address of a recipient and no text of the mail.
    pub detail: Option<String>,
}

impl From<MailFailureReason> for MailFailure {
    fn from(reason: MailFailureReason) -> Self {
        let detail = None;
        Self { reason, detail }
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
    /// The candidate whom it is about, if it is about one. It ends with them.
    pub candidate_id: Option<CandidateId>,
    /// The link by which the user sets a password. Its secret is derived when the mail is written.
    pub link_id: Option<AccountLinkId>,
    /// The interview that it is about.
    pub interview: Option<MailedInterview>,
    /// When it may be sent.
    pub send_at: Timestamp,
}

impl NewMail {
    /// Returns the note that mentions the recipient, if the mail is about one. The identifier names it.
    pub fn note_id(&self) -> Option<NoteId> {
        let (kind, user) = (MailKind::Mention.as_str(), self.user_id.as_ref()?);
        let named = self.id.strip_prefix(kind)?.strip_prefix('.')?;
        let note = named.strip_suffix(user.as_str())?.strip_suffix('.')?;
        NoteId::parse("noteId", note).ok()
    }
}

/// A mail of an organization, which waits or has waited.
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

/// A mail and its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    /// The mail.
    pub queued: QueuedMail,
    /// The state.
    pub state: MailState,
    /// When it is attempted next, if it waits.
    pub next_attempt_at: Option<Timestamp>,
    /// Why the last attempt failed, or why it is not sent.
    pub failure: Option<MailFailure>,
    /// When the mail server took it.
    pub sent_at: Option<Timestamp>,
    /// The identifier of the message.
    pub message_id: Option<String>,
}

/// The mails of an organization that wait, and those that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailCounts {
    /// How many wait.
    pub waiting: u32,
    /// When the oldest one that waits was caused.
    pub oldest_waiting: Option<Timestamp>,
    /// How many have failed and were not sent again.
    pub failed: u32,
}

/// Which mails to list.
#[derive(Debug, Clone)]
pub struct MailQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Only those in this state.
    pub state: Option<MailState>,
    /// Only those about this candidate.
    pub candidate_id: Option<CandidateId>,
    /// Only those about candidates.
    pub only_of_candidates: bool,
    /// Only those before this one in the list.
    pub after: Option<ListPosition>,
    /// The most mails.
    pub limit: u32,
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
