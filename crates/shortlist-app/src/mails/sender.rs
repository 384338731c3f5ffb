//! The sender of an organization's mails, the address for answers, and their language.

use shortlist_domain::{
    ChoiceProblem, EmailAddress, InvalidValue, MAX_MAIL_SENDER_CHARS, MailSender, OrganizationId,
    Principal, TextProblem, check_sender_name,
};
use shortlist_mail::{HeaderText, Language};

use crate::checks::parse_reply_to;
use crate::error::AppError;
use crate::mails::MailOutbox;
use crate::mails::identity::{ADDRESS, MailIdentity, allowed_address};
use crate::mails::listing::Mails;
use crate::mails::transport::MailTransport;
use crate::operations::Operation;

/// A new choice. What is missing or empty follows the configuration of the server.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SetMailSender {
    pub name: Option<String>,
    pub email_address: Option<String>,
    pub reply_to: Option<String>,
    pub language: Option<String>,
}

impl SetMailSender {
    fn parse(&self, domains: &[String]) -> Result<MailSender, InvalidValue> {
        let name = given(self.name.as_deref()).map(parse_name).transpose()?;
        let address = given(self.email_address.as_deref());
        let address = address.map(|text| EmailAddress::parse(ADDRESS, text));
        let address = address.transpose()?;
        if let Some(address) = &address {
            allowed_address(address, domains)?;
        }
        let language = given(self.language.as_deref()).map(parse_language);
        Ok(MailSender {
            name,
            address,
            reply_to: parse_reply_to(self.reply_to.as_deref())?,
            language: language.transpose()?,
        })
    }
}

/// What an organization has chosen for its mails, and what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationSender {
    /// What it has chosen.
    pub chosen: MailSender,
    /// The sender in use, including what it has not chosen; `None` without a mail server.
    pub identity: Option<MailIdentity>,
    /// The domains of the addresses that it may choose.
    pub allowed_domains: Vec<String>,
    /// Why the chosen address is not used. Mails are from that of the configuration then.
    pub problem: Option<InvalidValue>,
}

impl Mails<'_> {
    /// Returns what the organization has chosen for its mails.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn sender(&self, principal: &Principal) -> Result<OrganizationSender, AppError> {
        let chosen = self.outbox.sender(&principal.organization_id)?;
        let defaults = self.transport.map(MailTransport::setup);
        let defaults = defaults.map(|setup| setup.defaults);
        let identity = defaults.as_ref().map(|one| one.for_organization(&chosen));
        let allowed_domains = defaults.map(|one| one.sender_domains).unwrap_or_default();
        let address = chosen.address.as_ref();
        let problem = address.and_then(|own| allowed_address(own, &allowed_domains).err());
        Ok(OrganizationSender {
            chosen,
            identity,
            allowed_domains,
            problem,
        })
    }

    /// Returns the sender of an organization's mails, or `None` without a mail server.
    pub(super) fn identity(
        &self,
        organization: &OrganizationId,
    ) -> Result<Option<MailIdentity>, AppError> {
        let Some(setup) = self.setup() else {
            return Ok(None);
        };
        let chosen = self.outbox.sender(organization)?;
        Ok(Some(setup.defaults.for_organization(&chosen)))
    }

    /// Stores what the organization chooses for its mails, in place of what it chose before. It also counts for mails that wait.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the operator does not allow the domain of the address.
    pub fn set_sender(
        &self,
        principal: &Principal,
        input: &SetMailSender,
    ) -> Result<OrganizationSender, AppError> {
        let setup = self.transport.map(MailTransport::setup);
        let domains = setup.map(|setup| setup.defaults.sender_domains);
        let chosen = input.parse(&domains.unwrap_or_default())?;
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::SetMailSender);
        writer
            .mails()
            .set_sender(&principal.organization_id, &chosen)?;
        self.sender(principal)
    }
}

impl MailOutbox<'_> {
    /// Returns what an organization has chosen for its mails.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn sender(&self, organization: &OrganizationId) -> Result<MailSender, AppError> {
        Ok(self.store.mails().sender(organization)?)
    }
}

