//! Errors, as a client gets them (RFC 7644, section 3.12).

use std::fmt;

use serde_json::{Value, json};

/// The schema of an error.
const ERROR: &str = "urn:ietf:params:scim:api:messages:2.0:Error";

/// What is wrong, for programs (RFC 7644, table 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScimType {
    /// The filter cannot be read, or compares what cannot be compared.
    InvalidFilter,
    /// The body has the wrong form.
    InvalidSyntax,
    /// The path of a change cannot be read.
    InvalidPath,
    /// A value is missing or not allowed.
    InvalidValue,
    /// The attribute cannot be changed.
    Mutability,
    /// A change names no attribute.
    NoTarget,
    /// Too much is asked for at once.
    TooMany,
    /// Another resource has the value.
    Uniqueness,
}

impl ScimType {
    /// Returns the name in an error.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidFilter => "invalidFilter",
            Self::InvalidSyntax => "invalidSyntax",
            Self::InvalidPath => "invalidPath",
            Self::InvalidValue => "invalidValue",
            Self::Mutability => "mutability",
            Self::NoTarget => "noTarget",
            Self::TooMany => "tooMany",
            Self::Uniqueness => "uniqueness",
        }
    }

    fn status(self) -> u16 {
        match self {
            Self::Uniqueness => 409,
            Self::TooMany => 413,
            _ => 400,
        }
    }
}

/// An error for the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScimError {
    status: u16,
    scim_type: Option<ScimType>,
    detail: String,
}

impl ScimError {
    /// Returns an error with an HTTP status.
    pub fn new(status: u16, detail: impl Into<String>) -> Self {
        Self {
            status,
            scim_type: None,
            detail: detail.into(),
        }
    }

    /// Returns an error of a type, with the status that the type has.
    pub fn of_type(scim_type: ScimType, detail: impl Into<String>) -> Self {
        Self {
            status: scim_type.status(),
            scim_type: Some(scim_type),
            detail: detail.into(),
        }
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns what is wrong, for programs.
    pub fn scim_type(&self) -> Option<ScimType> {
        self.scim_type
    }

    /// Returns the body of the answer. The status is a string there.
    pub fn to_json(&self) -> Value {
        let mut body = json!({
            "schemas": [ERROR],
            "status": self.status.to_string(),
            "detail": self.detail,
        });
        if let (Some(object), Some(scim_type)) = (body.as_object_mut(), self.scim_type) {
            object.insert("scimType".to_owned(), scim_type.as_str().into());
        }
        body
    }
}

impl fmt::Display for ScimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for ScimError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_a_text() {
        let error = ScimError::of_type(ScimType::Uniqueness, "taken");
        let expected = json!({
            "schemas": [ERROR], "status": "409", "scimType": "uniqueness", "detail": "taken",
        });
        assert_eq!(error.to_json(), expected);
        let error = ScimError::new(404, "no such user").to_json();
        assert_eq!(error.get("scimType"), None);
    }
}
