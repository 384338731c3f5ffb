//! The worker processes that read documents. Each of them runs this program with a hidden command.

use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;
use shortlist_parsing::ReadOptions;
use shortlist_workers::{
    Isolation, Launch, Limits, Pool, Recognition, StartError, WorkerOptions, run_worker,
};

use crate::Failure;
use crate::recognition::{self, OcrSettings};
use crate::worker_processes::{IsolationMode, this_program};

/// Options for reading documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReaderOptions {
    /// How many documents of one organization are read at once. 0 means one for each core.
    pub(crate) count: usize,
    pub(crate) isolation: IsolationMode,
    pub(crate) limits: Limits,
    pub(crate) reading: ReadOptions,
    /// The part of this process's vocabulary that is passed to the workers.
    pub(crate) vocabulary: Option<Arc<str>>,
    pub(crate) ocr: OcrSettings,
}

/// Flags of the hidden command `read-worker`, as [`start`] passes them.
#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    #[arg(long)]
    memory_mib: u64,
    #[arg(long)]
    cpu_seconds: u64,
    #[arg(long)]
    phone_region: Option<String>,
    #[arg(long)]
    scans: bool,
}

/// Starts the workers of a command, and logs how they are isolated.
pub(crate) fn start(options: &ReaderOptions) -> Result<Arc<Pool>, Failure> {
    start_pool(options, Pool::start)
}

/// Starts the workers of a service that many organizations share. Each organization gets the given number of readers.
pub(crate) fn start_for_many(options: &ReaderOptions) -> Result<Arc<Pool>, Failure> {
    start_pool(options, Pool::start_for_many)
}

fn start_pool(
    options: &ReaderOptions,
    start: impl FnOnce(Launch, usize, Limits) -> Result<Pool, StartError>,
) -> Result<Arc<Pool>, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let count = Some(options.count).filter(|count| *count > 0);
    let count = count.unwrap_or(cores);
    let recognition = recognition::start(&options.ocr, options.limits, options.isolation)?;
    let pool = start(launch(options, recognition)?, count, options.limits)
        .map_err(Failure::of("start the readers of documents"))?;
    let isolation = pool.isolation();
    let isolated = isolation.is_complete();
    if options.isolation == IsolationMode::Required && !isolated {
        return Err(Failure::new(format!(
            "the readers of documents cannot be isolated as required ({isolation}). Run on Linux 5.13 or later with Landlock and \
             seccomp, outside of a container that forbids them, or set isolation to preferred"
        )));
    }
    report(isolation, count);
    if !isolated {
        warn(isolation);
    }
    Ok(Arc::new(pool))
}

fn report(isolation: Isolation, count: usize) {
    tracing::info!(count, %isolation, "documents are read in worker processes");
}

fn warn(isolation: Isolation) {
    tracing::warn!(%isolation, "the readers of documents are not fully isolated");
}

fn launch(
    options: &ReaderOptions,
    recognition: Option<Arc<Recognition>>,
) -> Result<Launch, Failure> {
    let mut arguments = vec![
        "read-worker".to_owned(),
        format!("--memory-mib={}", options.limits.memory_mib),
        format!("--cpu-seconds={}", options.limits.cpu_seconds),
    ];
    if let Some(region) = &options.reading.region {
        arguments.push(format!("--phone-region={region}"));
    }
    if recognition.is_some() {
        arguments.push("--scans".to_owned());
    }
    Ok(Launch {
        program: this_program()?,
        arguments,
        vocabulary: options.vocabulary.clone(),
        recognition,
    })
}

/// Reads documents for the parent process, until that exits.
pub(crate) fn work(arguments: WorkerArguments) -> Result<(), Failure> {
    let options = WorkerOptions {
        limits: Limits {
            memory_mib: arguments.memory_mib,
            cpu_seconds: arguments.cpu_seconds,
            ..Limits::default()
        },
        reading: ReadOptions {
            region: arguments.phone_region,
        },
        scans: arguments.scans,
    };
    run_worker(&options).map_err(Failure::of("read documents"))
}
