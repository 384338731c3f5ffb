//! `shortlist parse`: reads resumes without a server.
//!
//! Files are read in worker processes, this program once more: a file that ends its reader costs that file alone, and a
//! process's clock tells what each file cost, whatever number of threads its reader takes.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use chrono::NaiveDate;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use shortlist_domain::Resume;
use shortlist_parsing::{ReadOptions, read_resume};

use crate::cli::ParseArguments;
use crate::{Failure, output, service};

/// The most files that a worker process is given at once: enough to pay for its start, few enough to share the work out.
const MAX_BATCH: usize = 64;
/// The largest file that is looked at, in bytes: what an upload takes.
const MAX_FILE_BYTES: u64 = 10 << 20;

/// What was read from a file: one line of the output.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    id: String,
    ok: bool,
    error: Option<String>,
    full_name: Option<String>,
    email_address: Option<String>,
    phone_number: Option<String>,
    skills: Vec<String>,
    years_experience: Option<f64>,
    degree: Option<String>,
    /// The degree's level, where it could be told: its words alone say it in the resume's language only.
    #[serde(rename = "degree_level")]
    degree_level: Option<&'static str>,
    pages: Option<u32>,
    #[serde(rename = "cpu_s")]
    cpu_seconds: f64,
}

/// Reads the files and prints a line for each.
pub(crate) fn run(arguments: &ParseArguments) -> Result<(), Failure> {
    if arguments.in_process {
        return read_here(&arguments.paths);
    }
    let mut files = Vec::new();
    for path in &arguments.paths {
        collect(path, &mut files)?;
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = arguments
        .threads
        .unwrap_or(cores)
        .clamp(1, files.len().max(1));
    let program =
        std::env::current_exe().map_err(Failure::of("find this program to start workers"))?;
    let run = Run {
        batch: files.len().div_ceil(threads * 4).clamp(1, MAX_BATCH),
        total: files.len(),
        waiting: Mutex::new(files.into()),
        done: Mutex::new(0),
        shows_progress: std::io::stderr().is_terminal(),
        program,
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| run.work())).collect();
        let ended = workers.into_iter().map(|worker| {
            worker
                .join()
                .unwrap_or_else(|_panic| Err(Failure::new("a thread that starts workers failed")))
        });
        ended.collect()
    })
}

/// The files of a path: itself, or those of a folder and its folders, by name.
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

/// A run over many files, shared by the threads that look after workers.
struct Run {
    program: PathBuf,
    waiting: Mutex<VecDeque<PathBuf>>,
    batch: usize,
    done: Mutex<usize>,
    total: usize,
    shows_progress: bool,
}

impl Run {
    /// Has batches read until none waits.
    fn work(&self) -> Result<(), Failure> {
        loop {
            let mut batch: Vec<_> = {
                let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                let count = self.batch.min(waiting.len());
                waiting.drain(..count).collect()
            };
            if batch.is_empty() {
                return Ok(());
            }
            while !batch.is_empty() {
                let answered = self.read_by_worker(&batch)?;
                batch.drain(..answered.min(batch.len()));
                if let Some(file) = batch.first() {
                    // Whatever the worker died of, it died of this file; the rest is for another worker.
                    self.tell(&record_line(&died(file))?)?;
                    batch.remove(0);
                }
            }
        }
    }

    /// Passes on what a worker process says of the files: how many it answered for.
    fn read_by_worker(&self, batch: &[PathBuf]) -> Result<usize, Failure> {
        let attempt = "run a worker process";
        let mut worker: Child = Command::new(&self.program)
            .args(["parse", "--in-process", "--"])
            .args(batch)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Failure::of(attempt))?;
        let mut answered = 0;
        if let Some(out) = worker.stdout.take() {
            for line in BufReader::new(out).lines() {
                self.tell(&line.map_err(Failure::of(attempt))?)?;
                answered += 1;
            }
        }
        worker.wait().map_err(Failure::of(attempt))?;
        Ok(answered)
    }

    fn tell(&self, line: &str) -> Result<(), Failure> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        output::say(line)?;
        *done += 1;
        if self.shows_progress {
            let _closed = write!(std::io::stderr(), "\r{done} of {} files", self.total);
            if *done == self.total {
                output::complain("");
            }
        }
        Ok(())
    }
}

/// Reads files in this process.
fn read_here(files: &[PathBuf]) -> Result<(), Failure> {
    let today = service::now().date();
    files
        .iter()
        .try_for_each(|file| output::say(&record_line(&read(file, today))?))
}

fn read(file: &Path, today: NaiveDate) -> Record {
    let before = cpu_seconds();
    let mut record = match read_bytes(file).and_then(|bytes| understand(&bytes)) {
        Ok(resume) => told(&resume, today),
        Err(error) => Record {
            error: Some(error),
            ..Record::default()
        },
    };
    record.id = id(file);
    record.cpu_seconds = cpu_seconds() - before;
    record
}

fn read_bytes(file: &Path) -> Result<Vec<u8>, String> {
    let size = fs::metadata(file).map_err(|error| error.to_string())?.len();
    if size > MAX_FILE_BYTES {
        return Err(format!(
            "the file is over the limit of {} MiB",
            MAX_FILE_BYTES >> 20
        ));
    }
    fs::read(file).map_err(|error| error.to_string())
}

fn understand(bytes: &[u8]) -> Result<Resume, String> {
    let read = std::panic::AssertUnwindSafe(|| read_resume(bytes, &ReadOptions::default()));
    match std::panic::catch_unwind(read) {
        Ok(read) => read.map_err(|error| error.to_string()),
        Err(_panic) => Err("the reader failed on the file".to_owned()),
    }
}

fn told(resume: &Resume, today: NaiveDate) -> Record {
    let degree = resume.highest_education();
    let years = |months: u32| (f64::from(months) / 12.0 * 10.0).round() / 10.0;
    Record {
        ok: true,
        full_name: resume.full_name.clone(),
        email_address: resume.email.as_ref().map(ToString::to_string),
        phone_number: resume.phone.as_ref().map(ToString::to_string),
        skills: resume
            .skills
            .iter()
            .map(|skill| skill.name.clone())
            .collect(),
        years_experience: resume.experience_months(today).map(years),
        degree: degree.map(|entry| entry.degree.clone()),
        degree_level: degree
            .and_then(|entry| entry.level)
            .map(shortlist_domain::EducationLevel::as_str),
        pages: resume.text.pages(),
        ..Record::default()
    }
}

fn died(file: &Path) -> Record {
    Record {
        id: id(file),
        error: Some("reading the file ended its reader".to_owned()),
        ..Record::default()
    }
}

/// The file's name without its ending.
fn id(file: &Path) -> String {
    file.file_stem()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default()
        .into_owned()
}

fn record_line(record: &Record) -> Result<String, Failure> {
    serde_json::to_string(record).map_err(Failure::of("write a line of JSON"))
}

/// What this process has cost so far, all its threads together.
fn cpu_seconds() -> f64 {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    #[expect(
        clippy::as_conversions,
        reason = "seconds of a process and billionths are far below 2^53"
    )]
    let seconds = spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9;
    seconds
}
