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
        /// The operator does not allow organizations to send from this domain, only from these.
        DomainNotAllowed(Vec<String>) = "domainNotAllowed",
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
            /// What it is.
            flaw: MailTextFlaw,
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

/// Something in a text that mails do not have, or that they cannot be without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTextFlaw {
    /// The first line is no subject.
    NoSubject,
    /// There is no text below the subject.
    NoText,
    /// The template has more characters than this.
    TooLong(usize),
    /// `{{` without `}}` on the same line.
    Unclosed,
    /// A part of Markdown that mails do not have.
    Unsupported(UnsupportedMarkup),
    /// The link leads nowhere that a mail may lead to.
    LinkAddress,
    /// The address of the link contains this placeholder, and is not it alone.
    PartOfAddress(&'static str),
    /// The link leads to this placeholder, which is no address.
    NoAddress(&'static str),
    /// Lists or emphasis are nested too deeply.
    TooDeep,
    /// The subject contains this placeholder, which is an address. Mail servers log subjects, and an address may contain a secret.
    LinkInSubject(&'static str),
    /// The subject contains this placeholder, whose value has several paragraphs.
    LongInSubject(&'static str),
    /// Each paragraph has a placeholder that may have no value, so the whole text may be left out.
    MayBeEmpty,
    /// The subject has only placeholders that may have no value.
    SubjectMayBeEmpty,
    /// This placeholder always has a value, and has none.
    NoValue(&'static str),
}

/// A part of Markdown that mails do not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsupportedMarkup {
    /// A heading.
    Heading,
    /// HTML.
    Html,
    /// An image, which could report who reads the mail.
    Image,
    /// Code, which is also what lines that begin with four spaces are.
    Code,
    /// A quotation.
    Quotation,
    /// A line across the page.
    Rule,
    /// Something else.
    Other,
}
