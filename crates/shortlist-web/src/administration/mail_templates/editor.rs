//! The editor of the text of a mail, with a preview.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    App, AppError, ChooseMailTemplate, MailContent, MailTemplate, Operation, PlaceholderUsage,
    Presence, SetMailTemplate,
};
use shortlist_domain::{MAX_MAIL_BODY_CHARS, MAX_MAIL_SUBJECT_CHARS, MailText, Principal};

use super::PATH;
use crate::administration::mail::PATH as TAB;
use crate::administration::{Tab, tabs, time};
use crate::changed_meanwhile::{ChangedSettings, if_unchanged};
use crate::form::Fields;
use crate::frame::Frame;
use crate::mails::language_name;
use crate::refusal::Refusal;
use crate::respond::error::{PageError, of_invalid};
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

#[derive(Template)]
#[template(path = "settings_mail_template.html")]
struct EditorPage {
    frame: Frame,
    tabs: Vec<Tab>,
    path: String,
    about: &'static str,
    language: &'static str,
    is_about_candidate: bool,
    form: EditorForm,
    placeholders: Vec<PlaceholderRow>,
    preview: Option<MailContent>,
    /// When the organization has changed the text; empty if it is the shipped one.
    changed: String,
    /// Why the stored text is not used; empty if it is.
    unused: String,
    /// The stored text, if somebody else has changed it.
    stored: Option<MailText>,
    problem: String,
    is_saved: bool,
    max_subject: usize,
    max_body: usize,
}

struct EditorForm {
    subject: String,
    body: String,
    candidate: String,
    /// The version of the text that the form was opened with.
    was: String,
}

impl EditorForm {
    fn of(stored: &MailTemplate, refusal: &Refusal) -> Self {
        let Some(typed) = &refusal.typed else {
            return Self {
                subject: stored.text.subject.clone(),
                body: stored.text.body.clone(),
                candidate: String::new(),
                was: version(stored),
            };
        };
        // What somebody else has stored is on the page now, so saving again replaces it.
        let was = if refusal.status == StatusCode::CONFLICT {
            version(stored)
        } else {
            typed.get("was").to_owned()
        };
        Self {
            subject: typed.get("subject").to_owned(),
            body: typed.exact("body").to_owned(),
            candidate: typed.get("candidate").to_owned(),
            was,
        }
    }
}

/// A placeholder next to the editor.
struct PlaceholderRow {
    /// The name in braces, as in a text.
    name: String,
    meaning: &'static str,
    presence: &'static str,
}

impl PlaceholderRow {
    fn of(usage: PlaceholderUsage) -> Self {
        Self {
            name: usage.placeholder.to_string(),
            meaning: usage.placeholder.meaning(),
            presence: match usage.presence {
                Presence::Required => "The text must contain it.",
                Presence::Always => "",
                Presence::Optional => "A paragraph with it is left out if it has no value.",
            },
        }
    }
}

/// Returns the version of the stored text, which is when it was changed; empty for the shipped text.
fn version(stored: &MailTemplate) -> String {
    let at = stored.changed_at.map(|at| at.to_string());
    at.unwrap_or_default()
}

/// Returns the mail and the language in the address.
fn chosen(visit: &Visit) -> Result<ChooseMailTemplate, PageError> {
    let id = visit.id();
    let (event, language) = id.split_once('.').ok_or(PageError::NotFound)?;
    Ok(ChooseMailTemplate {
        event: event.to_owned(),
        language: language.to_owned(),
    })
}

/// Loads the text of the mail. Only Admins may.
async fn load(visit: &Visit) -> Result<MailTemplate, PageError> {
    let chosen = chosen(visit)?;
    let load = move |app: &App, principal: &Principal| {
        AppError::if_found(app.mails().template(principal, &chosen))
    };
    let found = visit.run(Operation::GetMailTemplates, load).await?;
    found.ok_or(PageError::NotFound)
}

