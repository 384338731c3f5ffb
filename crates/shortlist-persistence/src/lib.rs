//! The store on SQLite or PostgreSQL. Only this crate contains SQL.
//!
//! [`Store`] is the entry point. It returns one type for each subject, such as `store.jobs()`, with a method for each query.
//! A [`Writer`] does the same for changes of an organization's records, and writes to the audit log too. All queries block. Each
//! takes a connection from the pool for as long as it runs.

mod accounts;
mod applications;
mod audit;
mod candidate_rows;
mod candidates;
mod citus;
mod config;
mod connections;
mod daily_counts;
mod database;
mod decisions;
mod dialect;
mod erasure;
mod error;
mod event_signal;
mod events;
mod fairness;
mod idempotency;
mod interview_row;
mod interviews;
mod jobs;
mod keys;
mod lists;
mod mails;
mod measurements;
mod migrations;
mod organizations;
mod outbox;
mod people;
mod records;
mod recruiting_reports;
mod resumes;
mod schema;
mod scores;
mod service_keys;
mod stages;
mod store;
mod tasks;
mod text;
mod times;
mod uploads;
mod webhooks;
mod writer;

pub use accounts::access_tokens::TokenInsertion;
pub use accounts::external_identities::IdentityLink;
pub use accounts::factor_removals::{FactorRemoval, LastFactor};
pub use accounts::group_rows::MEMBERS_AT_ONCE;
pub use accounts::identity_providers::ProviderUpdate;
pub use accounts::known_devices::DEVICE_DAYS;
pub use accounts::link_uses::{LinkInsertion, LinkUse};
pub use accounts::linked_identities::IdentityUnlink;
pub use accounts::live_sessions::SessionUse;
pub use accounts::login_failures::FailureLimit;
pub use accounts::passkeys::{PasskeyInsertion, PasskeyRegistration, PasskeyUse};
pub use accounts::provider_notices::ProviderNotice;
pub use accounts::provisioned_groups::{GroupProvisionOf, GroupProvisioning};
pub use accounts::provisioned_users::{ProvisionOf, UserProvisioning};
pub use accounts::second_factors::FactorConfirmation;
pub use accounts::session_refreshes::{RefreshRequest, Rotation};
pub use accounts::sessions::{AccessGrant, MAX_SESSIONS, NewSession};
pub use accounts::user_row::NO_PASSWORD;
pub use accounts::users::{MAX_ACCOUNTS_OF_AN_ADDRESS, UserUpdate};
pub use applications::forms::{ApplicationAddition, NewApplicant};
pub use applications::pending::ClaimedApplication;
pub use candidates::custom_fields::CustomFieldUpdate;
pub use candidates::documents::{DocumentInsertion, DocumentRemoval};
pub use candidates::notes::NoteInsertion;
pub use candidates::offers::OfferUpdate;
pub use candidates::saved_views::ViewSaving;
pub use candidates::{
    CandidateInsertion, CandidateUpdate, MeasuredCandidate, OrderedPage, ReplacementFile,
    Restoration, Restored, ResumeReplacement, ResumeReplacementOutcome, StageTarget,
};
pub use citus::{Distribution, Placement, ShardCount, TABLES, TableDistribution};
pub use config::{DatabaseUrl, ListSource, SUPPORTS_TLS, StoreConfig};
pub use database::{CopyOutcome, SearchIndex, integrity_errors};
pub use erasure::ErasureOutcome;
pub use erasure::of_people::PersonErasureOutcome;
pub use error::StoreError;
pub use event_signal::EventWaker;
pub use events::DELIVERY_TASK;
pub use fairness::{
    CandidateRange, CandidateScore, Coverage, ForwardMove, ScoredCandidate, StoredWithin,
};
pub use idempotency::{ClaimOutcome, IdempotencyClaim};
pub use interviews::recordings::{RecordingInsertion, RecordingRemoval};
pub use interviews::reports::ReportSubmission;
pub use interviews::{
    InterviewInsertion, InterviewUpdate, NewPanelMember, PanelAddition, PanelChange, PanelInsertion,
};
pub use jobs::versions::JobVersion;
pub use jobs::{
    DuplicateBy, DuplicateJob, DuplicateOf, ImportOutcome, JobDeletion, JobInsertion, JobUpdate,
    OnDuplicate,
};
pub use mails::{MailOutcome, MailResult};
pub use measurements::register_measurements;
pub use migrations::Migration;
pub use organizations::rows::{OpenLines, RowSchema, TakeRow, tables_of_organizations};
pub use outbox::MAIL_TASK;
pub use people::{MergeOutcome, SplitOutcome};
pub use resumes::StoredResume;
pub use resumes::corrections::{CorrectionOutcome, MAX_CORRECTIONS};
pub use scores::receipts::StoredReceipt;
pub use scores::rescoring::{CurrentScore, Measurement, Rescored, Rescoring};
pub use stages::{JobStagesChange, JobStagesUpdate};
pub use store::{
    ApiKeys, AuditLog, Candidates, Database, Events, Fairness, Interviews, Jobs, Mails,
    OrganizationRows, Organizations, People, Providers, Recordings, RecruitingReports, Reports,
    Requests, Scores, Sessions, Store, Tasks, Uploads, Users, Webhooks,
};
pub use tasks::TaskLease;
pub use uploads::{ClaimedUpload, StoredUpload, UploadBeginning, UploadLease, UploadStep};
pub use webhooks::{
    AttemptOutcome, AttemptResult, DeliveryQuery, DueDelivery, HandedOut, WebhookInsertion,
};
pub use writer::{
    ApiKeyWriter, CandidateWriter, InterviewWriter, JobWriter, MailWriter, OrganizationWriter,
    PersonWriter, ProviderWriter, RecordingWriter, ReportWriter, ScoreWriter, SessionWriter,
    UploadEnd, UserWriter, WebhookWriter, Writer,
};
