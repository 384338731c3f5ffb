//! How a form is admitted: headers, credentials and a turn, in this order, before a byte of its body is read.

use std::sync::Arc;

use actix_web::HttpRequest;
use shortlist_app::{AccessError, App};
use shortlist_domain::Principal;
use tokio::sync::SemaphorePermit;

use crate::error::{ApiError, Code, blocking};
use crate::headers::{Body, Credentials};
use crate::state::WebState;

/// Finds who sends a form.
pub(crate) async fn admit(request: &HttpRequest, state: &WebState) -> Result<Principal, ApiError> {
    let credentials = Credentials::of(request, Body::Form, state.front)?;
    let app = Arc::clone(&state.app);
    let found = blocking(move || authenticate(&app, &credentials)).await?;
    Ok(found?)
}

/// Finds the caller behind credentials.
pub(crate) fn authenticate(app: &App, credentials: &Credentials) -> Result<Principal, AccessError> {
    app.authenticate(
        &credentials.api_key,
        &credentials.token,
        &credentials.address,
    )
}

/// Waits for a turn: no more uploads than [`WebState`] allows are read or worked on at once.
pub(crate) async fn turn(state: &WebState) -> Result<SemaphorePermit<'_>, ApiError> {
    let closed = |_error| ApiError::new(Code::Unavailable, "the service is stopping");
    state.uploads.acquire().await.map_err(closed)
}
