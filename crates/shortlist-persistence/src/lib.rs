//! The store on SQLite or PostgreSQL. Only this crate contains SQL.
//!
//! [`Store`] is the entry point. It returns one type for each subject, such as `store.jobs()`, with a method for each query.
//! A [`Writer`] does the same for changes of an organization's records, and writes to the audit log too. All queries block. Each
//! takes a connection from the pool for as long as it runs.

mod access_tokens;
mod api_keys;
mod application_forms;
mod audit;
mod audit_head;
mod blind_duplicates;
mod blind_jobs;
mod candidate_rows;
mod candidates;
mod citus;
mod config;
mod connections;
mod corrections;
mod counts_cache;
mod custom_fields;
mod daily_counts;
mod database;
mod decision_policies;
mod decisions;
mod dialect;
mod documents;
mod erasure_list;
mod erasures;
mod error;
mod event_signal;
mod events;
mod fairness;
mod hidden_reviews;
mod idempotency;
mod interviews;
mod job_questions;
mod job_stages;
mod job_versions;
mod jobs;
mod keys;
mod known_devices;
mod leaderboard;
mod legal_holds;
mod list_cache;
mod login_failures;
mod machines;
mod measurements;
mod migrations;
mod named_reviews;
mod notes;
mod offers;
mod open_work;
mod organization_rows;
mod organizations;
mod other_server;
mod page_positions;
mod pages;
mod pending_applications;
mod people;
mod person_erasures;
mod person_lists;
mod pools;
mod quotas;
mod receipts;
mod record_changes;
mod recordings;
mod records;
mod recruiter_access;
mod recruiting_report;
mod replica;
mod reports;
mod rescoring;
mod resume_versions;
mod resumes;
mod retention;
mod reveals;
mod reviews;
mod saved_views;
mod schema;
mod search;
mod self_identifications;
mod service_keys;
mod sessions;
mod stage_expression;
mod stage_lists;
mod store;
mod tasks;
mod text;
mod times;
mod uploads;
mod user_row;
mod users;
mod webhooks;
mod writer;

pub use access_tokens::TokenInsertion;
pub use application_forms::{ApplicationAddition, NewApplicant};
pub use candidates::{
    CandidateInsertion, CandidateUpdate, MeasuredCandidate, OrderedPage, ReplacementFile,
    Restoration, ResumeReplacement, ResumeReplacementOutcome, StageTarget,
};
pub use citus::{Distribution, Placement, ShardCount, TABLES, TableDistribution};
pub use config::{DatabaseUrl, ListSource, StoreConfig};
pub use corrections::{CorrectionOutcome, MAX_CORRECTIONS};
pub use custom_fields::CustomFieldUpdate;
pub use database::{CopyOutcome, SearchIndex, integrity_errors};
pub use documents::{DocumentInsertion, DocumentRemoval};
pub use erasures::ErasureOutcome;
pub use error::StoreError;
pub use event_signal::EventWaker;
pub use events::DELIVERY_TASK;
pub use fairness::{
    CandidateRange, CandidateScore, Coverage, ForwardMove, ScoredCandidate, StoredWithin,
};
pub use idempotency::{ClaimOutcome, IdempotencyClaim};
pub use interviews::{
    InterviewInsertion, InterviewUpdate, NewPanelMember, PanelAddition, PanelChange, PanelInsertion,
};
pub use job_stages::{JobStagesChange, JobStagesUpdate};
pub use job_versions::JobVersion;
pub use jobs::{
    DuplicateBy, DuplicateJob, DuplicateOf, ImportOutcome, JobDeletion, JobInsertion, JobUpdate,
    OnDuplicate,
};
pub use known_devices::DEVICE_DAYS;
pub use measurements::register_measurements;
pub use migrations::Migration;
pub use notes::NoteInsertion;
pub use offers::OfferUpdate;
pub use organization_rows::{OpenLines, RowSchema, TakeRow, tables_of_organizations};
pub use pending_applications::ClaimedApplication;
pub use people::{MergeOutcome, SplitOutcome};
pub use person_erasures::PersonErasureOutcome;
pub use receipts::StoredReceipt;
pub use recordings::{RecordingInsertion, RecordingRemoval};
pub use reports::ReportSubmission;
pub use rescoring::{CurrentScore, Measurement, Rescored, Rescoring};
pub use resumes::StoredResume;
pub use saved_views::ViewSaving;
pub use sessions::{AccessGrant, MAX_SESSIONS, NewSession, RefreshRequest, Rotation};
pub use store::{
    ApiKeys, AuditLog, Candidates, Database, Events, Fairness, Interviews, Jobs, OrganizationRows,
    Organizations, People, Recordings, RecruitingReports, Reports, Requests, Scores, Sessions,
    Store, Tasks, Uploads, Users, Webhooks,
};
pub use tasks::TaskLease;
pub use uploads::{ClaimedUpload, StoredUpload, UploadBeginning, UploadLease, UploadStep};
pub use users::{MAX_ACCOUNTS_OF_AN_ADDRESS, UserUpdate};
pub use webhooks::{
    AttemptOutcome, AttemptResult, DeliveryQuery, DueDelivery, HandedOut, WebhookInsertion,
};
pub use writer::{
    ApiKeyWriter, CandidateWriter, InterviewWriter, JobWriter, OrganizationWriter, PersonWriter,
    RecordingWriter, ReportWriter, ScoreWriter, SessionWriter, UploadEnd, UserWriter,
    WebhookWriter, Writer,
};
