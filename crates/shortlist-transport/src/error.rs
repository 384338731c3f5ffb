//! The table that maps each kind of error to its HTTP status and GraphQL code.

use std::fmt;
use std::time::Instant;

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use juniper::{FieldError, IntoFieldError, Object, ScalarValue, Value};
use serde::Serialize;
use shortlist_app::{AccessError, AppError};
use shortlist_domain::{InvalidValue, Problem, QueryProblem};
use utoipa::ToSchema;

/// A kind of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// A header is missing or malformed.
    BadHeader,
    /// The API key or the token is invalid.
    Unauthenticated,
    /// The body or document cannot be parsed.
    ValidationFailed,
    /// A value is invalid.
    BadUserInput,
    /// The caller lacks permission.
    Forbidden,
    /// The named resource does not exist.
    NotFound,
    /// The path does not serve the method.
    MethodNotAllowed,
    /// The body did not arrive in time.
    RequestTimeout,
    /// The request conflicts with existing data.
    Conflict,
    /// A size limit is exceeded.
    TooLarge,
    /// A file can be read, but its content cannot be used.
    Unprocessable,
    /// Too many requests.
    TooManyRequests,
    /// The service failed.
    Internal,
    /// The service is overloaded.
    Unavailable,
}

impl Code {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::BadHeader | Self::ValidationFailed | Self::BadUserInput => {
                StatusCode::BAD_REQUEST
            }
            Self::Unauthenticated => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Returns the error code for a GraphQL response.
    pub(crate) fn graphql(self) -> &'static str {
        match self {
            Self::ValidationFailed | Self::BadHeader | Self::MethodNotAllowed => {
                "GRAPHQL_VALIDATION_FAILED"
            }
            Self::BadUserInput | Self::TooLarge | Self::Unprocessable | Self::RequestTimeout => {
                "BAD_USER_INPUT"
            }
            Self::Unauthenticated | Self::Forbidden => "FORBIDDEN",
            Self::NotFound => "NOT_FOUND",
            Self::Conflict => "CONFLICT",
            Self::TooManyRequests | Self::Unavailable | Self::Internal => "INTERNAL_SERVER_ERROR",
        }
    }
}

/// An error for the caller: its kind, the field that it is about, and what to do.
#[derive(Debug)]
pub struct ApiError {
    pub(crate) code: Code,
    problem: String,
    /// The field that the error is about, and what is wrong with its value. It is boxed because most errors are about no field.
    about: Option<Box<InvalidValue>>,
    cause: Option<ErrorCause>,
    reason: Option<&'static str>,
    pub(crate) retry_after_seconds: Option<i64>,
}

/// The cause of an error for which callers have an answer of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCause {
    /// The interviewer has another interview at the same time.
    InterviewOverlap,
}

impl ErrorCause {
    /// Returns the cause's name in the API.
    fn as_str(self) -> &'static str {
        match self {
            Self::InterviewOverlap => "interview_overlap",
        }
    }
}

/// The message, which begins with the field.
impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field() {
            Some(field) => write!(formatter, "{field}: {}", self.problem),
            None => formatter.write_str(&self.problem),
        }
    }
}

/// The body of an error outside GraphQL and uploads: the message and nothing else.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody<'a> {
    /// What is wrong, and what to do.
    error: &'a str,
}

/// What is wrong with the value of a field, for programs.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvalidBody {
    /// The name of the field.
    field: String,
    /// The code of the problem, such as `tooLong`.
    problem: &'static str,
    /// The number that the value exceeds or does not reach, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<i64>,
}

impl From<&InvalidValue> for InvalidBody {
    fn from(invalid: &InvalidValue) -> Self {
        Self {
            field: invalid.field.clone(),
            problem: invalid.problem.code(),
            limit: invalid.problem.limit(),
        }
    }
}

/// What the body of a refusal says: the message for people, and for programs the name of its reason or what is wrong with a value.
pub(crate) struct RefusalText {
    pub(crate) message: String,
    pub(crate) reason: Option<&'static str>,
    pub(crate) invalid: Option<InvalidBody>,
}

impl ApiError {
    /// Returns the HTTP status.
    pub fn status(&self) -> StatusCode {
        self.code.status()
    }

    /// Returns the field that the error is about, as the API names it.
    pub fn field(&self) -> Option<&str> {
        self.about.as_ref().map(|about| about.field.as_str())
    }

