//! A language model behind any OpenAI-compatible server, asked over HTTP.
//!
//! Invariants: what is sent is what a [`ModelQuestion`] holds, the scorer's view of a person, or what a recruiter wrote
//! about a job file and nothing of the file, and goes to the configured
//! address alone: no redirect and no proxy is followed. Resume and job stand as data between random marks, drawn anew for
//! each call. Nothing that the server says reaches a log, and nothing of it is believed here: what comes back is
//! for `shortlist_scoring` to check. A call ends within its time, whatever the server does, and takes bounded memory.
//!
//! This crate knows nothing of storage, uploads or scores.

mod answer;
mod breaker;
mod chat;
mod client;
mod options;
mod post;
mod prompt;
mod translation;

pub use client::ModelClient;
pub use options::{ModelOptions, SetupError};
pub use shortlist_app::{LanguageModel, ModelFailure, ModelJob, ModelQuestion, Translation};

/// The bounds of a call, each written once.
pub mod limits {
    pub use crate::answer::MAX_OPINIONS;
    pub use crate::post::{MAX_ANSWER_BYTES, RETRIES};
    pub use crate::prompt::{MAX_JOB_CHARS, MAX_RESUME_CHARS};
    pub use crate::translation::MAX_CLAUSES;
}
