//! An upload's questions for the language model, and the use of the answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use shortlist_domain::{ModelContribution, ScoreReceipt, Weights};
use shortlist_scoring::{Profile, apply_opinions, check_opinions};

use super::queue::{ModelAnswer, QueuedQuestion};
use super::{ModelFailure, ModelJob, ModelLimits, ModelQuestion};

/// The questions of one upload. Dropping it cancels those that are still queued.
pub(crate) struct ModelSession {
    model: String,
    job: Arc<ModelJob>,
    criteria: Arc<[String]>,
    questions: Sender<QueuedQuestion>,
    is_wanted: Arc<AtomicBool>,
    deadline: Instant,
    max_pending: usize,
}

/// A question whose answer may not have arrived yet.
pub(crate) struct PendingQuestion {
    profile: Profile,
    answer: Receiver<ModelAnswer>,
}

impl ModelSession {
    pub(super) fn begin(
        model: &str,
        limits: ModelLimits,
        job: ModelJob,
        criteria: Vec<String>,
        questions: &Sender<QueuedQuestion>,
    ) -> Self {
        Self {
            model: model.to_owned(),
            job: Arc::new(job),
            criteria: criteria.into(),
            questions: questions.clone(),
            is_wanted: Arc::new(AtomicBool::new(true)),
            deadline: Instant::now() + Duration::from_secs(limits.upload_seconds),
            // Twice the number of threads, so that an idle thread always finds the next question.
            max_pending: limits.calls.max(1).saturating_mul(2),
        }
    }

    /// Returns the number of questions that may be open, so that reading continues while the model works.
    pub(crate) fn max_pending(&self) -> usize {
        self.max_pending
    }

    /// Asks about a resume. The question contains only what may be scored.
    pub(crate) fn ask(&self, profile: Profile) -> PendingQuestion {
        let (reply, answer) = mpsc::channel();
        let question = ModelQuestion {
            job: Arc::clone(&self.job),
            criteria: Arc::clone(&self.criteria),
            resume: profile.readable_text(),
        };
        let _failure_reaches_the_receiver = self.questions.send(QueuedQuestion {
            question,
            is_wanted: Arc::clone(&self.is_wanted),
            deadline: self.deadline,
            reply,
        });
        PendingQuestion { profile, answer }
    }

    /// Waits for the answer within the upload's time limit, and adds it to the receipt.
    pub(crate) fn apply_opinion(
        &self,
        question: &PendingQuestion,
        weights: &Weights,
        receipt: ScoreReceipt,
    ) -> ScoreReceipt {
        let contribution = match self.wait(&question.answer) {
            Err(failure) => ModelContribution::absent(&self.model, &failure.to_string()),
            Ok(stated) => {
                let opinions = check_opinions(&stated, weights, &question.profile);
                self.contribution(opinions)
            }
        };
        apply_opinions(receipt, &question.profile, contribution)
    }

    fn contribution(&self, opinions: Vec<shortlist_domain::ModelOpinion>) -> ModelContribution {
        if opinions.is_empty() {
            let reason = "quoted nothing that stands in the resume";
            return ModelContribution::absent(&self.model, reason);
        }
        ModelContribution {
            name: self.model.clone(),
            // The scorer writes the summary of what changed.
            summary: String::new(),
            opinions,
        }
    }

    fn wait(&self, answer: &Receiver<ModelAnswer>) -> ModelAnswer {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let waited = answer.recv_timeout(left);
        waited.unwrap_or(Err(if Instant::now() >= self.deadline {
            ModelFailure::OutOfTime
        } else {
            ModelFailure::Unusable
        }))
    }
}

impl Drop for ModelSession {
    fn drop(&mut self) {
        self.is_wanted.store(false, Ordering::Relaxed);
    }
}
