//! What the pages of the web app share with the API: limits, turns, bodies and errors.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::{HttpRequest, web};
use shortlist_app::{
    App, AppError, ClientNetwork, DeviceTokens, Operation, WebSession, WebSignIn, WebSignInOutcome,
    WebUser,
};
use shortlist_domain::{OrganizationId, Principal};

use crate::admission::{authorize_and_run, count_invalid_credentials, look_up};
use crate::error::{ApiError, Code, blocking};
use crate::form::read_body;
use crate::read_ahead::admit_body;
use crate::sign_in_scope::SignInScope;
use crate::state::WebState;

/// The largest body of a form without files, in bytes. A job's description has at most 100,000 characters, and a form
/// writes a character with up to twelve.
const MAX_FORM_BYTES: usize = 2 << 20;

impl WebState {
    /// Returns the use cases.
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Returns the network address that a request comes from; empty if it is unknown.
    pub fn client_address(&self, request: &HttpRequest) -> String {
        self.proxies.client_address(request)
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
            counted.map_err(|error| ApiError {
                message: "you have made too many requests; wait a moment".to_owned(),
                ..error
            })?;
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
            count_invalid_credentials(&shared, &request.address, found)
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
        (devices, address): (DeviceTokens, String),
    ) -> Result<WebSession, ApiError> {
        let shared = state.clone();
        let open = move || {
            let now = shared.app.clock().now();
            shared.rates.check_address("", &address, now)?;
            let sessions = shared.app.sessions();
            let opened = sessions.choose_organization(&choice, (&devices, &address));
            count_invalid_credentials(&shared, &address, opened)
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

    /// Runs work that needs no permission.
    ///
    /// # Errors
    /// Returns an error if the work panics.
    pub async fn run_unchecked<T: Send + 'static>(
        state: &web::Data<Self>,
        work: impl FnOnce(&App) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(&state.app);
        blocking(move || work(&app)).await
    }

    /// Reads the fields of a form without files. Of a repeated field, the last value counts.
    ///
    /// # Errors
    /// Returns an error if the body is too large, or not a form.
    pub async fn read_fields(
        &self,
        request: &HttpRequest,
        payload: web::Payload,
        organization: &OrganizationId,
    ) -> Result<HashMap<String, String>, ApiError> {
        admit_body(request);
        let share = self.bodies.begin(organization);
        let body = read_body(payload, share, (MAX_FORM_BYTES, self.body_seconds())).await?;
        let malformed = |_error| ApiError::new(Code::BadUserInput, "the form cannot be read");
        let text = std::str::from_utf8(&body).map_err(malformed)?;
        web::Query::<HashMap<String, String>>::from_query(text)
            .map(web::Query::into_inner)
            .map_err(|_error| ApiError::new(Code::BadUserInput, "the form cannot be read"))
    }
}

/// Refuses a sign-in after too many attempts. Returns with whom it shares its limits.
fn admit_sign_in(state: &WebState, request: &WebSignIn) -> Result<SignInScope, ApiError> {
    let (now, sessions) = (state.app.clock().now(), state.app.sessions());
    let scope = match sessions.known_browser(request)? {
        Some(browser) => SignInScope::KnownBrowser(browser),
        None => {
            state.rates.check_address("", &request.address, now)?;
            SignInScope::Network(ClientNetwork::of_sign_in(&request.address))
        }
    };
    state.rates.count_sign_in(&scope, &request.email, now)?;
    sessions.check_web_failures(request)?;
    Ok(scope)
}
