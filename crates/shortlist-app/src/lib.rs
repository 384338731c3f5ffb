//! The use cases of the recruitment service. [`App`] gives a small service for each subject, such as [`Jobs`].
//!
//! Invariants: this crate knows nothing of HTTP, GraphQL or SQL. Every function is synchronous and blocking. The tenant
//! comes from the [`shortlist_domain::Principal`]. Stored and compared times come from [`Clock`]; only the timeouts of the
//! language model and the measurements use [`std::time::Instant`] directly. No module calls back into a layer above.

mod access;
mod accounts;
mod activity;
mod application_sender;
mod applications;
mod audit;
mod backfills;
mod blind;
mod bulk_changes;
mod bulk_undo;
mod busy_times;
mod calendar;
mod caller_cache;
mod candidate_csv;
mod candidate_lists;
mod candidate_reviews;
mod candidates;
mod checks;
mod client_network;
mod clock;
mod corrections;
mod csv;
mod custom_fields;
mod documents;
mod erasure;
mod erasure_list;
mod error;
mod event_payload;
mod event_schema;
mod export;
mod external_server;
mod fairness;
mod file_links;
mod files;
mod hidden_reviews;
mod idempotency;
mod import_jobs;
mod integrations;
mod interview_changes;
mod interview_panels;
mod interviews;
mod job_access;
mod job_management;
mod job_outcomes;
mod job_requirements;
mod jobs;
mod killed_servers;
mod known_devices;
mod language_model;
mod leaderboard;
mod legal_holds;
mod maintenance;
mod measurements;
mod new_password;
mod notes;
mod occupation_json;
mod occupation_search;
mod offers;
mod operations;
mod organization_choice;
mod organization_copies;
mod original_file;
mod packets;
mod panel_members;
mod password_check;
mod passwords;
mod people;
mod quotas;
mod receipt_json;
mod record_changes;
mod recordings;
mod recruiting_reports;
mod redaction;
mod replay;
mod reports;
mod requirements;
mod rescore;
mod resume_scorer;
mod reveals;
mod running_uploads;
mod saved_views;
mod scores;
mod scratch;
mod secrets;
mod service;
mod service_status;
mod sign_in;
mod sign_in_attempt;
mod sign_in_limits;
mod signed_links;
mod staged_uploads;
mod stages;
mod tracked_uploads;
mod unchanged;
mod upload_claim;
mod upload_fields;
mod upload_intake;
mod upload_resumes;
mod warnings;
mod web_sessions;
mod webhook_addresses;
mod webhook_delivery;
mod webhooks;
mod weights_preview;
mod work_listener;
mod writers;

