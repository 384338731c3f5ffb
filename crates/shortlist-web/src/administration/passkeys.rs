//! The passkeys on the page of one's own second factor.

use actix_web::HttpResponse;
use askama::Template;
use shortlist_app::{AddPasskey, App, Operation, PasskeyRequest};
use shortlist_domain::{Passkey, PasskeyBackup, Principal};

use super::{Tab, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::passkeys::sent;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{SECOND_FACTOR_PATH, Visit};

/// A passkey of the user, for the page.
pub(super) struct PasskeyRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) added: String,
    pub(super) last_used: String,
    /// Whether its provider copies it to other devices of the user.
    pub(super) is_copied: bool,
}

impl PasskeyRow {
    pub(super) fn of(passkey: &Passkey) -> Self {
        Self {
            id: passkey.id.to_string(),
            name: passkey.name.as_str().to_owned(),
            added: time(passkey.created_at),
            last_used: passkey.last_used_at.map_or_else(String::new, time),
            is_copied: passkey.credential.state.backup == PasskeyBackup::Done,
        }
    }
}

/// The page that asks the browser for a new passkey.
#[derive(Template)]
#[template(path = "settings_passkey.html")]
struct NewPasskeyPage {
    frame: Frame,
    tabs: Vec<Tab>,
    must_be_set_up: bool,
    name: String,
    request: PasskeyRequest,
}

/// Shows the page that asks the browser for a new passkey.
pub(super) async fn begin(visit: &Visit, fields: &Fields) -> Result<HttpResponse, PageError> {
    let party = visit.state.relying_party();
    let party = party.ok_or_else(PageError::unknown_action)?;
    let typed = AddPasskey {
        name: fields.get("name").to_owned(),
        current_password: fields.exact("current").to_owned(),
    };
    let name = typed.name.clone();
    let begin = move |app: &App, principal: &Principal| {
        app.passkeys(&party).begin_registration(principal, &typed)
    };
    let request = visit.run(Operation::RegisterPasskey, begin).await?;
    let page = NewPasskeyPage {
        frame: visit.frame(),
        tabs: tabs(SECOND_FACTOR_PATH),
        must_be_set_up: visit.user.second_factor.must_be_set_up(),
        name,
        request,
    };
    visit.page(page).await
}

/// Adds the passkey that the browser has made.
pub(super) async fn finish(visit: &Visit, fields: &Fields) -> Result<HttpResponse, PageError> {
    let party = visit.state.relying_party();
    let party = party.ok_or_else(PageError::unknown_action)?;
    let (name, sent) = (fields.get("name").to_owned(), sent(fields));
    let finish = move |app: &App, principal: &Principal| {
        let passkeys = app.passkeys(&party);
        passkeys.finish_registration(principal, &name, &sent)
    };
    visit.run(Operation::RegisterPasskey, finish).await?;
    Ok(respond::redirect(&format!(
        "{SECOND_FACTOR_PATH}?saved=passkey"
    )))
}

/// Removes a passkey.
pub(super) async fn remove(visit: &Visit, fields: &Fields) -> Result<HttpResponse, PageError> {
    let id = fields.get("passkey").to_owned();
    let remove = move |app: &App, principal: &Principal| {
        let sessions = app.sessions();
        sessions.remove_passkey(principal, &id)
    };
    visit.run(Operation::RemovePasskey, remove).await?;
    Ok(respond::redirect(&format!(
        "{SECOND_FACTOR_PATH}?saved=passkey-removed"
    )))
}
