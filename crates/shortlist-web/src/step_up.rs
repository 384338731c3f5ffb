//! A fresh code before dangerous operations. The page that asks for it keeps what was typed, so that the code carries the form out.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{FRESH_MINUTES, OrganizationId, Principal};
use shortlist_transport::{ApiError, WebState};

use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;

/// The field of the code. No form of a page has it.
pub(crate) const CODE_FIELD: &str = "second-factor-code";

#[derive(Template)]
#[template(path = "step_up.html")]
struct StepUpPage {
    frame: Frame,
    action: String,
    fields: Vec<(String, String)>,
    /// The fields of passwords, which must be typed again, with their labels.
    passwords: Vec<(&'static str, &'static str)>,
    minutes: i64,
    problem: String,
}

/// A form that may need a code first.
pub(crate) struct KeptForm {
    frame: Frame,
    organization: OrganizationId,
    action: String,
    fields: Fields,
}

impl KeptForm {
    /// Keeps the fields of a form that is sent to the address of a request.
    pub(crate) fn new(
        request: &HttpRequest,
        frame: Frame,
        organization: &OrganizationId,
        fields: &Fields,
    ) -> Self {
        Self {
            frame,
            organization: organization.clone(),
            action: request.uri().to_string(),
            fields: fields.without(&[CODE_FIELD]),
        }
    }

    /// Asks for a code. The page has the form, but no password that was typed.
    pub(crate) async fn ask(
        mut self,
        state: &web::Data<WebState>,
        status: StatusCode,
        problem: String,
    ) -> Result<HttpResponse, PageError> {
        let passwords = self.fields.remove_passwords();
        let page = StepUpPage {
            frame: self.frame,
            action: self.action,
            fields: self.fields.sorted(),
            passwords,
            minutes: FRESH_MINUTES,
            problem,
        };
        let render = move || respond::render(&page);
        let html = WebState::compute(state, &self.organization, render).await??;
        Ok(respond::html(status, html))
    }
}

/// Checks a code. After it, the session needs none for a while.
pub(crate) async fn prove(
    state: &web::Data<WebState>,
    principal: &Principal,
    code: &str,
) -> Result<(), ApiError> {
    let code = code.to_owned();
    let prove = move |app: &App, principal: &Principal| {
        app.sessions().prove_second_factor(principal, &code)
    };
    WebState::run(state, principal, Operation::ProveSecondFactor, prove).await
}
