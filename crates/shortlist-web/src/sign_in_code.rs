//! The second step of a sign-in: the code.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{CodeSignIn, DeviceTokens, WebSession};
use shortlist_transport::{ApiError, WebState};

use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::respond::error::{PageError, of_error};
use crate::visit::shared;
use crate::{links, respond};

/// The reason of a refusal after which another code can succeed.
const WRONG_CODE: &str = "wrongCode";

#[derive(Template)]
#[template(path = "sign_in_code.html")]
struct CodePage {
    assets: AssetPaths,
    next: String,
    challenge: String,
    /// Whether the form for a recovery code was sent.
    is_recovery: bool,
    /// Whether users can sign in with passkeys instead.
    has_passkeys: bool,
    problem: String,
}

/// Returns whether a form is that of the second step.
pub(crate) fn is_sent(fields: &Fields) -> bool {
    fields.has("challenge")
}

/// Asks for the code of a user whose password was right.
pub(crate) fn ask(
    request: &HttpRequest,
    fields: &Fields,
    challenge: String,
) -> Result<HttpResponse, PageError> {
    show(request, fields, challenge, StatusCode::OK, String::new())
}

fn show(
    request: &HttpRequest,
    fields: &Fields,
    challenge: String,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let page = CodePage {
        assets: assets::paths(),
        next: links::inner(fields.get("next")).to_owned(),
        challenge,
        is_recovery: fields.has("recovery"),
        has_passkeys: shared::<WebState>(request)?.relying_party().is_some(),
        problem,
    };
    respond::page_with_status(status, &page)
}

/// Opens the session of a user who typed a code.
pub(crate) async fn open(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    fields: &Fields,
    devices: DeviceTokens,
) -> Result<WebSession, ApiError> {
    let request = CodeSignIn {
        challenge: fields.exact("challenge").to_owned(),
        code: fields.exact("code").to_owned(),
        devices,
        address: state.client_address(request),
        device: WebState::client_device(request),
    };
    WebState::finish_sign_in(state, request).await
}

/// Shows the page again after a wrong code, or after too many. Returns `None` if the user has to begin again.
pub(crate) fn refuse(
    request: &HttpRequest,
    fields: &Fields,
    refused: &ApiError,
) -> Option<Result<HttpResponse, PageError>> {
    let is_wrong = refused.reason() == Some(WRONG_CODE);
    if !is_wrong && refused.status() != StatusCode::TOO_MANY_REQUESTS {
        return None;
    }
    let problem = if is_wrong {
        "The code is wrong or was used before. Check it, or use the next code of your app."
            .to_owned()
    } else {
        of_error(refused)
    };
    let challenge = fields.exact("challenge").to_owned();
    Some(show(request, fields, challenge, refused.status(), problem))
}
