//! What the pages of the web app share with the API: limits, turns, bodies and errors.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::{HttpRequest, web};
use shortlist_app::{App, AppError, Operation, WebSession, WebSignIn, WebUser};
use shortlist_domain::{OrganizationId, Principal};

use crate::admission::{authorize_and_run, count_invalid_credentials, look_up};
use crate::error::{ApiError, Code, blocking};
use crate::form::read_body;
use crate::read_ahead::admit_body;
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
    ) -> Result<WebSession, ApiError> {
        let request = Arc::new(request);
        let (shared, given) = (state.clone(), Arc::clone(&request));
        let check = move || -> Result<(), ApiError> {
            let (organization, email) = (&given.organization, &given.email);
            let now = shared.app.clock().now();
            shared.rates.check_address("", &given.address, now)?;
            shared.rates.count_sign_in(organization, email, now)?;
            let sessions = shared.app.sessions();
            Ok(sessions.check_failures(organization, email, &given.address)?)
        };
        blocking(check).await??;
        let turn = state.sign_ins.take(&request.organization).await?;
        let shared = state.clone();
        let look = move || {
            let _turn = turn;
            let found = shared.app.sessions().sign_in_to_web(&request);
            count_invalid_credentials(&shared, &request.address, found)
        };
        blocking(look).await?
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
