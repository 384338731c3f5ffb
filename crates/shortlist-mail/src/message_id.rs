//! The identifiers of messages.

use std::fmt;

use shortlist_domain::{InvalidValue, MailProblem};

/// The most bytes of a message's identifier.
const MAX_ID_BYTES: usize = 200;

/// The identifier of a message (`Message-ID`), without angle brackets. A mail that is sent again keeps it, so that mail programs show it
/// once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageId(String);

impl MessageId {
    /// Parses an identifier such as `application-received.cnd_1@example.org`.
    ///
    /// # Errors
    /// Returns an error unless it is two words of letters, digits and `.-_+` around an `@`.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let is_word = |word: &str| {
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_+".contains(c);
            word.split('.')
                .all(|part| !part.is_empty() && part.chars().all(is_allowed))
        };
        let parts = text.split_once('@');
        if text.len() <= MAX_ID_BYTES
            && parts.is_some_and(|(left, right)| is_word(left) && is_word(right))
        {
            return Ok(Self(text.to_owned()));
        }
        Err(InvalidValue::new(field, MailProblem::NotMessageId))
    }

    /// Returns the identifier without angle brackets.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_of_messages_are_two_words() {
        for wrong in [
            "",
            "a",
            "a@",
            "@b",
            "a b@c",
            "a@b>\r\nX: y",
            "<a@b>",
            "a@b@c",
            "a..b@c",
        ] {
            assert!(MessageId::parse("id", wrong).is_err(), "{wrong}");
        }
        let long = format!("{}@example.org", "a".repeat(MAX_ID_BYTES));
        assert!(MessageId::parse("id", &long).is_err());
    }
}
