//! What can be wrong with what mail is sent by and to.

super::problems! {
    /// Why an address, an identifier or a setting cannot be used for mail. Nothing here contains a password or a text.
    MailProblem {
        /// The part before the @ of an address begins with a quotation mark.
        QuotedAddress = "notMailAddress",
        /// The part before the @ of an address is longer than this, in bytes.
        LongLocalPart(usize) = "tooLong",
        /// An address does not end with the name of a domain.
        NoDomain = "notMailAddress",
        /// An address has characters that mail servers do not accept.
        AddressCharacters = "notMailAddress",
        /// It is not the identifier of a message.
        NotMessageId = "notMessageId",
        /// It is not the address of a mail server.
        NotMailServer = "notAnAddress",
        /// The address of the mail server contains a user or a password.
        HasPassword = "addressWithPassword",
        /// Encryption cannot be off for an address that begins with `smtps://`.
        AlwaysEncrypted = "alwaysEncrypted",
        /// Encryption cannot be off for this host, which is another machine.
        OtherMachine(String) = "otherMachine",
        /// It is not the address of a page.
        NotPageAddress = "notAnAddress",
        /// A mail has no text.
        NoText = "empty",
        /// A text has a placeholder that its mail does not have.
        UnknownPlaceholder {
            /// The line, from 1; `None` in the subject.
            line: Option<u32>,
            /// The placeholder, as it was typed.
            name: String,
            /// The placeholders of the mail.
            known: Box<[&'static str]>,
        } = "unknownPlaceholder",
        /// A text lacks a placeholder without which its mail makes no sense, or may leave it out.
        MissingPlaceholder(&'static str) = "missingPlaceholder",
        /// A text has something that mails do not have.
        NotMailText {
            /// The line, from 1; `None` in the subject.
            line: Option<u32>,
            /// What it is, and what to write instead.
            reason: String,
        } = "notMailText",
    }
}

impl MailProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::LongLocalPart(most) => Some(*most),
            _ => None,
        }
    }
}
