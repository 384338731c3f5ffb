//! What the pages of the web app share with the API: limits, turns, bodies and errors.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::header::CONTENT_LENGTH;
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    App, AppError, BegunPasskeySignIn, ClientNetwork, CodeSignIn, DeviceTokens, LoginError,
    Operation, PasskeySignIn, WebSession, WebSignIn, WebSignInOutcome, WebUser,
};
use shortlist_domain::{ClientDevice, OrganizationId, Principal};

use crate::admission::{authorize_and_run, compute_within, count_invalid_credentials, look_up};
use crate::error::{ApiError, Code, blocking};
use crate::form::{read_body, read_body_or};
use crate::headers::client_device;
use crate::held_body::ResponseHolding;
use crate::rate_limit::StrangerForm;
use crate::read_ahead::{admit_body, note_read_body};
use crate::sign_in_scope::SignInScope;
use crate::state::WebState;

/// The largest body of a form without files, in bytes. A job's description has at most 100,000 characters, and a form
/// writes a character with up to twelve.
const MAX_FORM_BYTES: usize = 2 << 20;
/// The most fields of a form. The plan of an import has the most, with four for each of a hundred columns.
const MAX_FORM_FIELDS: usize = 2_000;
/// The largest form without a session, in bytes. A sign-in with the longest password needs 7 KiB.
pub const MAX_STRANGER_FORM_BYTES: usize = 8 << 10;
/// The most fields of a form without a session.
pub const MAX_STRANGER_FORM_FIELDS: usize = 20;

/// The fields of a form. Of a repeated field, the last value counts.
pub type FormFields = HashMap<String, String>;

impl WebState {
    /// Returns the use cases.
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Returns the network address that a request comes from; empty if it is unknown.
    pub fn client_address(&self, request: &HttpRequest) -> String {
        self.proxies.client_address(request)
    }

    /// Returns the browser and the system that a request names.
    pub fn client_device(request: &HttpRequest) -> ClientDevice {
        client_device(request)
    }

    /// Finds the user whose session has this token, and counts the request.
    ///
    /// # Errors
    /// Returns an error if the session has ended, or if the user has made too many requests.
    pub async fn find_web_user(
        state: &web::Data<Self>,
        token: String,
        address: String,
    ) -> Result<WebUser, ApiError> {
        let shared = state.clone();
        let find = move || {
            let now = shared.app.clock().now();
            shared.rates.check_address(&token, &address, now)?;
            let found = shared.app.access().authenticate_web(&token, &address);
            let user = count_invalid_credentials(&shared, &address, found)?;
            let (_status, counted) = shared.rates.count_request(&token, now);
            counted
                .map_err(|error| error.saying("you have made too many requests; wait a moment"))?;
            Ok(user)
        };
        look_up(state, find).await
    }

    /// Signs a user in to the web app, within the limits that sign-ins have in the API.
    ///
    /// # Errors
    /// Returns an error if the credentials are wrong, or if there were too many attempts.
    pub async fn sign_in_to_web(
        state: &web::Data<Self>,
        request: WebSignIn,
    ) -> Result<WebSignInOutcome, ApiError> {
        let request = Arc::new(request);
        let (shared, given) = (state.clone(), Arc::clone(&request));
        let scope = look_up(state, move || admit_sign_in(&shared, &given)).await?;
        let turn = state.sign_ins.take(&scope).await?;
        let shared = state.clone();
        let look = move || {
            let _turn = turn;
            let found = shared.app.sessions().sign_in_to_web(&request);
            count_invalid_credentials(&shared, &request.typed.address, found)
        };
        blocking(look).await?
    }

    /// Signs in a user who has chosen one of the organizations that [`WebState::sign_in_to_web`] offered.
    ///
    /// # Errors
    /// Returns an error if the choice is invalid or too old.
    pub async fn choose_organization(
        state: &web::Data<Self>,
        choice: String,
        devices: DeviceTokens,
        address: String,
        device: ClientDevice,
    ) -> Result<WebSignInOutcome, ApiError> {
        let shared = state.clone();
        let open = move || {
            let now = shared.app.clock().now();
            shared.rates.check_address("", &address, now)?;
            let sessions = shared.app.sessions();
            let opened = sessions.choose_organization(&choice, &devices, &address, device);
            count_invalid_credentials(&shared, &address, opened)
        };
        look_up(state, open).await
    }

