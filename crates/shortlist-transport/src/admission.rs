//! How a form is admitted: headers, credentials and a turn, in this order, before a byte of its body is read.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use shortlist_app::UploadLimits;
use shortlist_domain::Principal;

use crate::error::{ApiError, Code, blocking};
use crate::form::{Form, FormReader};
use crate::headers::{Body, Credentials};
use crate::state::WebState;

/// Finds who sends a form.
pub(crate) async fn admit(request: &HttpRequest, state: &WebState) -> Result<Principal, ApiError> {
    let credentials = Credentials::of(request, Body::Form)?;
    let app = Arc::clone(&state.app);
    let found =
        blocking(move || app.authenticate(&credentials.api_key, &credentials.token)).await?;
    Ok(found?)
}

/// Reads a form once it has its turn, and does the work on it within the turn: no more uploads than
/// [`WebState`] allows are read or worked on at once, further ones wait.
pub(crate) async fn with_form<T>(
    state: &WebState,
    file_field: &'static str,
    limits: &UploadLimits,
    arriving: (&HttpRequest, web::Payload),
    work: impl AsyncFnOnce(Form) -> T,
) -> Result<T, ApiError> {
    let closed = |_error| ApiError::new(Code::Unavailable, "the service is stopping");
    let _turn = state.uploads.acquire().await.map_err(closed)?;
    let reader = FormReader {
        file_field,
        limits,
        staging: state.app.staging(),
    };
    let (request, payload) = arriving;
    let form = reader.read(request.headers(), payload).await?;
    Ok(work(form).await)
}
