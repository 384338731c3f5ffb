//! A client of a language model on any OpenAI-compatible server, over HTTP.
//!
//! Invariants:
//! - Only the content of a [`ModelQuestion`] (the scorer's view of a person) is sent, and what a recruiter wrote about a job
//!   file. Nothing of the file itself is sent.
//! - Requests go to the configured address only. No redirect and no proxy is followed.
//! - Resume and job are data between random marks, which are new for each call.
//! - Nothing that the server returns is logged or trusted here. `shortlist_scoring` checks it.
//! - A call ends within its time limit and uses bounded memory, regardless of what the server does.
//!
//! This crate knows nothing of storage, uploads or scores.

mod answer;
mod breaker;
mod chat;
mod client;
mod measurements;
mod options;
mod post;
mod prompt;
mod translation;

pub use client::ModelClient;
pub use measurements::register_measurements;
pub use options::{ModelOptions, SetupError};
pub use shortlist_app::{LanguageModel, ModelFailure, ModelJob, ModelQuestion, Translation};

/// The limits of a call, each defined once.
pub mod limits {
    pub use crate::answer::MAX_OPINIONS;
    pub use crate::post::{MAX_ANSWER_BYTES, RETRIES};
    pub use crate::prompt::{MAX_JOB_CHARS, MAX_RESUME_CHARS};
    pub use crate::translation::MAX_CLAUSES;
}
