//! The state that all handlers share.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use actix_web::web::Bytes;
use shortlist_app::{App, RelyingParty};
use shortlist_domain::{PendingApplication, UploadKey};
use tokio::sync::Semaphore;

use crate::applicants::Arrivals;
use crate::body_memory::BodyMemory;
use crate::event_streams::EventStreams;
use crate::explorer_credentials::ExplorerCredentials;
use crate::graphql::{Documents, GraphQLLimits, Schema, schema};
use crate::public_url::PublicUrl;
use crate::rate_limit::{RateLimiter, RateLimits};
use crate::sign_in_scope::SignInScope;
use crate::staged_work::StagedWork;
use crate::trusted_proxies::TrustedProxies;
use crate::turn_rules::{APPLICATIONS, IMPORTS, PROVIDER_CALLS, RECORDINGS, SenderKind, UPLOADS};
use crate::turns::{TurnLimits, Turns};

/// The number of scans of applications that a server recognizes at once.
const SCANS_AT_ONCE: usize = 2;

/// Returns the limits for GraphQL requests. Each mostly uses the processor, so more at once would only make each
/// slower. One organization gets half of them, which leaves others database connections.
fn queries() -> TurnLimits {
    TurnLimits {
        at_once: cores().saturating_mul(8).max(16),
        waiting: 512,
        patience: Duration::from_secs(10),
        retry_seconds: 1,
    }
}

/// Returns the limits for password checks. They use half of the cores, so that the rest serves users who are signed in.
fn sign_ins() -> TurnLimits {
    TurnLimits {
        at_once: cores().div_ceil(2),
        waiting: 512,
        patience: Duration::from_secs(10),
        retry_seconds: 5,
    }
}

