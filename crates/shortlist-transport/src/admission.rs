//! How a body is admitted: headers and credentials, in this order, before a byte of it is read.

use actix_web::{HttpRequest, web};
use shortlist_app::{App, AppError, Claims, Operation};
use shortlist_domain::Principal;

use crate::error::{ApiError, Code, blocking};
use crate::headers::{Body, Credentials, note_key};
use crate::state::WebState;

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
            let shared = state.clone();
            blocking(move || authenticate(&shared, &credentials)).await??
        }
    };
    note_key(request, principal.key_expires_at, state.app.now());
    Ok(principal)
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
    state
        .rates
        .check_address(api_key, address, state.app.now())?;
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
