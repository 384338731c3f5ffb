//! A fresh proof of the second factor before dangerous operations. The page that asks for it keeps what was typed, so that the code or the
//! passkey carries the form out.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation, OwnFactorState, PasskeyRequest, SentPasskey};
use shortlist_domain::{AccountProblem, FRESH_MINUTES, InvalidValue, Principal};
use shortlist_transport::{ApiError, WebState};

use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;

/// The field of the code.
const CODE: &str = "second-factor-code";
/// The field with the signed text of a challenge for a passkey.
const CHALLENGE: &str = "second-factor-challenge";
/// The field in which the script of the page writes the answer of the browser.
const ANSWER: &str = "second-factor-answer";
/// The fields of the page. No form of another page has them.
pub(crate) const FIELDS: [&str; 3] = [CODE, CHALLENGE, ANSWER];

#[derive(Template)]
#[template(path = "step_up.html")]
struct StepUpPage {
    frame: Frame,
    action: String,
    fields: Vec<(String, String)>,
    /// The fields of passwords, which must be typed again, with their labels.
    passwords: Vec<(&'static str, &'static str)>,
    factors: OwnFactors,
    minutes: i64,
    problem: String,
}

/// What the user can prove with.
struct OwnFactors {
    has_codes: bool,
    /// What the page asks the browser, if the user has a passkey.
    passkey: Option<PasskeyRequest>,
}

/// A form that may need a code first.
pub(crate) struct KeptForm {
    frame: Frame,
    principal: Principal,
    action: String,
    fields: Fields,
}

impl KeptForm {
    /// Keeps the fields of a form that is sent to the address of a request.
    pub(crate) fn new(
        request: &HttpRequest,
        frame: Frame,
        principal: &Principal,
        fields: &Fields,
    ) -> Self {
        Self {
            frame,
            principal: principal.clone(),
            action: request.uri().to_string(),
            fields: fields.without(&FIELDS),
        }
    }

    /// Asks for a code or a passkey. The page has the form, but no password that was typed.
    pub(crate) async fn ask(
        mut self,
        state: &web::Data<WebState>,
        status: StatusCode,
        problem: String,
    ) -> Result<HttpResponse, PageError> {
        let factors = own_factors(state, &self.principal).await?;
        let passwords = self.fields.remove_passwords();
        let page = StepUpPage {
            frame: self.frame,
            action: self.action,
            fields: self.fields.sorted(),
            passwords,
            factors,
            minutes: FRESH_MINUTES,
            problem,
        };
        let render = move || respond::render(&page);
        let html = WebState::compute(state, &self.principal.organization_id, render).await??;
        Ok(respond::html(status, html))
    }
}

async fn own_factors(
    state: &web::Data<WebState>,
    principal: &Principal,
) -> Result<OwnFactors, PageError> {
    let party = state.relying_party();
    let load = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let own = app.sessions().own_second_factor(principal)?;
        let passkey = match party {
            Some(party) => app.passkeys(&party).begin_proof(principal)?,
            None => None,
        };
        Ok(OwnFactors {
            has_codes: matches!(own.state, OwnFactorState::SetUp { .. }),
            passkey,
        })
    };
    Ok(WebState::run(state, principal, Operation::ProveSecondFactor, load).await?)
}

/// Returns whether a form has a code or the answer of a browser.
pub(crate) fn is_sent(fields: &Fields) -> bool {
    fields.has(CODE) || fields.some(ANSWER).is_some()
}

/// Checks a code, or the answer of a browser with a passkey. After it, the session needs neither for a while.
pub(crate) async fn prove(
    state: &web::Data<WebState>,
    principal: &Principal,
    fields: &Fields,
) -> Result<(), ApiError> {
    let code = fields.exact(CODE).to_owned();
    let passkey = fields.some(ANSWER).map(|answer| SentPasskey {
        challenge: fields.exact(CHALLENGE).to_owned(),
        answer: answer.to_owned(),
    });
    let party = state.relying_party();
    let prove = move |app: &App, principal: &Principal| -> Result<(), AppError> {
        match (passkey, party) {
            (None, _) => app.sessions().prove_second_factor(principal, &code),
            (Some(passkey), Some(party)) => app.passkeys(&party).prove(principal, &passkey),
            (Some(_), None) => {
                Err(InvalidValue::new("passkey", AccountProblem::WrongPasskey).into())
            }
        }
    };
    WebState::run(state, principal, Operation::ProveSecondFactor, prove).await
}
