//! What all handlers share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use actix_web::HttpRequest;
use shortlist_app::App;
use tokio::sync::Semaphore;

use crate::address::{PublicUrl, base_url};
use crate::graphql::{Documents, GraphQLLimits, Schema, schema};
use crate::proxies::TrustedProxies;
use crate::rate::{RateLimiter, RateLimits};

/// How many uploads run at once; further ones wait.
const UPLOADS_AT_ONCE: usize = 60;
/// How many recordings arrive at once; further ones wait. They take long and are large, so that they have turns of their own.
const RECORDINGS_AT_ONCE: usize = 16;
/// How many GraphQL requests wait for or hold a thread at once; further ones are asked to come again.
const QUERIES_AT_ONCE: usize = 1_024;

/// How many passwords are looked at at once: half of the cores, so that sign-ins leave the other half to those who are signed in.
fn sign_ins_at_once() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    cores.div_ceil(2)
}

/// What all handlers share.
pub struct WebState {
    pub(crate) app: Arc<App>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) documents: Documents,
    pub(crate) graphql: GraphQLLimits,
    pub(crate) uploads: Semaphore,
    pub(crate) recordings: Semaphore,
    pub(crate) queries: Semaphore,
    /// Shared with the threads that look at passwords, which go on when their clients have gone.
    pub(crate) sign_ins: Arc<Semaphore>,
    pub(crate) proxies: TrustedProxies,
    public_url: Option<PublicUrl>,
    pub(crate) rates: RateLimiter,
}

impl WebState {
    /// Puts the service behind its interface.
    pub fn new(app: Arc<App>, graphql: GraphQLLimits) -> Self {
        let schema = Arc::new(schema(&graphql));
        Self {
            app,
            documents: Documents::new(Arc::clone(&schema), graphql.root_fields),
            schema,
            graphql,
            uploads: Semaphore::new(UPLOADS_AT_ONCE),
            recordings: Semaphore::new(RECORDINGS_AT_ONCE),
            queries: Semaphore::new(QUERIES_AT_ONCE),
            sign_ins: Arc::new(Semaphore::new(sign_ins_at_once())),
            proxies: TrustedProxies::default(),
            public_url: None,
            rates: RateLimiter::new(&RateLimits::default()),
        }
    }

    /// How long a body that is no form may take to arrive whole: as long as a form may fall silent.
    pub(crate) fn body_seconds(&self) -> u64 {
        self.app.settings().upload.stall_seconds
    }

    /// The same behind proxies that are believed when they name the client.
    #[must_use]
    pub fn behind(self, proxies: TrustedProxies) -> Self {
        Self { proxies, ..self }
    }

    /// The same, reached by clients at an address that the operator says.
    #[must_use]
    pub fn reached_at(self, public_url: Option<PublicUrl>) -> Self {
        Self { public_url, ..self }
    }

    /// What links for the caller begin with.
    pub(crate) fn base_url(&self, request: &HttpRequest) -> String {
        base_url(request, self.public_url.as_ref(), &self.proxies)
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
