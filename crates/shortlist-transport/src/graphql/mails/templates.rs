//! The GraphQL types and operations of what mails say.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{ChooseMailTemplate, Operation, PlaceholderUsage, Presence, SetMailTemplate};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct MailTemplatesInput {
    organization_id: String,
}

input! {
    pub(crate) struct SetMailTemplateInput(SetMailTemplate) of organization_id "organizationId" {
        /// The name of the mail, such as `rejected`.
        "event" as event: String;
        /// The language: `en`, `de`, `fr` or `es`.
        "language" as language: String;
        /// The subject: one line of at most 200 characters. It may contain placeholders, but no addresses.
        "subject" as subject: String;
        /// The text, at most 10,000 characters: paragraphs, lists, links and emphasis of Markdown, and placeholders such as `{{job_title}}`.
        "body" as body: String;
    }
}

input! {
    pub(crate) struct ResetMailTemplateInput(ChooseMailTemplate) of organization_id "organizationId" {
        /// The name of the mail, such as `rejected`.
        "event" as event: String;
        /// The language: `en`, `de`, `fr` or `es`.
        "language" as language: String;
    }
}

object! {
    /// A placeholder that a mail can contain.
    pub(crate) struct MailPlaceholder(PlaceholderUsage) as usage {
        /// The name, which is written between two braces on each side.
        name: &'static str = usage.placeholder.as_str();
        /// What it stands for, in English.
        meaning: &'static str = usage.placeholder.meaning();
        /// `required` (the text must contain it), `always` (it always has a value) or `optional` (a paragraph with it is left out if it
        /// has no value).
        presence: &'static str = presence(usage.presence);
    }
}

object! {
    /// What a mail says in a language.
    pub(crate) struct MailTemplate(shortlist_app::MailTemplate) as template {
        /// The name of the mail, such as `rejected`.
        event: &'static str = template.kind.as_str();
        /// The language: `en`, `de`, `fr` or `es`.
        language: &'static str = template.language.code();
        /// The subject, with placeholders.
        subject: &str = &template.text.subject;
        /// The text, with placeholders.
        body: &str = &template.text.body;
        /// When the organization has changed it. Null if it is the text that is shipped.
        changed_at: Option<String> = template.changed_at.map(|at| at.to_string());
        /// Why the text of the organization is not used, if it is not valid in this version. The shipped text is sent instead.
        problem: Option<String> = template.problem.as_ref().map(ToString::to_string);
        /// The placeholders that the mail can contain.
        placeholders: Vec<MailPlaceholder> = placeholders(template);
    }
}

/// What each mail says in each language.
#[derive(GraphQLObject)]
pub(crate) struct MailTemplateList {
    templates: Vec<MailTemplate>,
}

pub(crate) fn list(
    context: &RequestContext,
    input: &MailTemplatesInput,
) -> Resolved<MailTemplateList> {
    context.perform(
        Operation::GetMailTemplates,
        of_organization(&input.organization_id),
        |app, principal| {
            let templates = app.mails().templates(principal)?;
            let texts = templates.iter().map(|one| one.text.body.len());
            context.charge(ITEM_BYTES * templates.len() + texts.sum::<usize>())?;
            Ok(MailTemplateList {
                templates: templates.into_iter().map(MailTemplate).collect(),
            })
        },
    )
}

pub(crate) fn set(
    context: &RequestContext,
    input: &SetMailTemplateInput,
) -> Resolved<MailTemplate> {
    context.perform(
        Operation::SetMailTemplate,
        of_organization(&input.organization_id),
        |app, principal| {
            let mails = app.mails();
            mails
                .set_template(principal, &input.request)
                .map(MailTemplate)
        },
    )
}

pub(crate) fn reset(
    context: &RequestContext,
    input: &ResetMailTemplateInput,
) -> Resolved<MailTemplate> {
    context.perform(
        Operation::ResetMailTemplate,
        of_organization(&input.organization_id),
        |app, principal| {
            let mails = app.mails();
            mails
                .reset_template(principal, &input.request)
                .map(MailTemplate)
        },
    )
}

fn placeholders(template: &shortlist_app::MailTemplate) -> Vec<MailPlaceholder> {
    let usages = template.kind.placeholders().iter();
    usages.map(|usage| MailPlaceholder(*usage)).collect()
}

fn presence(presence: Presence) -> &'static str {
    match presence {
        Presence::Required => "required",
        Presence::Always => "always",
        Presence::Optional => "optional",
    }
}
