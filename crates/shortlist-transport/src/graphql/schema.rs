//! The schema: the root fields with the types that they need.

use juniper::{EmptySubscription, RootNode};

use crate::graphql::context::RequestContext;
use crate::graphql::limits::{GraphQLLimits, Introspection};
use crate::graphql::roots::{Mutation, Query};
use crate::graphql::scalar::Scalar;

/// The schema with its resolvers.
pub(crate) type Schema = RootNode<Query, Mutation, EmptySubscription<RequestContext>, Scalar>;

/// Builds the schema.
pub(crate) fn schema(limits: &GraphQLLimits) -> Schema {
    let schema = Schema::new_with_scalar_value(Query, Mutation, EmptySubscription::new())
        .limit_depth(limits.depth)
        .limit_fields(limits.fields);
    match limits.introspection {
        Introspection::On => schema,
        Introspection::Off => schema.disable_introspection(),
    }
}

/// Returns the schema in the schema definition language.
pub fn schema_sdl() -> String {
    schema(&GraphQLLimits::default()).as_sdl()
}
