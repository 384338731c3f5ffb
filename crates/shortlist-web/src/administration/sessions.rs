//! The sessions of the signed-in user, and for Admins those of another user, with the accounts at an identity provider that open them.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, ListedSession, Operation, UserSessions};
use shortlist_domain::{Browser, Principal, Session, SessionKind, UserId};

use super::identities::{self, IdentityRow};
use super::{Tab, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

/// The page of one's own sessions.
const OWN: &str = "/app/account/sessions";

#[derive(Template)]
#[template(path = "settings_sessions.html")]
struct SessionsPage {
    frame: Frame,
    tabs: Vec<Tab>,
    /// The address of the page, to which its forms are sent.
    path: String,
    /// The user whose sessions these are, unless they are one's own.
    owner: Option<Owner>,
    sessions: Vec<SessionRow>,
    identities: Vec<IdentityRow>,
    problem: String,
    saved: &'static str,
}

struct Owner {
    id: String,
    name: String,
}

/// A session in the table.
struct SessionRow {
    id: String,
    device: String,
    kind: &'static str,
    network: String,
    opened: String,
    last_used: String,
    is_current: bool,
}

impl SessionsPage {
    fn has_others(&self) -> bool {
        self.sessions.iter().any(|session| !session.is_current)
    }
}

impl SessionRow {
    fn of(listed: ListedSession) -> Self {
        let session = listed.session;
        Self {
            device: device(&session),
            kind: match session.kind {
                Some(SessionKind::WebApp) => "Web app",
                Some(SessionKind::Api) => "API",
                None => "",
            },
            id: session.id.into_string(),
            network: session.network.unwrap_or_else(|| "unknown".to_owned()),
            opened: time(session.opened_at),
            last_used: session.last_used_at.map_or("unknown".to_owned(), time),
            is_current: listed.is_current,
        }
    }
}

/// Returns the browser and the system of a session in words.
fn device(session: &Session) -> String {
    let unknown = match session.kind {
        Some(SessionKind::WebApp) => "A browser",
        Some(SessionKind::Api) => "A program",
        None => "A device",
    };
    let browser = session.device.browser.map_or(unknown, Browser::as_str);
    match session.device.system {
        Some(system) => format!("{browser} on {}", system.as_str()),
        None => browser.to_owned(),
    }
}

/// Returns the sentence about what a form has done.
fn saved(fields: &Fields) -> &'static str {
    match fields.get("saved") {
        "ended" => "The session has ended. Its device is signed out.",
        "all" => "These sessions have ended. Their devices are signed out.",
        "gone" => "This session had ended already.",
        "unlinked" => {
            "The account at the identity provider is unlinked, and its sessions have ended."
        }
        "not-linked" => "This account at the identity provider was unlinked already.",
        _ => "",
    }
}

/// Shows one's own sessions.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show_own(&visit, StatusCode::OK, String::new()).await
    };
    answer(&request, shown).await
}

async fn show_own(
    visit: &Visit,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let list = |app: &App, principal: &Principal| app.sessions().list_own(principal);
    let sessions = visit.run(Operation::ListSessions, list).await?;
    let page = SessionsPage {
        frame: visit.frame(),
        tabs: tabs(OWN),
        path: OWN.to_owned(),
        owner: None,
        sessions: sessions.into_iter().map(SessionRow::of).collect(),
        identities: identities::own(visit).await?,
        problem,
        saved: saved(&visit.address_fields()),
    };
    visit.page_with_status(status, page).await
}

/// Ends one of one's own sessions, or all others, or unlinks an account at the identity provider.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "end" => end(&visit, &fields).await,
            "all" => end_others(&visit).await,
            "unlink" => identities::unlink_own(&visit, &fields).await,
            _ => Err(PageError::unknown_action()),
        };
        match done {
            Ok(saved) => Ok(respond::redirect(&format!("{OWN}?saved={saved}"))),
            Err(error) if fields.get("action") == "unlink" => {
                let (status, problem) = error.about_input()?;
                show_own(&visit, status, problem).await
            }
            Err(error) => Err(error),
        }
    })
    .await
}

async fn end_others(visit: &Visit) -> Result<&'static str, PageError> {
    let end = |app: &App, principal: &Principal| app.sessions().end_others(principal);
    visit.run(Operation::EndOtherSessions, end).await?;
    Ok("all")
}

