//! The use cases of the recruitment service. [`App`] gives a small service for each subject, such as [`Jobs`].
//!
//! Invariants: this crate knows nothing of HTTP, GraphQL or SQL. Every function is synchronous and blocking. The tenant
//! comes from the [`shortlist_domain::Principal`]. Stored and compared times come from [`Clock`]; only the timeouts of the
//! language model and the measurements use [`std::time::Instant`] directly. No module calls back into a layer above.

mod access;
mod accounts;
mod applications;
mod audit;
mod blind;
mod candidates;
mod checks;
mod clock;
mod conflict;
mod csv;
mod decisions;
mod english;
mod erasure;
mod error;
mod external_server;
mod fairness;
mod files;
mod idempotency;
mod interviews;
mod jobs;
mod language_model;
mod mails;
mod maintenance;
mod measurements;
mod operations;
mod organizations;
mod people;
mod quota;
mod records;
mod recruiting_reports;
mod refusal;
mod resumes;
mod run_mode;
mod scores;
mod scratch;
mod secrets;
mod service;
mod signed_links;
mod stage_ids;
mod staged_uploads;
mod stages;
mod unchanged;
mod uploads;
mod warnings;
mod webhooks;
mod work_listener;
mod writers;

pub use self::csv::csv_cell;
pub use access::Access;
pub use access::application_sender::ApplicationSender;
pub use access::client_network::ClientNetwork;
pub use accounts::identity_provider::{
    IdentityProviders, LogoutNotice, PendingSignIn, ProvenIdentity, ProviderAnswer, ProviderClient,
    ProviderFailure, ProviderSetup, StartedSignIn,
};
pub use accounts::integrations::{CreateIntegrationUser, IssuedAccessToken};
pub use accounts::invitations::{Invitation, InviteUser};
pub use accounts::known_devices::{DeviceTokens, device_lifetime};
pub use accounts::linked_passwords::{
    ClosedLink, FoundLink, LinkedPassword, OpenLink, ResetRequest,
};
pub use accounts::organization_choice::OrganizationChoice;
pub use accounts::passkeys::own::AddPasskey;
pub use accounts::passkeys::sign_in::{BegunPasskeySignIn, PasskeySignIn};
pub use accounts::passkeys::{PasskeyRequest, Passkeys, SentPasskey};
pub use accounts::passwords::ChangePassword;
pub use accounts::provisioning::groups::{ProvisionGroup, SentGroup};
pub use accounts::provisioning::tokens::IssuedScimToken;
pub use accounts::provisioning::users::{ProvisionUser, SentUser};
pub use accounts::provisioning::{Provisioning, ProvisioningClient};
pub use accounts::second_factors::own::{
    OwnFactorState, OwnSecondFactor, PasswordAndCode, RecoveryCodes,
};
pub use accounts::second_factors::second_step::CodeSignIn;
pub use accounts::session_list::{ListedSession, UserSessions};
pub use accounts::sign_in::{LoginCredentials, LoginError, Sessions, SignedIn};
pub use accounts::sign_in_attempt::PasswordSignIn;
pub use accounts::single_sign_on::{
    BeginSignIn, BegunSignIn, FinishSignIn, FinishedSignIn, SecretChange, SetIdentityProvider,
    SingleSignOn, SingleSignOnError, TypedGroupRole,
};
pub use accounts::web_sessions::{WebSession, WebSignIn, WebSignInOutcome, WebUser};
pub use accounts::{
    Accounts, CreateApiKey, CreateOrganization, CreateUser, IssuedApiKey, UpdateUser,
};
pub use applications::{
    AcceptedApplication, ApplicationFields, ApplicationFiles, ApplicationRefusal, Applications,
};
pub use audit::activity::ActivityOf;
pub use audit::record_changes::{ChangesRequest, MAX_CHANGES};
pub use audit::{AuditFilters, AuditLog, audited_actions};
pub use candidates::bulk_changes::UpdateCandidates;
pub use candidates::bulk_undo::UndoneChange;
pub use candidates::csv::CandidateCsv;
pub use candidates::custom_fields::CandidateField;
pub use candidates::documents::{DocumentRefusal, Documents};
pub use candidates::facts::filtered_fact;
pub use candidates::lists::CandidatePage;
pub use candidates::offers::SetOffer;
pub use candidates::saved_views::SaveView;
pub use candidates::skill_names::filtered_skill;
pub use candidates::{CandidateDocument, Candidates, UpdateCandidate};
pub use clock::Clock;
pub use conflict::{
    AccountConflict, CandidateConflict, Conflict, CopyConflict, CopyVersion, ExistingCandidate,
    InterviewConflict, JobConflict, Limited, MailConflict, ProtectedRecord, UploadConflict,
};
pub use decisions::{
    CandidatePacket, PacketCriterion, PacketDecision, PacketFinding, PacketGap, PacketLanguage,
    PacketSection, Packets,
};

