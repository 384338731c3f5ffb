//! The service: the shared state of all use cases.

mod killed_servers;
pub(crate) mod status;
pub(crate) mod unchanged;

use std::io;
use std::sync::Arc;

use chrono::Duration;
use shortlist_domain::{DigestTime, Environment, LinkDelivery, MailAudience, UploadQuota};
use shortlist_fairness::SMALLEST_SHOWN_GROUP;
use shortlist_parsing::ReadOptions;
use shortlist_passkeys::RelyingParty;
use shortlist_persistence::Store;
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::{Cancellation, Pool};

use crate::access::Access;
use crate::access::caller_cache::CallerCache;
use crate::accounts::Accounts;
use crate::accounts::identity_provider::IdentityProviders;
use crate::accounts::passkeys::Passkeys;
use crate::accounts::provisioning::Provisioning;
use crate::accounts::sign_in::Sessions;
use crate::accounts::single_sign_on::SingleSignOn;
use crate::applications::Applications;
use crate::audit::AuditLog;
use crate::candidates::Candidates;
use crate::candidates::documents::Documents;
use crate::clock::Clock;
use crate::decisions::Packets;
use crate::erasure::Erasures;
use crate::fairness::Fairness;
use crate::files::FileStore;
use crate::idempotency::Idempotency;
use crate::interviews::Interviews;
use crate::interviews::recordings::{RecordingLimits, Recordings};
use crate::jobs::Jobs;
use crate::jobs::requirements_cache::RequirementsCache;
use crate::language_model::{LanguageModel, ModelLimits, ModelQueue};
use crate::mails::MailOutbox;
use crate::mails::listing::Mails;
use crate::mails::transport::{MailTransport, TestTimes};
use crate::maintenance::{ClockGuard, Maintenance};
use crate::organizations::copies::OrganizationCopies;
use crate::people::People;
use crate::records::Records;
use crate::recruiting_reports::RecruitingReports;
use crate::resumes::file_links::FileLinks;
use crate::resumes::upload::UploadLimits;
use crate::scores::Scores;
use crate::staged_uploads::StagedUploads;
use crate::uploads::intake::Uploads;
use crate::uploads::quotas::Quotas;
use crate::uploads::running::RunningUploads;
use crate::uploads::tracked::LiveUploads;
use crate::webhooks::Webhooks;
use crate::webhooks::addresses::AddressRules;
use crate::webhooks::delivery::WebhookDelivery;
use crate::writers::Writers;

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
    /// Which addresses webhooks may have.
    pub webhooks: AddressRules,
    /// The fewest people of a group that a bias audit shows.
    pub smallest_audited_group: u32,
    /// Whom changes queue mails for. It needs a server that sends them.
    pub mail_audience: Option<MailAudience>,
    /// When the daily digests are sent.
    pub digest_time: DigestTime,
    /// How users get links by which they set a password. By mail, it needs a server that sends them.
    pub link_delivery: LinkDelivery,
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
            webhooks: AddressRules::default(),
            smallest_audited_group: SMALLEST_SHOWN_GROUP,
            mail_audience: None,
            digest_time: DigestTime::default(),
            link_delivery: LinkDelivery::Admin,
        }
    }
}

/// The service. It creates a small service for each subject, which has a method for each use case.
pub struct App {
    store: Store,
    writers: Writers,
    files: FileStore,
    clock: Arc<dyn Clock>,
    settings: Settings,
    vocabulary: Arc<Vocabulary>,
    readers: Option<Arc<Pool>>,
    model: Option<ModelQueue>,
    mail_transport: Option<Arc<dyn MailTransport>>,
    identity_providers: Option<Arc<dyn IdentityProviders>>,
    test_times: TestTimes,
    caller_cache: CallerCache,
    requirements: RequirementsCache,
    clock_guard: ClockGuard,
    live_uploads: Arc<LiveUploads>,
    stopping: Cancellation,
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
        let store = store.of_server(files.server().clone());
        let store = match settings.mail_audience {
            Some(audience) => store.queueing_mails(audience),
            None => store,
        };
        Self {
            writers: Writers::new(store.clone(), Arc::clone(&clock)),
            store,
            files,
            clock,
            settings,
            vocabulary,
            readers: None,
            model: None,
            mail_transport: None,
            identity_providers: None,
            test_times: TestTimes::default(),
            caller_cache: CallerCache::default(),
            requirements: RequirementsCache::default(),
            clock_guard: ClockGuard::default(),
            live_uploads: Arc::default(),
            stopping: Cancellation::default(),
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

    /// Returns this service with mails that changes queue from now on. It needs a server that sends them.
    #[must_use]
    pub fn queueing_mails(self, audience: MailAudience) -> Self {
        let store = self.store.queueing_mails(audience);
        Self {
            writers: Writers::new(store.clone(), Arc::clone(&self.clock)),
            store,
            settings: Settings {
                mail_audience: Some(audience),
                ..self.settings
            },
            ..self
        }
    }

    /// Returns this service with what sends its mails, so that users can try it.
    #[must_use]
    pub fn with_mail_transport(self, transport: Arc<dyn MailTransport>) -> Self {
        Self {
            mail_transport: Some(transport),
            ..self
        }
    }

    /// Returns this service with what verifies sign-ins with identity providers. Without it, nobody can sign in with one.
    #[must_use]
    pub fn with_identity_providers(self, providers: Arc<dyn IdentityProviders>) -> Self {
        Self {
            identity_providers: Some(providers),
            ..self
        }
    }

    /// Returns the operator's settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the source of time.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    fn records(&self) -> Records<'_> {
        Records {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
        }
    }

