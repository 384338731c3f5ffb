//! Reads resumes from files and folders without a server, in the same worker processes as a server.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::{fs, io, thread};

use clap::Args;
use shortlist_app::skip_reason_text;
use shortlist_domain::Resume;
use shortlist_workers::{Pool, ReadFailure, Reading};

use crate::Failure;
use crate::readers::{self, ReaderOptions};
use crate::recognition::OcrSettings;
use crate::vocabulary::OperatorSkills;
use crate::worker_processes::IsolationMode;

/// How many results may wait to be processed or to be finished before the readers pause.
const WAITING_RESULTS: usize = 64;

/// Flags of commands that read resumes from files.
#[derive(Debug, Args)]
pub(crate) struct ResumeFileArguments {
    /// How many files are read at once. By default, one for each core.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// What to do if the system cannot isolate the processes that read documents.
    #[arg(long, env = "SHORTLIST_ISOLATION", value_enum, default_value_t)]
    pub(crate) isolation: IsolationMode,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long, env = "SHORTLIST_VOCABULARY")]
    pub(crate) vocabulary: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ocr: OcrSettings,
    /// Files or folders. Folders are read with all their subfolders.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

impl ResumeFileArguments {
    /// Returns the files of all paths: each file itself, and the files in each folder and its subfolders, sorted by name.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for path in &self.paths {
            collect(path, &mut files)?;
        }
        Ok(files)
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let attempt = || format!("look at {}", path.display());
    if !fs::metadata(path).map_err(Failure::of(attempt()))?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(Failure::of(attempt()))?;
    let mut entries = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(Failure::of(attempt()))?;
    entries.sort_unstable();
    entries.iter().try_for_each(|entry| collect(entry, files))
}

/// Worker processes that read files, and the number of threads that process the results.
pub(crate) struct ResumeReader {
    pool: Arc<Pool>,
    threads: usize,
}

impl ResumeReader {
    /// Starts the worker processes.
    pub(crate) fn start(
        arguments: &ResumeFileArguments,
        skills: &OperatorSkills,
    ) -> Result<Self, Failure> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = arguments.threads.filter(|threads| *threads > 0);
        let threads = threads.unwrap_or(cores);
        let pool = readers::start(&ReaderOptions {
            count: threads,
            isolation: arguments.isolation,
            vocabulary: skills.for_workers(),
            ocr: arguments.ocr.clone(),
            ..ReaderOptions::default()
        })?;
        Ok(Self { pool, threads })
    }

    /// Reads files, and processes each result on one of several threads. Then `finish` gets what was made of it, on this
    /// thread and in the order of completion. An error of `finish` ends the reading.
    pub(crate) fn read<T: Send>(
        &self,
        files: &[PathBuf],
        process: impl Fn(&Path, Reading) -> T + Sync,
        finish: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let lane = self.pool.open_lane();
        let (sender, readings) = mpsc::sync_channel(WAITING_RESULTS);
        for file in files {
            let (path, sender) = (file.clone(), sender.clone());
            lane.read(file, move |reading| {
                let _nobody_waits = sender.send((path, reading));
            });
        }
        drop(sender);
        let readings = Mutex::new(readings);
        let (sender, results) = mpsc::sync_channel(WAITING_RESULTS);
        thread::scope(|scope| {
            for _ in 0..self.threads {
                let (sender, readings, process) = (sender.clone(), &readings, &process);
                scope.spawn(move || process_all(readings, process, &sender));
            }
            drop(sender);
            results.into_iter().try_for_each(finish)
        })
    }
}

/// Processes readings until the last one, or until nobody waits for the results.
fn process_all<T>(
    readings: &Mutex<Receiver<(PathBuf, Reading)>>,
    process: impl Fn(&Path, Reading) -> T,
    results: &SyncSender<T>,
) {
    let next = || readings.lock().ok()?.recv().ok();
    while let Some((path, reading)) = next() {
        if results.send(process(&path, reading)).is_err() {
            return;
        }
    }
}

/// Returns the resume of a reading, or why there is none.
pub(crate) fn resume_of(reading: Reading) -> Result<Resume, String> {
    let resume = reading.resume.and_then(|resume| resume.decode());
    resume.map_err(|failure| match failure {
        ReadFailure::Storage(error) => format!("the file cannot be opened: {error}"),
        failure => skip_reason_text(failure.reason()),
    })
}
