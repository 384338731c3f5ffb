//! How a body is admitted: headers and credentials, in this order, before a byte of it is read.

use std::sync::Arc;
use std::time::Duration;

use actix_web::{HttpRequest, web};
use shortlist_app::{App, AppError, Claims, Operation};
use shortlist_domain::Principal;

use crate::error::{ApiError, Code, blocking};
use crate::headers::{Body, Credentials, note_key};
use crate::read_ahead::admit_body;
use crate::state::WebState;

/// How long credentials may wait to be looked up, and when to try again, in seconds.
const LOOKUP_PATIENCE: Duration = Duration::from_secs(10);
const LOOKUP_RETRY_SECONDS: i64 = 1;

/// Finds who sends a body of the kind that the endpoint takes. Whoever called within the last seconds is found without a
/// look into the database.
pub(crate) async fn admit(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    body: Body,
) -> Result<Principal, ApiError> {
    let credentials = Credentials::of(request, body, &state.proxies)?;
    let Credentials {
        api_key,
        token,
        address,
        ..
    } = &credentials;
    let principal = match state.app.recall_caller(api_key, token, address) {
        Some(principal) => count_good(state, &credentials).map(|()| principal)?,
        None => {
            state
                .rates
                .check_address(api_key, address, state.app.now())?;
            count_refusal(state, address, App::check_key_form(api_key))?;
            let shared = state.clone();
            look_up(state, move || authenticate(&shared, &credentials)).await?
        }
    };
    admit_body(request);
    note_key(request, principal.key_expires_at, state.app.now());
    Ok(principal)
}

/// Looks up credentials. Nobody knows yet whose turn that is, so few are looked up at once: a thread for each of a thousand
/// strangers takes a hundred megabytes.
pub(crate) async fn look_up<T: Send + 'static>(
    state: &web::Data<WebState>,
    find: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let waiting = Arc::clone(&state.lookups).acquire_owned();
    let Ok(Ok(permit)) = tokio::time::timeout(LOOKUP_PATIENCE, waiting).await else {
        let busy = "too many credentials are being looked up; send the request again later";
        return Err(ApiError::new(Code::Unavailable, busy).retry_after(LOOKUP_RETRY_SECONDS));
    };
    let work = move || {
        let _permit = permit;
        find()
    };
    blocking(work).await?
}

/// Rights before work, as in a GraphQL document; a rule that is found while working is told to the audit log too.
pub(crate) fn perform<T>(
    app: &App,
    principal: &Principal,
    operation: Operation,
    work: impl FnOnce() -> Result<T, AppError>,
) -> Result<T, ApiError> {
    app.authorize(principal, operation, Claims::default())?;
    Ok(app.record_outcome(principal, operation, work())?)
}

/// Finds the caller behind credentials, and counts the request for their key.
fn authenticate(state: &WebState, credentials: &Credentials) -> Result<Principal, ApiError> {
    let Credentials {
        api_key,
        token,
        address,
        ..
    } = credentials;
    let found = state.app.authenticate(api_key, token, address);
    let principal = count_refusal(state, address, found)?;
    count_good(state, credentials).map(|()| principal)
}

/// Counts a request for its key.
fn count_good(state: &WebState, credentials: &Credentials) -> Result<(), ApiError> {
    let now = state.app.now();
    let (standing, counted) = state.rates.count_request(&credentials.api_key, now);
    if let Some(standing) = standing {
        // Credentials are counted once.
        let _first = credentials.standing.set(standing);
    }
    counted
}

/// Counts credentials that are not good for the address that showed them.
pub(crate) fn count_refusal<T>(
    state: &WebState,
    address: &str,
    found: Result<T, impl Into<ApiError>>,
) -> Result<T, ApiError> {
    found.map_err(Into::into).inspect_err(|error| {
        if error.code == Code::Unauthenticated {
            state.rates.count_failure(address, state.app.now());
        }
    })
}
