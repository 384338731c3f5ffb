//! Signing in with the identity provider of an organization.
//!
//! A form must not lead to another site, because the policy of the pages forbids it. So pages have links that lead to providers. What
//! the browser keeps in a cookie meanwhile binds the sign-in to it.

pub(crate) mod notices;
mod problems;
pub(crate) mod sign_out;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{BeginSignIn, FinishSignIn, FinishedSignIn, ProviderAnswer};
use shortlist_domain::OfferedProvider;
use shortlist_transport::{ApiError, WebState};

use crate::assets::{self, AssetPaths};
use crate::browser_session::{end_session, signed_in_user};
use crate::form::Fields;
use crate::organization_label::distinct_label;
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::visit::{answer, shared};
use crate::{cookie, links, respond};
use problems::{not_ready, problem, provider_refused, refuse};

/// The address that leads to the provider of an organization.
pub(crate) const BEGIN: &str = "/app/sso/{organization}";
/// The address that the provider of an organization sends browsers back to. If organizations shared it, one of them could have the
/// codes of another's provider sent to its own.
pub(crate) const RETURN: &str = "/app/sso/{organization}/return";

/// The organizations that do not take the password of the user, which was right.
#[derive(Template)]
#[template(path = "single_sign_on.html")]
struct RequiredPage {
    assets: AssetPaths,
    offers: Vec<Offer>,
    sign_in: String,
}

/// An organization whose provider a page leads to.
pub(crate) struct Offer {
    pub(crate) label: String,
    pub(crate) path: String,
}

impl Offer {
    /// Returns the offers with the names of the organizations, and their identifiers where two have the same name.
    pub(crate) fn all(offered: Vec<OfferedProvider>, next: &str) -> Vec<Self> {
        let names = offered.iter().map(|one| one.organization_name.clone());
        let names: Vec<String> = names.collect();
        let offer = |one: OfferedProvider| Self {
            path: begin_path(one.organization_id.as_str(), next),
            label: distinct_label(&one.organization_name, &one.organization_id, &names),
        };
        offered.into_iter().map(offer).collect()
    }
}

/// Returns the address that users of an organization are sent back to, or `None` if the operator has not set the address of the service.
pub(crate) fn return_address(state: &WebState, organization: &str) -> Option<String> {
    let base = Some(state.base_url()).filter(|base| !base.is_empty());
    base.map(|base| format!("{base}/app/sso/{}/return", links::segment(organization)))
}

/// Returns whether users can sign in with identity providers, which need the address of the service.
pub(crate) fn is_ready(state: &WebState) -> bool {
    state.app().single_sign_on().is_available() && !state.base_url().is_empty()
}

/// Returns the page for a password that was right, although the organizations require their providers.
pub(crate) fn required_page(
    fields: &Fields,
    offered: Vec<OfferedProvider>,
) -> Result<HttpResponse, PageError> {
    let next = links::inner(fields.get("next"));
    let page = RequiredPage {
        assets: assets::paths(),
        offers: Offer::all(offered, next),
        sign_in: links::with_fields("/app/sign-in", &[("next", next)]),
    };
    respond::page_with_status(StatusCode::FORBIDDEN, &page)
}

fn begin_path(organization: &str, next: &str) -> String {
    let path = format!("/app/sso/{}", links::segment(organization));
    links::with_fields(&path, &[("next", next)])
}

fn organization(request: &HttpRequest) -> String {
    let named = request.match_info().get("organization");
    named.unwrap_or_default().to_owned()
}

/// Leads to the provider.
pub(crate) async fn begin(request: HttpRequest) -> HttpResponse {
    let begun = async {
        let (state, app) = (shared::<WebState>(&request)?, shared::<WebApp>(&request)?);
        let organization = organization(&request);
        let Some(redirect) = return_address(&state, &organization) else {
            return not_ready();
        };
        let fields = Fields::of_address(&request);
        let sign_in = BeginSignIn {
            organization,
            redirect,
            next: links::inner(fields.get("next")).to_owned(),
        };
        let address = state.client_address(&request);
        match WebState::begin_single_sign_on(&state, sign_in, &address).await? {
            Ok(begun) => Ok(respond::redirect_with_cookie(
                &begun.address,
                &cookie::provider_cookie(&app, &begun.browser_token),
            )),
            Err(error) => refuse(error),
        }
    };
    answer(&request, begun).await
}

/// Signs the user in who comes back from the provider.
pub(crate) async fn come_back(request: HttpRequest) -> HttpResponse {
    let done = async {
        let fields = Fields::of_address(&request);
        if fields.has("error") {
            return provider_refused(&fields);
        }
        finish(&request, &fields).await
    };
    respond::last_of_connection(answer(&request, done).await)
}

async fn finish(request: &HttpRequest, fields: &Fields) -> Result<HttpResponse, PageError> {
    let (state, app) = (shared::<WebState>(request)?, shared::<WebApp>(request)?);
    let organization = organization(request);
    let Some(redirect) = return_address(&state, &organization) else {
        return not_ready();
    };
    let sign_in = FinishSignIn {
        organization,
        redirect,
        browser_token: cookie::provider_token(request, &app).unwrap_or_default(),
        state: fields.get("state").to_owned(),
        answer: ProviderAnswer {
            code: fields.get("code").to_owned(),
            issuer: fields.some("iss").map(str::to_owned),
        },
        address: state.client_address(request),
        device: WebState::client_device(request),
    };
    match WebState::finish_single_sign_on(&state, sign_in).await? {
        Ok(finished) => begin_session(request, finished).await,
        Err(error) => refuse(error),
    }
}

/// Begins the session of a finished sign-in, unless somebody else is signed in. A link of a stranger could have begun the sign-in, and
/// the user would go on working in the account of that stranger.
async fn begin_session(
    request: &HttpRequest,
    finished: FinishedSignIn,
) -> Result<HttpResponse, PageError> {
    let (state, app) = (shared::<WebState>(request)?, shared::<WebApp>(request)?);
    let session = finished.session;
    let (organization, id) = (&session.user.organization_id, &session.user.id);
    if let Some(other) = signed_in_user(request).await?
        && (other.principal.organization_id != *organization || other.principal.user_id != *id)
    {
        let address = state.client_address(request);
        let token = session.token;
        let ended = WebState::run_unchecked(&state, move |app| {
            app.sessions().sign_out_of_web(&token, &address)
        });
        ended.await?.map_err(ApiError::from)?;
        let message = format!(
            "{} is signed in to Shortlist in this browser. Sign out there first, and then sign in again. If you did not want to sign in, \
             there is nothing to do.",
            other.full_name
        );
        return problem(StatusCode::CONFLICT, "Somebody else is signed in", &message);
    }
    end_session(request).await?;
    let cookies = [
        cookie::session_cookie(&app, &session.token),
        cookie::no_provider(&app),
    ];
    let cookies: Vec<&str> = cookies.iter().map(String::as_str).collect();
    let next = links::inner(&finished.next);
    Ok(respond::redirect_with_cookies(next, &cookies))
}
