//! Sessions: `/auth/login`, `/auth/refresh`, `/auth/logout`.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shortlist_app::{AppError, LoginCredentials, LoginError, Refusal, SignedIn};
use shortlist_domain::{ApiKey, ClientDevice};
use utoipa::ToSchema;

use crate::admission::{self, count_invalid_credentials};
use crate::error::{ApiError, Code, blocking};
use crate::form::{Body as ReadBody, read_body};
use crate::headers::{Body, api_key, bearer_token, check_content_type, client_device};
use crate::read_ahead::admit_body;
use crate::request_log::log_caller;
use crate::sign_in_scope::SignInScope;
use crate::state::WebState;

/// The largest body of a sign-in or refresh, in bytes.
const MAX_BODY_BYTES: usize = 16 << 10;

/// A user who signs in.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginBody {
    email: String,
    #[schema(format = Password)]
    password: String,
    /// A code of the second factor, if the user has one.
    #[serde(default)]
    code: Option<String>,
}

/// A session that continues.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefreshBody {
    refresh_token: String,
}

/// The tokens of a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedInBody {
    /// The token for the header `Authorization`.
    access_token: String,
    /// Always `Bearer`.
    token_type: &'static str,
    /// The time for which the access token is valid, in seconds.
    expires_in: i64,
    /// The token for the next tokens. It is valid once.
    refresh_token: String,
    user: UserBody,
}

/// The user of a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserBody {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    /// `Admin`, `Recruiter` or `Interviewer`.
    user_type: &'static str,
    /// What the user may do: `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`.
    role: &'static str,
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
                user_type: user.user_type.claim().as_str(),
                role: user.user_type.as_str(),
                organization_id: user.organization_id.into_string(),
            },
        }
    }
}

impl From<LoginError> for ApiError {
    fn from(error: LoginError) -> Self {
        match error {
            // The body of a 401 has a message and nothing else, so programs decide by its beginning, which API.md documents.
            LoginError::Refused
            | LoginError::CodeNeeded
            | LoginError::PasskeyNeeded
            | LoginError::SecondFactorMissing => {
                Self::new(Code::Unauthenticated, error.to_string())
            }
            // The page of the sign-in asks for another code.
            LoginError::WrongCode => {
                Self::new(Code::Unauthenticated, error.to_string()).because("wrongCode")
            }
            LoginError::Throttled {
                retry_after_seconds,
            } => {
                Self::new(Code::TooManyRequests, error.to_string()).retry_after(retry_after_seconds)
            }
            LoginError::SingleSignOn => AppError::Forbidden(Refusal::UseSingleSignOn).into(),
            LoginError::Fault(fault) => fault.into(),
        }
    }
}

/// A caller with a valid API key that signs in or refreshes a session.
pub(crate) struct SessionClient {
    pub(crate) key: String,
    pub(crate) found: ApiKey,
    pub(crate) address: String,
    pub(crate) device: ClientDevice,
}

/// Finds the organization of the API key before a byte of the body is read, and counts the request.
pub(crate) async fn admit(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    body: Body,
) -> Result<SessionClient, ApiError> {
    let key = api_key(request)?;
    check_content_type(request, body)?;
    let address = state.proxies.client_address(request);
    let device = client_device(request);
    let shared = state.clone();
    let find = move || {
        let now = shared.app.clock().now();
        shared.rates.check_address(&key, &address, now)?;
        let found = shared.app.sessions().login_key(&key);
        let found = count_invalid_credentials(&shared, &address, found)?;
        shared.rates.count_request(&key, now).1?;
        Ok(SessionClient {
            key,
            found,
            address,
            device,
        })
    };
    let client = admission::look_up(state, find).await?;
    log_caller(&client.found.organization_id, Some(&client.found.id));
    admit_body(request);
    Ok(client)
}

/// Reads a small body of at most this many bytes.
pub(crate) async fn read_small(
    payload: web::Payload,
    state: &WebState,
    client: &SessionClient,
    limit: usize,
) -> Result<ReadBody, ApiError> {
    let share = state.bodies.begin(&client.found.organization_id);
    read_body(payload, share, limit, state.body_seconds()).await
}

