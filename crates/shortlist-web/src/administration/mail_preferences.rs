//! Which mails the signed-in user gets.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{MailPreferences, MailPreferencesChange, Principal};

use super::{Tab, tabs};
use crate::frame::Frame;
use crate::respond;
use crate::visit::{Visit, answer, answer_form};

/// The page, which mails that can be switched off lead to.
const PATH: &str = "/app/account/mail";

#[derive(Template)]
#[template(path = "settings_mail_preferences.html")]
struct MailPreferencesPage {
    frame: Frame,
    tabs: Vec<Tab>,
    preferences: MailPreferences,
    is_mail_on: bool,
    is_saved: bool,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let (preferences, is_mail_on) = visit.run(Operation::GetMailPreferences, load).await?;
        let page = MailPreferencesPage {
            frame: visit.frame(),
            tabs: tabs(PATH),
            preferences,
            is_mail_on,
            is_saved: visit.address_fields().has("saved"),
        };
        visit.page(page).await
    };
    answer(&request, shown).await
}

/// Returns which mails the user gets, and whether any are sent.
fn load(app: &App, principal: &Principal) -> Result<(MailPreferences, bool), AppError> {
    let mails = app.mails();
    let preferences = mails.own_preferences(principal)?;
    Ok((preferences, mails.audience().is_some()))
}

/// Stores which mails the user gets.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let change = MailPreferencesChange {
            reminders: Some(fields.has("reminders")),
            reports_due: Some(fields.has("reports")),
            mentions: Some(fields.has("mentions")),
            daily_digest: Some(fields.has("digest")),
        };
        let set = move |app: &App, principal: &Principal| {
            app.mails().set_own_preferences(principal, change)
        };
        visit.run(Operation::UpdateMailPreferences, set).await?;
        Ok(respond::redirect(&format!("{PATH}?saved=1")))
    })
    .await
}