pub use erasure::legal_holds::HeldCandidates;
pub use erasure::preview::{MAX_PREVIEWED, RetentionPreview};
pub use erasure::proof::{ErasedApplication, ErasureProof};
pub use erasure::{Erasure, Erasures, MAX_RETENTION_DAYS, RetentionResult};
pub use error::{AccessError, AppError, StorageFault};
pub use external_server::{
    AddressError, InvalidCredential, NetworkTrust, ServerAddress, ServerSecret, credential,
};
pub use fairness::{
    AuditedJob, BiasAuditReport, BiasAuditRequest, CategoryFile, CategorySource, Fairness, Period,
    shown_p_value,
};
pub use files::{FileStore, ObjectStore, StagedFile, Staging, StagingFile, VerifiedReader};
pub use idempotency::{
    Idempotency, IdempotencyError, IdempotencyKey, IdempotentAnswer, IdempotentRequest,
};
pub use interviews::calendar::InterviewCalendar;
pub use interviews::changes::UpdateInterview;
pub use interviews::panel_members::AddInterviewer;
pub use interviews::panels::ScheduleInterview;
pub use interviews::recordings::{
    IncomingRecording, LinkError, PlaybackLink, RecordingIntake, RecordingLimits, RecordingRefusal,
    Recordings, SentRecordingLink, StoredRecording,
};
pub use interviews::reports::{
    EarlierReport, ReportView, StoredReport, SubmitReport, SubmittedQuestion,
    SubmittedTranscription,
};
pub use interviews::{AssignInterviewer, Interviews, SubmitReview};
pub use jobs::import::{
    DuplicateRow, Import, ImportFields, ImportPlan, ImportRefusal, ImportSummary,
    duplicate_row_text,
};
pub use jobs::management::SetJobStatus;
pub use jobs::requirements::{
    OCCUPATION_OF_TITLE, SetRequirementInput, UNKNOWN_OCCUPATION, UpdateJobRequirements,
};
pub use jobs::{CreateJob, Jobs, UpdateJob};
pub use language_model::{
    LanguageModel, ModelFailure, ModelJob, ModelLimits, ModelQuestion, Translation,
};
pub use mails::folder::{KeptMail, MailFolder};
pub use mails::identity::{MailDefaults, MailIdentity, reply_mailbox};
pub use mails::listing::{ListMails, Mails};
pub use mails::rejections::{
    MailRecipient, PreviewRejectionMails, RecipientAddress, RejectionMails,
};
pub use mails::sender::{OrganizationSender, SetMailSender};
pub use mails::templates::{ChooseMailTemplate, MailTemplate, SetMailTemplate, template_in_use};
pub use mails::transport::{
    FailedTest, MailEncryption, MailRoute, MailSetup, MailTransport, SentTest,
};
pub use mails::{ComposedMail, MailDraft, MailOutbox, PasswordPage};
pub use maintenance::Maintenance;
pub use maintenance::backfills::{Backfill, Batch};
pub use measurements::{count_lookup, register_measurements};
pub use operations::{Claims, Operation};
pub use organizations::copies::{OrganizationCopies, OrganizationCopy};
pub use people::{FoundPerson, People, PersonErasure, SplitPerson};
pub use quota::{DailyQuota, StorageQuota};
pub use recruiting_reports::{RecruitingReport, RecruitingReports, ReportRequest};
pub use refusal::{IdentityRefusal, Refusal};
pub use resumes::corrections::{
    AddResumeEntry, CorrectResume, CorrectableEntry, CorrectableValue, CorrectedScore, StatedValue,
};
pub use resumes::file_links::{FileLink, FileLinkError, FileLinks, SentFileLink};
pub use resumes::original_file::OriginalFile;
pub use resumes::upload::{
    ChooseResume, ConsiderForJob, CreateCandidate, FileOutcome, InterruptedUpload, Outcome,
    UploadLimits, UploadRefusal, UploadSummary,
};
pub use run_mode::RunMode;
pub use scores::english::receipt_part_text;
pub use scores::occupation_json::{occupations_json, occupations_of_title};
pub use scores::occupation_search::{filtered_occupations, search_occupations};
pub use scores::receipt_json::receipt_json;
pub use scores::replay::{ReceiptPart, ReplayScope, Replayed, Verdict};
pub use scores::rescore::{RankChange, RescoreJob, RescoreSummary, UnreadableCandidate};
pub use scores::resume_scorer::{ResumeScorer, parse_weights};
pub use scores::weights_preview::{PreviewRow, WeightsPreview};
pub use scores::{CandidateReceipt, ExplainScore, Scores};
pub use secrets::random_password;
pub use service::status::{ModelStatus, ReadersStatus, ServiceStatus};
pub use service::unchanged::Unchanged;
pub use service::{App, Settings};
pub use shortlist_domain::english::{
    UNREADABLE_NAME, skip_problem_text, skip_reason_text, unusable_file_text,
};
pub use shortlist_jobfiles::english::{
    clause_text, column_reason_text, note_text, skipped_row_text,
};
pub use shortlist_jobfiles::{
    Clause, ClauseProblem, ClauseStatus, Field, JobDraft, JobFile, Operation as JobFileOperation,
    Plan, PlanNote, PlannedColumn, RowFault, RowProblem, SkippedRow, Source, Value,
};
pub use shortlist_mail::{
    Content as MailContent, Language as MailLanguage, MAIL_STYLE, Presence, TemplateKind,
    Usage as PlaceholderUsage,
};
pub use shortlist_passkeys::RelyingParty;
pub use shortlist_persistence::{
    AttemptOutcome, AttemptResult, DueDelivery, EventWaker, MailOutcome, MailResult, TaskLease,
};
pub use shortlist_scoring::{
    CriterionKind, EditedRequirements, JobText, RECEIPT_FORM, UncheckedOpinion, criterion_kind,
    find_occupation, finding_text, lost_requirement_text, notice_text, requirement_name,
    requirement_remark, requirement_text, requirements_digest, source_text, title_occupations,
};
pub use shortlist_workers::Cancellation;
pub use staged_uploads::{StagedUpload, StagedUploads};
pub use stages::{MoveCandidates, SetJobStages};
pub use uploads::fields::{OnDuplicateResume, UploadFields};
pub use uploads::intake::{Intake, RejectedFile, SentFile, Uploads};
pub use uploads::quotas::Quotas;
pub use uploads::running::{RunningUploads, SentUploadId, UploadReport};
pub use uploads::tracked::{Progress, TrackedUpload};
pub use warnings::{FieldFate, nearest, unknown_field, unknown_value};
pub use webhooks::addresses::AddressRules;
pub use webhooks::delivery::{DueDeliveries, WebhookDelivery};
pub use webhooks::event_payload::event_payload;
pub use webhooks::event_schema::event_schema;
pub use webhooks::{CreateWebhook, ListDeliveries, UpdateWebhook, Webhooks};
pub use work_listener::WorkListener;

/// The limits of values that only use cases know, each defined once.
pub mod limits {
    pub use crate::accounts::DEFAULT_KEY_DAYS;
    pub use crate::accounts::integrations::DEFAULT_ACCESS_TOKEN_DAYS;
    pub use crate::accounts::new_password::{MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS};
    pub use crate::accounts::sign_in::SESSION_HOURS;
    pub use crate::accounts::sign_in_limits::{MAX_FAILURES, MAX_FAILURES_FROM_NETWORK};
    pub use crate::accounts::web_sessions::IDLE_HOURS;
    pub use crate::applications::{
        MAX_APPLICATION_BYTES, MAX_APPLICATION_DOCUMENTS, MAX_APPLICATION_PAGE,
        MAX_APPLICATION_SECONDS,
    };
    pub use crate::idempotency::MAX_IDEMPOTENCY_KEY_CHARS;
    pub use crate::jobs::import::MAX_PROMPT_CHARS;
    pub use crate::mails::folder::MAX_KEPT_MAILS;
    pub use crate::mails::listing::MAX_LISTED_MAILS;
    pub use crate::scores::rescore::MAX_LISTED_RANK_CHANGES;
    pub use crate::webhooks::{EVENT_DAYS, MAX_LISTED_DELIVERIES};
}
