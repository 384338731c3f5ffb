//! What a page shows after its form was refused.

use actix_web::http::StatusCode;

use crate::form::Fields;
use crate::respond::error::PageError;

/// A refused form. By default, nothing was refused.
#[derive(Default)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    /// Why; empty if nothing was refused.
    pub(crate) problem: String,
    /// What was typed, so that nothing is lost.
    pub(crate) typed: Option<Fields>,
}

impl Refusal {
    /// Returns the refusal of a form.
    ///
    /// # Errors
    /// Returns the error if no other input can succeed.
    pub(crate) fn of(error: PageError, typed: Fields) -> Result<Self, PageError> {
        let (status, problem) = error.about_input()?;
        Ok(Self {
            status,
            problem,
            typed: Some(typed),
        })
    }
}
