//! How an organization names itself in its mails.

use super::text::ends_line;
use crate::{EmailAddress, InvalidValue, TextProblem};

/// The most characters of the name that mails are from.
pub const MAX_MAIL_SENDER_CHARS: usize = 100;

/// What an organization has chosen for its mails. What is missing follows the configuration of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailSender {
    /// The name that mails are from.
    pub name: Option<String>,
    /// The address that mails are from. The server uses it only if the operator allows its domain.
    pub address: Option<EmailAddress>,
    /// Where answers go.
    pub reply_to: Option<EmailAddress>,
    /// The code of the language of mails, such as `de`.
    pub language: Option<String>,
}

/// Trims and checks the name that mails are from.
///
/// # Errors
/// Returns an error if it is empty, too long or more than one line. A line break could begin another header.
pub fn check_sender_name(field: &str, text: &str) -> Result<String, InvalidValue> {
    let name = text.trim();
    let length = name.chars().count();
    if (1..=MAX_MAIL_SENDER_CHARS).contains(&length) && !name.contains(ends_line) {
        return Ok(name.to_owned());
    }
    let problem = TextProblem::NotOneLine(MAX_MAIL_SENDER_CHARS);
    Err(InvalidValue::new(field, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        let name = check_sender_name("name", " Müller & Söhne \n");
        assert_eq!(name.unwrap(), "Müller & Söhne");
        let long = "a".repeat(MAX_MAIL_SENDER_CHARS + 1);
        for text in [
            "",
            " ",
            "Ada\r\nBcc: eve@example.org",
            "Ada\u{2028}Example",
            "Ada\0",
            long.as_str(),
        ] {
            let refused = check_sender_name("name", text).unwrap_err();
            assert_eq!(refused.problem.code(), "notOneLine", "{text:?}");
        }
    }
}
