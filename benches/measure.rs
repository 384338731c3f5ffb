//! The measured files and the clocks. Other programs do not increase processor time.

pub mod accuracy_document;
pub mod job_tables;
pub mod matching;
pub mod model_card_document;
pub mod person_swaps;
pub mod processes;
pub mod real_resumes;
pub mod real_truth;
pub mod receipts;
pub mod scoreboard;
pub mod visible_words;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use rustix::time::{ClockId, clock_gettime};

/// The number of readings of a file. The quickest counts, because it was disturbed least.
pub const ROUNDS: u32 = 5;

/// The formats of resumes, as file extensions.
pub const FORMATS: [&str; 3] = ["pdf", "docx", "doc"];

/// The folders of a corpus without resumes.
const LEFT_OUT: [&str; 2] = ["badinput", "jobs"];

/// A measured file.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The path of the file.
    pub path: PathBuf,
    /// One of [`FORMATS`].
    pub format: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Returns the resumes of the project's demo.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn demo_files() -> io::Result<Vec<Sample>> {
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo"))
}

/// Returns every resume in a folder and below, sorted by path.
///
/// # Errors
/// Returns an error if a folder or a file cannot be read.
pub fn files_below(folder: &Path) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                let named = |name: &&str| path.file_name().is_some_and(|own| own == *name);
                if !LEFT_OUT.iter().any(named) {
                    folders.push(path);
                }
            } else if let Some(format) = format_of(&path) {
                samples.push(Sample {
                    bytes: fs::read(&path)?,
                    format,
                    path,
                });
            }
        }
    }
    samples.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(samples)
}

fn format_of(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?;
    FORMATS.into_iter().find(|format| *format == ending)
}

/// Returns the processor time of this thread for the quickest of [`ROUNDS`] calls.
pub fn quickest<T>(mut work: impl FnMut() -> T) -> Duration {
    (0..ROUNDS)
        .map(|_round| {
            let begun = thread_time();
            std::hint::black_box(work());
            thread_time().saturating_sub(begun)
        })
        .min()
        .unwrap_or_default()
}

/// Returns the wall-clock time of the quickest of [`ROUNDS`] calls.
pub fn quickest_wall<T>(mut work: impl FnMut() -> T) -> Duration {
    (0..ROUNDS)
        .map(|_round| {
            let begun = Instant::now();
            std::hint::black_box(work());
            begun.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Sorts the durations and returns the median.
pub fn middle(durations: &mut [Duration]) -> Duration {
    durations.sort_unstable();
    durations
        .get(durations.len() / 2)
        .copied()
        .unwrap_or_default()
}

/// Returns the time of the quickest of [`ROUNDS`] runs of a program, or `None` if it cannot be run or measured.
///
/// The kernel records the running time of a process in nanoseconds until its exit is acknowledged.
pub fn quickest_run(mut program: impl FnMut() -> Command) -> Option<Duration> {
    let run = |command: &mut Command| {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let pid = Pid::from_child(&child);
        let ended = waitid(
            WaitId::Pid(pid),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        );
        let statistics = fs::read_to_string(format!("/proc/{}/schedstat", child.id()));
        child.wait().ok()?;
        ended.ok()?;
        let nanoseconds = statistics.ok()?.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    };
    (0..ROUNDS)
        .map(|_round| run(&mut program()))
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .min()
}

/// Returns the processor time of this process.
pub fn processor_time() -> Duration {
    time_of(ClockId::ProcessCPUTime)
}

fn thread_time() -> Duration {
    time_of(ClockId::ThreadCPUTime)
}

fn time_of(clock: ClockId) -> Duration {
    let spent = clock_gettime(clock);
    let seconds = u64::try_from(spent.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(spent.tv_nsec).unwrap_or(0))
}

/// Returns the child processes of a process, as Linux lists them.
pub fn children(pid: u32) -> Vec<Pid> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = tasks
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let text: String = lists.collect();
    text.split_whitespace()
        .filter_map(|pid| Pid::from_raw(pid.parse().ok()?))
        .collect()
}
