//! Why a mail was not sent.

use std::fmt;
use std::io;
use std::time::Duration;

use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::response::Severity;

use crate::certificate::{CertificateProblem, TlsFailure, tls_failure};
use crate::redaction::Redaction;
use crate::reply::ServerReply;
use crate::step::Step;

/// Why a mail was not sent. It contains no password, no address of a recipient and no text of the mail.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The server does not accept the mail now.
    #[error("{step}: the server does not accept the mail now; it answered {reply}")]
    TryLater {
        /// The step that failed.
        step: Step,
        /// The answer, with a code that begins with 4.
        reply: ServerReply,
    },
    /// The server never accepts this mail.
    #[error("{step}: the server refused; it answered {reply}")]
    Refused {
        /// The step that failed.
        step: Step,
        /// The answer, with a code that begins with 5.
        reply: ServerReply,
    },
    /// An address needs SMTPUTF8, which the server does not offer.
    #[error(
        "{}: the part before the @ of the {role} has letters that this mail server does not accept, because it does not offer SMTPUTF8",
        role.step()
    )]
    NeedsUtf8 {
        /// The address.
        role: AddressRole,
    },
    /// The mail cannot be written as one.
    #[error("{}: the mail cannot be written", Step::Data)]
    Unwritable,
    /// The server could not be reached, or the connection failed.
    #[error("{step}: {problem}")]
    Unreachable {
        /// The step that failed.
        step: Step,
        /// What happened.
        problem: Unreachable,
    },
    /// No mail can be sent until a setting or the server is changed.
    #[error("{step}: {problem}")]
    Misconfigured {
        /// The step that failed.
        step: Step,
        /// What is wrong.
        problem: Misconfigured,
    },
}

/// An address of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressRole {
    /// Who sends it.
    Sender,
    /// Where answers go.
    ReplyTo,
    /// Who gets it.
    Recipient,
}

impl AddressRole {
    /// Returns the step that fails with the address. The server sees the address for answers only in the text.
    fn step(self) -> Step {
        match self {
            Self::Sender => Step::Sender,
            Self::ReplyTo => Step::Data,
            Self::Recipient => Step::Recipient,
        }
    }
}

impl fmt::Display for AddressRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sender => "sender's address",
            Self::ReplyTo => "address for answers (Reply-To)",
            Self::Recipient => "recipient's address",
        })
    }
}

/// How a connection failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// The name of the server has no address.
    #[error("the name of the mail server has no address")]
    UnknownHost,
    /// The connection could not be opened, or broke.
    #[error("the connection failed: {0}")]
    Connection(io::ErrorKind),
    /// There was no answer in time.
    #[error("the mail server did not answer within {} seconds", .0.as_secs())]
    NoAnswer(Duration),
    /// The server closed the connection, or answered something else than SMTP.
    #[error("the server closed the connection, or answered something else than SMTP")]
    NoSmtp,
    /// The encryption could not be agreed on.
    #[error("the server and this program could not agree on how to encrypt the connection")]
    Handshake,
}

/// What is wrong with the settings, or with the server for these settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misconfigured {
    /// The server does not offer STARTTLS.
    #[error("the server does not offer STARTTLS")]
    NoStartTls,
    /// The server answers without TLS.
    #[error("the server answers unencrypted, where TLS is expected")]
    NotTls,
    /// The certificate is not accepted.
    #[error("the certificate of the server {0}")]
    Certificate(CertificateProblem),
    /// The certificates of authorities cannot be used.
    #[error("the certificates of authorities cannot be read")]
    Authorities,
    /// The server has no sign-in with a password.
    #[error("the server offers no sign-in with a password")]
    NoSignIn,
    /// User and password are wrong, or need something else.
    #[error("the server refused user and password; it answered {0}")]
    SignInRefused(ServerReply),
    /// The connection would be unencrypted, and the server is another machine.
    #[error("the connection would not be encrypted, and the server is not this machine")]
    Unencrypted,
}

/// Whether a mail is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Yes, later.
    Later,
    /// Yes, after somebody has changed a setting or the server. Other mails fail, too.
    OnceConfigured,
    /// No: the failure is shown to whoever wanted the mail to be sent.
    Never,
}

impl SendError {
    /// Returns the step that failed.
    pub fn step(&self) -> Step {
        match self {
            Self::TryLater { step, .. }
            | Self::Refused { step, .. }
            | Self::Unreachable { step, .. }
            | Self::Misconfigured { step, .. } => *step,
            Self::NeedsUtf8 { role } => role.step(),
            Self::Unwritable => Step::Data,
        }
    }

    /// Returns whether to send the mail again. If the answer to its text did not arrive, it may arrive twice then, with the same
    /// `Message-ID`.
    pub fn retry(&self) -> Retry {
        match self {
            Self::TryLater { .. } | Self::Unreachable { .. } => Retry::Later,
            Self::Misconfigured { .. } => Retry::OnceConfigured,
            Self::Unwritable => Retry::Never,
            Self::Refused { reply, .. } if reply.asks_for_sign_in() => Retry::OnceConfigured,
            // The server itself is refused, or the sender: that is true of other mails, too.
            Self::Refused { .. } | Self::NeedsUtf8 { .. } => match self.step() {
                Step::Recipient | Step::Data => Retry::Never,
                _ => Retry::OnceConfigured,
            },
        }
    }
}

/// Says what an error of the library means in a step.
pub(crate) fn classify(step: Step, error: &SmtpError, redaction: Redaction<'_>) -> SendError {
    if let Some(failure) = tls_failure(error) {
        return of_tls(failure);
    }
    if let Some(code) = error.status() {
        let text = std::error::Error::source(error).map(ToString::to_string);
        let reply = ServerReply::new(code, &text.unwrap_or_default(), redaction);
        return match code.severity {
            Severity::TransientNegativeCompletion => SendError::TryLater { step, reply },
            _ if step == Step::SignIn => SendError::Misconfigured {
                step,
                problem: Misconfigured::SignInRefused(reply),
            },
            _ => SendError::Refused { step, reply },
        };
    }
    let problem = io_kind(error).map_or(Unreachable::NoSmtp, Unreachable::Connection);
    SendError::Unreachable { step, problem }
}

fn of_tls(failure: TlsFailure) -> SendError {
    let step = Step::Tls;
    let problem = match failure {
        TlsFailure::Certificate(problem) => Misconfigured::Certificate(problem),
        TlsFailure::NotTls => Misconfigured::NotTls,
        TlsFailure::Handshake => {
            let problem = Unreachable::Handshake;
            return SendError::Unreachable { step, problem };
        }
    };
    SendError::Misconfigured { step, problem }
}

fn io_kind(error: &SmtpError) -> Option<io::ErrorKind> {
    let mut next = std::error::Error::source(error);
    while let Some(cause) = next {
        if let Some(found) = cause.downcast_ref::<io::Error>() {
            return Some(found.kind());
        }
        next = cause.source();
    }
    None
}
