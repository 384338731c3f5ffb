//! Signing in and out.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    OrganizationChoice, PasswordSignIn, Refusal, WebSession, WebSignIn, WebSignInOutcome,
};
use shortlist_domain::EmailAddress;
use shortlist_transport::{ApiError, StrangerForm, WebState};

use crate::assets::{self, AssetPaths};
use crate::browser_session::end_session;
use crate::form::Fields;
use crate::organization_field::named_organization;
use crate::organization_label::distinct_label;
use crate::passkeys::PasskeyReason;
use crate::respond::error::{PageError, of_error, of_invalid};
use crate::settings::WebApp;
use crate::visit::{answer, shared};
use crate::{
    cookie, csrf, forgotten_password, links, passkeys, respond, sign_in_code, sign_in_ways,
    single_sign_on,
};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    assets: AssetPaths,
    next: String,
    /// The organization, if the address of the page names one. Normally the e-mail address decides.
    organization: String,
    /// The address of the page without an organization.
    elsewhere: String,
    email: String,
    problem: Option<String>,
    demo_users: Vec<String>,
    /// What the user has just done with the password.
    saved: &'static str,
    /// Whether the page asks for the password, too. Otherwise the next one does.
    asks_password: bool,
    /// The page that sends a link to reset the password; empty if the service sends no mail.
    forgotten: String,
    /// Whether users can sign in with passkeys.
    has_passkeys: bool,
}

/// The page that asks a user of several organizations which one to sign in to.
#[derive(Template)]
#[template(path = "choose_organization.html")]
struct ChoicePage {
    assets: AssetPaths,
    next: String,
    email: String,
    choices: Vec<Choice>,
}

/// An organization that the user may choose.
struct Choice {
    label: String,
    value: String,
}

impl Choice {
    /// Returns the choices with the names of the organizations, and their identifiers where two have the same name.
    fn all(offered: Vec<OrganizationChoice>) -> Vec<Self> {
        let names: Vec<String> = offered.iter().map(|one| one.name.clone()).collect();
        let choice = |one: OrganizationChoice| Self {
            label: distinct_label(&one.name, &one.organization, &names),
            value: one.choice,
        };
        offered.into_iter().map(choice).collect()
    }
}

/// Shows the form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let fields = Fields::of_address(&request);
        show(&request, &fields, StatusCode::OK, None).await
    };
    answer(&request, shown).await
}

async fn show(
    request: &HttpRequest,
    fields: &Fields,
    status: StatusCode,
    problem: Option<String>,
) -> Result<HttpResponse, PageError> {
    let state = shared::<WebState>(request)?;
    let asks_password = !sign_in_ways::begins_with_address(&state).await?;
    let page = SignInPage::new(request, fields, asks_password, problem)?;
    respond::page_with_status(status, &page)
}

impl SignInPage {
    fn new(
        request: &HttpRequest,
        fields: &Fields,
        asks_password: bool,
        problem: Option<String>,
    ) -> Result<Self, PageError> {
        let (app, state) = (shared::<WebApp>(request)?, shared::<WebState>(request)?);
        let next = links::inner(fields.get("next"));
        Ok(Self {
            assets: assets::paths(),
            next: next.to_owned(),
            organization: fields.get("organization").to_owned(),
            elsewhere: links::with_fields("/app/sign-in", &[("next", next)]),
            email: fields.get("email").to_owned(),
            problem,
            saved: match fields.get("changed") {
                "password" => "Your password is changed. Sign in with the new one.",
                "set" => "Your password is set. Sign in with it.",
                _ => "",
            },
            asks_password,
            forgotten: forgotten_password::link(request, fields.get("organization"))?,
            has_passkeys: state.relying_party().is_some(),
            demo_users: app
                .demo_users
                .iter()
                .map(|user| user.label.clone())
                .collect(),
        })
    }
}

/// Signs a user in, and continues at the requested page.
pub(crate) async fn sign_in(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let signed_in = async {
        if !csrf::is_from_here(&request) {
            return Err(PageError::OtherSite);
        }
        let state = shared::<WebState>(&request)?;
        let form = StrangerForm::SignIn;
        let read = WebState::read_stranger_fields(&state, &request, payload, form, Fields::new);
        let fields = read.await?;
        if sign_in_ways::has_address_only(&fields) {
            return show_ways(&request, &fields).await;
        }
        if fields.get("action") == "passkey" {
            return ask_passkey(&request, &fields, PasskeyReason::Asked).await;
        }
        match open(&request, &state, &fields).await {
            Ok(WebSignInOutcome::Opened(session)) => {
                end_session(&request).await?;
                begin_session(&request, &session, &fields)
            }
            Ok(WebSignInOutcome::Choose(offered)) => respond::page(&ChoicePage {
                assets: assets::paths(),
                next: links::inner(fields.get("next")).to_owned(),
                email: fields.get("email").to_owned(),
                choices: Choice::all(offered),
            }),
            Ok(WebSignInOutcome::AskCode(challenge)) => {
                sign_in_code::ask(&request, &fields, challenge)
            }
            Ok(WebSignInOutcome::AskPasskey) => {
                ask_passkey(&request, &fields, PasskeyReason::AfterPassword).await
            }
            Ok(WebSignInOutcome::SingleSignOn(offered)) => {
                single_sign_on::required_page(&fields, offered)
            }
            Err(refused) => refuse(&request, &fields, &refused).await,
        }
    };
    respond::last_of_connection(answer(&request, signed_in).await)
}

