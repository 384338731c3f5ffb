//! `/scim/v2`: the identity provider of an organization provisions its users and groups (SCIM 2.0, RFC 7644).
//!
//! `shortlist-scim` is the protocol, and the use cases of provisioning decide. This module brings them together. Its answers and errors have
//! the form of SCIM, not that of the other endpoints, and its schemas describe it instead of the OpenAPI document.

mod answer;
mod context;
mod groups;
mod routes;
mod users;

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::ProvisioningClient;
use shortlist_scim::ScimError;

use crate::admission::{count_invalid_credentials, look_up};
use crate::error::{ApiError, Code, blocking};
use crate::form::read_body_or;
use crate::headers::bearer_token;
use crate::read_ahead::admit_body;
use crate::request_log::log_caller;
use crate::state::WebState;
use answer::{Answer, Refusal};
use context::Context;
use routes::Call;

/// The address below which everything is.
const BASE: &str = "/scim/v2";
/// The paths that are served here.
pub(crate) const PATHS: &str = "/scim/v2{path:.*}";

/// The largest body, in bytes.
const MAX_SCIM_BODY_BYTES: usize = 256 << 10;
/// The largest body about a group, in bytes. It has the most members of a group.
const MAX_GROUP_BODY_BYTES: usize = 1 << 20;

/// Answers a call.
pub(crate) async fn handle(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    match attempt(&request, payload, &state).await {
        Ok(answer) => answer.into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn attempt(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
) -> Result<Answer, Refusal> {
    let client = admit(request, state).await?;
    let call = Call::of(request, BASE)?;
    let body = if call.has_body() {
        check_content_type(request)?;
        let share = state.bodies.begin(&client.organization_id);
        let limit = if call.is_about_groups() {
            MAX_GROUP_BODY_BYTES
        } else {
            MAX_SCIM_BODY_BYTES
        };
        let problem = format!("the body exceeds the limit of {limit} bytes");
        let over = ApiError::new(Code::TooLarge, problem);
        let seconds = state.body_seconds();
        Some(read_body_or(payload, share, limit, seconds, over).await?)
    } else {
        None
    };
    let turn = state.queries.take(&client.organization_id).await?;
    let shared = state.clone();
    let work = move || {
        let _turn = turn;
        let context = Context {
            app: &shared.app,
            client: &client,
            base: format!("{}{BASE}", shared.base_url()),
        };
        call.run(&context, body.as_deref().unwrap_or_default())
    };
    blocking(work).await?
}

/// Finds the organization of the token before a byte of the body is read, and counts the request.
async fn admit(
    request: &HttpRequest,
    state: &web::Data<WebState>,
) -> Result<ProvisioningClient, ApiError> {
    let token = bearer_token(request)
        .map_err(|missing| ApiError::new(Code::Unauthenticated, missing.message()))?;
    let address = state.proxies.client_address(request);
    let shared = state.clone();
    let find = move || {
        let now = shared.app.clock().now();
        shared.rates.check_address(&token, &address, now)?;
        let found = shared.app.provisioning().authenticate(&token, &address);
        let found = count_invalid_credentials(&shared, &address, found)?;
        shared.rates.count_request(&token, now).1?;
        Ok(found)
    };
    let client = look_up(state, find).await?;
    log_caller(&client.organization_id, None);
    admit_body(request);
    Ok(client)
}

fn check_content_type(request: &HttpRequest) -> Result<(), ScimError> {
    let header = request.headers().get(CONTENT_TYPE);
    let value = header.and_then(|value| value.to_str().ok());
    let kind = value.and_then(|value| value.split(';').next());
    let kind = kind.unwrap_or_default().trim();
    let accepted = ["application/scim+json", "application/json"];
    if accepted.iter().any(|one| one.eq_ignore_ascii_case(kind)) {
        return Ok(());
    }
    let problem = "Content-Type: the header is missing or not application/scim+json";
    Err(ScimError::new(415, problem))
}
