//! Signing out of Shortlist, and then at the identity provider.

use actix_web::http::header::{HeaderValue, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_domain::OrganizationId;
use shortlist_transport::WebState;

use crate::assets::{self, AssetPaths};
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::visit::shared;
use crate::{cookie, respond};

/// The page that browsers come back to after they have signed out at the provider.
const SIGN_IN: &str = "/app/sign-in";

/// The page after a sign-out that offers to end the session at the provider too.
#[derive(Template)]
#[template(path = "signed_out.html")]
struct SignedOutPage {
    assets: AssetPaths,
    provider: String,
}

/// Returns the address that providers send browsers to after a sign-out there, or `None` if the operator has not set the address of the
/// service.
pub(crate) fn post_logout_address(state: &WebState) -> Option<String> {
    let base = Some(state.base_url()).filter(|base| !base.is_empty());
    base.map(|base| format!("{base}{SIGN_IN}"))
}

/// Returns the organization whose provider has opened the session of the browser. This asks no provider. Call it before the session
/// ends, which no failure of this may prevent.
pub(crate) async fn opening_organization(request: &HttpRequest) -> Option<OrganizationId> {
    let state = shared::<WebState>(request).ok()?;
    let app = shared::<WebApp>(request).ok()?;
    let token = cookie::token(request, &app)?;
    WebState::opening_organization(&state, token).await
}

/// Returns the address that ends the session at the provider of an organization, if it has one. Call it after the session here has
/// ended.
pub(crate) async fn provider_address(
    request: &HttpRequest,
    organization: OrganizationId,
) -> Result<Option<String>, PageError> {
    let state = shared::<WebState>(request)?;
    let Some(back_to) = post_logout_address(&state) else {
        return Ok(None);
    };
    let address = state.client_address(request);
    Ok(WebState::provider_sign_out(&state, organization, back_to, &address).await)
}

/// Returns the page after a sign-out, without the session's cookie.
pub(crate) fn signed_out(provider: String, cookie: &str) -> Result<HttpResponse, PageError> {
    let page = SignedOutPage {
        assets: assets::paths(),
        provider,
    };
    let mut response = respond::page(&page)?;
    let value = HeaderValue::from_str(cookie).map_err(|_invalid| PageError::Internal)?;
    response.headers_mut().append(SET_COOKIE, value);
    Ok(response)
}
