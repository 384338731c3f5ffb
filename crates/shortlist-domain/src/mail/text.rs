//! The texts of mails that an organization has written itself.

use crate::{InvalidValue, MailProblem, TextProblem, Timestamp};

/// The most characters of a subject, with its placeholders as they are written.
pub const MAX_MAIL_SUBJECT_CHARS: usize = 200;
/// The most characters of a text.
pub const MAX_MAIL_BODY_CHARS: usize = 10_000;

/// What a mail says, with placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailText {
    /// The subject, one line.
    pub subject: String,
    /// The text below it, a part of Markdown.
    pub body: String,
}

impl MailText {
    /// Trims and checks what was typed. The placeholders are checked by the template of the mail.
    ///
    /// # Errors
    /// Returns an error if the subject is not one line, if a part is too long, or if the text contains a NUL character.
    pub fn parse(subject: &str, body: &str) -> Result<Self, InvalidValue> {
        let subject = subject.trim();
        let length = subject.chars().count();
        if !(1..=MAX_MAIL_SUBJECT_CHARS).contains(&length) || subject.contains(ends_line) {
            let problem = TextProblem::NotOneLine(MAX_MAIL_SUBJECT_CHARS);
            return Err(InvalidValue::new("subject", problem));
        }
        let body = body.replace("\r\n", "\n");
        let body = body.trim_end().trim_start_matches('\n');
        if body.chars().count() > MAX_MAIL_BODY_CHARS {
            let problem = TextProblem::TooLong(MAX_MAIL_BODY_CHARS);
            return Err(InvalidValue::new("body", problem));
        }
        if body.contains('\0') {
            return Err(InvalidValue::new("body", TextProblem::NulCharacter));
        }
        if body.trim().is_empty() {
            return Err(InvalidValue::new("body", MailProblem::NoText));
        }
        Ok(Self {
            subject: subject.to_owned(),
            body: body.to_owned(),
        })
    }
}

/// Returns whether a character ends a line, or is another control character.
pub(super) fn ends_line(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Which text of an organization: that of a mail in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailTextName {
    /// The name of the mail.
    pub event: &'static str,
    /// The code of the language.
    pub language: &'static str,
}

/// A text that is stored. A later version may not know its mail any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMailText {
    /// The name of the mail.
    pub event: String,
    /// The code of the language.
    pub language: String,
    /// What the mail says.
    pub text: MailText,
    /// When it was stored.
    pub changed_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_one_line_and_a_text_is_short() {
        let long = "a".repeat(MAX_MAIL_BODY_CHARS + 1);
        let subject = "a".repeat(MAX_MAIL_SUBJECT_CHARS + 1);
        for (subject, body, field, code) in [
            (
                "Hello\nBcc: eve@example.org",
                "Text",
                "subject",
                "notOneLine",
            ),
            ("Hello\u{2028}there", "Text", "subject", "notOneLine"),
            (" ", "Text", "subject", "notOneLine"),
            (subject.as_str(), "Text", "subject", "notOneLine"),
            ("Hello", long.as_str(), "body", "tooLong"),
            ("Hello", "a\0b", "body", "nulCharacter"),
            ("Hello", " \n ", "body", "empty"),
        ] {
            let invalid = MailText::parse(subject, body).unwrap_err();
            assert_eq!(
                (invalid.field.as_str(), invalid.problem.code()),
                (field, code)
            );
        }
        let text = MailText::parse(" Hello ", "\r\nOne\r\nTwo\r\n").unwrap();
        assert_eq!(
            (text.subject.as_str(), text.body.as_str()),
            ("Hello", "One\nTwo")
        );
    }
}
