//! The service: what every use case works with.

use std::io;
use std::sync::Arc;

use chrono::Duration;
use shortlist_domain::{Environment, Timestamp, UploadQuota};
use shortlist_parsing::ReadOptions;
use shortlist_persistence::Store;
use shortlist_workers::Pool;

use crate::callers::Callers;
use crate::language_model::ModelDesk;
use crate::requirements::RequirementsCache;
use crate::secrets::random_bits;
use crate::upkeep::Steadiness;
use crate::{AppError, FileStore, LanguageModel, ModelLimits, RecordingLimits, UploadLimits};

/// Where the time comes from; outside of the service, so a trait.
pub trait Clock: Send + Sync {
    /// The present, as the machine's clock is set.
    fn now(&self) -> Timestamp;

    /// How long this clock has run: never less than before, whatever the machine's clock is set to.
    fn running(&self) -> std::time::Duration;
}

/// What an operator may set.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Which installation this is.
    pub environment: Environment,
    /// How long an access token lives.
    pub access_lifetime: Duration,
    /// How long a refresh token lives.
    pub refresh_lifetime: Duration,
    /// The bounds of an upload.
    pub upload: UploadLimits,
    /// What an organization may upload that has no quota of its own.
    pub quota: UploadQuota,
    /// The bounds of recordings.
    pub recordings: RecordingLimits,
    /// How resumes are read.
    pub reading: ReadOptions,
}

impl Settings {
    /// The decided defaults: access tokens of an hour, refresh tokens of 30 days.
    pub fn new(environment: Environment) -> Self {
        Self {
            environment,
            access_lifetime: Duration::hours(1),
            refresh_lifetime: Duration::days(30),
            upload: UploadLimits::default(),
            quota: UploadQuota::default(),
            recordings: RecordingLimits::default(),
            reading: ReadOptions::default(),
        }
    }
}

/// The service. Each use case is a method, in the module of its name.
pub struct App {
    pub(crate) store: Store,
    pub(crate) files: FileStore,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) settings: Settings,
    pub(crate) readers: Option<Arc<Pool>>,
    pub(crate) model: Option<ModelDesk>,
    pub(crate) callers: Callers,
    pub(crate) requirements: RequirementsCache,
    pub(crate) steadiness: Steadiness,
}

impl App {
    /// Puts the parts together. Resumes are read in this process, unless [`App::with_readers`] says otherwise.
    pub fn new(store: Store, files: FileStore, clock: Arc<dyn Clock>, settings: Settings) -> Self {
        Self {
            store,
            files,
            clock,
            settings,
            readers: None,
            model: None,
            callers: Callers::default(),
            requirements: RequirementsCache::default(),
            steadiness: Steadiness::default(),
        }
    }

    /// The same, with resumes read by worker processes: what a service needs that takes files from strangers.
    #[must_use]
    pub fn with_readers(self, readers: Arc<Pool>) -> Self {
        Self {
            readers: Some(readers),
            ..self
        }
    }

    /// The same, with a language model that is asked about each resume of an upload beside the formulas.
    ///
    /// # Errors
    /// When no threads can be had to ask it.
    pub fn with_language_model(
        self,
        model: Arc<dyn LanguageModel>,
        limits: ModelLimits,
    ) -> io::Result<Self> {
        Ok(Self {
            model: Some(ModelDesk::open(model, limits)?),
            ..self
        })
    }

    /// What an operator has set.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The present.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// How long the service has run; unlike [`App::now`] it never goes back.
    pub fn running(&self) -> std::time::Duration {
        self.clock.running()
    }

    /// Where files that arrive are staged.
    pub fn staging(&self) -> crate::Staging {
        self.files.staging()
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&self) -> Result<(), AppError> {
        Ok(self.store.check()?)
    }

    /// A new identifier of the given kind, for now.
    pub(crate) fn new_id<T>(&self, generate: impl Fn(Timestamp, u128) -> T) -> Result<T, AppError> {
        Ok(generate(self.now(), random_bits()?))
    }
}
