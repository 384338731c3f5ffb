//! Notices of identity providers that users have signed out there (OpenID Connect Back-Channel Logout 1.0).

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{ProviderFailure, SingleSignOnError};
use shortlist_transport::{StrangerForm, WebState};

use super::organization;
use crate::form::Fields;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::shared;

/// The back-channel logout endpoint of an organization.
pub(crate) const NOTICE: &str = "/app/sso/{organization}/back-channel-logout";

/// Ends the sessions that a notice is about (section 2.8 of the specification).
pub(crate) async fn end_by_notice(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let (status, retry) = match read_notice(&request, payload).await {
        Ok(status) => (status, None),
        Err(error) => {
            let page = error.respond(None);
            (page.status(), page.headers().get(RETRY_AFTER).cloned())
        }
    };
    let mut response = HttpResponse::build(status).finish();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(retry) = retry {
        headers.insert(RETRY_AFTER, retry);
    }
    respond::add_retry_time(&mut response, None);
    response
}

async fn read_notice(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<StatusCode, PageError> {
    let state = shared::<WebState>(request)?;
    let form = StrangerForm::SignOutNotice;
    let read = WebState::read_stranger_fields(&state, request, payload, form, Fields::new);
    let fields = read.await?;
    let (organization, token) = (organization(request), fields.get("logout_token").to_owned());
    let address = state.client_address(request);
    let ended = WebState::end_by_provider(&state, organization, token, &address).await?;
    Ok(match ended {
        Ok(_ended) => StatusCode::OK,
        Err(SingleSignOnError::Fault(_)) => StatusCode::INTERNAL_SERVER_ERROR,
        // The provider may send the notice again.
        Err(SingleSignOnError::Provider(ProviderFailure::Unreachable(_))) => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        Err(_) => StatusCode::BAD_REQUEST,
    })
}
