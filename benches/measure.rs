//! Which files are measured, and the clocks: processor time, which other programs do not lengthen.

pub mod accuracy_document;
pub mod job_tables;
pub mod processes;
pub mod receipts;
pub mod scoreboard;
pub mod swaps;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use rustix::time::{ClockId, clock_gettime};

/// How often a file is read; the quickest of these counts, which is the one that was disturbed least.
pub const ROUNDS: u32 = 5;

/// The formats of resumes, by the ending of a file's name.
pub const FORMATS: [&str; 3] = ["pdf", "docx", "doc"];

/// Folders of a corpus that hold no resumes.
const LEFT_OUT: [&str; 2] = ["badinput", "jobs"];

/// A file that is measured.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Where it lies.
    pub path: PathBuf,
    /// One of [`FORMATS`].
    pub format: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The resumes of the project's demo.
///
/// # Errors
/// When one cannot be read.
pub fn demo_files() -> io::Result<Vec<Sample>> {
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo"))
}

/// Every resume in a folder and the folders in it, sorted by path.
///
/// # Errors
/// When a folder or a file cannot be read.
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

/// The processor time of this thread that the quickest of [`ROUNDS`] calls takes.
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

/// The time by the clock that the quickest of [`ROUNDS`] calls takes.
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

/// Sorts the durations: the middle one.
pub fn middle(durations: &mut [Duration]) -> Duration {
    durations.sort_unstable();
    durations
        .get(durations.len() / 2)
        .copied()
        .unwrap_or_default()
}

/// What the quickest of [`ROUNDS`] runs of a program takes; none when it cannot be run or measured.
///
/// The kernel keeps the time that a process ran, to the nanosecond, until its end is acknowledged.
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

/// The processor time that this process has taken.
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

/// The processes that a process started, as Linux lists them.
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
