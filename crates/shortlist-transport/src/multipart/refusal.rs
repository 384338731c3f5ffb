//! Refusals of uploads, in one of two shapes.

use actix_web::HttpResponse;
use serde::Serialize;
use shortlist_app::IdempotencyError;

use crate::error::{ApiError, Code, RefusalText};
use crate::idempotency::work_error;
use crate::respond_async::{Ended, refused};

/// What an endpoint says about a refusal, in the shape of its answers.
pub(crate) trait RefusalBody: Default + Send + 'static {
    /// The body of an answer.
    type Body: Serialize;

    /// Returns whether the message alone says what is wrong.
    fn is_empty(&self) -> bool;

    /// Returns the body of a refusal.
    fn into_body(self, text: RefusalText) -> Self::Body;
}

/// A refusal, in one of two response shapes.
pub(crate) enum Refusal<D> {
    /// `{"error": …}`.
    Access(ApiError),
    /// The shape of the endpoint's answers.
    Shaped(ApiError, D),
}

impl<D: Default> From<ApiError> for Refusal<D> {
    fn from(error: ApiError) -> Self {
        Self::Shaped(error, D::default())
    }
}

impl<D> Refusal<D> {
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Access(error) | Self::Shaped(error, _) => error.message(),
        }
    }

    pub(crate) fn into_error(self) -> ApiError {
        match self {
            Self::Access(error) | Self::Shaped(error, _) => error,
        }
    }
}

impl<D: RefusalBody> Refusal<D> {
    /// Returns why a request has no answer. The message about a field mentions the fields that were ignored, because often the
    /// missing field is there under a misspelled name.
    pub(super) fn of(why: IdempotencyError<Self>, ignored: &str) -> Self {
        match work_error(why) {
            Ok(Self::Shaped(error, details))
                if error.code == Code::BadUserInput
                    && details.is_empty()
                    && !ignored.is_empty() =>
            {
                Self::Shaped(error.and(ignored), details)
            }
            Ok(refused) => refused,
            Err(error) if error.code == Code::Forbidden => Self::Access(error),
            Err(error) => error.into(),
        }
    }

    /// Builds the response.
    pub(super) fn respond(self) -> HttpResponse {
        match self {
            Self::Access(error) => error.to_response(),
            Self::Shaped(error, details) => error.respond(|text| details.into_body(text)),
        }
    }

    /// Returns the end of a staged upload that was refused, or the error if its work has to be repeated.
    pub(crate) fn end(self) -> Result<Ended, ApiError> {
        match self {
            Self::Access(error) => refused(error, |text| D::default().into_body(text)),
            Self::Shaped(error, details) => refused(error, |text| details.into_body(text)),
        }
    }
}