/// Shows the editor.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, Refusal::default(), None).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    refusal: Refusal,
    preview: Option<MailContent>,
) -> Result<HttpResponse, PageError> {
    let stored = load(visit).await?;
    let is_stale = refusal.status == StatusCode::CONFLICT && refusal.typed.is_some();
    let unused = stored.problem.as_ref();
    let page = EditorPage {
        frame: visit.frame(),
        tabs: tabs(TAB),
        path: format!("{PATH}/{}", visit.id()),
        about: stored.kind.about(),
        language: language_name(stored.language.code()),
        is_about_candidate: stored.kind.is_about_candidate(),
        form: EditorForm::of(&stored, &refusal),
        placeholders: stored
            .kind
            .placeholders()
            .iter()
            .copied()
            .map(PlaceholderRow::of)
            .collect(),
        preview,
        changed: stored.changed_at.map(time).unwrap_or_default(),
        unused: unused.map(of_invalid).unwrap_or_default(),
        stored: Some(stored.text).filter(|_| is_stale),
        problem: refusal.problem,
        is_saved: visit.address_fields().has("saved"),
        max_subject: MAX_MAIL_SUBJECT_CHARS,
        max_body: MAX_MAIL_BODY_CHARS,
    };
    visit.page_with_status(refusal.status, page).await
}

/// Shows a preview, saves the text, or resets it to the shipped one.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        load(&visit).await?;
        let action = fields.get("action").to_owned();
        if action == "preview" {
            let written = preview(&visit, &fields).await;
            return match written {
                Ok(content) => {
                    let typed = Refusal {
                        typed: Some(fields),
                        ..Refusal::default()
                    };
                    show(&visit, typed, Some(content)).await
                }
                Err(error) => show(&visit, Refusal::of(error, fields)?, None).await,
            };
        }
        let done = match action.as_str() {
            "save" => save(&visit, &fields).await,
            "reset" => reset(&visit, &fields).await,
            _ => Err(PageError::unknown_action()),
        };
        match done {
            Ok(()) => {
                let saved = format!("{PATH}/{}?saved=1", visit.id());
                Ok(respond::redirect(&saved))
            }
            Err(error) => {
                let mut refusal = Refusal::of(error, fields)?;
                // The form of a reset contains no text.
                refusal.typed = refusal.typed.filter(|_| action != "reset");
                show(&visit, refusal, None).await
            }
        }
    })
    .await
}

/// Returns what was typed.
fn typed(visit: &Visit, fields: &Fields) -> Result<SetMailTemplate, PageError> {
    let ChooseMailTemplate { event, language } = chosen(visit)?;
    Ok(SetMailTemplate {
        event,
        language,
        subject: fields.get("subject").to_owned(),
        body: fields.exact("body").to_owned(),
    })
}

/// Renders the mail from what was typed, with the data of a candidate if the form names one.
async fn preview(visit: &Visit, fields: &Fields) -> Result<MailContent, PageError> {
    let input = typed(visit, fields)?;
    let named = fields.some("candidate");
    let candidate = named.map(|named| links::last_segment(named).to_owned());
    let operation = match candidate {
        Some(_) => Operation::GetCandidate,
        None => Operation::GetMailTemplates,
    };
    let write = move |app: &App, principal: &Principal| {
        let mails = app.mails();
        mails.preview_template(principal, &input, candidate.as_deref())
    };
    visit.run(operation, write).await
}

async fn save(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (input, chosen) = (typed(visit, fields)?, chosen(visit)?);
    let was = fields.get("was").to_owned();
    let save = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let mails = services.mails();
            if version(&mails.template(principal, &chosen)?) != was {
                return Err(ChangedSettings::MailText.into());
            }
            mails.set_template(principal, &input)?;
            Ok(())
        })
    };
    visit.run(Operation::SetMailTemplate, save).await??;
    Ok(())
}

async fn reset(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let chosen = chosen(visit)?;
    let was = fields.get("was").to_owned();
    let reset = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let mails = services.mails();
            if version(&mails.template(principal, &chosen)?) != was {
                return Err(ChangedSettings::ResetMailText.into());
            }
            mails.reset_template(principal, &chosen)?;
            Ok(())
        })
    };
    visit.run(Operation::ResetMailTemplate, reset).await??;
    Ok(())
}
