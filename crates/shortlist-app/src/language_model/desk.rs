//! The queue of questions for the language model. A limited number of threads serves all uploads in order.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use shortlist_scoring::StatedOpinion;

use super::inquiry::Inquiry;
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
pub(crate) type ModelAnswer = Result<Vec<StatedOpinion>, ModelFailure>;

/// A queued question.
pub(super) struct Asked {
    pub(super) question: ModelQuestion,
    pub(super) wanted: Arc<AtomicBool>,
    pub(super) give_up_at: Instant,
    pub(super) tell: Sender<ModelAnswer>,
}

/// Threads that send questions to a language model.
pub(crate) struct ModelDesk {
    model: Arc<dyn LanguageModel>,
    limits: ModelLimits,
    /// Closing this channel ends the threads after their current questions.
    questions: Sender<Asked>,
}

impl ModelDesk {
    /// Starts the threads.
    ///
    /// # Errors
    /// Returns an error if no threads can be started.
    pub(crate) fn open(model: Arc<dyn LanguageModel>, limits: ModelLimits) -> io::Result<Self> {
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

    /// Translates clauses of a prompt and waits for the answer.
    pub(crate) fn translate(&self, clauses: &[String]) -> Result<Vec<Translation>, ModelFailure> {
        self.model.translate(clauses)
    }

    /// Begins the questions of one upload. Its time limit starts now.
    pub(crate) fn inquire(&self, job: ModelJob, criteria: Vec<String>) -> Inquiry {
        Inquiry::begin(
            self.model.name(),
            self.limits,
            (job, criteria),
            &self.questions,
        )
    }
}

fn answer_all(model: &dyn LanguageModel, waiting: &Mutex<Receiver<Asked>>) {
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(asked) = next else { return };
        if !asked.wanted.load(Ordering::Relaxed) || Instant::now() >= asked.give_up_at {
            continue;
        }
        let answer = catch_unwind(AssertUnwindSafe(|| model.judge(&asked.question)));
        let answer = answer.unwrap_or(Err(ModelFailure::Unusable));
        let _nobody_waits_any_more = asked.tell.send(answer);
    }
}
