//! The service: the shared state of all use cases.

use std::io;
use std::sync::Arc;

use chrono::Duration;
use shortlist_domain::{Environment, Timestamp, UploadQuota};
use shortlist_parsing::ReadOptions;
use shortlist_persistence::Store;
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::Pool;

use crate::caller_cache::CallerCache;
use crate::language_model::ModelQueue;
use crate::maintenance::ClockGuard;
use crate::requirements::RequirementsCache;
use crate::writers::Writers;
use crate::{
    AppError, Clock, FileStore, LanguageModel, ModelLimits, RecordingLimits, UploadLimits,
};

/// The operator's settings.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The environment of this installation.
    pub environment: Environment,
    /// The lifetime of an access token.
    pub access_lifetime: Duration,
    /// The lifetime of a refresh token.
    pub refresh_lifetime: Duration,
    /// The limits of an upload.
    pub upload: UploadLimits,
    /// The default quota of an organization.
    pub quota: UploadQuota,
    /// The limits for recordings.
    pub recordings: RecordingLimits,
    /// The settings for reading resumes.
    pub reading: ReadOptions,
}

impl Settings {
    /// Returns the defaults: access tokens live for an hour, refresh tokens for 30 days.
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

/// The service. Each use case is a method, in the module named after it.
pub struct App {
    pub(crate) store: Store,
    pub(crate) writers: Writers,
    pub(crate) files: FileStore,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) settings: Settings,
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) readers: Option<Arc<Pool>>,
    pub(crate) model: Option<ModelQueue>,
    pub(crate) caller_cache: CallerCache,
    pub(crate) requirements: RequirementsCache,
    pub(crate) clock_guard: ClockGuard,
}

impl App {
    /// Creates the service. It reads and scores with the skills of the vocabulary.
    ///
    /// It reads resumes in this process unless [`App::with_readers`] is called. Those readers need the same vocabulary.
    pub fn new(
        store: Store,
        files: FileStore,
        clock: Arc<dyn Clock>,
        settings: Settings,
        vocabulary: Arc<Vocabulary>,
    ) -> Self {
        Self {
            writers: Writers::new(store.clone(), Arc::clone(&clock)),
            store,
            files,
            clock,
            settings,
            vocabulary,
            readers: None,
            model: None,
            caller_cache: CallerCache::default(),
            requirements: RequirementsCache::default(),
            clock_guard: ClockGuard::default(),
        }
    }

    /// Returns this service with worker processes that read resumes. Use them if strangers can upload files.
    #[must_use]
    pub fn with_readers(self, readers: Arc<Pool>) -> Self {
        Self {
            readers: Some(readers),
            ..self
        }
    }

    /// Returns this service with a language model that judges each uploaded resume in addition to the formulas.
    ///
    /// # Errors
    /// Returns an error if no threads can be started.
    pub fn with_language_model(
        self,
        model: Arc<dyn LanguageModel>,
        limits: ModelLimits,
    ) -> io::Result<Self> {
        Ok(Self {
            model: Some(ModelQueue::start(model, limits)?),
            ..self
        })
    }

    /// Returns the operator's settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the present time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns how long the service has run. Unlike [`App::now`], it never goes back.
    pub fn running(&self) -> std::time::Duration {
        self.clock.running()
    }

    /// Returns the staging area for files that arrive.
    pub fn staging(&self) -> crate::Staging {
        self.files.staging()
    }

    /// Checks whether the database answers.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub fn check(&self) -> Result<(), AppError> {
        Ok(self.store.database().check()?)
    }
}
