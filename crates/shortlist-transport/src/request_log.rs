//! The tracing span of a request, and the headers that every response has: the environment and the request id.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::{DefaultHeaders, Next};
use shortlist_domain::{ApiKeyId, Environment, OrganizationId};
use tracing::Instrument;
use tracing_actix_web::{RequestId, RootSpanBuilder, TracingLogger};

use crate::headers::{KEY_EXPIRES, KeyExpiryHeader, add_rate_limit_headers};
use crate::held_body::{HeldBody, ResponseHolding};
use crate::measurements::Measured;
use crate::request_id;
use crate::security_headers::{EncryptedConnection, secure};

/// The header that names the environment on every response.
pub(crate) static ENVIRONMENT: HeaderName = HeaderName::from_static("x-environment");
/// The header with the request id on every response.
pub(crate) static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Returns a middleware that adds the environment to every response.
pub fn environment_header(environment: Environment) -> DefaultHeaders {
    DefaultHeaders::new().add((
        ENVIRONMENT.clone(),
        HeaderValue::from_static(environment.as_str()),
    ))
}

/// Returns a middleware that gives each request an id and a span, and logs its response.
pub fn request_log() -> TracingLogger<RequestSpan> {
    TracingLogger::<RequestSpan>::new()
}

/// The span of a request: its method, path, organization, API key, status and duration, but nothing that identifies a person.
///
/// The span excludes the query string, the client's address and its user agent, because they are personal data.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> tracing::Span {
        use actix_web::HttpMessage;
        let id = request.extensions().get::<RequestId>().copied();
        tracing::info_span!(
            "request",
            request_id = id.map(tracing::field::display),
            method = %request.method(),
            path = request.path(),
            route = tracing::field::Empty,
            organization = tracing::field::Empty,
            key = tracing::field::Empty,
            status = tracing::field::Empty,
            duration_ms = tracing::field::Empty,
        )
    }

    fn on_request_end<B: MessageBody>(
        span: tracing::Span,
        outcome: &Result<ServiceResponse<B>, actix_web::Error>,
    ) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        span.in_scope(|| tracing::info!("answered"));
    }
}

/// Notes in the log who calls: the organization, and the identifier of the API key if there is one.
pub fn log_caller(organization: &OrganizationId, key: Option<&ApiKeyId>) {
    let span = tracing::Span::current();
    span.record("organization", organization.as_str());
    if let Some(key) = key {
        span.record("key", key.as_str());
    }
}

/// A middleware that runs a request under its id, returns the id as `X-Request-Id`, and adds the headers of every
/// response. It holds the request's body until the response is sent.
///
/// # Errors
/// Returns the errors of the inner service.
pub async fn observe(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    use actix_web::HttpMessage;
    let id = request
        .extensions()
        .get::<RequestId>()
        .map_or_else(|| "-".to_owned(), ToString::to_string);
    let (span, measured) = (
        tracing::Span::current(),
        Measured::begin(request.method().as_str()),
    );
    let held = HeldBody::take(&mut request);
    let mut response = request_id::scope(id.clone(), next.call(request))
        .instrument(span)
        .await?;
    let route = response.request().match_pattern();
    if let Some(route) = &route {
        tracing::Span::current().record("route", route);
    }
    let millis = measured.elapsed().as_millis();
    tracing::Span::current().record("duration_ms", u64::try_from(millis).unwrap_or(u64::MAX));
    measured.end(route, response.status().as_u16());
    let (request, answer) = (response.request().clone(), response.headers_mut());
    let key_expiry = request.extensions_mut().remove::<KeyExpiryHeader>();
    if let Some(KeyExpiryHeader(value)) = key_expiry {
        answer.insert(KEY_EXPIRES.clone(), value);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        answer.insert(REQUEST_ID.clone(), value);
    }
    add_rate_limit_headers(&request, answer);
    let is_encrypted = request.conn_data::<EncryptedConnection>().is_some();
    secure(answer, is_encrypted);
    Ok(response.map_body(|_head, body| ResponseHolding::new(body, held)))
}
