//! The root fields. Each one names its operation, its claims, and the use case that does the work.
//!
//! They are nullable, so one that fails does not make the others fail.

mod mutation;
mod query;

pub(crate) use mutation::Mutation;
pub(crate) use query::Query;
