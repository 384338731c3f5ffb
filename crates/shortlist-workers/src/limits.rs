//! How much of the machine a document may take.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

/// How much reading one document may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Memory beyond what a worker needs to live, in MiB.
    pub memory_mib: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: u64,
    /// Time by the clock, in seconds.
    pub wall_seconds: u64,
    /// Documents that a worker reads before it is replaced: what a document has left behind in it goes with it.
    pub documents: u32,
}

impl Default for Limits {
    /// The decided limits.
    fn default() -> Self {
        Self {
            memory_mib: 512,
            cpu_seconds: 10,
            wall_seconds: 20,
            documents: 500,
        }
    }
}

/// Bounds this process's memory to what it has now and so much more; whether that could be done.
///
/// The bound is on the address space, the one that Linux enforces for a process without help from the system's
/// administrator. Taken from the size at this moment, it needs no guess of what the program itself takes.
pub(crate) fn bound_memory(more_mib: u64) -> bool {
    let Some(size) = address_space_bytes() else {
        return false;
    };
    bound(Resource::As, size.saturating_add(more_mib << 20))
}

/// Lets this process leave no image of its memory behind when it dies, and write no file.
pub(crate) fn forbid_traces() -> bool {
    bound(Resource::Core, 0) && bound(Resource::Fsize, 0)
}

/// Ends this process when it uses so much more processor time from now on.
pub(crate) fn bound_cpu(more_seconds: u64) {
    let used = cpu_time().as_secs() + 1;
    let maximum = getrlimit(Resource::Cpu).maximum;
    let current = Some(used.saturating_add(more_seconds));
    // Where it cannot be set, the pool's clock still ends the worker.
    let _unbounded = setrlimit(Resource::Cpu, Rlimit { current, maximum });
}

fn bound(resource: Resource, most: u64) -> bool {
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(resource, limit).is_ok()
}

/// What this process has cost so far, all its threads together.
pub(crate) fn cpu_time() -> Duration {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(spent.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(spent.tv_nsec).unwrap_or(0))
}

/// The size of this process's address space, as Linux tells it in pages (`proc_pid_statm(5)`).
fn address_space_bytes() -> Option<u64> {
    let table = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = table.split_whitespace().next()?.parse().ok()?;
    let page = u64::try_from(rustix::param::page_size()).ok()?;
    Some(pages * page)
}
