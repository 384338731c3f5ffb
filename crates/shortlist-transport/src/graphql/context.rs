//! What a resolver works with, and the two passes of a request.
//!
//! Every root field is authorised before any of them runs. So a document is executed twice by the same
//! resolvers: the first pass only asks each root field's rule, with its input as the executor coerced it
//! (variables, defaults, fragments and directives included), and resolves nothing; the second pass runs.

use std::sync::{Arc, Mutex, PoisonError};

use shortlist_app::{AccessError, App, AppError, Cancellation, Claims, Operation};
use shortlist_domain::Principal;

use super::allowance::Allowance;
use crate::error::ApiError;

/// Which of the two passes is under way.
pub(crate) enum Pass {
    /// Rules are asked; the first refusal is kept.
    Authorize(Mutex<Asked>),
    /// Resolvers run.
    Run,
}

impl Pass {
    /// What the first pass found.
    pub(crate) fn asked(self) -> Asked {
        match self {
            Self::Authorize(asked) => asked.into_inner().unwrap_or_else(PoisonError::into_inner),
            Self::Run => Asked::default(),
        }
    }
}

/// What the first pass found.
#[derive(Default)]
pub(crate) struct Asked {
    /// The first refusal.
    pub(crate) refusal: Option<AccessError>,
    /// What the root fields do.
    pub(crate) operations: Vec<Operation>,
}

/// What a resolver works with.
pub(crate) struct RequestContext {
    pub(crate) app: Arc<App>,
    pub(crate) principal: Principal,
    /// What links for the caller begin with.
    pub(crate) base_url: String,
    pub(crate) pass: Pass,
    pub(crate) allowance: Arc<Allowance>,
}

impl juniper::Context for RequestContext {}

impl RequestContext {
    /// Counts text that was loaded and that the answer will hold.
    pub(crate) fn charge(&self, bytes: usize) -> Result<(), AppError> {
        self.allowance.charge(&self.app, bytes)
    }

    /// Whether the client has gone.
    pub(crate) fn cancellation(&self) -> &Cancellation {
        self.allowance.cancellation()
    }

    /// Ends a query that takes too long, or whose client has gone.
    pub(crate) fn check(&self) -> Result<(), AppError> {
        self.allowance.check(&self.app)
    }

    /// Carries out a root field: in the first pass its rule, in the second its work.
    pub(crate) fn perform<T>(
        &self,
        operation: Operation,
        claims: Claims<'_>,
        work: impl FnOnce(&App, &Principal) -> Result<T, AppError>,
    ) -> Result<Option<T>, ApiError> {
        match &self.pass {
            Pass::Authorize(asked) => {
                let checked = self.app.authorize(&self.principal, operation, claims);
                let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
                asked.operations.push(operation);
                if let Err(error) = checked {
                    asked.refusal.get_or_insert(error);
                }
                Ok(None)
            }
            Pass::Run => {
                let (app, principal) = (&self.app, &self.principal);
                self.allowance.begin_field(app)?;
                let done = work(app, principal);
                Ok(Some(app.record_outcome(principal, operation, done)?))
            }
        }
    }
}
