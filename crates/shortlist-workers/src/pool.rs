//! The pool of workers, and the queue of documents for them.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shortlist_turns::Sharing;
use tracing::{Span, field};

use crate::measurements::{Measured, count_replaced, outcome_of};
use crate::process::{ExchangeError, Scans, Worker};
use crate::queue::{Caller, Queue};
use crate::{Cancellation, Isolation, Launch, Limits, ReadFailure, Reading};

/// How long a document is retried with new workers if something outside the document ends them.
const RETRY_LIMIT: Duration = Duration::from_secs(60);
/// After this many consecutive failures to start a worker, starting one counts as impossible.
const MAX_FAILED_STARTS: u32 = 20;
/// The base delay, in milliseconds, before starting a worker is retried. It doubles with each failure.
const FIRST_PAUSE_MILLIS: u64 = 10;
/// The longest delay before a retry, in milliseconds.
const MAX_PAUSE_MILLIS: u64 = 1_000;

/// Why the pool could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No worker became ready.
    #[error("start a worker process to read documents")]
    Worker(#[source] io::Error),
    /// No thread could be started.
    #[error("start a thread that supervises a worker process")]
    Thread(#[source] io::Error),
}

/// A document waiting to be read.
struct Job {
    document: PathBuf,
    cancellation: Cancellation,
    postpones_scans: bool,
    /// The span of the request that the document belongs to.
    span: Span,
    queued: Instant,
    done: Option<Box<dyn FnOnce(Reading) + Send>>,
}

impl Job {
    /// Returns the span of reading the document. It belongs to the trace of the request, on whatever thread it is read.
    fn reading_span(&self) -> Span {
        tracing::debug_span!(
            parent: &self.span,
            "read document",
            waited_micros = micros(self.queued.elapsed()),
            process.pid = field::Empty,
            outcome = field::Empty,
            cpu_micros = field::Empty,
        )
    }

    fn finish(mut self, reading: Reading) {
        if let Some(done) = self.done.take() {
            done(reading);
        }
    }
}

impl Drop for Job {
    /// Reports to the waiting caller even if the document was never read.
    fn drop(&mut self) {
        if let Some(done) = self.done.take() {
            done(ReadFailure::Unavailable.into());
        }
    }
}

struct Shared {
    queue: Queue<Job>,
    launch: Launch,
    limits: Limits,
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

/// Worker processes that read documents, each supervised by a thread.
///
/// A worker that dies or takes too long loses only the document that it was reading; a new worker replaces it.
pub struct Pool {
    shared: Arc<Shared>,
    supervisors: Vec<JoinHandle<()>>,
    isolation: Isolation,
}

impl Pool {
    /// Starts this many workers for a single caller, and returns when the first one is ready.
    ///
    /// # Errors
    /// Returns an error if no worker becomes ready.
    pub fn start(launch: Launch, workers: usize, limits: Limits) -> Result<Self, StartError> {
        Self::start_shared(launch, workers.max(1), Sharing::OneCaller, limits)
    }

    /// Starts workers for many callers: twice as many as one caller may occupy alone. Others then find a free worker even
    /// while one caller's documents take long.
    ///
    /// # Errors
    /// Returns an error if no worker becomes ready.
    pub fn start_for_many(
        launch: Launch,
        per_caller: usize,
        limits: Limits,
    ) -> Result<Self, StartError> {
        let workers = per_caller.max(1).saturating_mul(2);
        Self::start_shared(launch, workers, Sharing::ManyCallers, limits)
    }

    fn start_shared(
        launch: Launch,
        workers: usize,
        sharing: Sharing,
        limits: Limits,
    ) -> Result<Self, StartError> {
        let first = Worker::start(&launch).map_err(StartError::Worker)?;
        let isolation = first.isolation;
        let shared = Arc::new(Shared {
            queue: Queue::new(workers, sharing),
            launch,
            limits,
        });
        let mut pool = Self {
            shared,
            supervisors: Vec::new(),
            isolation,
        };
        let mut first = Some(first);
        for _ in 0..workers {
            let (shared, worker) = (Arc::clone(&pool.shared), first.take());
            let supervisor = thread::Builder::new()
                .name("supervisor".to_owned())
                .spawn(move || Supervisor::new(&shared, worker).run())
                .map_err(StartError::Thread)?;
            pool.supervisors.push(supervisor);
        }
        Ok(pool)
    }

    /// Returns the isolation that the first worker measured.
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Returns the number of workers.
    pub fn workers(&self) -> usize {
        self.supervisors.len()
    }

    /// Returns the number of documents that wait for a worker.
    pub fn waiting(&self) -> usize {
        self.shared.queue.waiting()
    }

    /// Opens a lane for the documents of the only caller. Lanes are served in turn.
    pub fn open_lane(&self) -> Lane {
        self.open_lane_for("", Cancellation::default())
    }

    /// Opens a lane for a caller's documents, until they are cancelled. Callers are served in turn, and so are the lanes of
    /// one caller.
    pub fn open_lane_for(&self, caller: &str, cancellation: Cancellation) -> Lane {
        Lane {
            shared: Arc::clone(&self.shared),
            caller: caller.into(),
            number: self.shared.queue.open_lane(),
            cancellation,
            postpones_scans: false,
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.queue.close();
        for supervisor in self.supervisors.drain(..) {
            let _panicked = supervisor.join();
        }
    }
}

/// The queued documents of one request. Dropping it removes unread documents and stops those being read.
pub struct Lane {
    shared: Arc<Shared>,
    caller: Caller,
    number: u64,
    cancellation: Cancellation,
    postpones_scans: bool,
}

impl Lane {
    /// Returns the lane for a caller who does not wait for the recognition of scans: they fail with
    /// [`ReadFailure::Postponed`].
    #[must_use]
    pub fn postponing_scans(mut self) -> Self {
        self.postpones_scans = true;
        self
    }

    /// Queues a document. `done` is called once, on another thread, in the order in which documents finish. It should
    /// return quickly, because a worker waits for it.
    pub fn read(&self, document: impl Into<PathBuf>, done: impl FnOnce(Reading) + Send + 'static) {
        let job = Job {
            document: document.into(),
            cancellation: self.cancellation.clone(),
            postpones_scans: self.postpones_scans,
            span: Span::current(),
            queued: Instant::now(),
            done: Some(Box::new(done)),
        };
        self.shared.queue.push(&self.caller, self.number, job);
    }

    /// Reads a document and waits for the result.
    pub fn read_blocking(&self, document: impl Into<PathBuf>) -> Reading {
        let (sender, receiver) = mpsc::sync_channel(1);
        self.read(document, move |reading| {
            let _nobody_waits = sender.send(reading);
        });
        receiver
            .recv()
            .unwrap_or_else(|_disconnected| ReadFailure::Unavailable.into())
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.cancellation.cancel();
        self.shared.queue.close_lane(&self.caller, self.number);
    }
}

/// A thread's view of one worker, which it starts, supplies with documents and replaces.
struct Supervisor<'a> {
    shared: &'a Shared,
    worker: Option<Worker>,
    failed_starts: u32,
}

impl<'a> Supervisor<'a> {
    fn new(shared: &'a Shared, worker: Option<Worker>) -> Self {
        Self {
            shared,
            worker,
            failed_starts: 0,
        }
    }

    fn run(mut self) {
        loop {
            // The worker is ready before a document arrives, so that no document waits for its start.
            self.ensure_worker();
            let Some((caller, job)) = self.shared.queue.next() else {
                return;
            };
            let measured = Measured::begin(&job.document);
            let span = job.reading_span();
            let reading = span.in_scope(|| self.read(&job));
            measured.end(&reading);
            span.record("outcome", outcome_of(&reading));
            span.record("cpu_micros", micros(reading.cpu));
            self.shared.queue.release(&caller);
            job.finish(reading);
        }
    }

    fn read(&mut self, job: &Job) -> Reading {
        let deadline = Instant::now() + RETRY_LIMIT;
        while Instant::now() < deadline && self.failed_starts < MAX_FAILED_STARTS {
            if job.cancellation.is_cancelled() {
                break;
            }
            self.ensure_worker();
            if let Some(reading) = self.try_to_read(job) {
                return reading;
            }
        }
        ReadFailure::Unavailable.into()
    }

    /// Lets the worker read a document. Returns `None` if something other than the document caused a failure.
    fn try_to_read(&mut self, job: &Job) -> Option<Reading> {
        let mut worker = self.worker.take()?;
        Span::current().record("process.pid", worker.process_id());
        let scans = match (
            self.shared.launch.recognition.as_deref(),
            job.postpones_scans,
        ) {
            (Some(_), true) => Scans::Postponed,
            (Some(recognition), false) => Scans::Recognized(recognition),
            (None, _) => Scans::Unexpected,
        };
        match worker.read(&job.document, self.shared.limits, scans, &job.cancellation) {
            Ok(reading) => {
                let worn = worker.documents >= self.shared.limits.documents;
                self.worker = Some(worker).filter(|_| !worn);
                Some(reading)
            }
            Err(ExchangeError::ByDocument(failure)) => {
                count_replaced();
                tracing::warn!(?failure, "a document ended its worker");
                Some(failure.into())
            }
            Err(ExchangeError::Cancelled) => Some(ReadFailure::Unavailable.into()),
            Err(ExchangeError::External) => {
                count_replaced();
                None
            }
        }
    }

    /// Starts a worker if there is none. After repeated failures it first waits.
    fn ensure_worker(&mut self) {
        if self.worker.is_some() {
            return;
        }
        // A single failure may be a worker that was killed while starting. Repeated failures mean that the system is
        // overloaded.
        if self.failed_starts > 1 {
            let pause = FIRST_PAUSE_MILLIS << self.failed_starts.min(10);
            thread::sleep(Duration::from_millis(pause.min(MAX_PAUSE_MILLIS)));
        }
        match Worker::start(&self.shared.launch) {
            Ok(worker) => {
                self.failed_starts = 0;
                self.worker = Some(worker);
            }
            Err(error) => {
                self.failed_starts = self.failed_starts.saturating_add(1);
                tracing::error!(%error, "no worker process can be started");
            }
        }
    }
}
