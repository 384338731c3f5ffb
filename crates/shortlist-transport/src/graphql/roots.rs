//! The root fields. Each one names its operation, its claims, and the use case that does the work.
//!
//! They are nullable, so one that fails does not make the others fail.

mod mutation;
mod query;

use shortlist_app::Claims;

use crate::error::ApiError;
pub(crate) use mutation::Mutation;
pub(crate) use query::Query;

type Resolved<T> = Result<Option<T>, ApiError>;

/// Returns the claims of an input that names only an organization.
fn of_organization(id: &str) -> Claims<'_> {
    Claims {
        organization_id: Some(id),
        ..Claims::default()
    }
}
