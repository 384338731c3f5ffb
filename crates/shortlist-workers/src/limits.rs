//! Resource limits for reading a document.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

/// The resources that reading one document may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Memory beyond what a worker needs to start, in MiB.
    pub memory_mib: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: u64,
    /// Elapsed time, in seconds.
    pub wall_seconds: u64,
    /// The number of documents that a worker reads before it is replaced. Replacing it discards anything a document left
    /// behind.
    pub documents: u32,
}

impl Default for Limits {
    /// Returns the default limits.
    fn default() -> Self {
        Self {
            memory_mib: 512,
            cpu_seconds: 10,
            wall_seconds: 20,
            documents: 500,
        }
    }
}

/// Limits this process's memory to its present size plus `more_mib`; returns whether that succeeded.
///
/// The limit applies to the address space, which Linux enforces for a process without an administrator's help. Measuring
/// the present size avoids guessing how much the program itself uses.
pub(crate) fn limit_memory(more_mib: u64) -> bool {
    let Some(size) = address_space_bytes() else {
        return false;
    };
    set_limit(Resource::As, size.saturating_add(more_mib << 20))
}

/// Limits the memory of the program that this process becomes; returns whether that succeeded.
pub(crate) fn limit_total_memory(mib: u64) -> bool {
    set_limit(Resource::As, mib << 20)
}

/// Prevents this process from writing a core dump or any file.
pub(crate) fn forbid_file_output() -> bool {
    set_limit(Resource::Core, 0) && set_limit(Resource::Fsize, 0)
}

/// Makes the kernel end this process when it uses this much more processor time.
pub(crate) fn limit_cpu(more_seconds: u64) {
    let used = cpu_time().as_secs() + 1;
    let maximum = getrlimit(Resource::Cpu).maximum;
    let current = Some(used.saturating_add(more_seconds));
    // If the limit cannot be set, the pool's timeout still ends the worker.
    let _unbounded = setrlimit(Resource::Cpu, Rlimit { current, maximum });
}

fn set_limit(resource: Resource, maximum: u64) -> bool {
    let limit = Rlimit {
        current: Some(maximum),
        maximum: Some(maximum),
    };
    setrlimit(resource, limit).is_ok()
}

/// Returns the processor time used by all threads of this process.
pub(crate) fn cpu_time() -> Duration {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(spent.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(spent.tv_nsec).unwrap_or(0))
}

/// Returns the size of this process's address space. Linux reports it in pages (`proc_pid_statm(5)`).
fn address_space_bytes() -> Option<u64> {
    let table = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = table.split_whitespace().next()?.parse().ok()?;
    let page = u64::try_from(rustix::param::page_size()).ok()?;
    Some(pages * page)
}
