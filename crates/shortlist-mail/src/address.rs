//! Addresses, and people with their addresses.

use std::fmt;

use shortlist_domain::{EmailAddress, InvalidValue, MailProblem};

use crate::header_text::HeaderText;

/// The longest local part (RFC 5321, section 4.5.3.1.1), in bytes.
const MAX_LOCAL_BYTES: usize = 64;

/// An address that mail can be sent to. Its domain is in the form that DNS uses: `müller.example` is `xn--mller-kva.example`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MailAddress(lettre::Address);

impl MailAddress {
    /// Parses an address.
    ///
    /// # Errors
    /// Returns an error if it is malformed, its domain is no name, or its local part is quoted or too long.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        Self::of(field, &EmailAddress::parse(field, text)?)
    }

    /// Takes the address of a record. Records have addresses that no mail server knows, because resumes do.
    ///
    /// # Errors
    /// Returns an error if mail cannot be sent to it.
    pub fn of(field: &str, address: &EmailAddress) -> Result<Self, InvalidValue> {
        let (local, domain) = address.as_str().rsplit_once('@').unwrap_or_default();
        if local.starts_with('"') {
            return Err(InvalidValue::new(field, MailProblem::QuotedAddress));
        }
        if local.len() > MAX_LOCAL_BYTES {
            let problem = MailProblem::LongLocalPart(MAX_LOCAL_BYTES);
            return Err(InvalidValue::new(field, problem));
        }
        let ascii = idna::domain_to_ascii_strict(domain)
            .map_err(|_cause| InvalidValue::new(field, MailProblem::NoDomain))?;
        lettre::Address::new(local, ascii)
            .map(Self)
            .map_err(|_cause| InvalidValue::new(field, MailProblem::AddressCharacters))
    }

    /// Returns the domain, in lower case and as DNS uses it.
    pub fn domain(&self) -> &str {
        self.0.domain()
    }

    /// Returns whether only servers with SMTPUTF8 (RFC 6531) accept the address.
    pub fn needs_utf8(&self) -> bool {
        !self.0.user().is_ascii()
    }

    /// Returns the address with its domain as people write it.
    pub(crate) fn to_unicode(&self) -> String {
        let (domain, _errors) = idna::domain_to_unicode(self.0.domain());
        format!("{}@{domain}", self.0.user())
    }

    pub(crate) fn to_lettre(&self) -> lettre::Address {
        self.0.clone()
    }
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An address, with the name of whoever reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The name to show, if there is one.
    pub name: Option<HeaderText>,
    /// The address.
    pub address: MailAddress,
}

impl Mailbox {
    /// Creates a mailbox. An empty name counts as none.
    pub fn new(name: &str, address: MailAddress) -> Self {
        let name = Some(HeaderText::new(name)).filter(|name| !name.is_empty());
        Self { name, address }
    }

    /// Parses `Name <name@example.org>`, or an address alone.
    ///
    /// # Errors
    /// Returns an error if the address is invalid.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim();
        let named = text
            .strip_suffix('>')
            .and_then(|text| text.rsplit_once('<'));
        let (name, address) = named.unwrap_or(("", text));
        let name = name.trim();
        let quoted = name
            .strip_prefix('"')
            .and_then(|name| name.strip_suffix('"'));
        let name = quoted.unwrap_or(name);
        Ok(Self::new(name, MailAddress::parse(field, address)?))
    }

    pub(crate) fn to_lettre(&self) -> lettre::message::Mailbox {
        let name = self.name.as_ref().map(|name| name.as_str().to_owned());
        lettre::message::Mailbox::new(name, self.address.to_lettre())
    }
}

impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} <{}>", self.address),
            None => self.address.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<MailAddress, InvalidValue> {
        MailAddress::parse("email", text)
    }

    #[test]
    fn international_domains_are_written_as_dns_has_them() {
        for (text, written) in [
            ("ada@Müller.example", "ada@xn--mller-kva.example"),
            ("ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"),
            ("Ada.B+tag@EXAMPLE.org", "Ada.B+tag@example.org"),
            ("o'neil@example.org", "o'neil@example.org"),
        ] {
            let address = parse(text).unwrap();
            assert_eq!(address.to_string(), written);
            assert!(!address.needs_utf8());
        }
    }

    #[test]
    fn only_the_local_part_needs_smtputf8() {
        let address = parse("jörg@müller.example").unwrap();
        assert!(address.needs_utf8());
        assert_eq!(address.domain(), "xn--mller-kva.example");
    }

    #[test]
    fn invalid_addresses_are_explained() {
        let long = format!("{}@example.org", "a".repeat(65));
        for (text, problem) in [
            ("ada", "must be an e-mail address"),
            ("ada@localhost", "must be an e-mail address"),
            ("a b@example.org", "must be an e-mail address"),
            ("ada@exa_mple.org", "name of a domain"),
            ("ada@-example.org", "name of a domain"),
            ("ada@example..org", "must be an e-mail address"),
            (".ada@example.org", "characters that addresses do not have"),
            ("a<b>@example.org", "characters that addresses do not have"),
            ("\"a>b\"@example.org", "quotation mark"),
            (long.as_str(), "at most 64 bytes"),
        ] {
            let refused = parse(text).unwrap_err().to_string();
            assert!(refused.contains(problem), "{text}: {refused}");
        }
    }

    #[test]
    fn a_sender_has_a_name() {
        for text in [
            "Example Ltd <jobs@example.org>",
            "\"Example Ltd\" <jobs@example.org>",
        ] {
            let mailbox = Mailbox::parse("sender", text).unwrap();
            assert_eq!(mailbox.to_string(), "Example Ltd <jobs@example.org>");
        }
        let quoting = Mailbox::parse("sender", "Example \"Co\" <jobs@example.org>").unwrap();
        assert_eq!(quoting.name.unwrap().as_str(), "Example \"Co\"");
        let bare = Mailbox::parse("sender", " jobs@example.org ").unwrap();
        assert_eq!(bare.name, None);
        assert!(Mailbox::parse("sender", "Example <jobs>").is_err());
    }

    proptest! {
        #[test]
        fn no_address_ends_a_command(local in any::<String>(), domain in "[a-z><\\r\\n\\. ]{1,20}") {
            if let Ok(address) = parse(&format!("{local}@{domain}")) {
                let text = address.to_string();
                let ends = |c: char| c.is_control() || c.is_whitespace() || matches!(c, '<' | '>' | '"' | ',');
                prop_assert!(!text.contains(ends), "{}", text);
            }
        }
    }
}