/// Reads a small JSON body.
async fn read_json<T: DeserializeOwned>(
    payload: web::Payload,
    state: &WebState,
    client: &SessionClient,
    shape: &str,
) -> Result<T, ApiError> {
    let body = read_small(payload, state, client, MAX_BODY_BYTES).await?;
    serde_json::from_slice(&body).map_err(|_error| {
        ApiError::new(
            Code::BadUserInput,
            format!("the body must be JSON of the form {shape}"),
        )
    })
}

pub(crate) fn respond(result: Result<SignedIn, ApiError>) -> HttpResponse {
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
        let client = admit(&request, &state, Body::Json).await?;
        let shape = r#"{"email", "password"} or {"email", "password", "code"}"#;
        let body = read_json(payload, &state, &client, shape).await?;
        sign_in(&state, Arc::new(SignIn { client, body })).await
    };
    respond(attempt.await)
}

/// The input of a sign-in attempt.
struct SignIn {
    client: SessionClient,
    body: LoginBody,
}

/// Waits for a turn, then checks the password.
async fn sign_in(state: &web::Data<WebState>, attempt: Arc<SignIn>) -> Result<SignedIn, ApiError> {
    let scope = SignInScope::Organization(attempt.client.found.organization_id.clone());
    let (shared, given, counted) = (state.clone(), Arc::clone(&attempt), scope.clone());
    let check = move || -> Result<(), ApiError> {
        let SignIn { client, body } = &*given;
        let (now, sessions) = (shared.app.clock().now(), shared.app.sessions());
        shared.rates.count_sign_in(&counted, &body.email, now)?;
        Ok(sessions.check_failures(&client.found, &body.email, &client.address)?)
    };
    blocking(check).await??;
    let turn = state.sign_ins.take(&scope).await?;
    let shared = state.clone();
    let look = move || {
        let _turn = turn;
        let SignIn { client, body } = &*attempt;
        let SessionClient { key, address, .. } = client;
        let typed = LoginCredentials {
            email: &body.email,
            password: &body.password,
            code: body.code.as_deref(),
        };
        let sessions = shared.app.sessions();
        let found = sessions.login(key, &typed, address, client.device);
        count_refused(&shared, address, found)
    };
    blocking(look).await?
}

/// Counts credentials that are invalid. A program that asks whether a code is needed has sent valid ones.
fn count_refused(
    state: &WebState,
    address: &str,
    found: Result<SignedIn, LoginError>,
) -> Result<SignedIn, ApiError> {
    match found {
        Err(
            needs @ (LoginError::CodeNeeded
            | LoginError::PasskeyNeeded
            | LoginError::SecondFactorMissing),
        ) => Err(needs.into()),
        found => count_invalid_credentials(state, address, found),
    }
}

/// Exchanges a refresh token for new tokens.
pub(crate) async fn refresh(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let attempt = async {
        let client = admit(&request, &state, Body::Json).await?;
        let shape = r#"{"refreshToken"}"#;
        let body: RefreshBody = read_json(payload, &state, &client, shape).await?;
        let shared = state.clone();
        let rotate = move || {
            let SessionClient { key, address, .. } = client;
            let found = shared
                .app
                .sessions()
                .refresh(&key, &body.refresh_token, &address);
            count_refused(&shared, &address, found)
        };
        blocking(rotate).await?
    };
    respond(attempt.await)
}

/// Ends the caller's session.
pub(crate) async fn logout(request: HttpRequest, state: web::Data<WebState>) -> HttpResponse {
    let attempt = async {
        // A logout counts against its API key, like any other call.
        admission::admit(&request, &state, Body::None).await?;
        let (key, token) = (api_key(&request)?, bearer_token(&request)?);
        let address = state.proxies.client_address(&request);
        let shared = state.clone();
        let end = move || {
            let ended = shared.app.sessions().logout(&key, &token, &address);
            count_invalid_credentials(&shared, &address, ended)
        };
        blocking(end).await?
    };
    match attempt.await {
        Ok(()) => HttpResponse::NoContent().finish(),
        Err(error) => error.to_response(),
    }
}
