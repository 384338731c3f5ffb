//! Leaves out of a server's answer what no error and no log may contain.

use crate::address::MailAddress;

/// So many characters of a mail in an answer are a quotation.
const QUOTED_CHARS: usize = 16;
/// What is written instead of the recipient.
const RECIPIENT: &str = "[recipient]";

/// What was sent in a step, and must not be found in an error or a log.
#[derive(Clone, Copy, Default)]
pub(crate) struct Redaction<'a> {
    /// Words that must not occur.
    pub(crate) secrets: &'a [String],
    /// Texts of which no part must occur.
    pub(crate) texts: &'a [&'a str],
    /// Whose address must not occur.
    pub(crate) recipient: Option<&'a MailAddress>,
}

impl Redaction<'_> {
    /// Returns an answer of one line without the recipient, or nothing if it repeats a secret or the mail.
    pub(crate) fn apply(self, reply: &str) -> String {
        if self.is_repeated_in(reply) {
            return String::new();
        }
        let Some(recipient) = self.recipient else {
            return reply.to_owned();
        };
        let written = recipient.to_string();
        let local = written.rsplit_once('@').map_or("", |(local, _)| local);
        let shown = recipient.to_unicode();
        let without = [shown.as_str(), written.as_str(), local].into_iter();
        without.fold(reply.to_owned(), |reply, word| replace_word(&reply, word))
    }

    fn is_repeated_in(self, reply: &str) -> bool {
        let has_secret = |secret: &String| !secret.is_empty() && reply.contains(secret.as_str());
        if self.secrets.iter().any(has_secret) {
            return true;
        }
        let letters: Vec<char> = reply.chars().collect();
        let mut windows = letters.windows(QUOTED_CHARS);
        windows.any(|window| {
            let part: String = window.iter().collect();
            self.texts.iter().any(|text| text.contains(&part))
        })
    }
}

/// Replaces a word in a text, in upper or lower case, where it is not a part of another word.
fn replace_word(text: &str, word: &str) -> String {
    // Both keep their lengths, so that positions are the same.
    let (folded, word) = (text.to_ascii_lowercase(), word.to_ascii_lowercase());
    let mut replaced = String::with_capacity(text.len());
    let mut copied = 0;
    for (begin, _) in folded.match_indices(&word) {
        let end = begin + word.len();
        let before = folded
            .get(..begin)
            .and_then(|text| text.chars().next_back());
        let after = folded.get(end..).and_then(|text| text.chars().next());
        let is_inside = [before, after]
            .into_iter()
            .flatten()
            .any(char::is_alphanumeric);
        if begin >= copied && !is_inside && !word.is_empty() {
            replaced.push_str(text.get(copied..begin).unwrap_or_default());
            replaced.push_str(RECIPIENT);
            copied = end;
        }
    }
    replaced.push_str(text.get(copied..).unwrap_or_default());
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_repeat_the_mail_or_a_secret_are_left_out() {
        let secrets = ["hunter2".to_owned()];
        let texts =
            ["Hi Ada, thanks for your time. We have decided to continue with other candidates."];
        let redaction = Redaction {
            secrets: &secrets,
            texts: &texts,
            recipient: None,
        };
        for text in [
            "5.7.1 spam: \"decided to continue with other\"",
            "5.7.8 user:hunter2 is wrong",
        ] {
            assert_eq!(redaction.apply(text), "");
        }
        let kept = "5.7.1 spam, see https://spam.example/about";
        assert_eq!(redaction.apply(kept), kept);
    }

    #[test]
    fn the_recipient_is_replaced() {
        for (address, reply, redacted) in [
            (
                "ada@example.net",
                "<Ada@Example.NET>: unknown",
                "<[recipient]>: unknown",
            ),
            (
                "ada@example.net",
                "no mailbox ada here, Adaline",
                "no mailbox [recipient] here, Adaline",
            ),
            (
                "ada@müller.example",
                "ada@müller.example full",
                "[recipient] full",
            ),
            (
                "ada@müller.example",
                "ada@xn--mller-kva.example full",
                "[recipient] full",
            ),
            (
                "jörg@example.net",
                "user jörg is over quota",
                "user [recipient] is over quota",
            ),
            ("ada@example.net", "4.2.0 greylisted", "4.2.0 greylisted"),
        ] {
            let address = MailAddress::parse("to", address).unwrap();
            let redaction = Redaction {
                recipient: Some(&address),
                ..Redaction::default()
            };
            assert_eq!(redaction.apply(reply), redacted);
        }
    }
}