    /// Returns what is wrong and what to do, without the field.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// Returns what is wrong with the value of the field, if the error is about one.
    pub fn value(&self) -> Option<&Problem> {
        self.about.as_ref().map(|about| &about.problem)
    }

    /// Returns what is wrong with the value of the field, for programs.
    fn invalid(&self) -> Option<InvalidBody> {
        self.about.as_deref().map(InvalidBody::from)
    }

    /// Returns the cause, if callers have an answer of their own for it.
    pub fn cause(&self) -> Option<ErrorCause> {
        self.cause
    }

    /// Returns the stable name of the reason, for programs.
    pub fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    /// Returns the message for the caller, which begins with the field.
    pub fn message(&self) -> String {
        self.to_string()
    }

    /// Returns the error with more in its message.
    #[must_use]
    pub(crate) fn and(mut self, more: &str) -> Self {
        self.problem = format!("{}; {more}", self.problem);
        self
    }

    /// Returns the error with another problem, which is about no field.
    #[must_use]
    pub(crate) fn saying(mut self, problem: impl Into<String>) -> Self {
        (self.about, self.problem) = (None, problem.into());
        self
    }

    /// Returns the time after which to try again, in seconds.
    pub fn retry_after_seconds(&self) -> Option<i64> {
        self.retry_after_seconds
    }

    pub(crate) fn new(code: Code, problem: impl Into<String>) -> Self {
        Self {
            code,
            problem: problem.into(),
            about: None,
            cause: None,
            reason: None,
            retry_after_seconds: None,
        }
    }

    pub(crate) fn of_field(code: Code, invalid: InvalidValue) -> Self {
        let error = Self::new(code, invalid.problem.to_string());
        Self {
            about: Some(Box::new(invalid)),
            ..error
        }
    }

    /// Returns what the body of a refusal says.
    pub(crate) fn refusal_text(&self) -> RefusalText {
        RefusalText {
            message: self.message(),
            reason: self.reason(),
            invalid: self.invalid(),
        }
    }

    /// Returns the error with the stable name of its reason.
    #[must_use]
    pub(crate) fn because(mut self, reason: impl Into<Option<&'static str>>) -> Self {
        self.reason = reason.into();
        self
    }

    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: i64) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// Returns the error for a database or file store that is temporarily unreachable.
    fn unreachable(part: &str, error: &dyn std::error::Error) -> Self {
        let request_id = crate::request_id::current_request_id();
        tracing::warn!(%error, causes = causes(error), %request_id, "the {part} cannot be reached");
        let message =
            format!("the {part} cannot be reached; send the request again in a few seconds");
        Self::new(Code::Unavailable, message).retry_after(UNREACHABLE_RETRY_SECONDS)
    }

    /// Returns the error for a database or file store that cannot be written.
    fn unwritable(part: &str, error: &dyn std::error::Error) -> Self {
        let request_id = crate::request_id::current_request_id();
        tracing::error!(%error, causes = causes(error), %request_id, "the {part} cannot be written");
        let message = format!(
            "the service cannot store anything now, because {}; send the request again in a minute",
            unwritable_reason(part)
        );
        Self::new(Code::Unavailable, message).retry_after(UNWRITABLE_RETRY_SECONDS)
    }

    /// Returns an internal error. The chain of causes is logged, and the caller gets the request id.
    pub(crate) fn internal(error: &dyn std::error::Error) -> Self {
        let request_id = crate::request_id::current_request_id();
        tracing::error!(%error, causes = causes(error), %request_id, "a request failed");
        let message = format!("the service failed; quote request id {request_id} to its operator");
        Self::new(Code::Internal, message)
    }

    /// Builds a response whose body has the shape that the endpoint defines.
    pub(crate) fn respond<B: Serialize>(self, body: impl FnOnce(RefusalText) -> B) -> HttpResponse {
        let mut response = HttpResponse::build(self.code.status());
        if let Some(seconds) = self.retry_after_seconds {
            response.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        response.json(body(self.refusal_text()))
    }

    /// Builds a response with the body `{"error": …}`.
    pub(crate) fn to_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.code.status());
        if self.code == Code::Unauthenticated {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if self.code == Code::MethodNotAllowed {
            response.insert_header((header::ALLOW, "POST"));
        }
        if let Some(seconds) = self.retry_after_seconds {
            response.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        response.json(ErrorBody {
            error: &self.message(),
        })
    }
}

