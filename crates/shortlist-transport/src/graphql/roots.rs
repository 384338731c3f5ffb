//! The root fields: each names its operation, its claims, and the use case that does the work.
//!
//! They are nullable: one that fails does not take the others with it.

mod mutation;
mod query;

use shortlist_app::Claims;

use crate::error::ApiError;
pub(crate) use mutation::Mutation;
pub(crate) use query::Query;

type Resolved<T> = Result<Option<T>, ApiError>;

/// What an input claims that names an organization and nothing else of the caller.
fn of_organization(id: &str) -> Claims<'_> {
    Claims {
        organization_id: Some(id),
        ..Claims::default()
    }
}
