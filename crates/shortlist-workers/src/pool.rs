//! The pool: as many workers as may read at once, and who is read next.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shortlist_turns::Sharing;

use crate::process::{Broken, Worker};
use crate::queue::{Caller, Queue};
use crate::{Cancellation, Isolation, Launch, Limits, ReadFailure, Reading};

/// How long a document is given to one worker after the other, while they are ended from outside.
const PATIENCE: Duration = Duration::from_secs(60);
/// So many failures in a row to start a worker mean that none can be had.
const MAX_FAILED_STARTS: u32 = 20;
/// The waits before a worker that could not be started is tried again double from about this, in milliseconds.
const FIRST_PAUSE_MILLIS: u64 = 10;
/// The longest of these waits, in milliseconds.
const MAX_PAUSE_MILLIS: u64 = 1_000;

/// Why no pool could be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No worker became ready.
    #[error("start a worker process to read documents")]
    Worker(#[source] io::Error),
    /// No thread could be had.
    #[error("start a thread to look after a worker process")]
    Thread(#[source] io::Error),
}

/// A document that waits to be read.
struct Job {
    document: PathBuf,
    cancellation: Cancellation,
    done: Option<Box<dyn FnOnce(Reading) + Send>>,
}

impl Job {
    fn finish(mut self, reading: Reading) {
        if let Some(done) = self.done.take() {
            done(reading);
        }
    }
}

impl Drop for Job {
    /// Whoever waits is told, also when the document was never read.
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

/// Worker processes that read documents, each looked after by a thread.
///
/// A worker that dies or takes too long costs the document that it was reading, no other: a new one takes its place.
pub struct Pool {
    shared: Arc<Shared>,
    keepers: Vec<JoinHandle<()>>,
    isolation: Isolation,
}

impl Pool {
    /// Starts so many workers, for one caller; returns when the first is ready.
    ///
    /// # Errors
    /// When no worker becomes ready.
    pub fn start(launch: Launch, workers: usize, limits: Limits) -> Result<Self, StartError> {
        Self::start_shared(launch, (workers.max(1), Sharing::OneCaller), limits)
    }

    /// Starts workers for many callers: so many for a caller who is alone, and as many again, so that others find one free
    /// while all of those read documents that take long.
    ///
    /// # Errors
    /// When no worker becomes ready.
    pub fn start_for_many(
        launch: Launch,
        per_caller: usize,
        limits: Limits,
    ) -> Result<Self, StartError> {
        let workers = per_caller.max(1).saturating_mul(2);
        Self::start_shared(launch, (workers, Sharing::ManyCallers), limits)
    }

    fn start_shared(
        launch: Launch,
        (workers, sharing): (usize, Sharing),
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
            keepers: Vec::new(),
            isolation,
        };
        let mut first = Some(first);
        for _ in 0..workers {
            let (shared, worker) = (Arc::clone(&pool.shared), first.take());
            let keeper = thread::Builder::new()
                .name("worker keeper".to_owned())
                .spawn(move || Keeper::new(&shared, worker).run())
                .map_err(StartError::Thread)?;
            pool.keepers.push(keeper);
        }
        Ok(pool)
    }

    /// What the first worker found shut to it.
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Opens a line for documents where there is one caller; lines are served in turn.
    pub fn open_line(&self) -> Line {
        self.open_line_for("", Cancellation::default())
    }

    /// Opens a line for documents of a caller, for as long as they are wanted. Callers are served in turn, and so are the
    /// lines of one caller.
    pub fn open_line_for(&self, caller: &str, cancellation: Cancellation) -> Line {
        Line {
            shared: Arc::clone(&self.shared),
            caller: caller.into(),
            number: self.shared.queue.open_line(),
            cancellation,
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.queue.close();
        for keeper in self.keepers.drain(..) {
            let _panicked = keeper.join();
        }
    }
}

/// The documents of one request. Dropped, it takes back what was not read yet and stops what is being read.
pub struct Line {
    shared: Arc<Shared>,
    caller: Caller,
    number: u64,
    cancellation: Cancellation,
}

impl Line {
    /// Has a document read. `done` is called once, from another thread, in whatever order documents are done; it should
    /// be quick, as a worker waits for it.
    pub fn read(&self, document: impl Into<PathBuf>, done: impl FnOnce(Reading) + Send + 'static) {
        let job = Job {
            document: document.into(),
            cancellation: self.cancellation.clone(),
            done: Some(Box::new(done)),
        };
        self.shared.queue.push(&self.caller, self.number, job);
    }

    /// Has a document read and waits for it.
    pub fn read_now(&self, document: impl Into<PathBuf>) -> Reading {
        let (tell, told) = mpsc::sync_channel(1);
        self.read(document, move |reading| {
            let _nobody_waits = tell.send(reading);
        });
        told.recv()
            .unwrap_or_else(|_never_told| ReadFailure::Unavailable.into())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.cancellation.cancel();
        self.shared.queue.close_line(&self.caller, self.number);
    }
}

/// Looks after one worker: starts it, gives it documents, replaces it.
struct Keeper<'a> {
    shared: &'a Shared,
    worker: Option<Worker>,
    failed_starts: u32,
}

impl<'a> Keeper<'a> {
    fn new(shared: &'a Shared, worker: Option<Worker>) -> Self {
        Self {
            shared,
            worker,
            failed_starts: 0,
        }
    }

    fn run(mut self) {
        loop {
            // A worker is ready before there is something to read, so that nobody waits for its start.
            self.provide();
            let Some((caller, job)) = self.shared.queue.next() else {
                return;
            };
            let reading = self.read(&job);
            self.shared.queue.leave(&caller);
            job.finish(reading);
        }
    }

    fn read(&mut self, job: &Job) -> Reading {
        let give_up = Instant::now() + PATIENCE;
        while Instant::now() < give_up && self.failed_starts < MAX_FAILED_STARTS {
            if job.cancellation.is_cancelled() {
                break;
            }
            self.provide();
            if let Some(reading) = self.try_to_read(job) {
                return reading;
            }
        }
        ReadFailure::Unavailable.into()
    }

    /// Has the worker read a document; `None` where it is not the document's fault that nothing came of it.
    fn try_to_read(&mut self, job: &Job) -> Option<Reading> {
        let mut worker = self.worker.take()?;
        match worker.read(&job.document, self.shared.limits, &job.cancellation) {
            Ok(reading) => {
                let worn = worker.documents >= self.shared.limits.documents;
                self.worker = Some(worker).filter(|_| !worn);
                Some(reading)
            }
            Err(Broken::ByDocument(failure)) => {
                tracing::warn!(%failure, "a document cost its worker");
                Some(failure.into())
            }
            Err(Broken::Unwanted) => Some(ReadFailure::Unavailable.into()),
            Err(Broken::FromOutside) => None,
        }
    }

    /// Starts a worker where there is none; after failures not at once.
    fn provide(&mut self) {
        if self.worker.is_some() {
            return;
        }
        // The first failure may be a worker that was killed while it started; more of them are a system in need.
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
