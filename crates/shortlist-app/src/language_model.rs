//! The language model that an operator may put beside the formulas.
//!
//! It is outside of the service, so a trait. It is shown the scorer's view of a person and never more, and what it says
//! is believed only as far as `shortlist_scoring` can check it.

mod desk;
mod inquiry;

use std::sync::Arc;

use shortlist_domain::{Importance, Job, JobRequirements};
use shortlist_scoring::StatedOpinion;

pub(crate) use desk::ModelDesk;
pub use desk::ModelLimits;
pub(crate) use inquiry::{Inquiry, OpenQuestion};

/// A job as a language model is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelJob {
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// What it asks for, one sentence each.
    pub requirements: Vec<String>,
}

impl ModelJob {
    /// A job and what was read of it.
    pub(crate) fn of(job: &Job, asked: &JobRequirements) -> Self {
        let skills = asked.skills.iter().map(|skill| {
            let importance = match skill.importance {
                Importance::Required => "required",
                Importance::Described => "named in the description",
                Importance::Preferred => "nice to have",
            };
            format!("{} ({importance})", skill.name)
        });
        let mut requirements: Vec<String> = skills.collect();
        if let Some(months) = asked.minimum_months {
            requirements.push(format!("at least {months} months of experience"));
        }
        if let Some(level) = asked.education_level {
            requirements.push(format!("education: {}", level.as_str()));
        }
        if !asked.education_fields.is_empty() {
            let fields = asked.education_fields.join(", ");
            requirements.push(format!("field of study, any of: {fields}"));
        }
        Self {
            title: job.title.clone(),
            description: job.description.clone(),
            requirements,
        }
    }
}

/// What a language model is asked about one person.
#[derive(Debug, Clone)]
pub struct ModelQuestion {
    /// The job, the same for all people of an upload.
    pub job: Arc<ModelJob>,
    /// The criteria to judge by.
    pub criteria: Arc<[String]>,
    /// The resume's text as far as it may be scored.
    pub resume: String,
}

/// A clause of a job file's prompt as the operations that it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation {
    /// The clause as it was asked about.
    pub clause: String,
    /// JSON text: a list of operations as `shortlist_jobfiles::Prompt::translate` takes them, not validated yet.
    pub operations: String,
}

/// Why a language model had no part in a score: the end of a sentence that begins with its name, for the receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ModelFailure {
    /// No connection, or one that broke.
    #[error("could not be reached")]
    Unreachable,
    /// The time was over.
    #[error("did not answer in time")]
    TooSlow,
    /// An HTTP status other than success.
    #[error("answered with the HTTP status {0}")]
    Status(u16),
    /// An answer that is not what was asked for.
    #[error("gave an answer that cannot be used")]
    Unusable,
    /// It failed so often that it is left alone for a while.
    #[error("was not asked, because it failed several times in a row")]
    Resting,
    /// An upload waits only so long.
    #[error("was not asked, because the time that one upload may take for it was over")]
    OutOfTime,
}

/// A language model.
pub trait LanguageModel: Send + Sync {
    /// What it is called, for receipts.
    fn name(&self) -> &str;

    /// What it holds of a resume; blocks until it has answered or its time is over.
    ///
    /// # Errors
    /// When no usable answer came.
    fn judge(&self, question: &ModelQuestion) -> Result<Vec<StatedOpinion>, ModelFailure>;

    /// Says which operations some clauses of a prompt ask for, as far as it knows; blocks like [`LanguageModel::judge`].
    ///
    /// # Errors
    /// When no usable answer came.
    fn translate(&self, clauses: &[String]) -> Result<Vec<Translation>, ModelFailure>;
}
