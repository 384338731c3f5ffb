//! The one error of the domain's constructors.

/// A value that was refused: which field, and what is wrong with it.
///
/// The field is named as the form or the schema names it, so that the sentence can
/// be shown to the caller as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct InvalidValue {
    /// The field's name on the wire.
    pub field: String,
    /// What is wrong, and what is expected.
    pub problem: String,
}

impl InvalidValue {
    /// Names the field and the problem.
    pub fn new(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            problem: problem.into(),
        }
    }
}