    pub(crate) fn files(&self) -> &FileStore {
        &self.files
    }

    pub(crate) fn writers(&self) -> &Writers {
        &self.writers
    }

    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    pub(crate) fn readers(&self) -> Option<&Pool> {
        self.readers.as_deref()
    }

    pub(crate) fn model(&self) -> Option<&ModelQueue> {
        self.model.as_ref()
    }

    /// Returns the service for checks of callers.
    pub fn access(&self) -> Access<'_> {
        Access {
            records: self.records(),
            environment: self.settings.environment,
            caller_cache: &self.caller_cache,
        }
    }

    /// Returns the service for sessions.
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            access: self.access(),
            access_lifetime: self.settings.access_lifetime,
            refresh_lifetime: self.settings.refresh_lifetime,
        }
    }

    /// Returns the service for sign-ins with identity providers.
    pub fn single_sign_on(&self) -> SingleSignOn<'_> {
        SingleSignOn {
            sessions: self.sessions(),
            verifier: self.identity_providers.as_deref(),
        }
    }

    /// Returns the service for passkeys. Devices keep them for the public address of the service.
    pub fn passkeys<'a>(&'a self, party: &'a RelyingParty) -> Passkeys<'a> {
        Passkeys {
            sessions: self.sessions(),
            party,
        }
    }

    /// Returns the service with which identity providers provision users.
    pub fn provisioning(&self) -> Provisioning<'_> {
        Provisioning {
            records: self.records(),
        }
    }

    /// Returns the service for organizations, users and API keys.
    pub fn accounts(&self) -> Accounts<'_> {
        Accounts {
            records: self.records(),
            environment: self.settings.environment,
            link_delivery: self.settings.link_delivery,
        }
    }

    /// Returns the service for the audit log.
    pub fn audit(&self) -> AuditLog<'_> {
        AuditLog { store: &self.store }
    }

    /// Returns the service for reports about recruiting.
    pub fn recruiting_reports(&self) -> RecruitingReports<'_> {
        RecruitingReports {
            store: &self.store,
            clock: &*self.clock,
        }
    }

    /// Returns the service for candidates.
    pub fn candidates(&self) -> Candidates<'_> {
        Candidates {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
        }
    }

    /// Returns the service for further documents of candidates.
    pub fn documents(&self) -> Documents<'_> {
        Documents {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            files: &self.files,
            quotas: self.quotas(),
            max_file_bytes: self.settings.upload.file_bytes,
        }
    }

    /// Returns the service for the erasure of candidates.
    pub fn erasures(&self) -> Erasures<'_> {
        Erasures {
            records: self.records(),
            files: &self.files,
        }
    }

    /// Returns the service for bias audits.
    pub fn fairness(&self) -> Fairness<'_> {
        Fairness {
            records: self.records(),
            vocabulary: &self.vocabulary,
            least_shown: self.settings.smallest_audited_group,
        }
    }

    /// Returns the service for explanations of decisions.
    pub fn packets(&self) -> Packets<'_> {
        Packets {
            records: self.records(),
            vocabulary: &self.vocabulary,
        }
    }

    /// Returns the service for people.
    pub fn people(&self) -> People<'_> {
        People {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            erasures: self.erasures(),
            candidates: self.candidates(),
        }
    }

    /// Returns the service for jobs.
    pub fn jobs(&self) -> Jobs<'_> {
        Jobs {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            access: self.access(),
            model: self.model.as_ref(),
            requirements: &self.requirements,
            vocabulary: &self.vocabulary,
        }
    }

    /// Returns the service for interviews.
    pub fn interviews(&self) -> Interviews<'_> {
        Interviews {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            recordings: self.recordings(),
        }
    }

    /// Returns the service for recordings of interviews.
    pub fn recordings(&self) -> Recordings<'_> {
        Recordings {
            records: self.records(),
            files: &self.files,
            limits: &self.settings.recordings,
        }
    }

    /// Returns the service for links to resume files.
    pub fn file_links(&self) -> FileLinks<'_> {
        FileLinks {
            store: &self.store,
            clock: &*self.clock,
            limits: &self.settings.recordings,
            scores: self.scores(),
        }
    }

    /// Returns the service for scores.
    pub fn scores(&self) -> Scores<'_> {
        Scores {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            files: &self.files,
            readers: self.readers.as_deref(),
            reading: &self.settings.reading,
            vocabulary: &self.vocabulary,
        }
    }

    /// Returns the service for uploads of resumes.
    pub fn uploads(&self) -> Uploads<'_> {
        Uploads {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            access: self.access(),
            quotas: self.quotas(),
            files: &self.files,
            readers: self.readers.as_deref(),
            model: self.model.as_ref(),
            reading: &self.settings.reading,
            vocabulary: &self.vocabulary,
            max_file_bytes: self.settings.upload.file_bytes,
        }
    }

    /// Returns the service for the progress of uploads.
    pub fn running_uploads(&self) -> RunningUploads<'_> {
        RunningUploads {
            store: &self.store,
            clock: &*self.clock,
            files: &self.files,
            live: &self.live_uploads,
        }
    }

    /// Returns the service for uploads whose sender does not wait.
    pub fn staged_uploads(&self) -> StagedUploads<'_> {
        StagedUploads {
            store: &self.store,
            clock: &*self.clock,
            files: &self.files,
            running: self.running_uploads(),
            uploads: self.uploads(),
            jobs: self.jobs(),
            stopping: &self.stopping,
        }
    }

    /// Ends the work that has no caller, because the server is stopping. Other servers, or the next start, continue it.
    pub fn stop_background(&self) {
        self.stopping.cancel();
        self.running_uploads().stop();
    }

    /// Returns whether the server is stopping.
    pub fn is_stopping(&self) -> bool {
        self.stopping.is_cancelled()
    }

    /// Returns the service for applications from outside.
    pub fn applications(&self) -> Applications<'_> {
        Applications {
            records: self.records(),
            files: &self.files,
            uploads: self.uploads(),
        }
    }

    /// Returns the service that moves organizations to another installation.
    pub fn organization_copies(&self) -> OrganizationCopies<'_> {
        OrganizationCopies {
            store: &self.store,
            files: &self.files,
            writers: &self.writers,
        }
    }

    /// Returns the service for quotas of uploads.
    pub fn quotas(&self) -> Quotas<'_> {
        Quotas {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            default_quota: self.settings.quota,
        }
    }

    /// Returns the service for webhooks.
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
            rules: &self.settings.webhooks,
        }
    }

    /// Returns the work of delivering events.
    pub fn webhook_delivery(&self) -> WebhookDelivery<'_> {
        WebhookDelivery {
            store: &self.store,
            clock: &*self.clock,
            writers: &self.writers,
        }
    }

    /// Returns the work of sending mails.
    pub fn mail_outbox(&self) -> MailOutbox<'_> {
        MailOutbox {
            store: &self.store,
            clock: &*self.clock,
            digest_time: self.settings.digest_time,
            packets: self.packets(),
        }
    }

    /// Returns the service for the mails that users see.
    pub fn mails(&self) -> Mails<'_> {
        Mails {
            records: self.records(),
            outbox: self.mail_outbox(),
            audience: self.settings.mail_audience,
            transport: self.mail_transport.as_deref(),
            tests: &self.test_times,
        }
    }

    /// Returns the service for the daily maintenance.
    pub fn maintenance(&self) -> Maintenance<'_> {
        Maintenance {
            store: &self.store,
            clock: &*self.clock,
            clock_guard: &self.clock_guard,
            erasures: self.erasures(),
            deliveries: self.webhook_delivery(),
            stopping: &self.stopping,
        }
    }

    /// Returns the service for requests with an idempotency key.
    pub fn idempotency(&self) -> Idempotency<'_> {
        Idempotency {
            store: &self.store,
            clock: &*self.clock,
            access: self.access(),
        }
    }
}
