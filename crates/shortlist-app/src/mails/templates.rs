//! What mails say: the texts that are shipped, and those that an organization has written instead.

use shortlist_domain::{
    ChoiceProblem, InvalidValue, MailProblem, MailText, MailTextFlaw, MailTextName, OrganizationId,
    Principal, StoredMailText, Timestamp,
};
use shortlist_mail::{
    Language, MissingValue, Problem, Template, TemplateError, TemplateKind, shipped_text,
};

use crate::error::AppError;
use crate::mails::MailOutbox;
use crate::mails::listing::Mails;
use crate::operations::Operation;

/// Names a mail and a language.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ChooseMailTemplate {
    pub event: String,
    pub language: String,
}

/// A new text of a mail in a language.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SetMailTemplate {
    pub event: String,
    pub language: String,
    pub subject: String,
    pub body: String,
}

/// What a mail says in a language.
#[derive(Debug, Clone)]
pub struct MailTemplate {
    /// The mail.
    pub kind: TemplateKind,
    /// The language.
    pub language: Language,
    /// The text of the organization, or the shipped one.
    pub text: MailText,
    /// When the organization has stored its text; `None` if it has none.
    pub changed_at: Option<Timestamp>,
    /// Why the text of the organization is not used. The mail has the shipped text then.
    pub problem: Option<InvalidValue>,
}

impl MailTemplate {
    fn of(choice: Choice, stored: Option<StoredMailText>) -> Self {
        let Choice { kind, language } = choice;
        let own = stored.as_ref();
        let changed_at = own.map(|own| own.changed_at);
        let problem = own.and_then(|own| check(kind, &own.text).err());
        let text = stored.map_or_else(|| shipped_text(kind, language), |own| own.text);
        Self {
            kind,
            language,
            text,
            changed_at,
            problem,
        }
    }
}

/// A mail in a language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) kind: TemplateKind,
    pub(super) language: Language,
}

impl Choice {
    /// Finds a mail and a language by their names.
    pub(super) fn parse(event: &str, language: &str) -> Result<Self, InvalidValue> {
        let kind = TemplateKind::find(event).ok_or_else(|| {
            let names = TemplateKind::ALL.map(TemplateKind::as_str);
            InvalidValue::new("event", ChoiceProblem::not_one_of(names))
        })?;
        let mut languages = Language::ALL.into_iter();
        let found = languages.find(|one| one.code() == language);
        let language = found.ok_or_else(|| {
            let codes = Language::ALL.map(Language::code);
            InvalidValue::new("language", ChoiceProblem::not_one_of(codes))
        })?;
        Ok(Self { kind, language })
    }

    fn name(self) -> MailTextName {
        MailTextName {
            event: self.kind.as_str(),
            language: self.language.code(),
        }
    }
}

impl Mails<'_> {
    /// Returns what each mail says in each language.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn templates(&self, principal: &Principal) -> Result<Vec<MailTemplate>, AppError> {
        let mails = self.records.store.mails();
        let mut stored = mails.texts(&principal.organization_id)?;
        let mut templates = Vec::new();
        for kind in TemplateKind::ALL {
            for language in Language::ALL {
                let choice = Choice { kind, language };
                let name = choice.name();
                let index = stored
                    .iter()
                    .position(|one| one.event == name.event && one.language == name.language);
                let own = index.map(|index| stored.swap_remove(index));
                templates.push(MailTemplate::of(choice, own));
            }
        }
        Ok(templates)
    }

    /// Returns what a mail says in a language.
    ///
    /// # Errors
    /// Returns an error if there is no such mail or language.
    pub fn template(
        &self,
        principal: &Principal,
        input: &ChooseMailTemplate,
    ) -> Result<MailTemplate, AppError> {
        self.chosen(principal, Choice::parse(&input.event, &input.language)?)
    }

    /// Stores what a mail says in a language, and returns it. It also counts for mails that wait.
    ///
    /// # Errors
    /// Returns an error if there is no such mail or language, or if the text is not one of this mail.
    pub fn set_template(
        &self,
        principal: &Principal,
        input: &SetMailTemplate,
    ) -> Result<MailTemplate, AppError> {
        let choice = Choice::parse(&input.event, &input.language)?;
        let text = MailText::parse(&input.subject, &input.body)?;
        check(choice.kind, &text)?;
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::SetMailTemplate);
        writer
            .mails()
            .set_text(&principal.organization_id, choice.name(), &text)?;
        self.chosen(principal, choice)
    }

    /// Gives a mail in a language the shipped text again, and returns it.
    ///
    /// # Errors
    /// Returns an error if there is no such mail or language.
    pub fn reset_template(
        &self,
        principal: &Principal,
        input: &ChooseMailTemplate,
    ) -> Result<MailTemplate, AppError> {
        let choice = Choice::parse(&input.event, &input.language)?;
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::ResetMailTemplate);
        writer
            .mails()
            .reset_text(&principal.organization_id, choice.name())?;
        self.chosen(principal, choice)
    }

    fn chosen(&self, principal: &Principal, choice: Choice) -> Result<MailTemplate, AppError> {
        let mut all = self.templates(principal)?.into_iter();
        let found = all.find(|one| one.kind == choice.kind && one.language == choice.language);
        Ok(found.unwrap_or_else(|| MailTemplate::of(choice, None)))
    }
}

impl MailOutbox<'_> {
    /// Returns the text that an organization has written for a mail in a language, if it has.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn own_text(
        &self,
        organization: &OrganizationId,
        kind: TemplateKind,
        language: Language,
    ) -> Result<Option<MailText>, AppError> {
        let name = Choice { kind, language }.name();
        Ok(self.store.mails().find_text(organization, name)?)
    }
}

