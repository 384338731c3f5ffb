//! Reads a mail from its bytes, to show it.

use mail_parser::{Address, MessageParser, MimeHeaders};

/// A mail as a mail program shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadMail {
    /// The sender.
    pub from: String,
    /// Whom it is to.
    pub to: String,
    /// Where answers go, if not to the sender.
    pub reply_to: Option<String>,
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The text as HTML.
    pub html: String,
    /// The attached event of a calendar.
    pub invitation: Option<String>,
}

impl ReadMail {
    /// Reads a mail that has its text in both forms, as this crate writes it. Returns `None` for anything else.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let message = MessageParser::default().parse(bytes)?;
        let mut parts = message.parts.iter();
        let calendar = parts.find(|part| part.is_content_type("text", "calendar"));
        Some(Self {
            from: shown(message.from()?)?,
            to: shown(message.to()?)?,
            reply_to: message.reply_to().and_then(shown),
            subject: message.subject()?.to_owned(),
            text: with_short_line_ends(&message.body_text(0)?),
            html: message.body_html(0)?.into_owned(),
            invitation: calendar.and_then(|part| Some(with_short_line_ends(part.text_contents()?))),
        })
    }
}

fn shown(address: &Address<'_>) -> Option<String> {
    let first = address.first()?;
    let email = first.address()?;
    Some(match first.name() {
        Some(name) => format!("{name} <{email}>"),
        None => email.to_owned(),
    })
}

fn with_short_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{InterviewMinutes, Timestamp};

    use super::*;
    use crate::address::{MailAddress, Mailbox};
    use crate::header_text::HeaderText;
    use crate::invitation::{Invitation, InvitationMethod};
    use crate::mail::Mail;
    use crate::message_id::MessageId;
    use crate::template::Content;

    fn mailbox(name: &str) -> Mailbox {
        Mailbox::new(name, MailAddress::parse("a", "ada@example.net").unwrap())
    }

    fn mail() -> Mail {
        let at = Timestamp::parse("at", "2026-03-01T08:00:00Z").unwrap();
        Mail {
            id: MessageId::parse("id", "rejected.cnd_1@example.org").unwrap(),
            at,
            from: mailbox("Müller, Söhne & Co"),
            reply_to: None,
            to: mailbox(""),
            content: Content {
                subject: HeaderText::new("Ihre Bewerbung: Gärtner, mit einem langen Titel"),
                text: format!("Grüße\n\n{}\n", "lang ".repeat(60)),
                html: "<p>Grüße = <b>hier</b></p>\n".to_owned(),
            },
            invitation: None,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut mail = mail();
        let read = ReadMail::read(&mail.to_bytes().unwrap()).unwrap();
        assert_eq!(read.from, "Müller, Söhne & Co <ada@example.net>");
        assert_eq!((read.to.as_str(), read.reply_to), ("ada@example.net", None));
        assert_eq!(read.subject, mail.content.subject.as_str());
        assert_eq!(read.text.trim_end(), mail.content.text.trim_end());
        assert_eq!(read.html.trim_end(), mail.content.html.trim_end());
        assert_eq!(read.invitation, None);
        mail.reply_to = Some(mailbox(""));
        mail.invitation = Some(Invitation {
            method: InvitationMethod::Request,
            uid: "int_1@shortlist".to_owned(),
            sequence: 0,
            at: mail.at,
            organizer: mail.from.clone(),
            attendee: mail.to.clone(),
            begins: mail.at,
            duration: InterviewMinutes::parse("minutes", 45).unwrap(),
            summary: HeaderText::new("Gespräch"),
            description: String::new(),
            place: None,
            meeting_link: None,
        });
        let read = ReadMail::read(&mail.to_bytes().unwrap()).unwrap();
        assert_eq!(read.reply_to.as_deref(), Some("ada@example.net"));
        assert_eq!(read.text.trim_end(), mail.content.text.trim_end());
        let invitation = read.invitation.unwrap();
        for line in ["METHOD:REQUEST\n", "SUMMARY:Gespräch\n"] {
            assert!(invitation.contains(line), "{line}: {invitation}");
        }
    }

    #[test]
    fn anything_else_is_not_read() {
        let whole = mail().to_bytes().unwrap();
        let head = whole.split(|byte| *byte == b'\n').next().unwrap();
        for bytes in [&b""[..], b"\0\xff\0", b"Subject: Hello\r\n\r\nHello", head] {
            assert_eq!(ReadMail::read(bytes), None);
        }
    }
}
