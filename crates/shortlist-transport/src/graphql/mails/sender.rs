//! The GraphQL types and operations for the sender of an organization's mails.

use juniper::GraphQLInputObject;
use shortlist_app::{Operation, OrganizationSender, SetMailSender};
use shortlist_domain::EmailAddress;

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct MailSenderInput {
    organization_id: String,
}

input! {
    /// The sender of the organization's mails. What is null or empty follows the configuration of the server.
    pub(crate) struct SetMailSenderInput(SetMailSender) of organization_id "organizationId" {
        /// The name that mails are from: one line of at most 100 characters.
        "name" as name: Option<String>;
        /// The address that mails are from. Its domain must be one of `allowedDomains`.
        "emailAddress" as email_address: Option<String>;
        /// The address that answers go to.
        "replyTo" as reply_to: Option<String>;
        /// The language of mails: `en`, `de`, `fr` or `es`.
        "language" as language: Option<String>;
    }
}

object! {
    /// The sender of an organization's mails, the address for answers, and their language.
    pub(crate) struct MailSender(OrganizationSender) as sender {
        /// The name that the organization has chosen.
        name: Option<&str> = sender.chosen.name.as_deref();
        /// The address that the organization has chosen.
        email_address: Option<&str> = sender.chosen.address.as_ref().map(EmailAddress::as_str);
        /// The address that answers go to, if the organization has chosen one.
        reply_to: Option<&str> = sender.chosen.reply_to.as_ref().map(EmailAddress::as_str);
        /// The language that the organization has chosen.
        language: Option<&str> = sender.chosen.language.as_deref();
        /// The sender in use, such as `Example Ltd <jobs@example.org>`. Null if no mail server is configured.
        sent_from: Option<String> = sender.identity.as_ref().map(|identity| identity.from.to_string());
        /// The language that mails are sent in now. Null if no mail server is configured.
        sent_language: Option<&'static str> = sender.identity.as_ref().map(|identity| identity.language.code());
        /// The domains of the addresses that the organization may choose.
        allowed_domains: &[String] = &sender.allowed_domains;
        /// Why the chosen address is not used. Mails are from the address of the configuration then.
        problem: Option<String> = sender.problem.as_ref().map(ToString::to_string);
    }
}

pub(crate) fn get(context: &RequestContext, input: &MailSenderInput) -> Resolved<MailSender> {
    context.perform(
        Operation::GetMailSender,
        of_organization(&input.organization_id),
        |app, principal| app.mails().sender(principal).map(MailSender),
    )
}

pub(crate) fn set(context: &RequestContext, input: &SetMailSenderInput) -> Resolved<MailSender> {
    context.perform(
        Operation::SetMailSender,
        of_organization(&input.organization_id),
        |app, principal| {
            let set = app.mails().set_sender(principal, &input.request);
            set.map(MailSender)
        },
    )
}
