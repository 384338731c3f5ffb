//! Conflicts of mails.

use shortlist_domain::{MailFailureReason, MailState};

/// Why mails are not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailConflict {
    /// The mail has not failed, but is in this state.
    NotFailed(MailState),
    /// There is no reason to send it any more.
    Pointless(MailFailureReason),
    /// A later mail says the same.
    LaterMail,
    /// No mail server is configured.
    Off,
    /// Candidates get no mails.
    NotToCandidates,
    /// A rejection would send other mails than its preview has shown.
    PreviewChanged,
    /// A test was sent a moment ago. The next one is possible after this many seconds.
    TestTooSoon(i64),
}

impl MailConflict {
    /// Returns the stable name of the reason, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotFailed(_) => "mailNotFailed",
            Self::Pointless(_) => "mailPointless",
            Self::LaterMail => "mailLater",
            Self::Off => "mailOff",
            Self::NotToCandidates => "mailNotToCandidates",
            Self::PreviewChanged => "mailPreviewChanged",
            Self::TestTooSoon(_) => "mailTestTooSoon",
        }
    }
}
