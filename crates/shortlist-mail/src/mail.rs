//! A mail, and its form on the wire.

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Message, MultiPart, SinglePart};
use shortlist_domain::Timestamp;

use crate::address::{MailAddress, Mailbox};
use crate::error::{AddressRole, SendError};
use crate::invitation::Invitation;
use crate::message_id::MessageId;
use crate::template::Content;

/// The automatic answers that Outlook and Exchange do not send: out-of-office replies and those of rules (MS-OXCMAIL, section
/// 2.1.3.2.20). `All` would also suppress the report that a mail was not delivered.
const SUPPRESSED: &str = "OOF, AutoReply";

/// A mail to one recipient.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Its identifier.
    pub id: MessageId,
    /// When it was written.
    pub at: Timestamp,
    /// Who sends it. Failures that arrive later go to this address.
    pub from: Mailbox,
    /// Where answers go, if not to the sender.
    pub reply_to: Option<Mailbox>,
    /// Who reads it.
    pub to: Mailbox,
    /// Subject and text.
    pub content: Content,
    /// The event of a calendar that the mail is about.
    pub invitation: Option<Invitation>,
}

/// A mail as it is sent.
pub(crate) struct WrittenMail {
    pub(crate) from: MailAddress,
    pub(crate) to: MailAddress,
    pub(crate) bytes: Vec<u8>,
    /// An address for answers that needs SMTPUTF8.
    reply_needs_utf8: bool,
    subject: String,
    text: String,
}

impl Mail {
    /// Returns the mail as bytes (RFC 5322), for a server or a file.
    ///
    /// # Errors
    /// Returns an error if the library cannot write it.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SendError> {
        let unwritable = |_cause: lettre::error::Error| SendError::Unwritable;
        let message = self.headers()?.multipart(self.body()).map_err(unwritable)?;
        Ok(message.formatted())
    }

    pub(crate) fn write(&self) -> Result<WrittenMail, SendError> {
        let needs_utf8 = |mailbox: &Mailbox| mailbox.address.needs_utf8();
        Ok(WrittenMail {
            from: self.from.address.clone(),
            to: self.to.address.clone(),
            bytes: self.to_bytes()?,
            reply_needs_utf8: self.reply_to.as_ref().is_some_and(needs_utf8),
            subject: self.content.subject.as_str().to_owned(),
            text: self.content.text.clone(),
        })
    }

    fn headers(&self) -> Result<lettre::message::MessageBuilder, SendError> {
        let mut message = Message::builder()
            .from(self.from.to_lettre())
            .to(self.to.to_lettre())
            .subject(self.content.subject.as_str())
            .date(self.at.as_datetime().into())
            .message_id(Some(self.id.to_string()))
            .raw_header(raw_header("Auto-Submitted", "auto-generated")?)
            .raw_header(raw_header("X-Auto-Response-Suppress", SUPPRESSED)?);
        if let Some(reply_to) = &self.reply_to {
            message = message.reply_to(reply_to.to_lettre());
        }
        Ok(message)
    }

    /// Returns the parts, as Outlook, Gmail and Apple expect them: the event as an alternative of the text, and attached for programs
    /// that know no invitations (RFC 6047, section 2.4).
    fn body(&self) -> MultiPart {
        let text = SinglePart::plain(self.content.text.clone());
        let html = SinglePart::html(self.content.html.clone());
        let alternative = MultiPart::alternative().singlepart(text).singlepart(html);
        let Some(invitation) = &self.invitation else {
            return alternative;
        };
        let event = invitation.to_ics();
        let method = invitation.method.as_str();
        let kind = format!("text/calendar; charset=utf-8; method={method}");
        // Both types are constants, so that the other branch is never taken.
        let Ok(kind) = ContentType::parse(&kind) else {
            return alternative;
        };
        let Ok(file_kind) = ContentType::parse("application/ics; name=\"invite.ics\"") else {
            return alternative;
        };
        let calendar = SinglePart::builder().header(kind).body(event.clone());
        let file = Attachment::new("invite.ics".to_owned()).body(event, file_kind);
        MultiPart::mixed()
            .multipart(alternative.singlepart(calendar))
            .singlepart(file)
    }
}

