//! The program in production, as a process with its own folder.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use shortlist_benches::processes::{children_memory_kib, memory_kib};

use crate::Outcome;

/// The interval of the memory checks.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A server, which is killed when it is dropped.
pub(crate) struct Server {
    child: Arc<Mutex<Child>>,
    pid: u32,
    over: Arc<AtomicBool>,
    /// The URL, such as `http://127.0.0.1:4711`.
    pub(crate) url: String,
    pub(crate) memory: Arc<Memory>,
}

/// The peak memory, in KiB.
#[derive(Default)]
pub(crate) struct Memory {
    /// The `VmHWM` of the server.
    pub(crate) peak: AtomicU64,
    /// The memory of the server and its document workers.
    pub(crate) family: AtomicU64,
    /// Whether the server was killed because it exceeded the limit.
    pub(crate) over_bound: AtomicBool,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        end(&self.child);
    }
}

impl Server {
    /// Starts the server on a data folder, and kills it if it uses more than this many MiB.
    pub(crate) fn start(place: (&Path, &Path), flags: &[String], memory_mib: u64) -> Outcome<Self> {
        Self::start_with(place, flags, memory_mib, &[])
    }

    /// Starts the server with environment variables.
    pub(crate) fn start_with(
        (program, data): (&Path, &Path),
        flags: &[String],
        memory_mib: u64,
        variables: &[(&str, &str)],
    ) -> Outcome<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--bind", "127.0.0.1:0", "--log", "error"])
            .arg("--data-dir")
            .arg(data)
            .args(flags)
            .env_clear()
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (pid, out) = (child.id(), child.stdout.take().ok_or("no output")?);
        let mut server = Self {
            child: Arc::new(Mutex::new(child)),
            pid,
            over: Arc::default(),
            url: String::new(),
            memory: Arc::default(),
        };
        let ready = BufReader::new(out).lines().map_while(Result::ok);
        let mut ready = ready.filter_map(|line| line.strip_prefix("ready: ").map(str::to_owned));
        server.url = ready.next().ok_or("the server ended before it was ready")?;
        server.watch(memory_mib << 10);
        Ok(server)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns the host and the port.
    pub(crate) fn address(&self) -> &str {
        let url = self.url.as_str();
        url.split_once("://").map_or(url, |(_, address)| address)
    }

    /// Kills the server.
    pub(crate) fn kill(&self) {
        end(&self.child);
    }

    fn watch(&self, bound_kib: u64) {
        let (child, over, memory) = (
            Arc::clone(&self.child),
            Arc::clone(&self.over),
            Arc::clone(&self.memory),
        );
        let pid = self.pid;
        thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                let peak = memory_kib(pid, "VmHWM:").unwrap_or(0);
                let now = memory_kib(pid, "VmRSS:").unwrap_or(0);
                let family = now + children_memory_kib(pid);
                memory.peak.fetch_max(peak, Ordering::Relaxed);
                memory.family.fetch_max(family, Ordering::Relaxed);
                if now > bound_kib {
                    memory.over_bound.store(true, Ordering::Relaxed);
                    return end(&child);
                }
                thread::sleep(LOOK_EVERY);
            }
        });
    }
}

fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    drop(child.kill());
    drop(child.wait());
}

/// Runs a command of the program, and returns its JSON output.
pub(crate) fn command(
    (program, data): (&Path, &Path),
    name: &[&str],
    flags: &[&str],
) -> Outcome<Value> {
    let output = Command::new(program)
        .args(name)
        .arg("--data-dir")
        .arg(data)
        .args(flags)
        .env_clear()
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
