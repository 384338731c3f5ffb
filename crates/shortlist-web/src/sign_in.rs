//! Signing in and out.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{WebSession, WebSignIn};
use shortlist_domain::OrganizationId;
use shortlist_transport::{ApiError, StrangerForm, WebState};

use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::respond::error::{PageError, readable};
use crate::settings::WebApp;
use crate::visit::{answer, shared};
use crate::{cookie, csrf, links, respond};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    assets: AssetPaths,
    next: String,
    organization: String,
    /// Whether the form asks for the organization, because there are several.
    asks_organization: bool,
    email: String,
    problem: Option<String>,
    demo_users: Vec<String>,
    /// Whether the user has just changed the password.
    is_changed: bool,
}

/// Shows the form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let fields = Fields::of_address(&request);
        let page = SignInPage::new(&request, &fields, None).await?;
        respond::page(&page)
    };
    answer(&request, shown).await
}

impl SignInPage {
    async fn new(
        request: &HttpRequest,
        fields: &Fields,
        problem: Option<String>,
    ) -> Result<Self, PageError> {
        let app = shared::<WebApp>(request)?;
        let only = only_organization(request).await?;
        let given = fields.get("organization").to_owned();
        Ok(Self {
            assets: assets::paths(),
            next: links::inner(fields.get("next")).to_owned(),
            asks_organization: only.is_none(),
            organization: only.unwrap_or(given),
            email: fields.get("email").to_owned(),
            problem,
            is_changed: fields.get("changed") == "password",
            demo_users: app
                .demo_users
                .iter()
                .map(|user| user.label.clone())
                .collect(),
        })
    }
}

/// Returns the organization if the installation has only one. The sandbox's users name theirs.
async fn only_organization(request: &HttpRequest) -> Result<Option<String>, PageError> {
    let state = shared::<WebState>(request)?;
    let found = WebState::run_unchecked(&state, |app| app.accounts().list_organization_ids());
    let ids = found.await?.map_err(ApiError::from)?;
    match ids.as_slice() {
        [only] => Ok(Some(only.to_string())),
        _ => Ok(None),
    }
}

/// Signs a user in, and continues at the requested page.
pub(crate) async fn sign_in(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let signed_in = async {
        if !csrf::is_from_here(&request) {
            return Err(PageError::OtherSite);
        }
        let state = shared::<WebState>(&request)?;
        let form = (&request, payload);
        let read = WebState::read_stranger_fields(&state, form, StrangerForm::SignIn, Fields::new);
        let fields = read.await?;
        match open(&request, &state, &fields).await {
            Ok(session) => begin_session(&request, &session, &fields),
            Err(refused) => refuse(&request, &fields, &refused).await,
        }
    };
    respond::last_of_connection(answer(&request, signed_in).await)
}

async fn open(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    fields: &Fields,
) -> Result<WebSession, ApiError> {
    let app = shared::<WebApp>(request).ok();
    let address = state.client_address(request);
    let demo = fields.some("demo").and_then(|number| number.parse().ok());
    let demo_user = demo.and_then(|number: usize| app?.demo_users.get(number).cloned());
    if let Some(user) = demo_user {
        let opened = WebState::run_unchecked(state, move |app| {
            app.sessions()
                .open_on_web_for(&user.organization, &user.email, &address)
        });
        return Ok(opened.await??);
    }
    // A malformed name belongs to no organization; its sign-in fails like any other.
    let organization = OrganizationId::parse("organization", fields.get("organization"));
    let unknown = OrganizationId::parse("organization", "nobody");
    let organization = organization
        .or(unknown)
        .map_err(|invalid| ApiError::from(shortlist_app::AppError::from(invalid)))?;
    let sign_in = WebSignIn {
        organization,
        email: fields.get("email").to_owned(),
        password: fields.exact("password").to_owned(),
        address,
    };
    WebState::sign_in_to_web(state, sign_in).await
}

fn begin_session(
    request: &HttpRequest,
    session: &WebSession,
    fields: &Fields,
) -> Result<HttpResponse, PageError> {
    let app = shared::<WebApp>(request)?;
    let cookie = cookie::session_cookie(&app, &session.token);
    let next = links::inner(fields.get("next"));
    Ok(respond::redirect_with_cookie(next, &cookie))
}

async fn refuse(
    request: &HttpRequest,
    fields: &Fields,
    refused: &ApiError,
) -> Result<HttpResponse, PageError> {
    let problem = match refused.status() {
        StatusCode::UNAUTHORIZED => {
            "The e-mail address or the password is wrong. Check both and try again.".to_owned()
        }
        _ => readable(refused.message()),
    };
    let page = SignInPage::new(request, fields, Some(problem)).await?;
    respond::page_with_status(refused.status(), &page)
}

/// Ends the session.
pub(crate) async fn sign_out(request: HttpRequest) -> HttpResponse {
    let signed_out = async {
        if !csrf::is_from_here(&request) {
            return Err(PageError::OtherSite);
        }
        let (state, app) = (shared::<WebState>(&request)?, shared::<WebApp>(&request)?);
        let address = state.client_address(&request);
        if let Some(token) = cookie::token(&request, &app) {
            let ended = WebState::run_unchecked(&state, move |app| {
                app.sessions().sign_out_of_web(&token, &address)
            });
            ended.await?.map_err(ApiError::from)?;
        }
        let cookie = cookie::no_session(&app);
        Ok(respond::redirect_with_cookie("/app/sign-in", &cookie))
    };
    answer(&request, signed_out).await
}
