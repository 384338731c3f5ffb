//! Answers and errors in the form of SCIM.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder};
use serde_json::{Map, Value};
use shortlist_app::AppError;
use shortlist_scim::{ScimError, ScimType};

use crate::error::{ApiError, Code};

/// The content type of answers (RFC 7644, section 3.1).
const SCIM_JSON: &str = "application/scim+json";

/// What a call answers. It is serialized off the event loop.
pub(super) struct Answer {
    status: StatusCode,
    location: Option<String>,
    body: Option<String>,
}

impl Answer {
    /// Returns the answer with a resource, a list or another document.
    pub(super) fn with(document: impl Into<Value>) -> Self {
        Self {
            status: StatusCode::OK,
            location: None,
            body: Some(document.into().to_string()),
        }
    }

    /// Returns the answer for a resource that was created at an address.
    pub(super) fn created(resource: Map<String, Value>, location: String) -> Self {
        Self {
            status: StatusCode::CREATED,
            location: Some(location),
            ..Self::with(resource)
        }
    }

    /// Returns the answer without a body.
    pub(super) fn empty() -> Self {
        Self {
            status: StatusCode::NO_CONTENT,
            location: None,
            body: None,
        }
    }

    pub(super) fn into_response(self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(location) = self.location {
            response.insert_header((header::LOCATION, location));
        }
        respond(&mut response, self.body)
    }
}

/// Why a call is refused.
pub(super) struct Refusal {
    error: ScimError,
    retry_after_seconds: Option<i64>,
    /// The methods that the path supports, if it does not support that of the call.
    allowed: Option<&'static str>,
}

impl Refusal {
    /// Returns the refusal of a method that a path does not support.
    pub(super) fn of_method(allowed: &'static str) -> Self {
        let problem = "the path does not support this method; see the Allow header";
        Self {
            allowed: Some(allowed),
            ..ScimError::new(405, problem).into()
        }
    }

    pub(super) fn into_response(self) -> HttpResponse {
        let status = StatusCode::from_u16(self.error.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = HttpResponse::build(status);
        if status == StatusCode::UNAUTHORIZED {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if let Some(allowed) = self.allowed {
            response.insert_header((header::ALLOW, HeaderValue::from_static(allowed)));
        }
        if let Some(seconds) = self.retry_after_seconds {
            response.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        respond(&mut response, Some(self.error.to_json().to_string()))
    }
}

fn respond(response: &mut HttpResponseBuilder, body: Option<String>) -> HttpResponse {
    match body {
        Some(body) => response.content_type(SCIM_JSON).body(body),
        None => response.finish(),
    }
}

impl From<ScimError> for Refusal {
    fn from(error: ScimError) -> Self {
        Self {
            error,
            retry_after_seconds: None,
            allowed: None,
        }
    }
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        let scim_type = match (error.code, error.reason()) {
            (Code::BadUserInput, _) => Some(ScimType::InvalidValue),
            (Code::Conflict, Some("userTaken" | "removedUserTaken" | "groupTaken")) => {
                Some(ScimType::Uniqueness)
            }
            _ => None,
        };
        let scim_error = match scim_type {
            Some(scim_type) => ScimError::of_type(scim_type, error.message()),
            None => ScimError::new(error.status().as_u16(), error.message()),
        };
        Self {
            retry_after_seconds: error.retry_after_seconds(),
            ..scim_error.into()
        }
    }
}

impl From<AppError> for Refusal {
    fn from(error: AppError) -> Self {
        ApiError::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_app::AccountConflict;

    #[test]
    fn a_taken_name_is_a_matter_of_uniqueness_and_the_last_admin_is_not() {
        let refusal = |why: AccountConflict| Refusal::from(AppError::conflict(why)).error;
        let taken = refusal(AccountConflict::UserTaken);
        assert_eq!(taken.scim_type(), Some(ScimType::Uniqueness));
        let last = refusal(AccountConflict::LastAdmin);
        assert_eq!((last.status(), last.scim_type()), (409, None));
    }
}
