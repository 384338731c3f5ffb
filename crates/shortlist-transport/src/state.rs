//! What all handlers share.

use std::sync::Arc;

use shortlist_app::App;
use tokio::sync::Semaphore;

use crate::graphql::{GraphQLLimits, Schema, schema};
use crate::rate::{RateLimiter, RateLimits};

/// How many uploads run at once; further ones wait.
const UPLOADS_AT_ONCE: usize = 60;
/// How many GraphQL requests wait for or hold a thread at once; further ones are asked to come again.
const QUERIES_AT_ONCE: usize = 1_024;

/// Whose address a connection shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Front {
    /// The client's own.
    Client,
    /// That of a proxy, which adds the client's to `X-Forwarded-For`.
    Proxy,
}

/// What all handlers share.
pub struct WebState {
    pub(crate) app: Arc<App>,
    pub(crate) schema: Schema,
    pub(crate) graphql: GraphQLLimits,
    pub(crate) uploads: Semaphore,
    pub(crate) queries: Semaphore,
    pub(crate) front: Front,
    pub(crate) rates: RateLimiter,
}

impl WebState {
    /// Puts the service behind its interface.
    pub fn new(app: Arc<App>, graphql: GraphQLLimits) -> Self {
        Self {
            app,
            schema: schema(&graphql),
            graphql,
            uploads: Semaphore::new(UPLOADS_AT_ONCE),
            queries: Semaphore::new(QUERIES_AT_ONCE),
            front: Front::Client,
            rates: RateLimiter::new(&RateLimits::default()),
        }
    }

    /// The same behind something else than the open network.
    #[must_use]
    pub fn behind(self, front: Front) -> Self {
        Self { front, ..self }
    }

    /// The same with other limits on how much may be asked for.
    #[must_use]
    pub fn limited(self, limits: &RateLimits) -> Self {
        Self {
            rates: RateLimiter::new(limits),
            ..self
        }
    }
}
