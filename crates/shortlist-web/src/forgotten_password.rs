//! The page that sends a link to those who have forgotten the password.
//!
//! Its answer is the same for every address, and is sent before the accounts of the address are looked up.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::ResetRequest;
use shortlist_domain::{EmailAddress, LinkDelivery, RESET_MINUTES};
use shortlist_transport::{StrangerForm, WebState};

use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::organization_field::named_organization;
use crate::respond::error::{PageError, of_error, of_invalid};
use crate::visit::{answer, shared};
use crate::{csrf, links, respond};

/// The path of the page.
pub(crate) const FORGOTTEN_PATH: &str = "/app/forgotten-password";

#[derive(Template)]
#[template(path = "forgotten_password.html")]
struct ForgottenPage {
    assets: AssetPaths,
    /// The organization, if the address of the page names one.
    organization: String,
    email: String,
    problem: String,
    state: FormState,
    reset_minutes: i64,
}

/// What the page shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormState {
    /// The service sends no mail.
    NoMail,
    /// The form.
    Form,
    /// The form was sent.
    Sent,
}

/// Returns whether the service sends links by which passwords are set.
pub(crate) fn sends_links(request: &HttpRequest) -> Result<bool, PageError> {
    let state = shared::<WebState>(request)?;
    Ok(state.app().settings().link_delivery == LinkDelivery::Mail)
}

/// Returns the address of the page for the accounts of an organization, if one is named; empty if the service sends no mail.
pub(crate) fn link(request: &HttpRequest, organization: &str) -> Result<String, PageError> {
    if !sends_links(request)? {
        return Ok(String::new());
    }
    let fields = [("organization", organization)];
    Ok(links::with_fields(FORGOTTEN_PATH, &fields))
}

impl ForgottenPage {
    fn new(state: FormState, fields: &Fields, problem: String) -> Self {
        Self {
            assets: assets::paths(),
            organization: fields.get("organization").to_owned(),
            email: fields.get("email").to_owned(),
            problem,
            state,
            reset_minutes: RESET_MINUTES,
        }
    }
}

fn form_state(request: &HttpRequest) -> Result<FormState, PageError> {
    Ok(if sends_links(request)? {
        FormState::Form
    } else {
        FormState::NoMail
    })
}

/// Shows the form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let fields = Fields::of_address(&request);
        let state = form_state(&request)?;
        respond::page(&ForgottenPage::new(state, &fields, String::new()))
    };
    answer(&request, shown).await
}

/// Begins to send the links.
pub(crate) async fn send(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let sent = async {
        if !csrf::is_from_here(&request) {
            return Err(PageError::OtherSite);
        }
        let state = shared::<WebState>(&request)?;
        let form = StrangerForm::Password;
        let read = WebState::read_stranger_fields(&state, &request, payload, form, Fields::new);
        let fields = read.await?;
        if form_state(&request)? == FormState::NoMail {
            return respond::page(&ForgottenPage::new(
                FormState::NoMail,
                &fields,
                String::new(),
            ));
        }
        begin(&request, &state, &fields).await
    };
    respond::last_of_connection(answer(&request, sent).await)
}

async fn begin(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    fields: &Fields,
) -> Result<HttpResponse, PageError> {
    if let Err(invalid) = EmailAddress::parse("email", fields.get("email")) {
        let page = ForgottenPage::new(FormState::Form, fields, of_invalid(&invalid));
        return respond::page_with_status(StatusCode::BAD_REQUEST, &page);
    }
    let reset = ResetRequest {
        organization: named_organization(fields)?,
        email: fields.get("email").to_owned(),
        address: state.client_address(request),
    };
    match WebState::request_password_reset(state, reset).await {
        Ok(()) => respond::page(&ForgottenPage::new(FormState::Sent, fields, String::new())),
        Err(refused) if refused.status() == StatusCode::TOO_MANY_REQUESTS => {
            let page = ForgottenPage::new(FormState::Form, fields, of_error(&refused));
            let mut response = respond::page_with_status(refused.status(), &page)?;
            respond::add_retry_time(&mut response, refused.retry_after_seconds());
            Ok(response)
        }
        Err(error) => Err(error.into()),
    }
}
