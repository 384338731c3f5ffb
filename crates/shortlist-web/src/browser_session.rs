//! The session that a browser has already when another begins, or when its user signs out.

use actix_web::HttpRequest;
use shortlist_app::{AccessError, App, WebUser};
use shortlist_transport::{ApiError, WebState};

use crate::cookie;
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::visit::shared;

/// Returns the user of the browser's session, if it has one.
pub(crate) async fn signed_in_user(request: &HttpRequest) -> Result<Option<WebUser>, PageError> {
    let (state, app) = (shared::<WebState>(request)?, shared::<WebApp>(request)?);
    let address = state.client_address(request);
    let Some(token) = cookie::token(request, &app) else {
        return Ok(None);
    };
    let find = move |app: &App| app.access().authenticate_web(&token, &address);
    match WebState::run_unchecked(&state, find).await? {
        Ok(user) => Ok(Some(user)),
        Err(AccessError::Unauthenticated | AccessError::Forbidden(_)) => Ok(None),
        Err(AccessError::Fault(fault)) => Err(ApiError::from(fault).into()),
    }
}

/// Ends the session of the browser, if it has one.
pub(crate) async fn end_session(request: &HttpRequest) -> Result<(), PageError> {
    let (state, app) = (shared::<WebState>(request)?, shared::<WebApp>(request)?);
    let address = state.client_address(request);
    let Some(token) = cookie::token(request, &app) else {
        return Ok(());
    };
    let ended = WebState::run_unchecked(&state, move |app| {
        app.sessions().sign_out_of_web(&token, &address)
    });
    Ok(ended.await?.map_err(ApiError::from)?)
}