/// Shows the ways to sign in, or the first page again if the e-mail address is malformed or has to change.
async fn show_ways(request: &HttpRequest, fields: &Fields) -> Result<HttpResponse, PageError> {
    if sign_in_ways::goes_back(fields) {
        return show(request, fields, StatusCode::OK, None).await;
    }
    match EmailAddress::parse("email", fields.get("email")) {
        Ok(_email) => sign_in_ways::show(request, fields, StatusCode::OK, None).await,
        Err(invalid) => {
            let problem = Some(of_invalid(&invalid));
            show(request, fields, StatusCode::BAD_REQUEST, problem).await
        }
    }
}

/// Shows the page that asks the browser for a passkey.
async fn ask_passkey(
    request: &HttpRequest,
    fields: &Fields,
    reason: PasskeyReason,
) -> Result<HttpResponse, PageError> {
    if let Some(page) = passkeys::ask(request, fields, reason).await? {
        return Ok(page);
    }
    let problem = Some(passkeys::UNAVAILABLE.to_owned());
    show(request, fields, StatusCode::CONFLICT, problem).await
}

async fn open(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    fields: &Fields,
) -> Result<WebSignInOutcome, ApiError> {
    let app = shared::<WebApp>(request).ok();
    let address = state.client_address(request);
    let device = WebState::client_device(request);
    let demo = fields.some("demo").and_then(|number| number.parse().ok());
    let demo_user = demo.and_then(|number: usize| app.as_ref()?.demo_users.get(number).cloned());
    if let Some(user) = demo_user {
        let opened = WebState::run_unchecked(state, move |app| {
            app.sessions()
                .open_on_web_for(&user.organization, &user.email, &address, device)
        });
        return Ok(WebSignInOutcome::Opened(Box::new(opened.await??)));
    }
    let devices = app.map(|app| cookie::devices(request, &app));
    let devices = devices.unwrap_or_default();
    if let Some(choice) = fields.some("choice") {
        let choice = choice.to_owned();
        return WebState::choose_organization(state, choice, devices, address, device).await;
    }
    if sign_in_code::is_sent(fields) {
        let opened = sign_in_code::open(request, state, fields, devices).await?;
        return Ok(WebSignInOutcome::Opened(Box::new(opened)));
    }
    if passkeys::is_sent(fields) {
        let opened = passkeys::open(request, state, fields, devices).await?;
        return Ok(WebSignInOutcome::Opened(Box::new(opened)));
    }
    let sign_in = WebSignIn {
        typed: PasswordSignIn {
            organization: named_organization(fields)?,
            email: fields.get("email").to_owned(),
            password: fields.exact("password").to_owned(),
            address,
        },
        devices,
        device,
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
    if session.devices.is_empty() {
        return Ok(respond::redirect_with_cookie(next, &cookie));
    }
    let device = cookie::device_cookie(&app, &session.devices);
    Ok(respond::redirect_with_cookies(next, &[&cookie, &device]))
}

async fn refuse(
    request: &HttpRequest,
    fields: &Fields,
    refused: &ApiError,
) -> Result<HttpResponse, PageError> {
    let again =
        sign_in_code::is_sent(fields).then(|| sign_in_code::refuse(request, fields, refused));
    if let Some(shown) = again.flatten() {
        let mut response = shown?;
        respond::add_retry_time(&mut response, refused.retry_after_seconds());
        return Ok(response);
    }
    let problem = match refused.status() {
        StatusCode::UNAUTHORIZED if passkeys::is_sent(fields) => {
            "The passkey was not accepted. You may have taken too long, or it was removed here. Try again, or sign in with your password."
                .to_owned()
        }
        StatusCode::UNAUTHORIZED if fields.has("choice") => {
            "You took too long to choose. Sign in again.".to_owned()
        }
        StatusCode::UNAUTHORIZED if sign_in_code::is_sent(fields) => {
            "You took too long to type the code, or it was used already. Sign in again.".to_owned()
        }
        StatusCode::UNAUTHORIZED => {
            "The e-mail address or the password is wrong. Check both and try again.".to_owned()
        }
        // The message of the API is for programs, too.
        _ if refused.reason() == Some(Refusal::UseSingleSignOn.code()) => {
            "Your organization requires single sign-on instead of a password. Type your e-mail address, and choose single sign-on on the next page."
                .to_owned()
        }
        _ => of_error(refused),
    };
    let (status, problem) = (refused.status(), Some(problem));
    let state = shared::<WebState>(request)?;
    let has_both = fields.has("password") && !fields.get("email").is_empty();
    let mut response = if has_both && sign_in_ways::begins_with_address(&state).await? {
        sign_in_ways::show(request, fields, status, problem).await?
    } else {
        show(request, fields, status, problem).await?
    };
    respond::add_retry_time(&mut response, refused.retry_after_seconds());
    Ok(response)
}

/// Ends the session here first, because the provider that opened it may not answer.
pub(crate) async fn sign_out(request: HttpRequest) -> HttpResponse {
    let signed_out = async {
        if !csrf::is_from_here(&request) {
            return Err(PageError::OtherSite);
        }
        let organization = single_sign_on::sign_out::opening_organization(&request).await;
        end_session(&request).await?;
        let app = shared::<WebApp>(&request)?;
        let cookie = cookie::no_session(&app);
        if let Some(organization) = organization
            && let Some(provider) =
                single_sign_on::sign_out::provider_address(&request, organization).await?
        {
            return single_sign_on::sign_out::signed_out(provider, &cookie);
        }
        Ok(respond::redirect_with_cookie("/app/sign-in", &cookie))
    };
    answer(&request, signed_out).await
}
