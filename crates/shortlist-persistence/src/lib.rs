//! The store over SQLite or PostgreSQL. The only crate that knows SQL.
//!
//! [`Store`] is the way in: one method for each query, each in the module of its aggregate. What changes an organization's
//! records is a method of [`Writer`], which tells the audit log. All methods block; every one takes a connection from the
//! pool for as long as it runs.

// The tests share what makes databases with the end-to-end suite, which calls this crate by its name.
#[cfg(test)]
extern crate self as shortlist_persistence;

#[cfg(test)]
mod access_paths;
mod api_keys;
mod audit;
mod backup;
mod candidates;
mod connections;
mod dialect;
mod erasures;
mod error;
mod interviews;
mod job_versions;
mod jobs;
mod landmarks;
mod leaderboard;
mod login_failures;
mod organizations;
mod pages;
mod quotas;
mod receipts;
mod recordings;
mod records;
mod repeats;
mod replica;
mod reports;
mod rescoring;
mod resumes;
mod retention;
mod reviews;
mod schema;
mod search;
mod service_keys;
mod sessions;
mod store;
mod tasks;
mod text;
mod times;
mod users;
mod writer;

pub use backup::Copied;
pub use candidates::{Insertion, UpdateOutcome};
pub use erasures::ErasureOutcome;
pub use error::StoreError;
pub use interviews::{InterviewInsertion, InterviewUpdate};
pub use job_versions::JobVersion;
pub use jobs::{DuplicateBy, DuplicateJob, DuplicateOf, ImportOutcome, JobInsertion, OnDuplicate};
pub use receipts::StoredReceipt;
pub use recordings::{RecordingInsertion, RecordingRemoval};
pub use repeats::{ClaimOutcome, RequestClaim};
pub use reports::ReportSubmission;
pub use rescoring::{Measurement, Rescored, Rescoring, Standing};
pub use resumes::StoredResume;
pub use sessions::{AccessGrant, MAX_SESSIONS, NewSession, RefreshRequest, Rotation};
pub use store::{DatabaseUrl, SearchIndex, Store, StoreConfig};
pub use tasks::ClaimedTask;
pub use users::UserUpdate;
pub use writer::Writer;
