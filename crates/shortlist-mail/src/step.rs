//! The steps in which a mail is sent.

use std::fmt;

/// A step of sending a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The addresses of the server's name are looked up.
    Resolve,
    /// The connection is opened, and the server greets.
    Connect,
    /// The connection is encrypted, and the server's certificate checked.
    Tls,
    /// User and password are sent.
    SignIn,
    /// The server is asked whether it accepts mail of the sender.
    Sender,
    /// The server is asked whether it accepts mail for the recipient.
    Recipient,
    /// The mail itself is sent.
    Data,
}

impl Step {
    /// Returns the name of the step.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Resolve => "resolve",
            Self::Connect => "connect",
            Self::Tls => "TLS",
            Self::SignIn => "sign-in",
            Self::Sender => "sender",
            Self::Recipient => "recipient",
            Self::Data => "data",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A step that succeeded, and what the server answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepReport {
    /// The step.
    pub step: Step,
    /// What was found out or answered, in English.
    pub result: String,
}