/// Returns the template of a mail in a language: that of the organization's text, or the shipped one if there is no text.
///
/// A text that is no longer valid, such as after an upgrade, must not keep the mail from being sent. The settings say that it is not used.
///
/// # Errors
/// Returns an error only if the shipped text is invalid, which a test rules out.
pub fn template_in_use(
    organization: &OrganizationId,
    kind: TemplateKind,
    language: Language,
    own: Option<&MailText>,
) -> Result<Template, InvalidValue> {
    match own.map(|own| check(kind, own)) {
        Some(Ok(template)) => return Ok(template),
        Some(Err(problem)) => tracing::warn!(
            organization = organization.as_str(),
            event = kind.as_str(),
            "the text of a mail is not valid, and the shipped one is sent: {problem}"
        ),
        None => {}
    }
    check(kind, &shipped_text(kind, language))
}

/// Checks that a text is one of this mail. Returns its template.
pub(super) fn check(kind: TemplateKind, text: &MailText) -> Result<Template, InvalidValue> {
    Template::of(kind, text).map_err(|errors| {
        let first = errors.into_iter().next();
        first.map_or_else(
            || InvalidValue::new("body", MailProblem::NoText),
            |error| invalid(kind, error),
        )
    })
}

/// Returns the error for a mail of which a value is missing.
pub(super) fn unwritable(MissingValue(placeholder): MissingValue) -> InvalidValue {
    let flaw = MailTextFlaw::NoValue(placeholder.as_str());
    let problem = MailProblem::NotMailText { line: None, flaw };
    InvalidValue::new("body", problem)
}

/// Returns an error of a template as one of the field that it is in. The subject is line 1.
fn invalid(kind: TemplateKind, error: TemplateError) -> InvalidValue {
    let line = error.line.checked_sub(1).filter(|line| *line > 0);
    let line = line.and_then(|line| u32::try_from(line).ok());
    let unknown = |name: String| {
        let known = kind.placeholders().iter();
        let known = known.map(|usage| usage.placeholder.as_str()).collect();
        MailProblem::UnknownPlaceholder { line, name, known }
    };
    let problem = match error.problem {
        Problem::Unknown { name, .. } => unknown(name),
        Problem::OfOtherMails(other) => unknown(other.as_str().to_owned()),
        Problem::Missing(placeholder) | Problem::Conditional(placeholder) => {
            let problem = MailProblem::MissingPlaceholder(placeholder.as_str());
            return InvalidValue::new("body", problem);
        }
        Problem::Flaw(flaw) => MailProblem::NotMailText { line, flaw },
    };
    let field = if line.is_some() { "body" } else { "subject" };
    InvalidValue::new(field, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(subject: &str, body: &str) -> MailText {
        MailText::parse(subject, body).unwrap()
    }

    fn problem(kind: TemplateKind, subject: &str, body: &str) -> String {
        check(kind, &text(subject, body)).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_placeholder_is_named_with_those_of_the_mail() {
        let kind = TemplateKind::Rejected;
        let expected = "this mail has no placeholder {{salary}}; it has {{candidate_name}}, {{job_title}}, \
            {{organization_name}}, {{message}}, {{explanation}}, {{link}}";
        let in_body = problem(kind, "Hello", "Dear all,\n\n{{salary}}");
        assert_eq!(in_body, format!("body: line 3: {expected}"));
        let in_subject = problem(kind, "About {{salary}}", "Hello");
        assert_eq!(in_subject, format!("subject: {expected}"));
        let of_others = problem(kind, "Hello", "At {{place}}");
        assert!(
            of_others.contains("no placeholder {{place}}"),
            "{of_others}"
        );
    }

    #[test]
    fn a_required_placeholder_and_plain_text_are_required() {
        let missing = problem(TemplateKind::PasswordReset, "Hello", "Hello");
        assert!(
            missing.starts_with("body: must always show {{link}}"),
            "{missing}"
        );
        let html = problem(TemplateKind::Rejected, "Hello", "a <b>b</b>");
        assert!(
            html.starts_with("body: line 1: mails are written without HTML"),
            "{html}"
        );
        let link = problem(TemplateKind::Rejected, "{{link}}", "Hello");
        assert!(
            link.starts_with("subject: a subject has no addresses"),
            "{link}"
        );
    }

    #[test]
    fn a_text_that_is_not_valid_any_more_says_why() {
        let choice = Choice::parse("rejected", "de").unwrap();
        let at = Timestamp::from_unix_millis(0).unwrap();
        let stored = |body: &str| StoredMailText {
            event: "rejected".to_owned(),
            language: "de".to_owned(),
            text: text("Hello", body),
            changed_at: at,
        };
        let old = MailTemplate::of(choice, Some(stored("{{gone}}")));
        assert_eq!(old.problem.unwrap().problem.code(), "unknownPlaceholder");
        assert_eq!(old.text.body, "{{gone}}", "so it can be repaired");
        let own = MailTemplate::of(choice, Some(stored("Hello")));
        assert!(own.problem.is_none() && own.changed_at == Some(at));
        let shipped = MailTemplate::of(choice, None);
        let text = shipped_text(choice.kind, choice.language);
        assert_eq!((shipped.changed_at, shipped.text), (None, text));
    }

    #[test]
    fn a_mail_and_a_language_are_found_by_name() {
        for (event, language, field) in [("nothing", "de", "event"), ("rejected", "it", "language")]
        {
            let invalid = Choice::parse(event, language).unwrap_err();
            assert_eq!(
                (invalid.field.as_str(), invalid.problem.code()),
                (field, "notOneOf")
            );
        }
    }
}
