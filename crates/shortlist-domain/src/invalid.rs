//! The only error type of the domain's constructors.

use crate::Problem;

/// A rejected value: the field, and what is wrong with it.
///
/// The field has its name from the form or the schema, so that the message can be shown to the caller unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct InvalidValue {
    /// The field's name in the API.
    pub field: String,
    /// What is wrong, and what is expected.
    pub problem: Problem,
}

impl InvalidValue {
    /// Creates an error from a field and a problem.
    pub fn new(field: impl Into<String>, problem: impl Into<Problem>) -> Self {
        Self {
            field: field.into(),
            problem: problem.into(),
        }
    }
}