pub use self::csv::csv_cell;
pub use access::Access;
pub use accounts::{
    Accounts, CreateApiKey, CreateOrganization, CreateUser, IssuedApiKey, UpdateUser,
};
pub use activity::ActivityOf;
pub use application_sender::ApplicationSender;
pub use applications::{
    AcceptedApplication, ApplicationFields, ApplicationFiles, ApplicationRefusal, Applications,
};
pub use audit::{AuditFilters, AuditLog, audited_actions};
pub use backfills::{Backfill, Batch};
pub use bulk_changes::UpdateCandidates;
pub use bulk_undo::UndoneChange;
pub use calendar::InterviewCalendar;
pub use candidate_csv::CandidateCsv;
pub use candidate_lists::CandidatePage;
pub use candidates::{CandidateDocument, Candidates, UpdateCandidate};
pub use client_network::ClientNetwork;
pub use clock::Clock;
pub use corrections::{CorrectResume, CorrectableEntry, CorrectableValue, CorrectedScore};
pub use custom_fields::CandidateField;
pub use documents::{DocumentRefusal, Documents};
pub use erasure::{Erasure, Erasures, RetentionResult, RunMode};
pub use error::{AccessError, AppError, StorageFault};
pub use event_payload::event_payload;
pub use event_schema::event_schema;
pub use external_server::{
    AddressError, InvalidCredential, NetworkTrust, ServerAddress, ServerSecret, credential,
};
pub use fairness::{
    AuditedJob, BiasAuditReport, BiasAuditRequest, CategoryFile, CategorySource, Fairness, Period,
    shown_p_value,
};
pub use file_links::{FileLink, FileLinkError, FileLinks, SentFileLink};
pub use files::{FileStore, ObjectStore, StagedFile, Staging, StagingFile, VerifiedReader};
pub use idempotency::{
    Idempotency, IdempotencyError, IdempotencyKey, IdempotentAnswer, IdempotentRequest,
};
pub use import_jobs::{Import, ImportFields, ImportPlan, ImportRefusal, ImportSummary};
pub use integrations::{CreateIntegrationUser, IssuedAccessToken};
pub use interview_changes::UpdateInterview;
pub use interview_panels::ScheduleInterview;
pub use interviews::{AssignInterviewer, Interviews, SubmitReview};
pub use job_management::SetJobStatus;
pub use job_requirements::{
    OCCUPATION_OF_TITLE, SetRequirementInput, UNKNOWN_OCCUPATION, UpdateJobRequirements,
};
pub use jobs::{CreateJob, Jobs, UpdateJob};
pub use known_devices::{DeviceTokens, device_lifetime};
pub use language_model::{
    LanguageModel, ModelFailure, ModelJob, ModelLimits, ModelQuestion, Translation,
};
pub use legal_holds::HeldCandidates;
pub use maintenance::Maintenance;
pub use measurements::{count_lookup, register_measurements};
pub use occupation_json::{occupations_json, occupations_of_title};
pub use occupation_search::{filtered_occupations, search_occupations};
pub use offers::SetOffer;
pub use operations::{Claims, Operation};
pub use organization_choice::OrganizationChoice;
pub use organization_copies::{OrganizationCopies, OrganizationCopy};
pub use original_file::OriginalFile;
pub use packets::{
    CandidatePacket, PacketCriterion, PacketDecision, PacketFinding, PacketGap, PacketLanguage,
    PacketSection, Packets,
};
pub use panel_members::AddInterviewer;
pub use passwords::ChangePassword;
pub use people::{People, PersonErasure, SplitPerson};
pub use quotas::Quotas;
pub use receipt_json::receipt_json;
pub use record_changes::{ChangesRequest, MAX_CHANGES};
pub use recordings::{
    IncomingRecording, LinkError, PlaybackLink, RecordingIntake, RecordingLimits, RecordingRefusal,
    Recordings, SentRecordingLink, StoredRecording,
};
pub use recruiting_reports::{RecruitingReport, RecruitingReports, ReportRequest};
pub use replay::{ReplayScope, Replayed, Verdict};
pub use reports::{
    EarlierReport, ReportView, StoredReport, SubmitReport, SubmittedQuestion,
    SubmittedTranscription,
};
pub use rescore::{RankChange, RescoreJob, RescoreSummary, UnreadableCandidate};
pub use resume_scorer::{ResumeScorer, parse_weights};
pub use running_uploads::{RunningUploads, SentUploadId, UploadReport};
pub use saved_views::SaveView;
pub use scores::{CandidateReceipt, ExplainScore, Scores};
pub use secrets::random_password;
pub use service::{App, Settings};
pub use service_status::{ModelStatus, ReadersStatus, ServiceStatus};
pub use shortlist_jobfiles::{
    Clause, ClauseStatus, Field, JobDraft, JobFile, Operation as JobFileOperation, Plan,
    PlannedColumn, RowProblem, Source, Value,
};
pub use shortlist_persistence::{
    AttemptOutcome, AttemptResult, DueDelivery, EventWaker, TaskLease,
};
pub use shortlist_scoring::{
    CriterionKind, EditedRequirements, JobText, RECEIPT_FORM, UncheckedOpinion, criterion_kind,
    find_occupation, requirement_name, requirement_remark, requirement_text, requirements_digest,
    title_occupations,
};
pub use shortlist_workers::Cancellation;
pub use sign_in::{LoginError, Sessions, SignedIn};
pub use staged_uploads::{StagedUpload, StagedUploads};
pub use stages::{MoveCandidates, SetJobStages};
pub use tracked_uploads::{Progress, TrackedUpload};
pub use unchanged::Unchanged;
pub use upload_fields::{OnDuplicateResume, UploadFields};
pub use upload_intake::{Intake, RejectedFile, SentFile, Uploads};
pub use upload_resumes::{
    ChooseResume, FileOutcome, InterruptedUpload, Outcome, UploadLimits, UploadRefusal,
    UploadSummary,
};
pub use warnings::{nearest, unknown_field, unknown_value};
pub use web_sessions::{WebSession, WebSignIn, WebSignInOutcome, WebUser};
pub use webhook_addresses::AddressRules;
pub use webhook_delivery::{DueDeliveries, WebhookDelivery};
pub use webhooks::{CreateWebhook, ListDeliveries, UpdateWebhook, Webhooks};
pub use weights_preview::{PreviewRow, WeightsPreview};
pub use work_listener::WorkListener;

/// The limits of values that only use cases know, each defined once.
pub mod limits {
    pub use crate::accounts::DEFAULT_KEY_DAYS;
    pub use crate::applications::{
        MAX_APPLICATION_BYTES, MAX_APPLICATION_DOCUMENTS, MAX_APPLICATION_PAGE,
        MAX_APPLICATION_SECONDS,
    };
    pub use crate::idempotency::MAX_IDEMPOTENCY_KEY_CHARS;
    pub use crate::import_jobs::MAX_PROMPT_CHARS;
    pub use crate::integrations::DEFAULT_ACCESS_TOKEN_DAYS;
    pub use crate::new_password::{MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS};
    pub use crate::rescore::MAX_LISTED_RANK_CHANGES;
    pub use crate::sign_in_limits::{MAX_FAILURES, MAX_FAILURES_FROM_NETWORK};
    pub use crate::web_sessions::{IDLE_HOURS, SESSION_HOURS};
    pub use crate::webhooks::{EVENT_DAYS, MAX_LISTED_DELIVERIES};
}
