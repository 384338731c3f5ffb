//! The sender of mails, from the configuration and the choice of the organization.

use shortlist_domain::{EmailAddress, InvalidValue, MailProblem, MailSender};
use shortlist_mail::{Language, MailAddress, Mailbox};

use crate::checks::REPLY_TO;

/// The field of the address that mails are from.
pub(super) const ADDRESS: &str = "emailAddress";

/// What mails have unless their organization has chosen something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailDefaults {
    /// The sender.
    pub sender: Mailbox,
    /// The language of mails.
    pub language: Language,
    /// The domains of the addresses that organizations may send from, as DNS uses them.
    pub sender_domains: Vec<String>,
}

/// The sender of mails, the address for answers, and their language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailIdentity {
    /// The sender.
    pub from: Mailbox,
    /// Where answers go, if not to the sender.
    pub reply_to: Option<Mailbox>,
    /// Their language.
    pub language: Language,
}

impl MailDefaults {
    /// Returns the sender of an organization's mails. An address that the operator does not allow, or no longer, is not used: a
    /// mail server would refuse it, or recipients would take the mail for forged.
    pub fn for_organization(&self, chosen: &MailSender) -> MailIdentity {
        let mut from = self.sender.clone();
        let address = chosen.address.as_ref();
        if let Some(Ok(own)) = address.map(|own| allowed_address(own, &self.sender_domains)) {
            from.address = own;
        }
        if let Some(name) = &chosen.name {
            from = Mailbox::new(name, from.address);
        }
        let language = chosen.language.as_deref().and_then(Language::find);
        MailIdentity {
            from,
            reply_to: chosen.reply_to.as_ref().and_then(reply_mailbox),
            language: language.unwrap_or(self.language),
        }
    }
}

/// Returns where answers go. A stored address that no mail server knows counts as none.
pub fn reply_mailbox(address: &EmailAddress) -> Option<Mailbox> {
    let parsed = MailAddress::of(REPLY_TO, address).ok();
    parsed.map(|parsed| Mailbox::new("", parsed))
}

/// Checks that an organization may send from an address.
pub(super) fn allowed_address(
    address: &EmailAddress,
    domains: &[String],
) -> Result<MailAddress, InvalidValue> {
    let parsed = MailAddress::of(ADDRESS, address)?;
    if domains.iter().any(|domain| domain == parsed.domain()) {
        return Ok(parsed);
    }
    let problem = MailProblem::DomainNotAllowed(domains.to_vec());
    Err(InvalidValue::new(ADDRESS, problem))
}