impl WrittenMail {
    /// Returns the address that only servers with SMTPUTF8 accept, if there is one.
    pub(crate) fn utf8_address(&self) -> Option<AddressRole> {
        let needs_utf8 = [
            (AddressRole::Sender, self.from.needs_utf8()),
            (AddressRole::ReplyTo, self.reply_needs_utf8),
            (AddressRole::Recipient, self.to.needs_utf8()),
        ];
        let mut found = needs_utf8.into_iter().filter(|(_, needs_utf8)| *needs_utf8);
        found.next().map(|(role, _)| role)
    }

    /// Returns the texts that no error may repeat.
    pub(crate) fn texts(&self) -> [&str; 2] {
        [&self.subject, &self.text]
    }
}

fn raw_header(name: &'static str, value: &str) -> Result<HeaderValue, SendError> {
    let name =
        HeaderName::new_from_ascii(name.to_owned()).map_err(|_cause| SendError::Unwritable)?;
    Ok(HeaderValue::new(name, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shortlist_domain::InterviewMinutes;

    use super::*;
    use crate::header_text::HeaderText;
    use crate::invitation::InvitationMethod;

    fn mailbox(name: &str) -> Mailbox {
        Mailbox::new(name, MailAddress::parse("a", "ada@example.net").unwrap())
    }

    fn mail(name: &str, subject: &str) -> Mail {
        Mail {
            id: MessageId::parse("id", "offer.ofr_1@example.org").unwrap(),
            at: Timestamp::parse("at", "2026-03-01T08:00:00Z").unwrap(),
            from: mailbox("Example Ltd"),
            reply_to: Some(mailbox(name)),
            to: mailbox(name),
            content: Content {
                subject: HeaderText::new(subject),
                text: "Grüße\n".to_owned(),
                html: "<p>Grüße</p>".to_owned(),
            },
            invitation: None,
        }
    }

    /// Returns the names of the headers.
    fn headers(mail: &Mail) -> Vec<String> {
        let text = String::from_utf8(mail.to_bytes().unwrap()).unwrap();
        let (head, _) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.lines().all(|line| line.len() <= 998), "{head}");
        let lines = head
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']));
        let names = lines.map(|line| line.split_once(": ").unwrap().0.to_owned());
        names.collect()
    }

    const EXPECTED: [&str; 10] = [
        "From",
        "To",
        "Subject",
        "Date",
        "Message-ID",
        "Auto-Submitted",
        "X-Auto-Response-Suppress",
        "Reply-To",
        "MIME-Version",
        "Content-Type",
    ];

    #[test]
    fn automatic_replies_are_suppressed_and_failure_reports_are_not() {
        let text = String::from_utf8(mail("Ada", "Interview").to_bytes().unwrap()).unwrap();
        for line in [
            "Auto-Submitted: auto-generated\r\n",
            "X-Auto-Response-Suppress: OOF, AutoReply\r\n",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }

    #[test]
    fn an_invitation_is_an_alternative_and_a_file() {
        let mut mail = mail("Ada", "Interview");
        mail.invitation = Some(Invitation {
            method: InvitationMethod::Request,
            uid: "int_1@shortlist".to_owned(),
            sequence: 1,
            at: mail.at,
            organizer: mail.from.clone(),
            attendee: mail.to.clone(),
            begins: mail.at,
            duration: InterviewMinutes::parse("minutes", 45).unwrap(),
            summary: HeaderText::new("Interview"),
            description: String::new(),
            place: None,
            meeting_link: None,
        });
        let text = String::from_utf8(mail.to_bytes().unwrap()).unwrap();
        let types = text
            .lines()
            .filter_map(|line| line.strip_prefix("Content-Type: "));
        let types: Vec<&str> = types
            .map(|line| line.trim_end_matches(';').trim())
            .collect();
        let beginnings = [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "text/html",
            "text/calendar",
            "application/ics",
        ];
        assert_eq!(types.len(), beginnings.len(), "{types:?}");
        assert!(
            types
                .iter()
                .zip(beginnings)
                .all(|(found, expected)| found.starts_with(expected))
        );
        assert!(
            text.contains("text/calendar; charset=utf-8; method=REQUEST"),
            "{text}"
        );
        assert!(text.contains("Content-Disposition: attachment; filename=\"invite.ics\""));
        assert_eq!(text.matches("METHOD:REQUEST").count(), 2);
    }

    proptest! {
        #[test]
        fn no_name_and_no_subject_adds_a_header(name in "\\PC{0,400}|[\\r\\n:,;<>@\"\\\\ a-z]{0,400}", subject in any::<String>()) {
            let mail = mail(&name, &subject);
            prop_assert_eq!(headers(&mail), EXPECTED);
        }
    }
}