/// Returns a text unless it is empty, as fields of forms are.
fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// Returns a name as the header of a mail has it.
fn parse_name(text: &str) -> Result<String, InvalidValue> {
    let name = check_sender_name("name", text)?;
    let header = HeaderText::new(&name);
    if header.is_empty() {
        let problem = TextProblem::NotOneLine(MAX_MAIL_SENDER_CHARS);
        return Err(InvalidValue::new("name", problem));
    }
    Ok(header.as_str().to_owned())
}

fn parse_language(text: &str) -> Result<String, InvalidValue> {
    let mut all = Language::ALL.into_iter();
    let found = all.find(|one| one.code() == text.trim());
    let code = found.map(|one| one.code().to_owned());
    code.ok_or_else(|| {
        let codes = Language::ALL.map(Language::code);
        InvalidValue::new("language", ChoiceProblem::not_one_of(codes))
    })
}

#[cfg(test)]
mod tests {
    use shortlist_mail::Mailbox;

    use super::*;
    use crate::checks::REPLY_TO;
    use crate::mails::identity::MailDefaults;

    fn defaults() -> MailDefaults {
        MailDefaults {
            sender: Mailbox::parse("sender", "Hosting <mail@hosting.example>").unwrap(),
            language: Language::English,
            sender_domains: vec!["xn--mller-kva.example".to_owned()],
        }
    }

    fn input(name: &str, address: &str, reply_to: &str, language: &str) -> SetMailSender {
        let text = |text: &str| Some(text.to_owned());
        SetMailSender {
            name: text(name),
            email_address: text(address),
            reply_to: text(reply_to),
            language: text(language),
        }
    }

    fn parse(input: &SetMailSender) -> Result<MailSender, InvalidValue> {
        input.parse(&defaults().sender_domains)
    }

    #[test]
    fn what_is_not_chosen_follows_the_configuration() {
        let nothing = parse(&input(" ", "", "", "")).unwrap();
        assert_eq!(nothing, MailSender::default());
        let identity = defaults().for_organization(&nothing);
        assert_eq!(identity.from.to_string(), "Hosting <mail@hosting.example>");
        assert_eq!(
            (identity.reply_to, identity.language),
            (None, Language::English)
        );
        let named = parse(&input("Müller GmbH", "", "answers@müller.example", "de")).unwrap();
        let identity = defaults().for_organization(&named);
        let from = identity.from.to_string();
        assert_eq!(from, "Müller GmbH <mail@hosting.example>");
        let reply_to = identity.reply_to.unwrap().to_string();
        assert_eq!(reply_to, "answers@xn--mller-kva.example");
        assert_eq!(identity.language, Language::German);
    }

    #[test]
    fn an_address_needs_a_domain_that_the_operator_allows() {
        let own = parse(&input("", "Jobs@Müller.example", "", "")).unwrap();
        let from = |defaults: MailDefaults| defaults.for_organization(&own).from.to_string();
        let expected = "Hosting <Jobs@xn--mller-kva.example>";
        assert_eq!(from(defaults()), expected);
        let withdrawn = MailDefaults {
            sender_domains: Vec::new(),
            ..defaults()
        };
        assert_eq!(from(withdrawn), "Hosting <mail@hosting.example>");
        for foreign in ["jobs@example.org", "jobs@sub.müller.example"] {
            let refused = parse(&input("", foreign, "", "")).unwrap_err();
            assert_eq!(refused.problem.code(), "domainNotAllowed");
            assert!(refused.to_string().contains("xn--mller-kva.example"));
        }
        let refused = input("", "jobs@müller.example", "", "").parse(&[]);
        let text = refused.unwrap_err().to_string();
        assert!(text.contains("mail_sender_domains"), "{text}");
    }

    #[test]
    fn nothing_adds_a_header() {
        for (input, field) in [
            (input("Ada\r\nBcc: eve@example.org", "", "", ""), "name"),
            (input("\u{202e}", "", "", ""), "name"),
            (input("", "a@müller.example\r\nBcc: b@c.d", "", ""), ADDRESS),
            (input("", "Ada <a@müller.example>", "", ""), ADDRESS),
            (input("", "", "a@example.org,b@example.org", ""), REPLY_TO),
            (input("", "", "a@example.org\nBcc: b@c.d", ""), REPLY_TO),
            (input("", "", "\"a b\"@example.org", ""), REPLY_TO),
            (input("", "", "", "tlh"), "language"),
        ] {
            let refused = parse(&input).unwrap_err();
            assert_eq!(refused.field, field, "{input:?}");
        }
    }
}
