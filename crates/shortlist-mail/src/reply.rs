//! What a server answers.

use std::fmt;

use lettre::transport::smtp::response::{Code, Response};

use crate::header_text::one_line;
use crate::redaction::Redaction;

/// The most characters of a server's words that are kept.
const MAX_REPLY_CHARS: usize = 300;

/// The codes with which a server asks for a sign-in, or for another one (RFC 4954, section 6; 538 is of RFC 2554).
const SIGN_IN_CODES: [u16; 4] = [530, 534, 535, 538];

/// An enhanced status (RFC 3463), such as `5.1.1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnhancedStatus {
    /// 2 for success, 4 for failures that pass, 5 for those that stay.
    pub class: u8,
    /// What it is about: 1 addresses, 2 mailboxes, 3 systems, 4 networks, 5 the protocol, 6 content, 7 policy.
    pub subject: u16,
    /// The detail.
    pub detail: u16,
}

impl EnhancedStatus {
    /// Reads the status at the beginning of an answer.
    fn read(text: &str) -> Option<Self> {
        let word = text.split(' ').next()?;
        let mut parts = word.split('.');
        let status = Self {
            class: parts.next()?.parse().ok()?,
            subject: parts.next()?.parse().ok()?,
            detail: parts.next()?.parse().ok()?,
        };
        let is_status = matches!(status.class, 2 | 4 | 5) && parts.next().is_none();
        is_status.then_some(status)
    }
}

impl fmt::Display for EnhancedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.class, self.subject, self.detail)
    }
}

/// An answer of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerReply {
    /// The code, such as 550.
    pub code: u16,
    /// The enhanced status, if the server gives one.
    pub status: Option<EnhancedStatus>,
    /// The server's words, in one line and redacted.
    pub text: String,
}

impl ServerReply {
    /// Takes an answer. `redaction` is what must not be repeated.
    pub(crate) fn new(code: Code, text: &str, redaction: Redaction<'_>) -> Self {
        let text = one_line(text);
        let status = EnhancedStatus::read(&text);
        let text = redaction.apply(&text);
        let text = text.chars().take(MAX_REPLY_CHARS).collect();
        Self {
            code: code.into(),
            status,
            text,
        }
    }

    /// Returns whether the server takes mail only after signing in, or after doing so in another way.
    pub(crate) fn asks_for_sign_in(&self) -> bool {
        SIGN_IN_CODES.contains(&self.code)
    }

    /// Takes the answer to a step that succeeded.
    pub(crate) fn of(response: &Response, redaction: Redaction<'_>) -> Self {
        let lines: Vec<&str> = response.message().collect();
        Self::new(response.code(), &lines.join(" "), redaction)
    }
}

impl fmt::Display for ServerReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        match self.status {
            // The words begin with the status.
            Some(status) if self.text.is_empty() => write!(f, " {status}"),
            _ if self.text.is_empty() => Ok(()),
            _ => write!(f, " {}", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use lettre::transport::smtp::response::{Category, Detail, Severity};

    use super::*;

    fn reply(text: &str) -> ServerReply {
        let permanent = Severity::PermanentNegativeCompletion;
        let code = Code::new(permanent, Category::MailSystem, Detail::Zero);
        ServerReply::new(code, text, Redaction::default())
    }

    #[test]
    fn the_status_is_read_from_the_words() {
        let unknown = reply("5.1.1 no such user");
        assert_eq!(unknown.to_string(), "550 5.1.1 no such user");
        assert_eq!(unknown.status.unwrap().to_string(), "5.1.1");
        for text in [
            "no such user",
            "5.1 no",
            "5.1.1.1 no",
            "9.1.1 no",
            "5.x.1",
            "",
        ] {
            assert_eq!(reply(text).status, None, "{text}");
        }
    }

    #[test]
    fn long_answers_are_cut_off() {
        let reply = reply(&"ä\u{7}".repeat(2_000));
        assert_eq!(reply.text.chars().count(), MAX_REPLY_CHARS);
    }
}
