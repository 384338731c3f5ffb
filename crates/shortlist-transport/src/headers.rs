//! The headers that every endpoint checks before anything else.

use std::sync::{Arc, OnceLock};

use actix_web::http::header::{
    AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT,
};
use actix_web::{HttpMessage, HttpRequest};
use shortlist_domain::{ClientDevice, Timestamp};

use crate::error::{ApiError, Code};
use crate::rate_limit::RateLimitStatus;
use crate::trusted_proxies::TrustedProxies;

/// The kind of body that an endpoint accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    /// `application/json`.
    Json,
    /// `multipart/form-data`.
    Form,
    /// `application/x-www-form-urlencoded`.
    UrlEncoded,
    /// Video, audio or `application/octet-stream`. The bytes themselves identify the format.
    Recording,
    /// No body.
    None,
}

/// The two credentials of a request.
#[derive(Clone)]
pub(crate) struct Credentials {
    pub(crate) api_key: String,
    pub(crate) token: String,
    /// The address that the request comes from.
    pub(crate) address: String,
    /// The state of the key's rate limit, set when the request is counted. The request's extensions share it.
    pub(crate) rate_limit_status: Arc<OnceLock<RateLimitStatus>>,
}

impl Credentials {
    /// Reads the credentials from the headers, and checks that the body is of the kind that the endpoint accepts.
    pub(crate) fn of(
        request: &HttpRequest,
        body: Body,
        proxies: &TrustedProxies,
    ) -> Result<Self, ApiError> {
        let api_key = api_key(request)?;
        let token = bearer_token(request)?;
        check_content_type(request, body)?;
        let rate_limit_status = Arc::default();
        request
            .extensions_mut()
            .insert(Arc::clone(&rate_limit_status));
        Ok(Self {
            api_key,
            token,
            address: proxies.client_address(request),
            rate_limit_status,
        })
    }
}

/// Returns the browser and the system that a request names.
pub(crate) fn client_device(request: &HttpRequest) -> ClientDevice {
    let header = request.headers().get(USER_AGENT);
    let text = header.and_then(|header| header.to_str().ok());
    ClientDevice::of_user_agent(text.unwrap_or_default())
}

/// Adds the rate limit headers, if the request was counted.
pub(crate) fn add_rate_limit_headers(request: &HttpRequest, headers: &mut HeaderMap) {
    let extensions = request.extensions();
    let counted = extensions.get::<Arc<OnceLock<RateLimitStatus>>>();
    if let Some(status) = counted.and_then(|cell| cell.get()) {
        status.add_headers(headers);
    }
}

fn bad(message: &str) -> ApiError {
    ApiError::new(Code::BadHeader, message)
}

fn text<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request
        .headers()
        .get(name)
        .and_then(|value| value.to_str().ok())
        .map(str::trim)
}

/// The header with the API key.
pub(crate) const API_KEY: &str = "x-api-key";

/// Returns the API key of `x-api-key`.
pub(crate) fn api_key(request: &HttpRequest) -> Result<String, ApiError> {
    text(request, API_KEY)
        .filter(|key| !key.is_empty())
        .map(str::to_owned)
        .ok_or_else(|| bad("x-api-key: the header is missing or empty"))
}

/// Returns the token of `Authorization: Bearer <token>`.
pub(crate) fn bearer_token(request: &HttpRequest) -> Result<String, ApiError> {
    text(request, AUTHORIZATION.as_str())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .filter(|token| !token.is_empty() && !token.contains(char::is_whitespace))
        .map(str::to_owned)
        .ok_or_else(|| {
            bad("Authorization: the header is missing or not of the form Bearer <token>")
        })
}

/// Checks that the endpoint accepts the `Content-Type`.
pub(crate) fn check_content_type(request: &HttpRequest, body: Body) -> Result<(), ApiError> {
    let value = text(request, CONTENT_TYPE.as_str()).unwrap_or("");
    let (kind, parameters) = value.split_once(';').unwrap_or((value, ""));
    let kind = kind.trim();
    match body {
        Body::Json if kind.eq_ignore_ascii_case("application/json") => Ok(()),
        Body::Json => Err(bad(
            "Content-Type: the header is missing or not application/json",
        )),
        Body::Form if kind.eq_ignore_ascii_case("multipart/form-data") => {
            if parameters.to_ascii_lowercase().contains("boundary=") {
                Ok(())
            } else {
                Err(bad(
                    "Content-Type: multipart/form-data needs a boundary; let the HTTP client set the header",
                ))
            }
        }
        Body::Form => Err(bad(
            "Content-Type: the header is missing or not multipart/form-data",
        )),
        Body::UrlEncoded if kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") => {
            Ok(())
        }
        Body::UrlEncoded => Err(bad(
            "Content-Type: the header is missing or not application/x-www-form-urlencoded",
        )),
        Body::Recording if is_recording(kind) => Ok(()),
        Body::Recording => Err(bad(
            "Content-Type: the header is missing, or is not a video type, an audio type or application/octet-stream",
        )),
        Body::None => Ok(()),
    }
}

fn is_recording(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    let is_media = ["video/", "audio/"]
        .iter()
        .any(|family| kind.starts_with(family));
    is_media || kind == "application/octet-stream"
}

/// The header that says when an API key expires. It is sent only in the key's last days.
pub(crate) const KEY_EXPIRES: HeaderName = HeaderName::from_static("x-api-key-expires");
/// The number of days before expiry on which responses start to carry the warning.
const WARNING_DAYS: i64 = 14;

/// The expiry time of the request's API key. It is stored on the request, and the request log adds it
/// to the response.
pub(crate) struct KeyExpiryHeader(pub(crate) HeaderValue);

/// Stores on the request that its API key expires soon.
pub(crate) fn store_key_expiry(
    request: &HttpRequest,
    expires_at: Option<Timestamp>,
    now: Timestamp,
) {
    let soon = now.plus(chrono::Duration::days(WARNING_DAYS));
    let expiry = expires_at.filter(|at| *at <= soon);
    if let Some(value) = expiry.and_then(|at| HeaderValue::from_str(&at.to_string()).ok()) {
        request.extensions_mut().insert(KeyExpiryHeader(value));
    }
}