/// The time after which to try again while the database is unreachable, in seconds.
const UNREACHABLE_RETRY_SECONDS: i64 = 5;
/// The time after which to try again while nothing can be written, in seconds. An operator has to make space.
const UNWRITABLE_RETRY_SECONDS: i64 = 60;

/// Returns why a part of the service stores nothing.
pub(crate) fn unwritable_reason(part: &str) -> String {
    format!("the disk of the {part} is full, read-only or failing")
}

fn causes(error: &dyn std::error::Error) -> String {
    let chain = std::iter::successors(error.source(), |e| e.source());
    let causes: Vec<String> = chain.map(ToString::to_string).collect();
    causes.join(": ")
}

impl From<InvalidValue> for ApiError {
    fn from(invalid: InvalidValue) -> Self {
        Self::of_field(Code::BadUserInput, invalid)
    }
}

impl From<AppError> for ApiError {
    fn from(error: AppError) -> Self {
        let reason = error.reason();
        let code = match error {
            AppError::BadInput(invalid) => return invalid.into(),
            AppError::FieldConflict(invalid) => return Self::of_field(Code::Conflict, invalid),
            AppError::NotFound { field, what } => {
                let problem = QueryProblem::NotFound(what);
                return Self::of_field(Code::NotFound, InvalidValue::new(field, problem));
            }
            AppError::Conflict(_) => Code::Conflict,
            AppError::InterviewOverlap(_) => {
                return Self {
                    cause: Some(ErrorCause::InterviewOverlap),
                    ..Self::new(Code::Conflict, error.to_string()).because(reason)
                };
            }
            AppError::Forbidden(_) => Code::Forbidden,
            AppError::StorageQuotaExceeded(_) => Code::TooLarge,
            AppError::Cancelled => Code::RequestTimeout,
            AppError::DailyQuotaExceeded {
                retry_after_seconds,
                ..
            } => {
                let refused = Self::new(Code::TooManyRequests, error.to_string());
                return refused.because(reason).retry_after(retry_after_seconds);
            }
            AppError::Fault(ref fault) => {
                return match (fault.unreachable_part(), fault.unwritable_part()) {
                    (Some(part), _) => Self::unreachable(part, &error),
                    (None, Some(part)) => Self::unwritable(part, &error),
                    (None, None) => Self::internal(&error),
                };
            }
        };
        Self::new(code, error.to_string()).because(reason)
    }
}

impl From<AccessError> for ApiError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Unauthenticated => Self::new(Code::Unauthenticated, error.to_string()),
            AccessError::Forbidden(rule) => {
                Self::new(Code::Forbidden, rule.to_string()).because(rule.code())
            }
            AccessError::Fault(fault) => fault.into(),
        }
    }
}

impl<S: ScalarValue> IntoFieldError<S> for ApiError {
    fn into_field_error(self) -> FieldError<S> {
        let mut extensions = Object::with_capacity(6);
        let mut add = |name: &str, value: &str| {
            extensions.add_field(name, Value::scalar(value.to_owned()));
        };
        add("code", self.code.graphql());
        if let Some(field) = self.field() {
            add("field", field);
        }
        if let Some(value) = self.value() {
            add("problem", value.code());
        }
        if let Some(cause) = self.cause() {
            add("cause", cause.as_str());
        }
        if let Some(reason) = self.reason() {
            add("reason", reason);
        }
        let limit = self.value().and_then(Problem::limit);
        if let Some(limit) = limit.and_then(|limit| i32::try_from(limit).ok()) {
            extensions.add_field("limit", Value::scalar(limit));
        }
        FieldError::new(self.message(), Value::Object(extensions))
    }
}

/// Returns the span of blocking work, which begins when it is queued. Without traces, it is the current span.
fn work_span(request_id: &str) -> tracing::Span {
    let span = tracing::debug_span!(
        "blocking work",
        request_id,
        waited_micros = tracing::field::Empty
    );
    if span.is_disabled() {
        tracing::Span::current()
    } else {
        span
    }
}

/// Runs blocking work on the thread pool. A panic in it becomes an internal error of this request only.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let request_id = crate::request_id::current_request_id();
    let (span, queued) = (work_span(&request_id), Instant::now());
    let hop = move || {
        let waited = u64::try_from(queued.elapsed().as_micros()).unwrap_or(u64::MAX);
        span.record("waited_micros", waited);
        crate::request_id::with_request_id(request_id, || span.in_scope(work))
    };
    actix_web::web::block(hop)
        .await
        .map_err(|error| ApiError::internal(&error))
}

#[cfg(test)]
mod tests;
