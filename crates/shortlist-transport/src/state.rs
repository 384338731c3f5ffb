//! What all handlers share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use shortlist_app::App;
use tokio::sync::Semaphore;

use crate::address::PublicUrl;
use crate::bodies::BodyMemory;
use crate::graphql::{Documents, GraphQLLimits, Schema, schema};
use crate::proxies::TrustedProxies;
use crate::rate::{RateLimiter, RateLimits};
use crate::turns::{TurnLimits, Turns};

/// How many uploads of resumes and of job files run at once: 60 of one organization, and as many again.
const UPLOADS: TurnLimits = TurnLimits {
    at_once: 120,
    waiting: 1_000,
    patience: Duration::from_secs(60),
    retry_seconds: 30,
};
/// How many job files are read at once: each may take 200 MiB.
const IMPORTS: TurnLimits = TurnLimits {
    at_once: 4,
    ..UPLOADS
};
/// How many recordings arrive at once. They take long and are large, so they have turns of their own.
const RECORDINGS: TurnLimits = TurnLimits {
    at_once: 32,
    ..UPLOADS
};

/// How many GraphQL requests run at once. Each mostly uses the processor, so more would only make each slower.
fn queries() -> TurnLimits {
    TurnLimits {
        at_once: cores().saturating_mul(16).max(32),
        waiting: 512,
        patience: Duration::from_secs(10),
        retry_seconds: 1,
    }
}

/// How many passwords are checked at once: half of the cores, so that the other half is left to those who are signed in.
fn sign_ins() -> TurnLimits {
    TurnLimits {
        at_once: cores().div_ceil(2),
        waiting: 512,
        patience: Duration::from_secs(10),
        retry_seconds: 5,
    }
}

/// How many credentials are looked up at once: about as many as there are connections to the database.
fn lookups() -> usize {
    cores().saturating_mul(4).max(16)
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// What all handlers share.
pub struct WebState {
    pub(crate) app: Arc<App>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) documents: Documents,
    pub(crate) graphql: GraphQLLimits,
    pub(crate) uploads: Arc<Turns>,
    pub(crate) imports: Arc<Turns>,
    pub(crate) recordings: Arc<Turns>,
    pub(crate) queries: Arc<Turns>,
    pub(crate) sign_ins: Arc<Turns>,
    /// Credentials that are looked up.
    pub(crate) lookups: Arc<Semaphore>,
    pub(crate) bodies: BodyMemory,
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
            uploads: Turns::new(UPLOADS),
            imports: Turns::new(IMPORTS),
            recordings: Turns::new(RECORDINGS),
            queries: Turns::new(queries()),
            sign_ins: Turns::new(sign_ins()),
            lookups: Arc::new(Semaphore::new(lookups())),
            bodies: BodyMemory::default(),
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

    /// The same, reached by clients at an address; without one, links are paths.
    #[must_use]
    pub fn reached_at(self, public_url: Option<PublicUrl>) -> Self {
        Self { public_url, ..self }
    }

    /// Returns what links begin with: the address that clients reach the service by, or nothing.
    pub(crate) fn base_url(&self) -> &str {
        self.public_url.as_ref().map_or("", PublicUrl::as_str)
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
