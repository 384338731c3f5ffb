//! The optional language model that supplements the scoring formulas.
//!
//! It is a trait because it is an external dependency. The model sees only the scorer's view of a person. Its answers count
//! only as far as `shortlist_scoring` can verify them.

mod queue;
mod session;

use std::sync::Arc;

use shortlist_domain::{Importance, Job, JobRequirements};
use shortlist_scoring::UncheckedOpinion;

pub use queue::ModelLimits;
pub(crate) use queue::ModelQueue;
pub(crate) use session::{ModelSession, PendingQuestion};

/// A job as the language model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelJob {
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// Its requirements, one sentence each.
    pub requirements: Vec<String>,
}

impl ModelJob {
    /// Creates the model's view of a job and its requirements.
    pub(crate) fn of(job: &Job, required: &JobRequirements) -> Self {
        let skills = required.skills.iter().map(|skill| {
            let importance = match skill.importance {
                Importance::Required => "required",
                Importance::Described => "named in the description",
                Importance::Preferred => "nice to have",
            };
            format!("{} ({importance})", skill.name)
        });
        let mut requirements: Vec<String> = skills.collect();
        if let Some(months) = required.minimum_months {
            requirements.push(format!("at least {months} months of experience"));
        }
        if let Some(level) = required.education_level {
            requirements.push(format!("education: {}", level.as_str()));
        }
        if !required.education_fields.is_empty() {
            let fields = required.education_fields.join(", ");
            requirements.push(format!("field of study, any of: {fields}"));
        }
        Self {
            title: job.title.clone(),
            description: job.description.clone(),
            requirements,
        }
    }
}

/// A question to the language model about one person.
#[derive(Debug, Clone)]
pub struct ModelQuestion {
    /// The job, which is the same for all resumes of an upload.
    pub job: Arc<ModelJob>,
    /// The criteria to judge.
    pub criteria: Arc<[String]>,
    /// The part of the resume's text that may be scored.
    pub resume: String,
}

/// A clause of a job file's prompt, translated into operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation {
    /// The clause as the question contained it.
    pub clause: String,
    /// The operations as JSON text: a list that `shortlist_jobfiles::Prompt::translate` accepts, not validated yet.
    pub operations: String,
}

/// Why a language model contributed nothing to a score.
///
/// Each message completes a sentence of the receipt that begins with the model's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ModelFailure {
    /// The connection failed or broke.
    #[error("could not be reached")]
    Unreachable,
    /// The model did not answer in time.
    #[error("did not answer in time")]
    TooSlow,
    /// The server returned an HTTP status other than success.
    #[error("answered with the HTTP status {0}")]
    Status(u16),
    /// The answer cannot be used.
    #[error("gave an answer that cannot be used")]
    Unusable,
    /// The circuit breaker is open after repeated failures.
    #[error("was not asked, because it failed several times in a row")]
    CircuitOpen,
    /// The upload's time for the model is over.
    #[error("was not asked, because the time that one upload may take for it was over")]
    OutOfTime,
}

/// A language model.
pub trait LanguageModel: Send + Sync {
    /// Returns its name, for receipts.
    fn name(&self) -> &str;

    /// Returns its opinions on a resume. Blocks until the answer or the timeout.
    ///
    /// # Errors
    /// Returns an error if there is no usable answer.
    fn judge(&self, question: &ModelQuestion) -> Result<Vec<UncheckedOpinion>, ModelFailure>;

    /// Translates clauses of a prompt into operations, as far as it can. Blocks like [`LanguageModel::judge`].
    ///
    /// # Errors
    /// Returns an error if there is no usable answer.
    fn translate(&self, clauses: &[String]) -> Result<Vec<Translation>, ModelFailure>;
}