/// Returns how many credentials are looked up at once: about as many as there are database connections.
fn lookups() -> usize {
    cores().saturating_mul(4).max(16)
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The state that all handlers share.
pub struct WebState {
    pub(crate) app: Arc<App>,
    pub(crate) schema: Arc<Schema>,
    /// The schema as text, which is the same for everybody.
    sdl: OnceLock<Bytes>,
    pub(crate) documents: Documents,
    pub(crate) graphql: GraphQLLimits,
    pub(crate) uploads: Arc<Turns>,
    pub(crate) imports: Arc<Turns>,
    pub(crate) applications: Arc<Turns>,
    pub(crate) arrivals: Arrivals,
    pub(crate) recordings: Arc<Turns>,
    pub(crate) queries: Arc<Turns>,
    pub(crate) sign_ins: Arc<Turns<SignInScope>>,
    /// The permits for lookups of credentials.
    pub(crate) lookups: Arc<Semaphore>,
    /// The turns for calls of identity providers.
    pub(crate) provider_calls: Arc<Turns>,
    /// The permits for the forms and pages of strangers.
    pub(crate) strangers: Arc<Semaphore>,
    pub(crate) bodies: BodyMemory,
    /// The memory for the texts of applications, which takes nothing from the bodies of users.
    pub(crate) application_bodies: BodyMemory,
    pub(crate) stranger_forms: BodyMemory,
    pub(crate) stranger_pages: BodyMemory,
    pub(crate) proxies: TrustedProxies,
    public_url: Option<PublicUrl>,
    /// The service as devices with passkeys know it.
    relying_party: Option<Arc<RelyingParty>>,
    pub(crate) rates: RateLimiter,
    pub(crate) event_streams: EventStreams,
    pub(crate) staged: StagedWork<UploadKey>,
    pub(crate) pending: StagedWork<PendingApplication>,
    /// The permits for recognizing scans of applications.
    pub(crate) scans: Arc<Semaphore>,
    pub(crate) explorer_credentials: ExplorerCredentials,
}

impl WebState {
    /// Creates the state for an application.
    pub fn new(app: Arc<App>, graphql: GraphQLLimits) -> Self {
        let schema = Arc::new(schema(&graphql));
        Self {
            app,
            documents: Documents::new(Arc::clone(&schema), graphql.root_fields),
            schema,
            sdl: OnceLock::new(),
            graphql,
            uploads: Turns::new(UPLOADS),
            imports: Turns::new(IMPORTS),
            applications: Turns::new(APPLICATIONS),
            arrivals: Arrivals::default(),
            recordings: Turns::new(RECORDINGS),
            queries: Turns::new(queries()),
            sign_ins: Turns::new(sign_ins()),
            lookups: Arc::new(Semaphore::new(lookups())),
            provider_calls: Turns::new(PROVIDER_CALLS),
            strangers: Arc::new(Semaphore::new(cores())),
            bodies: BodyMemory::default(),
            application_bodies: BodyMemory::default(),
            stranger_forms: BodyMemory::for_forms_of_strangers(),
            stranger_pages: BodyMemory::for_pages_of_strangers(),
            proxies: TrustedProxies::default(),
            public_url: None,
            relying_party: None,
            rates: RateLimiter::new(&RateLimits::default()),
            event_streams: EventStreams::default(),
            staged: StagedWork::default(),
            pending: StagedWork::default(),
            scans: Arc::new(Semaphore::new(SCANS_AT_ONCE)),
            explorer_credentials: ExplorerCredentials::default(),
        }
    }

    /// Returns the schema in the schema definition language.
    pub(crate) fn sdl(&self) -> Bytes {
        let sdl = self.sdl.get_or_init(|| self.schema.as_sdl().into());
        sdl.clone()
    }

    /// Returns the time in which a body that is not a form must arrive, in seconds. It equals the time that a form may
    /// stall.
    pub(crate) fn body_seconds(&self) -> u64 {
        self.app.settings().upload.stall_seconds
    }

    /// Returns the turns of those who send a form.
    pub(crate) fn form_turns(&self, sender: SenderKind) -> &Arc<Turns> {
        match sender {
            SenderKind::User => &self.uploads,
            SenderKind::Stranger => &self.applications,
        }
    }

    /// Returns the memory for the texts of a form.
    pub(crate) fn form_memory(&self, sender: SenderKind) -> &BodyMemory {
        match sender {
            SenderKind::User => &self.bodies,
            SenderKind::Stranger => &self.application_bodies,
        }
    }

    /// Sets the proxies that are trusted to report the client's address.
    #[must_use]
    pub fn with_trusted_proxies(self, proxies: TrustedProxies) -> Self {
        Self { proxies, ..self }
    }

    /// Sets the URL at which clients reach the service. Without one, links are paths, and nobody can use passkeys.
    #[must_use]
    pub fn with_public_url(self, public_url: Option<PublicUrl>) -> Self {
        let party = public_url.as_ref().map(PublicUrl::as_str);
        let party = party.and_then(|url| RelyingParty::of_address(url).ok());
        Self {
            public_url,
            relying_party: party.map(Arc::new),
            ..self
        }
    }

    /// Returns the service as devices with passkeys know it. It is `None` unless the URL begins with https and has a host name, or is one
    /// of `localhost`: browsers offer no passkeys elsewhere.
    pub fn relying_party(&self) -> Option<Arc<RelyingParty>> {
        self.relying_party.clone()
    }

    /// Returns the prefix of links: the URL at which clients reach the service, or an empty text.
    pub fn base_url(&self) -> &str {
        self.public_url.as_ref().map_or("", PublicUrl::as_str)
    }

    /// Sets the credentials that the explorer is filled in with. Everybody who opens the page gets them.
    #[must_use]
    pub fn with_explorer_credentials(self, explorer_credentials: ExplorerCredentials) -> Self {
        Self {
            explorer_credentials,
            ..self
        }
    }

    /// Sets the rate limits.
    #[must_use]
    pub fn with_rate_limits(self, limits: &RateLimits) -> Self {
        Self {
            rates: RateLimiter::new(limits),
            ..self
        }
    }
}
