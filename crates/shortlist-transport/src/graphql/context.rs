//! What a resolver works with, and the two passes of a request.
//!
//! Every root field is authorised before any of them runs. So a document is executed twice by the same
//! resolvers: the first pass only asks each root field's rule, with its input as the executor coerced it
//! (variables, defaults, fragments and directives included), and resolves nothing; the second pass runs.

use std::sync::{Arc, Mutex, PoisonError};

use shortlist_app::{AccessError, App, AppError, Claims, Operation};
use shortlist_domain::Principal;

use crate::error::ApiError;

/// Which of the two passes is under way.
pub(crate) enum Pass {
    /// Rules are asked; the first refusal is kept.
    Authorize(Mutex<Option<AccessError>>),
    /// Resolvers run.
    Run,
}

/// What a resolver works with.
pub(crate) struct RequestContext {
    pub(crate) app: Arc<App>,
    pub(crate) principal: Principal,
    pub(crate) pass: Pass,
}

impl juniper::Context for RequestContext {}

impl RequestContext {
    /// Carries out a root field: in the first pass its rule, in the second its work.
    pub(crate) fn perform<T>(
        &self,
        operation: Operation,
        claims: Claims<'_>,
        work: impl FnOnce(&App, &Principal) -> Result<T, AppError>,
    ) -> Result<Option<T>, ApiError> {
        match &self.pass {
            Pass::Authorize(refusal) => {
                if let Err(error) = self.app.authorize(&self.principal, operation, claims) {
                    refusal
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .get_or_insert(error);
                }
                Ok(None)
            }
            Pass::Run => {
                let done = work(&self.app, &self.principal);
                if let Err(AppError::Forbidden(rule)) = &done {
                    self.app.record_refusal(&self.principal, operation, rule)?;
                }
                Ok(Some(done?))
            }
        }
    }
}