    /// Signs in a user who types a code after the password.
    ///
    /// # Errors
    /// Returns an error if the code is wrong, if the user has to begin again, or if there were too many attempts.
    pub async fn finish_sign_in(
        state: &web::Data<Self>,
        request: CodeSignIn,
    ) -> Result<WebSession, ApiError> {
        let shared = state.clone();
        let open = move || {
            let now = shared.app.clock().now();
            shared.rates.check_address("", &request.address, now)?;
            let opened = shared.app.sessions().finish_sign_in(&request);
            count_invalid_credentials(&shared, &request.address, opened)
        };
        look_up(state, open).await
    }

    /// Begins a sign-in with a passkey. Returns `None` if nobody can use passkeys at the URL of the service.
    ///
    /// # Errors
    /// Returns an error if too many callers without a session wait.
    pub async fn begin_passkey_sign_in(
        state: &web::Data<Self>,
    ) -> Result<Option<BegunPasskeySignIn>, ApiError> {
        let Some(party) = state.relying_party() else {
            return Ok(None);
        };
        let begin = move |app: &App| app.passkeys(&party).begin_sign_in();
        Ok(Some(Self::run_unchecked(state, begin).await??))
    }

    /// Signs in the user of a passkey.
    ///
    /// # Errors
    /// Returns an error if the passkey is not accepted, or if there were too many attempts.
    pub async fn finish_passkey_sign_in(
        state: &web::Data<Self>,
        request: PasskeySignIn,
    ) -> Result<WebSession, ApiError> {
        let party = state.relying_party().ok_or(LoginError::Refused)?;
        let shared = state.clone();
        let open = move || {
            let now = shared.app.clock().now();
            shared.rates.check_address("", &request.address, now)?;
            let opened = shared.app.passkeys(&party).finish_sign_in(&request);
            count_invalid_credentials(&shared, &request.address, opened)
        };
        look_up(state, open).await
    }

    /// Checks that a user may perform an operation, waits for a turn of their organization, and performs it.
    ///
    /// # Errors
    /// Returns an error if the user may not do this, if too many requests wait, or if the work fails.
    pub async fn run<T: Send + 'static>(
        state: &web::Data<Self>,
        principal: &Principal,
        operation: Operation,
        work: impl FnOnce(&App, &Principal) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = state.queries.take(&principal.organization_id).await?;
        let (app, principal) = (Arc::clone(&state.app), principal.clone());
        let work = move || {
            let _turn = turn;
            authorize_and_run(&app, &principal, operation, || work(&app, &principal))
        };
        blocking(work).await?
    }

    /// Runs work that needs no permission. Callers without a session cause it, so only some of it runs at once.
    ///
    /// # Errors
    /// Returns an error if too many such callers wait, or if the work panics.
    pub async fn run_unchecked<T: Send + 'static>(
        state: &web::Data<Self>,
        work: impl FnOnce(&App) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(&state.app);
        let busy = "too many callers without a session";
        compute_within(&state.lookups, busy, move || work(&app)).await
    }

    /// Computes something for an organization, such as a page, in the blocking pool. It waits for a turn of the organization,
    /// so that the pages of one organization do not delay those of others.
    ///
    /// # Errors
    /// Returns an error if too many requests wait, or if the work panics.
    pub async fn compute<T: Send + 'static>(
        state: &web::Data<Self>,
        organization: &OrganizationId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = state.queries.take(organization).await?;
        let work = move || {
            let _turn = turn;
            work()
        };
        blocking(work).await
    }

    /// Computes something small for a caller without a session, in the blocking pool.
    ///
    /// # Errors
    /// Returns an error if too many such callers wait, or if the work panics.
    pub async fn compute_for_stranger<T: Send + 'static>(
        state: &web::Data<Self>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        compute_within(&state.strangers, "too many forms without a session", work).await
    }

    /// Reads the fields of a form without files, and makes something of them.
    ///
    /// # Errors
    /// Returns an error if the body is too large, not a form, or has too many fields.
    pub async fn read_fields<T: Send + 'static>(
        state: &web::Data<Self>,
        request: &HttpRequest,
        payload: web::Payload,
        organization: &OrganizationId,
        make: impl FnOnce(FormFields) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        admit_body(request);
        let share = state.bodies.begin(organization);
        let body = read_body(payload, share, MAX_FORM_BYTES, state.body_seconds()).await?;
        let parse = move || {
            let over = ApiError::new(
                Code::BadUserInput,
                format!("the form has more than {MAX_FORM_FIELDS} fields"),
            );
            parse(&body, MAX_FORM_FIELDS, over).map(make)
        };
        Self::compute(state, organization, parse).await?
    }

    /// Reads the fields of a form whose sender has no session, and makes something of them. The form is small, so it is read
    /// without admitting its sender, and its memory and its rate count for the sender's network.
    ///
    /// # Errors
    /// Returns an error if the network sends too many forms, or if the form cannot be read. The status 413 says that the form
    /// is larger than strangers may send.
    pub async fn read_stranger_fields<T: Send + 'static>(
        state: &web::Data<Self>,
        request: &HttpRequest,
        payload: web::Payload,
        form: StrangerForm,
        make: impl FnOnce(FormFields) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let network = ClientNetwork::of(&state.client_address(request));
        let now = state.app.clock().now();
        if form == StrangerForm::SignOutNotice {
            state.rates.check_stranger_form(form, network, now)?;
        } else {
            state.rates.count_stranger_form(form, network, now)?;
        }
        let over = || {
            let (kib, fields) = (MAX_STRANGER_FORM_BYTES >> 10, MAX_STRANGER_FORM_FIELDS);
            let limits =
                format!("without a session, a form has at most {kib} KiB and {fields} fields");
            ApiError::new(Code::TooLarge, limits)
        };
        if stated_length(request).is_some_and(|length| length > MAX_STRANGER_FORM_BYTES) {
            return Err(over());
        }
        let share = state.stranger_forms.begin_for_network(network);
        let (limit, seconds) = (MAX_STRANGER_FORM_BYTES, state.body_seconds());
        let body = read_body_or(payload, share, limit, seconds, over()).await?;
        note_read_body(request);
        let parse = move || parse(&body, MAX_STRANGER_FORM_FIELDS, over()).map(make);
        Self::compute_for_stranger(state, parse).await?
    }

    /// Counts the memory of a response of this many bytes for the network of a caller without a session, until the response
    /// is sent. Returns `None` if responses that the network does not receive use up its share.
    pub fn hold_for_stranger(
        &self,
        request: &HttpRequest,
        response: HttpResponse,
        bytes: usize,
    ) -> Option<HttpResponse> {
        let network = ClientNetwork::of(&self.client_address(request));
        let mut share = self.stranger_pages.begin_for_network(network);
        share.grow_to(bytes).ok()?;
        let held = response.map_body(|_head, body| ResponseHolding::new(body, Some(share)));
        Some(held.map_into_boxed_body())
    }
}

