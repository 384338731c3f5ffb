//! How a body is admitted: headers, credentials and a turn, in this order, before a byte of its body is read.

use actix_web::{HttpRequest, web};
use shortlist_app::{App, AppError, Claims, Operation};
use shortlist_domain::Principal;
use tokio::sync::SemaphorePermit;

use crate::error::{ApiError, Code, blocking};
use crate::headers::{Body, Credentials, note_key};
use crate::state::WebState;

/// Finds who sends a body of the kind that the endpoint takes.
pub(crate) async fn admit(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    body: Body,
) -> Result<Principal, ApiError> {
    let credentials = Credentials::of(request, body, &state.proxies)?;
    let shared = state.clone();
    let principal = blocking(move || authenticate(&shared, &credentials)).await??;
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
pub(crate) fn authenticate(
    state: &WebState,
    credentials: &Credentials,
) -> Result<Principal, ApiError> {
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
    let (standing, counted) = state.rates.count_request(api_key, state.app.now());
    if let Some(standing) = standing {
        // Credentials are counted once.
        let _first = credentials.standing.set(standing);
    }
    counted.map(|()| principal)
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

/// Waits for a turn: no more uploads than [`WebState`] allows are read or worked on at once.
pub(crate) async fn turn(state: &WebState) -> Result<SemaphorePermit<'_>, ApiError> {
    let closed = |_error| ApiError::new(Code::Unavailable, "the service is stopping");
    state.uploads.acquire().await.map_err(closed)
}
