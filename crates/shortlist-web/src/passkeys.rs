//! Passkeys on the pages: what a page asks the browser, and what its form sends back.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{DeviceTokens, PasskeyRequest, PasskeySignIn, SentPasskey, WebSession};
use shortlist_transport::{ApiError, WebState};

use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::visit::shared;
use crate::{cookie, links, respond};

/// The field with the signed text of a challenge.
const CHALLENGE: &str = "passkey-challenge";
/// The field in which the script of the page writes the answer of the browser.
const ANSWER: &str = "passkey-answer";

/// What the sign-in page says where nobody can use passkeys.
pub(crate) const UNAVAILABLE: &str = "Passkeys do not work here, because the public address of this service has no host name or does not begin with https. \
     Ask its operator to set one.";

#[derive(Template)]
#[template(path = "passkey.html")]
struct PasskeyPage {
    assets: AssetPaths,
    next: String,
    request: PasskeyRequest,
    is_after_password: bool,
}

/// Why a page asks for a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PasskeyReason {
    /// The user wants to use one.
    Asked,
    /// The password was right, and the user has no other second factor.
    AfterPassword,
}

/// Returns the page that asks the browser for a passkey, or `None` if nobody can use passkeys here.
pub(crate) async fn ask(
    request: &HttpRequest,
    fields: &Fields,
    reason: PasskeyReason,
) -> Result<Option<HttpResponse>, PageError> {
    let (state, app) = (shared::<WebState>(request)?, shared::<WebApp>(request)?);
    let Some(begun) = WebState::begin_passkey_sign_in(&state).await? else {
        return Ok(None);
    };
    let page = PasskeyPage {
        assets: assets::paths(),
        next: links::inner(fields.get("next")).to_owned(),
        request: begun.request,
        is_after_password: reason == PasskeyReason::AfterPassword,
    };
    let cookie = cookie::passkey_cookie(&app, &begun.browser_token);
    respond::page_with_cookie(&page, &cookie).map(Some)
}

/// Returns whether a form has the answer of a browser.
pub(crate) fn is_sent(fields: &Fields) -> bool {
    fields.has(CHALLENGE)
}

/// Returns the answer of a form.
pub(crate) fn sent(fields: &Fields) -> SentPasskey {
    SentPasskey {
        challenge: fields.exact(CHALLENGE).to_owned(),
        answer: fields.exact(ANSWER).to_owned(),
    }
}

/// Opens the session of a user who has answered with a passkey.
pub(crate) async fn open(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    fields: &Fields,
    devices: DeviceTokens,
) -> Result<WebSession, ApiError> {
    let app = shared::<WebApp>(request).ok();
    let token = app.and_then(|app| cookie::passkey_token(request, &app));
    let sign_in = PasskeySignIn {
        sent: sent(fields),
        browser_token: token.unwrap_or_default(),
        devices,
        address: state.client_address(request),
        device: WebState::client_device(request),
    };
    WebState::finish_passkey_sign_in(state, sign_in).await
}
