//! An upload's questions for the language model, and the use of the answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use shortlist_domain::{ModelPart, ScoreReceipt, Weights};
use shortlist_scoring::{Profile, check_opinions, with_opinions};

use super::desk::{Asked, ModelAnswer};
use super::{ModelFailure, ModelJob, ModelLimits, ModelQuestion};

/// The questions of one upload. Dropping it cancels those that are still queued.
pub(crate) struct Inquiry {
    model: String,
    job: Arc<ModelJob>,
    criteria: Arc<[String]>,
    questions: Sender<Asked>,
    wanted: Arc<AtomicBool>,
    give_up_at: Instant,
    ahead: usize,
}

/// A question whose answer may not have arrived yet.
pub(crate) struct OpenQuestion {
    profile: Profile,
    answer: Receiver<ModelAnswer>,
}

impl Inquiry {
    pub(super) fn begin(
        model: &str,
        limits: ModelLimits,
        (job, criteria): (ModelJob, Vec<String>),
        questions: &Sender<Asked>,
    ) -> Self {
        Self {
            model: model.to_owned(),
            job: Arc::new(job),
            criteria: criteria.into(),
            questions: questions.clone(),
            wanted: Arc::new(AtomicBool::new(true)),
            give_up_at: Instant::now() + Duration::from_secs(limits.upload_seconds),
            // Twice the number of threads, so that an idle thread always finds the next question.
            ahead: limits.calls.max(1).saturating_mul(2),
        }
    }

    /// Returns the number of questions that may be open, so that reading continues while the model works.
    pub(crate) fn ahead(&self) -> usize {
        self.ahead
    }

    /// Asks about a resume. The question contains only what may be scored.
    pub(crate) fn ask(&self, profile: Profile) -> OpenQuestion {
        let (tell, answer) = mpsc::channel();
        let question = ModelQuestion {
            job: Arc::clone(&self.job),
            criteria: Arc::clone(&self.criteria),
            resume: profile.readable_text(),
        };
        let _told_by_the_answer = self.questions.send(Asked {
            question,
            wanted: Arc::clone(&self.wanted),
            give_up_at: self.give_up_at,
            tell,
        });
        OpenQuestion { profile, answer }
    }

    /// Waits for the answer within the upload's time limit, and adds it to the receipt.
    pub(crate) fn hear(
        &self,
        question: &OpenQuestion,
        weights: &Weights,
        receipt: ScoreReceipt,
    ) -> ScoreReceipt {
        let part = match self.wait(&question.answer) {
            Err(failure) => ModelPart::none(&self.model, &failure.to_string()),
            Ok(stated) => {
                let opinions = check_opinions(&stated, weights, &question.profile);
                self.part(opinions)
            }
        };
        with_opinions(receipt, &question.profile, part)
    }

    fn part(&self, opinions: Vec<shortlist_domain::ModelOpinion>) -> ModelPart {
        if opinions.is_empty() {
            let reason = "quoted nothing that stands in the resume";
            return ModelPart::none(&self.model, reason);
        }
        ModelPart {
            name: self.model.clone(),
            // The scorer writes the summary of what changed.
            summary: String::new(),
            opinions,
        }
    }

    fn wait(&self, answer: &Receiver<ModelAnswer>) -> ModelAnswer {
        let left = self.give_up_at.saturating_duration_since(Instant::now());
        let waited = answer.recv_timeout(left);
        waited.unwrap_or(Err(if Instant::now() >= self.give_up_at {
            ModelFailure::OutOfTime
        } else {
            ModelFailure::Unusable
        }))
    }
}

impl Drop for Inquiry {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
    }
}
