//! The sender of the organization's mails, the address for answers, and their language.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, MailLanguage, Operation, OrganizationSender, SetMailSender};
use shortlist_domain::{EmailAddress, MAX_MAIL_SENDER_CHARS, MailSender, Principal};

use super::mail::PATH as TAB;
use super::{Tab, tabs};
use crate::changed_meanwhile::{ChangedSettings, if_unchanged};
use crate::form::Fields;
use crate::frame::Frame;
use crate::mails::language_name;
use crate::refusal::Refusal;
use crate::respond;
use crate::respond::error::{PageError, of_invalid};
use crate::visit::{Visit, answer, answer_form};

const PATH: &str = "/app/settings/mail/sender";

#[derive(Template)]
#[template(path = "settings_mail_sender.html")]
struct SenderPage {
    frame: Frame,
    tabs: Vec<Tab>,
    form: SenderForm,
    languages: Vec<LanguageChoice>,
    /// The sender in use; empty without a mail server.
    sent_from: String,
    /// The domains that addresses may have; empty if the operator allows none.
    domains: String,
    /// Why the stored address is not used; empty if it is.
    unused: String,
    problem: String,
    is_saved: bool,
    max_name: usize,
}

struct SenderForm {
    name: String,
    address: String,
    reply_to: String,
    /// What was stored when the form was opened.
    was: String,
}

impl SenderForm {
    fn of(stored: &MailSender, refusal: &Refusal) -> Self {
        let Some(typed) = &refusal.typed else {
            return Self {
                name: stored.name.clone().unwrap_or_default(),
                address: address(stored.address.as_ref()),
                reply_to: address(stored.reply_to.as_ref()),
                was: version(stored),
            };
        };
        // After a conflict, saving again replaces what is stored now.
        let was = if refusal.status == StatusCode::CONFLICT {
            version(stored)
        } else {
            typed.get("was").to_owned()
        };
        Self {
            name: typed.get("name").to_owned(),
            address: typed.get("emailAddress").to_owned(),
            reply_to: typed.get("replyTo").to_owned(),
            was,
        }
    }
}

struct LanguageChoice {
    code: &'static str,
    name: &'static str,
    is_chosen: bool,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, Refusal::default()).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| app.mails().sender(principal);
    let sender = visit.run(Operation::GetMailSender, load).await?;
    let OrganizationSender {
        chosen,
        identity,
        allowed_domains,
        problem,
    } = sender;
    let stored = chosen.language.as_deref().unwrap_or_default();
    let typed = refusal.typed.as_ref();
    let code = typed.map_or(stored, |fields| fields.get("language"));
    let page = SenderPage {
        frame: visit.frame(),
        tabs: tabs(TAB),
        form: SenderForm::of(&chosen, &refusal),
        languages: languages(code),
        sent_from: identity.map(|one| one.from.to_string()).unwrap_or_default(),
        domains: allowed_domains.join(", "),
        unused: problem.as_ref().map(of_invalid).unwrap_or_default(),
        is_saved: visit.address_fields().has("saved"),
        problem: refusal.problem.clone(),
        max_name: MAX_MAIL_SENDER_CHARS,
    };
    visit.page_with_status(refusal.status, page).await
}

/// Returns the languages, of which one may be chosen.
fn languages(chosen: &str) -> Vec<LanguageChoice> {
    let choice = |language: MailLanguage| LanguageChoice {
        code: language.code(),
        name: language_name(language.code()),
        is_chosen: language.code() == chosen,
    };
    MailLanguage::ALL.into_iter().map(choice).collect()
}

fn address(address: Option<&EmailAddress>) -> String {
    address.map(ToString::to_string).unwrap_or_default()
}

/// Returns what tells a stored choice from another one.
fn version(stored: &MailSender) -> String {
    let name = stored.name.as_deref().unwrap_or_default();
    let language = stored.language.as_deref().unwrap_or_default();
    let (from, to) = (
        address(stored.address.as_ref()),
        address(stored.reply_to.as_ref()),
    );
    format!("{name}|{from}|{to}|{language}")
}

/// Stores the choice.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        match save(&visit, &fields).await {
            Ok(()) => Ok(respond::redirect(&format!("{PATH}?saved=1"))),
            Err(error) => show(&visit, Refusal::of(error, fields)?).await,
        }
    })
    .await
}

async fn save(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let typed = |name: &str| fields.some(name).map(str::to_owned);
    let input = SetMailSender {
        name: typed("name"),
        email_address: typed("emailAddress"),
        reply_to: typed("replyTo"),
        language: typed("language"),
    };
    let was = fields.get("was").to_owned();
    let save = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let mails = services.mails();
            if version(&mails.sender(principal)?.chosen) != was {
                return Err(ChangedSettings::MailSender.into());
            }
            mails.set_sender(principal, &input)?;
            Ok(())
        })
    };
    visit.run(Operation::SetMailSender, save).await??;
    Ok(())
}
