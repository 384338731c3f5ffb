//! The context of resolvers, and the two passes of a request.
//!
//! Every root field is authorized before any of them runs. So the same resolvers execute a document twice. The first
//! pass only checks the permission of each root field, and resolves nothing. It sees the input that the executor has
//! coerced from variables, defaults, fragments and directives. The second pass does the work.

use std::sync::{Arc, Mutex, PoisonError};

use shortlist_app::{AccessError, App, AppError, Cancellation, Claims, Operation};
use shortlist_domain::Principal;

use crate::error::ApiError;
use crate::graphql::budget::RequestBudget;
use crate::graphql::scalar::Scalar;

/// The result of a root field.
pub(crate) type Resolved<T> = Result<Option<T>, ApiError>;

/// The executor of a request, through which a resolver sees what was selected.
pub(crate) type Executor<'r, 'a> = juniper::Executor<'r, 'a, RequestContext, Scalar>;

/// Returns the claims of an input that names only an organization.
pub(crate) fn of_organization(id: &str) -> Claims<'_> {
    Claims {
        organization_id: Some(id),
        ..Claims::default()
    }
}

/// The current pass of the two.
pub(crate) enum Pass {
    /// Permissions are checked, and the first refusal is kept.
    Authorize(Mutex<AuthorizationResult>),
    /// Resolvers do the work.
    Run,
}

impl Pass {
    /// Returns the result of the first pass.
    pub(crate) fn into_result(self) -> AuthorizationResult {
        match self {
            Self::Authorize(result) => result.into_inner().unwrap_or_else(PoisonError::into_inner),
            Self::Run => AuthorizationResult::default(),
        }
    }
}

/// The result of the first pass.
#[derive(Default)]
pub(crate) struct AuthorizationResult {
    /// The first refusal.
    pub(crate) refusal: Option<AccessError>,
    /// The operations of the root fields.
    pub(crate) operations: Vec<Operation>,
}

/// The context of a resolver.
pub(crate) struct RequestContext {
    pub(crate) app: Arc<App>,
    pub(crate) principal: Principal,
    /// The prefix of links for the caller.
    pub(crate) base_url: String,
    pub(crate) pass: Pass,
    /// Whether the document may select a field of an object more than once.
    pub(crate) repeats_fields: bool,
    pub(crate) budget: Arc<RequestBudget>,
}

impl juniper::Context for RequestContext {}

impl RequestContext {
    /// Counts loaded text that the answer will contain.
    pub(crate) fn charge(&self, bytes: usize) -> Result<(), AppError> {
        self.budget.charge(&self.app, bytes)
    }

    /// Returns the flag that is set when the client disconnects.
    pub(crate) fn cancellation(&self) -> &Cancellation {
        self.budget.cancellation()
    }

    /// Ends a query that takes too long, or whose client disconnected.
    pub(crate) fn check(&self) -> Result<(), AppError> {
        self.budget.check(&self.app)
    }

    /// Resolves a root field: the first pass checks its permission, the second does its work.
    pub(crate) fn perform<T>(
        &self,
        operation: Operation,
        claims: Claims<'_>,
        work: impl FnOnce(&App, &Principal) -> Result<T, AppError>,
    ) -> Result<Option<T>, ApiError> {
        match &self.pass {
            Pass::Authorize(result) => {
                let checked = self
                    .app
                    .access()
                    .authorize(&self.principal, operation, claims);
                let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
                result.operations.push(operation);
                if let Err(error) = checked {
                    result.refusal.get_or_insert(error);
                }
                Ok(None)
            }
            Pass::Run => {
                let (app, principal) = (&self.app, &self.principal);
                self.budget.begin_field(app)?;
                let done = work(app, principal);
                Ok(Some(
                    app.access().record_outcome(principal, operation, done)?,
                ))
            }
        }
    }
}