async fn end(visit: &Visit, fields: &Fields) -> Result<&'static str, PageError> {
    let session = fields.get("session").to_owned();
    let end = move |app: &App, principal: &Principal| {
        AppError::if_found(app.sessions().end_own(principal, &session))
    };
    let ended = visit.run(Operation::EndSession, end).await?;
    Ok(outcome(ended))
}

/// Returns what is shown about the end of a session. It may have ended since the page was shown.
fn outcome(ended: Option<()>) -> &'static str {
    if ended.is_some() { "ended" } else { "gone" }
}

/// Shows the sessions of a user.
pub(crate) async fn page_of_user(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let id = user_id(&visit)?;
        if id == visit.principal().user_id {
            return Ok(respond::redirect(OWN));
        }
        show_of_user(&visit, id, StatusCode::OK, String::new()).await
    };
    answer(&request, shown).await
}

async fn show_of_user(
    visit: &Visit,
    id: UserId,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let path = path_of(&id);
    let list =
        move |app: &App, principal: &Principal| app.sessions().list_of_user(principal, id.as_str());
    let UserSessions { user, sessions } = visit.run(Operation::ListUserSessions, list).await?;
    let page = SessionsPage {
        frame: visit.frame(),
        tabs: tabs("/app/settings/users"),
        path,
        identities: identities::of_user(visit, user.id.clone()).await?,
        owner: Some(Owner {
            id: user.id.into_string(),
            name: user.full_name,
        }),
        sessions: sessions.into_iter().map(SessionRow::of).collect(),
        problem,
        saved: saved(&visit.address_fields()),
    };
    visit.page_with_status(status, page).await
}

/// Ends a session of a user, or all of them, or unlinks the user's account at the identity provider.
pub(crate) async fn change_of_user(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let id = user_id(&visit)?;
        let path = path_of(&id);
        let done = match fields.get("action") {
            "end" => end_of_user(&visit, id.clone(), &fields).await,
            "all" => end_all_of_user(&visit, id.clone()).await,
            "unlink" => identities::unlink_user(&visit, id.clone(), &fields).await,
            _ => Err(PageError::unknown_action()),
        };
        match done {
            Ok(saved) => Ok(respond::redirect(&format!("{path}?saved={saved}"))),
            Err(error) if fields.get("action") == "unlink" => {
                let (status, problem) = error.about_input()?;
                show_of_user(&visit, id, status, problem).await
            }
            Err(error) => Err(error),
        }
    })
    .await
}

async fn end_all_of_user(visit: &Visit, id: UserId) -> Result<&'static str, PageError> {
    let end = move |app: &App, principal: &Principal| {
        app.sessions().end_all_of_user(principal, id.as_str())
    };
    visit.run(Operation::EndUserSessions, end).await?;
    Ok("all")
}

async fn end_of_user(
    visit: &Visit,
    id: UserId,
    fields: &Fields,
) -> Result<&'static str, PageError> {
    let session = fields.get("session").to_owned();
    let end = move |app: &App, principal: &Principal| {
        let ended = app.sessions().end_of_user(principal, id.as_str(), &session);
        AppError::if_found(ended)
    };
    let ended = visit.run(Operation::EndUserSession, end).await?;
    Ok(outcome(ended))
}

/// Returns the user in the address. A malformed identifier belongs to nobody.
fn user_id(visit: &Visit) -> Result<UserId, PageError> {
    UserId::parse("userId", &visit.id()).map_err(|_invalid| PageError::NotFound)
}

fn path_of(user: &UserId) -> String {
    format!(
        "/app/settings/users/{}/sessions",
        links::segment(user.as_str())
    )
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{ClientDevice, ClientSystem, SessionId, Timestamp};

    use super::*;

    #[test]
    fn a_device_is_named_as_far_as_it_is_known() {
        let at = Timestamp::from_unix_millis(0).unwrap();
        let words = |kind, browser, system| {
            device(&Session {
                id: SessionId::parse("id", "ses_1").unwrap(),
                kind,
                device: ClientDevice { browser, system },
                network: None,
                opened_at: at,
                last_used_at: None,
                ends_at: at,
            })
        };
        let (web, api) = (Some(SessionKind::WebApp), Some(SessionKind::Api));
        let (firefox, linux) = (Some(Browser::Firefox), Some(ClientSystem::Linux));
        assert_eq!(words(web, firefox, linux), "Firefox on Linux");
        assert_eq!(words(web, firefox, None), "Firefox");
        assert_eq!(words(web, None, linux), "A browser on Linux");
        assert_eq!(words(api, None, None), "A program");
        assert_eq!(words(None, None, None), "A device");
    }
}
