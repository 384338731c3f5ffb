//! Admission of requests. Headers and then credentials are checked before a byte of the body is read.

use std::sync::Arc;
use std::time::Duration;

use actix_web::{HttpRequest, web};
use shortlist_app::{Access, App, AppError, Claims, Operation};
use shortlist_domain::Principal;
use tokio::sync::Semaphore;

use crate::error::{ApiError, Code, blocking};
use crate::headers::{Body, Credentials, store_key_expiry};
use crate::read_ahead::admit_body;
use crate::request_log::log_caller;
use crate::state::WebState;

/// The longest wait for a lookup of credentials, and the time in seconds after which to try again.
const LOOKUP_PATIENCE: Duration = Duration::from_secs(10);
const LOOKUP_RETRY_SECONDS: i64 = 1;

/// Returns the caller of an endpoint that takes this kind of body. A caller of the last few seconds is found in the
/// cache, without a database query.
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
    let principal = match state.app.access().cached_caller(api_key, token, address) {
        Some(principal) => count_valid(state, &credentials).map(|()| principal)?,
        None => {
            state
                .rates
                .check_address(api_key, address, state.app.clock().now())?;
            count_invalid_credentials(state, address, Access::check_key_form(api_key))?;
            let shared = state.clone();
            look_up(state, move || authenticate(&shared, &credentials)).await?
        }
    };
    log_caller(&principal.organization_id, principal.key_id.as_ref());
    admit_body(request);
    store_key_expiry(request, principal.key_expires_at, state.app.clock().now());
    Ok(principal)
}

/// Looks up credentials, and bounds how many lookups run at once. The organization is not known yet, so fair turns are
/// impossible. A thread for each of a thousand unknown callers would take a hundred megabytes.
pub(crate) async fn look_up<T: Send + 'static>(
    state: &web::Data<WebState>,
    find: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    compute_within(
        &state.lookups,
        "too many credentials are being looked up",
        find,
    )
    .await?
}

/// Does blocking work, and bounds how many callers who are not known yet have some at once.
pub(crate) async fn compute_within<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    busy: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let waiting = Arc::clone(permits).acquire_owned();
    let Ok(Ok(permit)) = tokio::time::timeout(LOOKUP_PATIENCE, waiting).await else {
        let busy = format!("{busy}; send the request again later");
        return Err(ApiError::new(Code::Unavailable, busy).retry_after(LOOKUP_RETRY_SECONDS));
    };
    let work = move || {
        let _permit = permit;
        work()
    };
    blocking(work).await
}

/// Checks permissions, then does the work, as GraphQL root fields do. A refusal during the work is written to the audit
/// log too.
pub(crate) fn authorize_and_run<T>(
    app: &App,
    principal: &Principal,
    operation: Operation,
    work: impl FnOnce() -> Result<T, AppError>,
) -> Result<T, ApiError> {
    app.access()
        .authorize(principal, operation, Claims::default())?;
    Ok(app.access().record_outcome(principal, operation, work())?)
}

/// Finds the caller that the credentials belong to, and counts the request against their API key.
fn authenticate(state: &WebState, credentials: &Credentials) -> Result<Principal, ApiError> {
    let Credentials {
        api_key,
        token,
        address,
        ..
    } = credentials;
    let found = state.app.access().authenticate(api_key, token, address);
    let principal = count_invalid_credentials(state, address, found)?;
    count_valid(state, credentials).map(|()| principal)
}

/// Counts a request against its API key.
fn count_valid(state: &WebState, credentials: &Credentials) -> Result<(), ApiError> {
    let now = state.app.clock().now();
    let (status, counted) = state.rates.count_request(&credentials.api_key, now);
    if let Some(status) = status {
        // Each request's credentials are counted only once.
        let _first = credentials.rate_limit_status.set(status);
    }
    counted
}

/// Counts invalid credentials against the address that sent them.
pub(crate) fn count_invalid_credentials<T>(
    state: &WebState,
    address: &str,
    found: Result<T, impl Into<ApiError>>,
) -> Result<T, ApiError> {
    found.map_err(Into::into).inspect_err(|error| {
        if error.code == Code::Unauthenticated {
            state.rates.count_failure(address, state.app.clock().now());
        }
    })
}
