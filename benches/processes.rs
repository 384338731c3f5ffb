//! The program as a process, and the resources that processes use according to the kernel.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::children;

/// Returns the program that cargo built with the same profile, which is in the parent folder.
///
/// # Errors
/// Returns an error if the program has not been built.
pub fn program() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent);
    folder
        .map(|folder| folder.join("shortlist"))
        .filter(|program| program.exists())
        .ok_or_else(|| io::Error::other("build the program first: cargo build --release"))
}

/// Returns the memory of a process in KiB, from the line of the kernel with this name, such as `VmRSS:`.
pub fn memory_kib(pid: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the resident memory of a process's children, in KiB.
pub fn children_memory_kib(pid: u32) -> u64 {
    let resident = |child| memory_kib(child, "VmRSS:");
    child_ids(pid).filter_map(resident).sum()
}

/// The processor time of each thread of a process and its children.
#[derive(Debug, Clone, Default)]
pub struct ProcessorTime(HashMap<(u32, String), Duration>);

impl ProcessorTime {
    /// Reads the current processor time.
    pub fn of(pid: u32) -> Self {
        let threads = child_ids(pid).chain([pid]).flat_map(|pid| {
            let times = thread_times(pid).into_iter();
            times.map(move |(thread, time)| ((pid, thread), time))
        });
        Self(threads.collect())
    }

    /// Returns the processor time since an earlier reading. Threads that ended meanwhile are missing.
    pub fn since(&self, before: &Self) -> Duration {
        let taken = |(thread, time): (&(u32, String), &Duration)| {
            time.saturating_sub(before.0.get(thread).copied().unwrap_or_default())
        };
        self.0.iter().map(taken).sum()
    }
}

/// Returns the processor time of all threads of a process.
pub fn processor_time_of(pid: u32) -> Duration {
    thread_times(pid).into_iter().map(|(_, time)| time).sum()
}

fn thread_times(pid: u32) -> Vec<(String, Duration)> {
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    let taken = threads.into_iter().flatten().flatten().filter_map(|task| {
        let counted = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let nanoseconds = counted.split_whitespace().next()?.parse().ok()?;
        let thread = task.file_name().to_string_lossy().into_owned();
        Some((thread, Duration::from_nanos(nanoseconds)))
    });
    taken.collect()
}

fn child_ids(pid: u32) -> impl Iterator<Item = u32> {
    let children = children(pid).into_iter();
    children.filter_map(|child| u32::try_from(child.as_raw_nonzero().get()).ok())
}
