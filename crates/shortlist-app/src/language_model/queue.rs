//! The queue of questions for the language model. A limited number of threads serves all uploads in order.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use shortlist_scoring::UncheckedOpinion;

use super::session::ModelSession;
use super::{LanguageModel, ModelFailure, ModelJob, ModelQuestion, Translation};

/// The limits for using the language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelLimits {
    /// The largest number of concurrent questions.
    pub calls: usize,
    /// How long one upload may wait for all its answers, in seconds.
    pub upload_seconds: u64,
}

impl Default for ModelLimits {
    fn default() -> Self {
        Self {
            calls: 4,
            upload_seconds: 300,
        }
    }
}

/// An answer of the language model.
pub(crate) type ModelAnswer = Result<Vec<UncheckedOpinion>, ModelFailure>;

/// A queued question.
pub(super) struct QueuedQuestion {
    pub(super) question: ModelQuestion,
    pub(super) is_wanted: Arc<AtomicBool>,
    pub(super) deadline: Instant,
    pub(super) reply: Sender<ModelAnswer>,
}

/// Threads that send questions to a language model.
pub(crate) struct ModelQueue {
    model: Arc<dyn LanguageModel>,
    limits: ModelLimits,
    /// Closing this channel ends the threads after their current questions.
    questions: Sender<QueuedQuestion>,
}

impl ModelQueue {
    /// Starts the threads.
    ///
    /// # Errors
    /// Returns an error if no threads can be started.
    pub(crate) fn start(model: Arc<dyn LanguageModel>, limits: ModelLimits) -> io::Result<Self> {
        let (questions, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..limits.calls.max(1) {
            let (model, waiting) = (Arc::clone(&model), Arc::clone(&waiting));
            thread::Builder::new()
                .name("language model".to_owned())
                .spawn(move || answer_all(&*model, &waiting))?;
        }
        Ok(Self {
            model,
            limits,
            questions,
        })
    }

    /// Returns the name of the model.
    pub(crate) fn name(&self) -> &str {
        self.model.name()
    }

    /// Returns the largest number of concurrent questions.
    pub(crate) fn calls(&self) -> usize {
        self.limits.calls
    }

    /// Translates clauses of a prompt and waits for the answer.
    pub(crate) fn translate(&self, clauses: &[String]) -> Result<Vec<Translation>, ModelFailure> {
        self.model.translate(clauses)
    }

    /// Begins the questions of one upload. Its time limit starts now.
    pub(crate) fn begin_session(&self, job: ModelJob, criteria: Vec<String>) -> ModelSession {
        ModelSession::begin(
            self.model.name(),
            self.limits,
            job,
            criteria,
            &self.questions,
        )
    }
}

fn answer_all(model: &dyn LanguageModel, waiting: &Mutex<Receiver<QueuedQuestion>>) {
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(queued) = next else { return };
        if !queued.is_wanted.load(Ordering::Relaxed) || Instant::now() >= queued.deadline {
            continue;
        }
        let answer = catch_unwind(AssertUnwindSafe(|| model.judge(&queued.question)));
        let answer = answer.unwrap_or(Err(ModelFailure::Unusable));
        let _nobody_waits_any_more = queued.reply.send(answer);
    }
}
