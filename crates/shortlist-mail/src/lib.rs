//! Writes e-mails from templates, with invitations to interviews, sends them by SMTP, and reads them to show them.
//!
//! Invariants:
//! - No value can become a header, a command, markup or a link. What would end a line is removed, and what a mail program would turn
//!   into a link is written so that it does not.
//! - A password is sent only through TLS, or to this machine. Nothing is sent unencrypted to another machine.
//! - An error says which step failed, and whether to try again. It contains no password, no address of a recipient
//!   and no text of a mail.
//! - A mail is never sent twice in one attempt: only steps before its text are repeated, on a new connection.
//! - Nothing of a mail reports whether it was read.
//!
//! This crate knows nothing of storage, organizations or why a mail is sent. It reads no clock: `Date` and `Message-ID` are given.

mod address;
mod advice;
mod certificate;
mod error;
mod header_text;
mod invitation;
mod line_stream;
mod mail;
mod mailer;
mod message_id;
mod opening;
mod reading;
mod redaction;
mod reply;
mod server;
mod session;
mod step;
mod template;
mod throttle;

pub use address::{MailAddress, Mailbox};
pub use certificate::CertificateProblem;
pub use error::{AddressRole, Misconfigured, Retry, SendError, Unreachable};
pub use header_text::HeaderText;
pub use invitation::{Invitation, InvitationMethod};
pub use mail::Mail;
pub use mailer::Mailer;
pub use message_id::MessageId;
pub use reading::ReadMail;
pub use reply::{EnhancedStatus, ServerReply};
pub use server::{Encryption, MailServer, SignIn, Timeouts};
pub use step::{Step, StepReport};
pub use template::{
    Content, Explanation, Language, LocalTime, MAIL_STYLE, MAX_TEMPLATE_CHARS, MissingValue,
    Placeholder, Presence, Problem, Template, TemplateError, TemplateKind, Usage, ValueKind,
    Values, WebLink, shipped, shipped_text,
};
pub use throttle::{Admission, Outcome, RateLimit, Throttle};
