//! Sessions: `/auth/login`, `/auth/refresh`, `/auth/logout`.

use std::sync::Arc;
use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shortlist_app::{LoginError, SignedIn};

use crate::admission::count_refusal;
use crate::error::{ApiError, Code, blocking};
use crate::form::read_body;
use crate::headers::{Body, api_key, bearer_token, check_content_type};
use crate::state::WebState;

/// The largest body of a login, in bytes.
const MAX_BODY_BYTES: usize = 16 << 10;

/// How long a sign-in may wait for its turn before it is asked to come again, and when that is.
const MAX_WAIT: Duration = Duration::from_secs(10);
const BUSY_RETRY_SECONDS: i64 = 5;

#[derive(Deserialize)]
struct LoginBody {
    email: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RefreshBody {
    refresh_token: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SignedInBody {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    refresh_token: String,
    user: UserBody,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserBody {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    user_type: &'static str,
    organization_id: String,
}

impl SignedInBody {
    fn of(signed_in: SignedIn) -> Self {
        let user = signed_in.user;
        Self {
            access_token: signed_in.access_token,
            token_type: "Bearer",
            expires_in: signed_in.expires_in_seconds,
            refresh_token: signed_in.refresh_token,
            user: UserBody {
                id: user.id.into_string(),
                full_name: user.full_name,
                email: user.email.as_str().to_owned(),
                user_type: user.user_type.as_str(),
                organization_id: user.organization_id.into_string(),
            },
        }
    }
}

impl From<LoginError> for ApiError {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::Refused => Self::new(Code::Unauthenticated, error.to_string()),
            LoginError::Throttled {
                retry_after_seconds,
            } => {
                Self::new(Code::TooManyRequests, error.to_string()).retry_after(retry_after_seconds)
            }
            LoginError::Fault(fault) => fault.into(),
        }
    }
}

/// Reads a small JSON body.
async fn read_json<T: DeserializeOwned>(
    payload: web::Payload,
    state: &WebState,
    shape: &str,
) -> Result<T, ApiError> {
    let body = read_body(payload, MAX_BODY_BYTES, state.body_seconds()).await?;
    serde_json::from_slice(&body).map_err(|_error| {
        ApiError::new(
            Code::BadUserInput,
            format!("the body must be JSON of the form {shape}"),
        )
    })
}

fn respond(result: Result<SignedIn, ApiError>) -> HttpResponse {
    match result {
        Ok(signed_in) => HttpResponse::Ok()
            .insert_header(("Cache-Control", "no-store"))
            .json(SignedInBody::of(signed_in)),
        Err(error) => error.to_response(),
    }
}

/// Signs a user in by e-mail address and password.
pub(crate) async fn login(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let attempt = async {
        let key = api_key(&request)?;
        check_content_type(&request, Body::Json)?;
        let body: LoginBody = read_json(payload, &state, r#"{"email", "password"}"#).await?;
        let address = state.proxies.client_address(&request);
        state.rates.check_address(&key, &address, state.app.now())?;
        let attempt = SignIn { key, body, address };
        sign_in(&state, Arc::new(attempt)).await
    };
    respond(attempt.await)
}

/// What someone signs in with.
struct SignIn {
    key: String,
    body: LoginBody,
    address: String,
}

/// Looks at a password when its turn comes. The turn belongs to the work and not to the client, who may have gone before.
async fn sign_in(state: &web::Data<WebState>, attempt: Arc<SignIn>) -> Result<SignedIn, ApiError> {
    let (shared, given) = (state.clone(), Arc::clone(&attempt));
    let check = move || {
        let SignIn { key, body, address } = &*given;
        let checked = shared.app.check_sign_in(key, &body.email, address);
        count_refusal(&shared, address, checked)
    };
    blocking(check).await??;
    let waiting = Arc::clone(&state.sign_ins).acquire_owned();
    let Ok(Ok(turn)) = tokio::time::timeout(MAX_WAIT, waiting).await else {
        let busy = "too many are signing in; try again";
        return Err(ApiError::new(Code::Unavailable, busy).retry_after(BUSY_RETRY_SECONDS));
    };
    let shared = state.clone();
    let look = move || {
        let _turn = turn;
        let SignIn { key, body, address } = &*attempt;
        let found = shared.app.login(key, &body.email, &body.password, address);
        count_refusal(&shared, address, found)
    };
    blocking(look).await?
}

/// Gives new tokens for a refresh token.
pub(crate) async fn refresh(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let attempt = async {
        let key = api_key(&request)?;
        check_content_type(&request, Body::Json)?;
        let body: RefreshBody = read_json(payload, &state, r#"{"refreshToken"}"#).await?;
        let address = state.proxies.client_address(&request);
        state.rates.check_address(&key, &address, state.app.now())?;
        let shared = state.clone();
        let rotate = move || {
            let found = shared.app.refresh(&key, &body.refresh_token, &address);
            count_refusal(&shared, &address, found)
        };
        blocking(rotate).await?
    };
    respond(attempt.await)
}

/// Ends the caller's session.
pub(crate) async fn logout(request: HttpRequest, state: web::Data<WebState>) -> HttpResponse {
    let attempt = async {
        let (key, token) = (api_key(&request)?, bearer_token(&request)?);
        let address = state.proxies.client_address(&request);
        state.rates.check_address(&key, &address, state.app.now())?;
        let shared = state.clone();
        let end = move || {
            let ended = shared.app.logout(&key, &token, &address);
            count_refusal(&shared, &address, ended)
        };
        blocking(end).await?
    };
    match attempt.await {
        Ok(()) => HttpResponse::NoContent().finish(),
        Err(error) => error.to_response(),
    }
}
