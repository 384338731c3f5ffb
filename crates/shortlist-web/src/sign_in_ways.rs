//! The second page of a sign-in, which offers the ways to sign in that the domain of the e-mail address has.
//!
//! It is the same for every address of a domain, whether it has an account or not.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_domain::{OfferedProvider, ProviderMode};
use shortlist_transport::WebState;

use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::single_sign_on::{self, Offer};
use crate::visit::shared;
use crate::{forgotten_password, links, respond, sign_in_code};

#[derive(Template)]
#[template(path = "sign_in_ways.html")]
struct WaysPage {
    assets: AssetPaths,
    next: String,
    /// The organization, if the address of the first page named one.
    organization: String,
    email: String,
    problem: Option<String>,
    offers: Vec<Offer>,
    /// Whether each organization on offer takes passwords of its emergency Admin only.
    is_enforced: bool,
    /// Whether users can sign in with passkeys.
    has_passkeys: bool,
    /// The page that sends a link to reset the password; empty if the service sends no mail.
    forgotten: String,
}

/// Returns whether a sign-in begins with the e-mail address alone: only if the domain of any address leads to an identity provider.
/// Otherwise the password is the only way.
pub(crate) async fn begins_with_address(state: &web::Data<WebState>) -> Result<bool, PageError> {
    Ok(single_sign_on::is_ready(state) && WebState::offers_single_sign_on(state).await?)
}

/// Returns whether a form of the sign-in has the e-mail address and no password yet.
pub(crate) fn has_address_only(fields: &Fields) -> bool {
    let is_later = fields.has("demo") || fields.has("choice") || sign_in_code::is_sent(fields);
    fields.has("email") && fields.exact("password").is_empty() && !is_later
}

/// Returns whether a form goes back to the first page, to change the e-mail address.
pub(crate) fn goes_back(fields: &Fields) -> bool {
    fields.get("action") == "back"
}

/// Shows the ways that the e-mail address of a form has.
pub(crate) async fn show(
    request: &HttpRequest,
    fields: &Fields,
    status: StatusCode,
    problem: Option<String>,
) -> Result<HttpResponse, PageError> {
    let state = shared::<WebState>(request)?;
    let offered = offered(&state, fields).await?;
    let (next, organization) = (links::inner(fields.get("next")), fields.get("organization"));
    let mut modes = offered.iter().map(|one| one.mode);
    let page = WaysPage {
        assets: assets::paths(),
        next: next.to_owned(),
        organization: organization.to_owned(),
        email: fields.get("email").to_owned(),
        problem,
        is_enforced: !offered.is_empty() && modes.all(|mode| mode == ProviderMode::Enforced),
        offers: Offer::all(offered, next),
        has_passkeys: state.relying_party().is_some(),
        forgotten: forgotten_password::link(request, organization)?,
    };
    respond::page_with_status(status, &page)
}

/// Returns the providers for the domain of the e-mail address: all, or that of the organization that the form names.
async fn offered(
    state: &web::Data<WebState>,
    fields: &Fields,
) -> Result<Vec<OfferedProvider>, PageError> {
    if !single_sign_on::is_ready(state) {
        return Ok(Vec::new());
    }
    let email = fields.get("email").to_owned();
    let mut offered = WebState::single_sign_on_offers(state, email).await?;
    if let Some(organization) = fields.some("organization") {
        offered.retain(|one| one.organization_id.as_str() == organization);
    }
    Ok(offered)
}