/// Returns the length that a request states for its body.
fn stated_length(request: &HttpRequest) -> Option<usize> {
    let length = request.headers().get(CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

/// Parses a form. The fields are counted before any is stored.
fn parse(body: &[u8], most: usize, over: ApiError) -> Result<FormFields, ApiError> {
    let separators = body.iter().filter(|byte| **byte == b'&').count();
    if separators >= most {
        return Err(over);
    }
    let malformed = || ApiError::new(Code::BadUserInput, "the form cannot be read");
    let text = std::str::from_utf8(body).map_err(|_error| malformed())?;
    web::Query::<FormFields>::from_query(text)
        .map(web::Query::into_inner)
        .map_err(|_error| malformed())
}

/// Refuses a sign-in after too many attempts. Returns with whom it shares its limits.
fn admit_sign_in(state: &WebState, request: &WebSignIn) -> Result<SignInScope, ApiError> {
    let (now, sessions) = (state.app.clock().now(), state.app.sessions());
    let scope = match sessions.known_browser(request)? {
        Some(browser) => SignInScope::KnownBrowser(browser),
        None => {
            state.rates.check_address("", &request.typed.address, now)?;
            SignInScope::Network(ClientNetwork::of_subnet(&request.typed.address))
        }
    };
    state
        .rates
        .count_sign_in(&scope, &request.typed.email, now)?;
    sessions.check_web_failures(request)?;
    Ok(scope)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(body: &str, most: usize) -> Result<usize, Code> {
        let over = ApiError::new(Code::TooLarge, "too many");
        let parsed = parse(body.as_bytes(), most, over);
        parsed
            .map(|fields| fields.len())
            .map_err(|error| error.code)
    }

    #[test]
    fn fields_are_counted_before_they_are_stored() {
        assert_eq!(fields("a=1&b=2", 2), Ok(2));
        assert_eq!(fields("a=1&b=2&c=3", 2), Err(Code::TooLarge));
        assert_eq!(fields("a=1&a=2", 2), Ok(1));
        assert_eq!(fields("", 2), Ok(0));
        assert_eq!(
            parse(b"a=\xff", 2, ApiError::new(Code::TooLarge, ""))
                .map(drop)
                .unwrap_err()
                .code,
            Code::BadUserInput
        );
    }
}
